import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadLog } from '../../src/trace/saved-log';
import { violations } from '../support/axe';
import { CREATE, END, en, expect, test, typed, type Podyssey } from '../support/podyssey';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Chooses from the menu of saving and gives the file. */
async function save(p: Podyssey, what: string): Promise<{ readonly name: string; readonly path: string; readonly text: string }> {
  const coming = p.page.waitForEvent('download');
  await p.button(en.files.menu).click();
  await p.page.getByRole('menuitem', { name: what }).click();
  const download = await coming;
  const path = await download.path();
  return { name: download.suggestedFilename(), path, text: await readFile(path, 'utf8') };
}

/** Chooses a file as a person does. */
async function choose(p: Podyssey, name: string, text: string): Promise<void> {
  const coming = p.page.waitForEvent('filechooser');
  await p.button(en.files.menu).click();
  await p.page.getByRole('menuitem', { name: en.files.open }).click();
  await (await coming).setFiles({ name, mimeType: 'application/yaml', buffer: Buffer.from(text) });
}

test('the log is saved as it is in the engine', async ({ podyssey: p }) => {
  await p.openAfter(CREATE);
  const { name, text } = await save(p, en.files.saveLog);
  expect(name).toBe('create-deployment.log.json');
  const log = loadLog(text);
  expect(log.ok && log.value.hash()).toBe(await p.hash());
});

test('a saved scenario runs in a terminal, and opened again it is the same run to the last byte', async ({ podyssey: p, page }, info) => {
  await p.openAfter(CREATE, 'kubectl scale deployment nginx --replicas=1');
  await p.run('kubectl get pods --user=alice');
  const hash = await p.hash();
  const { name, text } = await save(p, en.files.saveScenario);
  expect(name).toBe('create-deployment.yaml');
  expect(text).toContain('version: "1.35"\nseed: 42\n');
  const path = info.outputPath(name);
  await writeFile(path, text);
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', 'run', path], { cwd: root, encoding: 'utf8' });
  expect(status).toBe(0);
  expect(stdout).toContain('$ kubectl scale deployment nginx --replicas=1\n  │ deployment.apps/nginx scaled\n');
  expect(stdout).toContain('pods is forbidden: User "alice"');

  await page.goto('about:blank');
  await p.open({ seed: 7, theme: 'light' });
  await choose(p, name, text);
  await expect(page.getByRole('status').filter({ hasText: en.files.opened(en.stories['create-deployment'].title) })).toBeVisible();
  await expect(p.commands).toHaveCount(3);
  await p.idle();
  expect(await p.hash()).toBe(hash);
});

test('the map is saved as a picture that stands by itself', async ({ podyssey: p, page }, info) => {
  await p.openAfter(CREATE);
  await expect(p.pods).toHaveCount(3);
  const { name, text } = await save(p, en.files.saveMap);
  expect(name).toBe('create-deployment.svg');
  expect(text).not.toMatch(/class=|var\(|<script|foreignObject|url\((?!["']?#)/);
  const path = info.outputPath(name);
  await writeFile(path, text);
  await page.goto(`data:text/html,${encodeURIComponent('<img alt="map">')}`);
  const size = await page.evaluate(async (svg) => {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  }, text);
  expect(size.every((pixels) => pixels > 200)).toBe(true);
  await page.setContent(text.replace(/^<\?xml.*\n/, ''));
  await expect(page.getByText('kube-apiserver')).toBeVisible();
  await expect(page.getByText('node-3')).toBeVisible();
});

const WRONG: readonly { readonly what: string; readonly name: string; readonly text: string; readonly says: string }[] = [
  { what: 'a misspelt field', name: 'mine.yaml', text: 'id: mine\nsteps:\n- run: kubectl get pods\n  settel: 3\n', says: en.files.line(4, 'unknown field "settel" in steps[0]: expected one of run, stdin, as, settle, fault, sleep, interrupt, at') },
  { what: 'no YAML at all', name: 'mine.yaml', text: 'id: [mine\n', says: 'not YAML' },
  { what: 'a saved log', name: 'run.log.json', text: '{"format":"podyssey-log","version":1}', says: en.files.isLog },
];

for (const { what, name, text, says } of WRONG) {
  test(`a file with ${what} is refused with what is wrong and where, and nothing is lost`, async ({ podyssey: p, page }) => {
    await p.openAfter(CREATE);
    const hash = await p.hash();
    await choose(p, name, text);
    const notice = page.getByRole('alert');
    await expect(notice).toContainText(en.files.notOpened(name));
    await expect(notice).toContainText(says);
    expect(await violations(page)).toEqual([]);
    await expect(p.commands).toHaveCount(1);
    await expect(p.pods).toHaveCount(3);
    expect(await p.hash()).toBe(hash);
    await notice.getByRole('button', { name: en.shell.dismiss }).click();
    await expect(notice).toHaveCount(0);
  });
}

test('a scenario dropped onto the page opens; the run before it comes back with one press', async ({ podyssey: p, page }) => {
  await p.open({ plan: typed('kubectl run mine --image=nginx:1.29'), t: END });
  await expect(p.pods).toHaveCount(1);
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['id: dropped\ntitle: From outside\nseed: 3\nnodes: 2\nsteps:\n- run: kubectl create deployment web --image=nginx:1.29 --replicas=2\n'], 'dropped.yaml', { type: 'application/yaml' }));
    return data;
  });
  await page.dispatchEvent('body', 'dragover', { dataTransfer: dropped });
  await expect(page.getByText(en.files.drop)).toBeVisible();
  await page.dispatchEvent('body', 'drop', { dataTransfer: dropped });
  await expect(page.getByText(en.files.drop)).toHaveCount(0);
  await expect(page.getByText(en.files.opened('From outside'))).toBeVisible();
  await expect(page.getByRole('button', { name: en.shell.nodesAndSeed(2, 3) })).toBeVisible();
  await p.idle();
  await page.getByRole('button', { name: en.files.back }).click();
  await expect(p.commands.first()).toContainText('run mine');
  await p.idle();
  await expect(p.pods).toHaveCount(1);
});

test('at 1024 pixels everything is in one menu', async ({ podyssey: p, page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await p.openAfter(CREATE);
  await expect(p.button(en.compare.open)).toBeHidden();
  await p.transport.getByRole('button', { name: en.shell.more }).click();
  for (const name of [en.terminal.branch, en.transport.advance, en.compare.open, en.files.saveScenario, en.files.saveLog, en.files.saveMap, en.files.open]) await expect(page.getByRole('menuitem', { name })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const { end } = await p.time();
  await page.getByRole('menuitem', { name: en.transport.advance }).click();
  await expect.poll(async () => (await p.time()).end).toBeGreaterThan(end + 9.9);
});
