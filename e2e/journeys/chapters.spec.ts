import { en, expect, test, type Podyssey } from '../support/podyssey';
import { chapterTitle, stepPattern } from '../support/titles';

interface Story {
  readonly what: string;
  /** The last one's story is told. */
  readonly lines: readonly string[];
  readonly outcome: keyof typeof en.journey.outcomes;
  readonly chapters: readonly string[];
  /** Rules of steps that are in it, in this order. */
  readonly steps: readonly string[];
  /** Rules of steps that only other stories have. */
  readonly never: readonly string[];
}

const DEPLOYMENT = 'kubectl create deployment web --image=nginx:1.29 --replicas=2';

const STORIES: readonly Story[] = [
  {
    what: 'run: no control loop has a part in it', lines: ['kubectl run web --image=nginx:1.29'], outcome: 'ready',
    chapters: ['kubectl', 'api', 'scheduler', 'answer', 'kubelet', 'runtime', 'status'],
    steps: ['kubectl.build', 'api.authorization', 'etcd.write', 'scheduler.pop', 'scheduler.bind', 'kubelet.see', 'cri.sandbox', 'cni.address', 'cri.pull', 'cri.start', 'kubelet.status'],
    never: ['deployment.sync', 'replicaset.create', 'gc.check', 'api.refused'],
  },
  {
    what: 'scale: the ReplicaSet grows', lines: [DEPLOYMENT, 'kubectl scale deployment web --replicas=5'], outcome: 'ready',
    chapters: ['kubectl', 'api', 'answer', 'controllers', 'scheduler', 'kubelet', 'runtime', 'status'],
    steps: ['kubectl.request', 'api.current', 'etcd.write', 'deployment.scaleUp', 'replicaset.create', 'scheduler.bind', 'cri.start', 'deployment.status'],
    never: ['deployment.create', 'gc.delete', 'api.refused'],
  },
  {
    what: 'scale down: surplus pods go', lines: [DEPLOYMENT, 'kubectl scale deployment web --replicas=1'], outcome: 'ready',
    chapters: ['kubectl', 'api', 'answer', 'controllers', 'status', 'removal'],
    steps: ['etcd.write', 'deployment.scaleDown', 'replicaset.delete', 'kubelet.kill', 'cri.stop', 'cri.exit', 'cni.release', 'kubelet.remove'],
    never: ['replicaset.create', 'scheduler.bind', 'cri.pull', 'api.refused'],
  },
  {
    what: 'delete: the parent first, then the garbage collector', lines: [DEPLOYMENT, 'kubectl delete deployment web'], outcome: 'done',
    chapters: ['kubectl', 'api', 'answer', 'controllers', 'status', 'removal'],
    steps: ['api.deletion', 'etcd.write', 'gc.check', 'gc.delete', 'kubelet.kill', 'cri.stop', 'cri.exit', 'cri.stopSandbox', 'cni.release', 'kubelet.cleanUp', 'kubelet.remove'],
    never: ['deployment.create', 'replicaset.create', 'scheduler.bind', 'cri.pull', 'api.refused'],
  },
  {
    what: 'a refused request: it ends at authorization', lines: ['kubectl create deployment web --image=nginx:1.29 --user=alice'], outcome: 'refused',
    chapters: ['kubectl', 'api', 'answer'],
    steps: ['kubectl.config', 'kubectl.request', 'api.authentication', 'api.authorization', 'api.refused', 'api.answer', 'kubectl.failed'],
    never: ['api.mutating', 'api.storage', 'etcd.write', 'deployment.sync', 'scheduler.pop', 'kubectl.exit'],
  },
];

for (const story of STORIES) {
  test(story.what, async ({ podyssey: p }) => {
    await p.openAfter(...story.lines);
    await expect(p.commands).toHaveCount(story.lines.length);
    await expect(p.commands.last()).toContainText(en.journey.outcomes[story.outcome]);
    const chapters = await p.journey.locator('.chapter h3').allTextContents();
    expect([...chapters].sort()).toEqual(story.chapters.map(chapterTitle).sort());
    const titles = await stepsOf(p);
    for (const rule of story.steps) expect(titles.some((title) => stepPattern(rule).test(title)), `${rule} in ${titles.join(' / ')}`).toBe(true);
    for (const rule of story.never) expect(titles.filter((title) => stepPattern(rule).test(title))).toEqual([]);
    expect(await timesOf(p), 'chapters stand in the order of their first steps').toEqual((await timesOf(p)).toSorted((a, b) => a - b));
  });
}

test('each command keeps its own story, and choosing one goes to its beginning', async ({ podyssey: p }) => {
  await p.openAfter(DEPLOYMENT, 'kubectl scale deployment web --replicas=3', 'kubectl delete deployment web');
  await expect(p.pods).toHaveCount(0);
  await p.commands.nth(1).click();
  await expect(p.commands.nth(1)).toHaveAttribute('aria-current', 'true');
  await expect(p.pods).toHaveCount(2);
  await expect(p.step(stepPattern('deployment.scaleUp'))).toBeVisible();
  await p.step(stepPattern('deployment.status')).click();
  await expect(p.pods).toHaveCount(3);
  await p.commands.nth(0).click();
  await expect(p.pods).toHaveCount(0);
  await expect(p.step(stepPattern('deployment.create'))).toBeAttached();
});

test('ready-made stories, another Kubernetes version, and time that passes by itself', async ({ podyssey: p, page }) => {
  await p.open();
  await p.choose(page.getByRole('button', { name: new RegExp(`^${en.shell.scenario}`) }), en.stories.scale.title);
  await expect(p.commands).toHaveCount(2);
  await p.idle();
  await p.press('End');
  await expect(p.pods).toHaveCount(5);
  const { end } = await p.time();
  await p.button(en.transport.advance).click();
  await expect.poll(async () => (await p.time()).end).toBeGreaterThan(end + 9.9);
  await p.choose(page.getByRole('button', { name: /v1\.35/ }), 'v1.20');
  await expect(page.getByRole('button', { name: /v1\.20/ })).toBeVisible();
  await p.idle();
  await p.run('kubectl get nodes -o jsonpath={.items[0].status.nodeInfo.kubeletVersion}');
  await p.says('v1.20.');
});

test('a person whom no rule allows is told so by name, and the rule that was missing is on view', async ({ podyssey: p }) => {
  await p.open();
  await p.run('kubectl get pods --user=alice');
  await p.says('Error from server (Forbidden): pods is forbidden: User "alice" cannot list resource "pods" in API group "" in the namespace "default"');
  await p.step(stepPattern('api.authorization')).click();
  await p.tab('decision');
  await expect(p.inspector.locator('.decision').first()).toContainText(en.decisions.forbidden);
  await expect(p.inspector.locator('.decision').first()).toContainText('RBAC');
});

const stepsOf = (p: Podyssey): Promise<string[]> => p.steps.locator('.step-title').allTextContents();

/** Begin of each chapter's first step, in µs. */
async function timesOf(p: Podyssey): Promise<readonly number[]> {
  const units: Readonly<Record<string, number>> = { 'µs': 1, ms: 1e3, s: 1e6 };
  const texts = await p.journey.locator('.chapter').evaluateAll((chapters) => chapters.map((chapter) => chapter.querySelector('.step-time')?.textContent ?? ''));
  return texts.map((text) => {
    const [value = NaN, unit = ''] = text.split(' ');
    return Number(value) * (units[unit] ?? NaN);
  });
}
