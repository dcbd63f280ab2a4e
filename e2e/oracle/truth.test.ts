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

/** What each scenario must reach. Two runs of the real cluster agree to 0.99; these only rise. */
const MINIMUM: Readonly<Record<string, number>> = {
  'create-deployment': 0.95,
  'run-pod': 0.95,
  'scale-up-down': 0.95,
  'delete-cascade-background': 0.95,
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
