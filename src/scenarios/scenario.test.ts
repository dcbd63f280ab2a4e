import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseScenario } from './scenario';
import { describeFileError } from './yaml-reader';

function complaint(text: string): string {
  const result = parseScenario('demo.yaml', text);
  return result.ok ? 'no complaint' : describeFileError(result.error);
}

test('a scenario has its defaults filled in', () => {
  const result = parseScenario('demo.yaml', 'id: demo\nsteps:\n- run: kubectl get pods\n- fault: stop kubelet node-2\n- sleep: 2.5\n');
  expect(result).toEqual({
    ok: true,
    value: {
      id: 'demo', title: 'demo', tail: 3,
      steps: [
        { kind: 'run', command: 'kubectl get pods', stdin: undefined, as: 'admin', settle: 1 },
        { kind: 'fault', fault: { action: 'stop', component: 'kubelet', node: 'node-2' }, text: 'stop kubelet node-2', settle: 1 },
        { kind: 'sleep', seconds: 2.5 },
      ],
    },
  });
});

test.each([
  ['steps: []\n', 'demo.yaml:1: id is missing: expected text'],
  ['id: Demo\nsteps:\n- sleep: 1\n', 'demo.yaml:1: id: expected lower-case letters, digits and dashes'],
  ['id: demo\nsteps: []\n', 'demo.yaml:2: steps: expected at least one step'],
  ['id: demo\nsteps:\n- run: kubectl get pods\n  settel: 3\n', 'demo.yaml:4: unknown field "settel" in steps[0]: expected one of run, stdin, as, settle, fault, sleep, interrupt, at'],
  ['id: demo\nsteps:\n- sleep: 1\n- as: alice\n', 'demo.yaml:4: steps[1]: expected exactly one of run, fault, sleep or interrupt'],
  ['id: demo\nsteps:\n- run: kubectl get pods\n  settle: soon\n', 'demo.yaml:4: steps[0].settle: expected a number'],
  ['id: demo\nsteps:\n- sleep: -1\n', 'demo.yaml:3: steps[0].sleep: expected seconds, 0 or more'],
  ['id: demo\nversion: 1.21\nsteps:\n- sleep: 1\n', 'demo.yaml:2: version: expected one of 1.20, 1.35, not "1.21"'],
  ['id: demo\nnodes: 0\nsteps:\n- sleep: 1\n', 'demo.yaml:2: nodes: expected a whole number from 1 to 50'],
  ['id: demo\nsteps:\n- run: kubectl get pods\n- interrupt: 2\n', 'demo.yaml:4: steps[1].interrupt: expected a whole number from 1 to 1'],
  ['id: demo\nsteps:\n- fault: break node-1\n', 'demo.yaml:3: steps[0].fault: expected `stop kubelet <node>` or `start kubelet <node>`'],
])('a mistake is told with its line and what was expected: %j', (text, message) => {
  expect(complaint(text)).toBe(message);
});

test('a file that is not YAML is told where it breaks', () => {
  expect(complaint('id: demo\nsteps: [\n')).toMatch(/^demo\.yaml:[23]: not YAML: /);
});

test('every scenario of the recordings reads', () => {
  const folder = new URL('../../e2e/oracle/scenarios/', import.meta.url);
  const bad = readdirSync(folder).map((file) => parseScenario(file, readFileSync(new URL(file, folder), 'utf8'))).filter((r) => !r.ok);
  expect(bad).toEqual([]);
});
