import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';

// Each test starts a process that loads the whole engine.
vi.setConfig({ testTimeout: 120_000 });

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'podyssey-cli-'));

function podyssey(...args: readonly string[]): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  return spawnSync(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', ...args], { cwd: root, encoding: 'utf8' });
}

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test('a scenario with a mistake is told by file, line and what was expected, and ends with 2', () => {
  const path = file('bad.yaml', 'id: bad\nsteps:\n- run: kubectl get pods\n  settle: soon\n');
  const { status, stderr } = podyssey('run', path);
  expect(stderr).toBe(`podyssey: ${path}:4: steps[0].settle: expected a number\n`);
  expect(status).toBe(2);
});

test('a file that is not there, an unknown option and an unknown command each get a sentence and 2', () => {
  expect(podyssey('run', join(folder, 'none.yaml'))).toMatchObject({ status: 2, stderr: expect.stringContaining('none.yaml: cannot be read') });
  expect(podyssey('record', 'x.yaml', '--outt', 'y')).toMatchObject({ status: 2, stderr: 'podyssey: unknown option --outt; known: --cluster, --out, --seed\n' });
  expect(podyssey('fly')).toMatchObject({ status: 2, stderr: 'podyssey: unknown command "fly"\n' });
});

test('a command that fails or is not known is a recorded step with its exit code and error text, not the end of the run', () => {
  const path = file('steps.yaml', 'id: steps\nsteps:\n- run: kubectl create deployment web\n- run: kubectl fly away\n- run: helm install x\n- run: kubectl get pods\n');
  const { status } = podyssey('record', path, '--out', folder);
  expect(status).toBe(0);
  const { steps } = JSON.parse(readFileSync(join(folder, 'steps.json'), 'utf8')) as { steps: { exitCode: number; stdout: string; stderr: string }[] };
  expect(steps.map((s) => s.exitCode)).toEqual([1, 1, 127, 0]);
  expect(steps[0]?.stderr).toBe('error: required flag(s) "image" not set\n');
  expect(steps[3]?.stderr).toBe('No resources found in default namespace.\n');
});

test('a scenario of the library runs by its id, and an id that is none gets a sentence', () => {
  const { status, stdout } = podyssey('run', 'already-exists');
  expect(status).toBe(0);
  expect(stdout).toContain('  │ error: failed to create deployment: deployments.apps "nginx" already exists\n  exit 1\n');
  expect(podyssey('run', 'no-such-scenario')).toMatchObject({ status: 2, stderr: 'podyssey: no-such-scenario: neither a file nor a scenario of the library; `podyssey list` names them\n' });
  expect(podyssey('list').stdout).toMatch(/^First steps\n {2}create-deployment +Create a Deployment: /);
});

test('a scenario file says on which cluster it runs: version, seed and nodes', () => {
  const path = file('own.yaml', 'id: own\nversion: "1.20"\nseed: 7\nnodes: 2\nsteps:\n- run: kubectl get nodes\n');
  const { status, stdout } = podyssey('run', path);
  expect(status).toBe(0);
  expect(stdout.match(/node-\d +Ready.* v1\.20\./g)).toHaveLength(2);
});

test('run prints the journey as a tree: time, component, step, cause', () => {
  const path = file('journey.yaml', 'id: journey\nsteps:\n- run: kubectl create deployment nginx --image=nginx:1.29 --replicas=3\n  settle: 12\n');
  const { status, stdout } = podyssey('run', path);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^\$ kubectl create deployment nginx --image=nginx:1\.29 --replicas=3\n {2}│ deployment\.apps\/nginx created\n/);
  expect(stdout).toMatch(/ms {2}kube-apiserver +May you\? Authorization {2}← http POST \/apis\/apps\/v1\/namespaces\/default\/deployments from kubectl/);
  expect(stdout).toMatch(/ s {2}deployment-controller +Deployment status: 3 of 3 ready/);
});
