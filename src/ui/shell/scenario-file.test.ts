import { expect, test } from 'vitest';
import { bootCluster } from '../../cluster/boot';
import { Kernel } from '../../kernel/kernel';
import { defaultCluster } from '../../scenarios/default-cluster';
import { runScenario } from '../../scenarios/runner';
import { HIGHEST_SEED, MOST_NODES, parseScenario } from '../../scenarios/scenario';
import * as link from '../../state/address';
import { bootEngineCluster } from '../../worker/boot-engine-cluster';
import { Engine } from '../../worker/engine';
import type { FromWorker, Input, PlannedInput, StartOptions } from '../../worker/protocol';
import { openScenario, scenarioOf, scenarioText } from './scenario-file';
import { planOfScenario } from './scenario-plan';

const OPTIONS: StartOptions = { scenario: 'mixed', version: '1.35', seed: 11, nodes: 2 };
const MANIFEST = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {colour: "a b: #c"}\n';
const PLAN: readonly PlannedInput[] = [
  { at: undefined, action: { type: 'execute', id: 4, line: 'kubectl create deployment web --image=nginx:1.29 --replicas=2' } },
  { at: 41_234_567, action: { type: 'execute', id: 5, line: 'kubectl get pods -w' } },
  { at: undefined, action: { type: 'execute', id: 6, line: 'kubectl apply -f -', stdin: MANIFEST } },
  { at: 190_000_001, action: { type: 'interrupt', id: 5 } },
  { at: undefined, action: { type: 'advance', by: 7_500_000 } },
  { at: undefined, action: { type: 'execute', id: 7, line: "kubectl get pods -o jsonpath='{.items[*].metadata.name}'", user: 'alice' } },
];

/** The plan run as the page runs it. */
function onThePage(): { readonly inputs: readonly Input[]; readonly until: number; readonly hash: string } {
  const tasks: (() => void)[] = [];
  const told: FromWorker[] = [];
  let now = 0;
  const engine = new Engine({ boot: bootEngineCluster, soon: (task) => tasks.push(task), now: () => (now += 0.01), post: (message) => told.push(message) });
  engine.receive({ type: 'start', session: 1, options: OPTIONS, inputs: PLAN });
  for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) task();
  engine.receive({ type: 'hash', request: 1 });
  const hash = told.at(-1);
  return {
    inputs: told.flatMap((m) => (m.type === 'input' ? [m.input] : [])), until: told.reduce((t, m) => (m.type === 'idle' ? m.at : t), 0), hash: hash?.type === 'hash' ? hash.hash : 'none',
  };
}

test('a saved run, opened by the terminal’s runner, gives the same log to the last byte', () => {
  const page = onThePage();
  expect(page.inputs).toHaveLength(PLAN.length);
  const text = scenarioText(scenarioOf({ options: OPTIONS, inputs: page.inputs, until: page.until }, [], 'mixed', 'Mixed: "all" kinds'), 'first line\nsecond line');
  expect(text.startsWith('# first line\n# second line\nid: mixed\n')).toBe(true);
  const read = parseScenario('mixed.yaml', text);
  if (!read.ok) throw new Error(read.error.message);
  const { version, nodes, seed } = read.value;
  const kernel = new Kernel(seed ?? 0);
  const run = runScenario(bootCluster(kernel, defaultCluster(version, nodes)), read.value);
  expect(kernel.log.hash()).toBe(page.hash);
  expect(run.to).toBe(page.until);
  expect(run.steps.map((step) => step.exitCode)).toEqual([0, 130, 0, 0, 0, 1]);
});

test('a saved run opens as the plan that it was', () => {
  const page = onThePage();
  const read = parseScenario('mixed.yaml', scenarioText(scenarioOf({ options: OPTIONS, inputs: page.inputs, until: page.until }, [], 'mixed', 'Mixed'), ''));
  if (!read.ok) throw new Error(read.error.message);
  const plan = planOfScenario(read.value);
  expect(plan.map(({ at }) => at)).toEqual(page.inputs.map(({ at }) => at));
  expect(plan.map(({ action }) => action)).toEqual([
    { type: 'execute', id: 1, line: 'kubectl create deployment web --image=nginx:1.29 --replicas=2' }, { type: 'execute', id: 2, line: 'kubectl get pods -w' },
    { type: 'execute', id: 3, line: 'kubectl apply -f -', stdin: MANIFEST }, { type: 'interrupt', id: 2 }, { type: 'advance', by: 7_500_000 },
    { type: 'execute', id: 4, line: "kubectl get pods -o jsonpath='{.items[*].metadata.name}'", user: 'alice' },
  ]);
});

const file = (name: string, text: string): Pick<File, 'name' | 'size' | 'text'> => ({ name, size: text.length, text: () => Promise.resolve(text) });

test('what a link may say of a cluster, a file may say', () => {
  expect([link.MOST_NODES, link.HIGHEST_SEED]).toEqual([MOST_NODES, HIGHEST_SEED]);
});

test('a file written by hand opens on the present cluster, each command once it is at rest', async () => {
  const opened = await openScenario(file('hand.yaml', 'id: hand\nsteps:\n- run: kubectl get pods\n- sleep: 2\n- run: kubectl get nodes\n  as: alice\n'), OPTIONS);
  expect(opened).toEqual({
    ok: true, title: 'hand', options: { scenario: 'hand', version: '1.35', seed: 11, nodes: undefined },
    plan: [
      { at: undefined, action: { type: 'execute', id: 1, line: 'kubectl get pods' } }, { at: undefined, action: { type: 'advance', by: 2_000_000 } },
      { at: undefined, action: { type: 'execute', id: 2, line: 'kubectl get nodes', user: 'alice' } },
    ],
  });
});

test.each([
  ['a mistake', file('x.yaml', 'id: x\nsteps:\n- run: kubectl get pods\n  settel: 1\n'), { problem: 'mistake', line: 4, message: expect.stringMatching(/^unknown field "settel"/) }],
  ['a manifest', file('x.yaml', 'apiVersion: v1\nkind: Pod\n'), { problem: 'mistake', line: 1, message: expect.stringMatching(/^unknown field "apiVersion"/) }],
  ['no YAML', file('x.yaml', 'id: [\n'), { problem: 'mistake', message: expect.stringMatching(/^not YAML/) }],
  ['an empty file', file('x.yaml', ''), { problem: 'mistake', line: 1 }],
  ['a fault, which the page cannot cause', file('x.yaml', 'id: x\nsteps:\n- fault: stop kubelet node-1\n'), { problem: 'mistake', line: 3 }],
  ['a saved log', file('x.json', '{"format":"podyssey-log","version":1}'), { problem: 'isLog' }],
  ['a picture', file('x.png', '\uFFFDPNG\0'), { problem: 'notText' }],
  ['a very large file', { name: 'x.yaml', size: 5_000_000, text: () => Promise.resolve('id: x') }, { problem: 'tooLarge' }],
])('%s is refused with what is wrong and where', async (_what, wrong, problem) => {
  expect(await openScenario(wrong, OPTIONS)).toMatchObject({ ok: false, ...problem });
});
