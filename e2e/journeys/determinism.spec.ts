import { planOf, runInNode } from '../support/node-engine';
import { CREATE, en, expect, test, typed, type Podyssey } from '../support/podyssey';
import { stepPattern } from '../support/titles';

/** The page's own link of the present moment. */
async function linkOf(p: Podyssey): Promise<string> {
  await p.button(en.shell.share).click();
  const link = await p.page.getByRole('textbox', { name: en.shell.copyLink }).inputValue();
  await p.page.keyboard.press('Escape');
  return link;
}

test('the same seed and the same commands give the same log in Chromium and in Node, and another seed another', async ({ podyssey: p }) => {
  await p.open();
  await p.run(CREATE);
  await p.run('kubectl scale deployment nginx --replicas=5');
  const plan = planOf(await linkOf(p));
  expect(plan).toEqual(typed(CREATE, 'kubectl scale deployment nginx --replicas=5'));
  const inNode = runInNode(42, plan);
  expect(inNode.output).toContain('deployment.apps/nginx scaled');
  expect(await p.hash()).toBe(inNode.hash);

  const other = runInNode(43, plan);
  expect(other.hash).not.toBe(inNode.hash);
  await p.button(/seed 42/).click();
  await p.page.getByRole('textbox', { name: en.shell.seed }).fill('43');
  await p.button(en.shell.applySeed).click();
  await expect(p.button(/seed 43/)).toBeVisible();
  await p.idle();
  await expect(p.commands).toHaveCount(2);
  expect(await p.hash()).toBe(other.hash);
});

test('a link repeats a run to the last row of its log: commands, a here-document, a watch and the Ctrl-C that ended it', async ({ podyssey: p }) => {
  await p.open();
  await p.run('kubectl apply -f - <<EOF\napiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, image: "nginx:1.29"}]}\nEOF');
  await p.says('pod/web created');
  await p.run('kubectl get pods -w');
  await p.says('NAME   READY   STATUS    RESTARTS   AGE\nweb    1/1     Running   0');
  await p.prompt.focus();
  await p.page.keyboard.press('Control+c');
  await p.run('kubectl delete pod web');
  await p.says('^C\n$ kubectl delete pod web\npod "web" deleted');

  const link = await linkOf(p);
  const hash = await p.hash();
  const plan = planOf(link);
  expect(plan.map(({ action }) => action.type)).toEqual(['execute', 'execute', 'interrupt', 'execute']);
  expect(runInNode(42, plan).hash).toBe(hash);
  await p.page.goto('about:blank');
  await p.page.goto(link);
  await p.idle();
  expect(await p.hash()).toBe(hash);
});

test('a command at the playhead drops what came after it, and the link says when', async ({ podyssey: p, page }) => {
  await p.open();
  await p.run(CREATE);
  await p.step(stepPattern('scheduler.bind')).click();
  await p.button(en.terminal.branch).click();
  await expect(page.getByText(en.terminal.branching)).toBeVisible();
  await p.run('kubectl delete deployment nginx');
  await p.says('deployment.apps "nginx" deleted from default namespace');
  await expect(p.pods).toHaveCount(0);
  const link = await linkOf(p);
  const plan = planOf(link);
  expect(plan.map(({ at }) => at)).toEqual([undefined, expect.any(Number)]);
  const hash = await p.hash();
  expect(runInNode(42, plan).hash).toBe(hash);
  await page.goto('about:blank');
  await page.goto(link);
  await p.idle();
  expect(await p.hash()).toBe(hash);
});
