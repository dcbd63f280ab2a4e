import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { compare } from './compare.mjs';
import { bootCluster } from '../../src/cluster/boot';
import { Kernel } from '../../src/kernel/kernel';
import { parseCluster } from '../../src/scenarios/cluster-file';
import { recordingOf, type Recording } from '../../src/scenarios/recording';
import { runScenario } from '../../src/scenarios/runner';
import { parseScenario } from '../../src/scenarios/scenario';
import type { FileError } from '../../src/scenarios/yaml-reader';
import type { Result } from '../../src/base/result';

// Each test simulates minutes of a cluster.
vi.setConfig({ testTimeout: 120_000 });

const oracle = new URL('./', import.meta.url);
const text = (path: string): string => readFileSync(new URL(path, oracle), 'utf8');

function read<T>(result: Result<T, FileError>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const spec = read(parseCluster('cluster.yaml', text('cluster.yaml')));

function simulate(id: string, seed: number): { readonly recording: Recording; readonly hash: string } {
  const kernel = new Kernel(seed);
  const cluster = bootCluster(kernel, spec);
  const recording = recordingOf(kernel.log, runScenario(cluster, read(parseScenario(`${id}.yaml`, text(`scenarios/${id}.yaml`)))));
  return { recording, hash: kernel.log.hash() };
}

/**
 * What each scenario must reach; these only rise. Two runs of the real cluster agree to 0.99. Where a number is low the comparison
 * is: it does not make random names equal when they are all suffix (`hello-8vv9f`, `agent-x4qmh`).
 */
const MINIMUM: Readonly<Record<string, number>> = {
  'adopt-and-release': 0.78,
  'configmap-secret-volumes': 0.98,
  'conflict-and-missing': 0.98,
  'crash-loop': 0.98,
  'create-deployment': 0.98,
  'cronjob': 0.98,
  'daemonset': 0.77,
  'delete-cascade-background': 0.97,
  'delete-cascade-foreground': 0.96,
  'delete-cascade-orphan': 0.98,
  'drain-with-pdb': 0.97,
  'dry-run-and-apply': 0.98,
  'expose-service': 0.96,
  'graceful-and-force-delete': 0.98,
  'hostport-conflict': 0.98,
  'image-not-found': 0.96,
  'init-containers': 0.96,
  'insufficient-cpu': 0.98,
  'invalid-image-name': 0.98,
  'invalid-objects': 0.98,
  'job-active-deadline': 0.78,
  'job-fails-backoff': 0.74,
  'job-success': 0.81,
  'lifecycle-hooks': 0.96,
  'limit-range': 0.95,
  'liveness-probe-restarts': 0.95,
  'missing-config': 0.97,
  'namespace-lifecycle': 0.93,
  'node-selector-and-taints': 0.98,
  'oom-killed': 0.98,
  'patch-kinds': 0.97,
  'pause-resume': 0.94,
  'pod-active-deadline': 0.98,
  'pod-anti-affinity': 0.98,
  'post-start-hook-fails': 0.98,
  'preemption': 0.96,
  'progress-deadline': 0.98,
  'pvc-pending': 0.98,
  'rbac-forbidden': 0.98,
  'readiness-probe-fails': 0.97,
  'recreate-strategy': 0.96,
  'resource-quota': 0.98,
  'rolling-update': 0.93,
  'run-pod': 0.96,
  'scale-up-down': 0.97,
  'statefulset-ordered': 0.95,
  'stuck-finalizer': 0.98,
  'unauthenticated': 0.98,
  'webhook-down': 0.97,
};

describe('held against the recordings of a real cluster', () => {
  test.each(Object.entries(MINIMUM))('%s does what the real cluster did, to %d', (id, minimum) => {
    const notes: string[] = [];
    const { score } = compare(JSON.parse(text(`recordings/${id}.json`)), simulate(id, 1).recording, (section, note) => notes.push(`[${section}] ${note}`));
    expect(score, notes.join('\n')).toBeGreaterThanOrEqual(minimum);
  });
});

describe('determinism', () => {
  test('the same scenario and seed give the same log', () => {
    expect(simulate('scale-up-down', 7).hash).toBe(simulate('scale-up-down', 7).hash);
  });

  test('another seed gives another log', () => {
    expect(simulate('create-deployment', 7).hash).not.toBe(simulate('create-deployment', 8).hash);
  });
});
