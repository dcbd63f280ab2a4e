import { describe, expect, it, vi } from 'vitest';
import { SCENARIOS, type ScenarioId } from '../scenarios/library/library';
import { ClusterHistory } from '../trace/cluster-at';
import type { ClusterView } from '../trace/views';
import { planOf } from '../ui/shell/stories';
import { runEngine } from './testing/run-engine';

// The largest take seconds where other tests run beside them.
vi.setConfig({ testTimeout: 60_000 });

/** What a scenario's text promises: exit codes in order, what its commands print, and what there is at the end. */
interface Promised {
  readonly exits: readonly number[];
  readonly says?: readonly RegExp[];
  /** Words of the pods, each with how many there are. */
  readonly pods?: Readonly<Record<string, number>>;
  readonly deployments?: Readonly<Record<string, string>>;
  readonly also?: (end: ClusterView) => void;
}

const PROMISES: Readonly<Record<ScenarioId, Promised>> = {
  'create-deployment': { exits: [0], says: [/deployment\.apps\/nginx created/], pods: { Running: 3 }, deployments: { nginx: '3/3' } },
  'run-pod': { exits: [0], pods: { Running: 1 }, deployments: {} },
  expose: { exits: [0, 0, 0], says: [/service\/web exposed/, /web-\w+ +IPv4 +80 +10\.244\.\d\.\d+,10\.244\.\d\.\d+/], pods: { Running: 2 } },
  'delete-deployment': { exits: [0, 0], says: [/"web" deleted/], pods: {}, deployments: {} },
  job: { exits: [0, 0], says: [/^hello$/m], pods: { Completed: 1 }, also: (end) => expect(end.others.find((o) => o.resource === 'jobs')?.ready).toBe(1) },
  'cron-job': { exits: [0, 0], says: [/cronjob\.batch\/tick/, /job\.batch\/tick-\d+ +Complete/], pods: { Completed: 2 } },
  'daemon-set': { exits: [0], pods: { Running: 3 }, also: (end) => expect([...end.podsByNode.values()].map((pods) => pods.length)).toEqual([1, 1, 1]) },
  'stateful-set': { exits: [0, 0], pods: { Running: 1 }, also: (end) => expect(end.pods.map((pod) => pod.name)).toEqual(['db-0']) },
  scale: { exits: [0, 0], pods: { Running: 5 }, deployments: { web: '5/5' } },
  rollout: { exits: [0, 0, 0], says: [/image updated/, /rolled back/], pods: { Running: 3 }, also: (end) => expect(end.pods.map((pod) => pod.detail)).toEqual(['nginx:1.28', 'nginx:1.28', 'nginx:1.28']) },
  'rollout-stuck': { exits: [0, 0, 0], pods: { Running: 3 }, deployments: { web: '3/3' } },
  hundred: { exits: [0], pods: { Running: 100 }, deployments: { crowd: '100/100' } },
  'too-much-cpu': { exits: [0, 0], says: [/3 Insufficient cpu/], pods: { Pending: 1 } },
  'node-selector': { exits: [0, 0], pods: { Running: 1 }, also: (end) => expect(end.pods[0]?.node).toBe('node-2') },
  taint: { exits: [0, 0, 0], pods: { Running: 1 }, also: (end) => expect(end.pods[0]?.node).toBe('node-3') },
  'anti-affinity': { exits: [0, 0], pods: { Running: 3, Pending: 1 }, deployments: { apart: '3/4' } },
  'node-full': { exits: [0], pods: { Running: 110, Pending: 10 }, also: (end) => expect(end.nodes).toHaveLength(1) },
  'image-missing': { exits: [0], pods: { ImagePullBackOff: 1 }, deployments: { broken: '0/1' } },
  'crash-loop': { exits: [0, 0], says: [/^boom$/m], also: (end) => expect(end.pods[0]?.restarts).toBeGreaterThan(2) },
  'job-fails': { exits: [0, 0], says: [/job\.batch\/doomed +Failed +0\/1/], pods: { Error: 2 } },
  liveness: { exits: [0, 0], says: [/sick +\d\/1 +\w+ +[1-9]/] },
  'configuration-missing': { exits: [0, 0], pods: { Running: 1 } },
  'already-exists': { exits: [0, 1], says: [/"nginx" already exists/], pods: { Running: 1 } },
  'bad-name': { exits: [1], says: [/"Bad_Name" is invalid/], deployments: {} },
  'namespace-missing': { exits: [1], says: [/namespaces "dev" not found/], deployments: {} },
  forbidden: { exits: [1, 0, 0, 0], says: [/User "alice" cannot create resource "deployments"/], deployments: { web: '1/1' } },
  quota: { exits: [0, 0, 1], says: [/exceeded quota: small/], pods: { Running: 2 }, deployments: { web: '2/4' } },
  conflict: { exits: [0, 1], says: [/the object has been modified/] },
  cordon: { exits: [0, 0, 0], pods: { Running: 4 }, also: (end) => expect(end.podsByNode.has('node-1')).toBe(false) },
  drain: {
    exits: [0, 0, 0], says: [/evicting pod default\/web-/, /node\/node-1 drained/], pods: { Running: 3 },
    also: (end) => expect([end.podsByNode.has('node-1'), end.nodes[0]?.schedulable]).toEqual([false, false]),
  },
};

describe('the scenario library', () => {
  it.each(SCENARIOS.map(({ id }) => id))('%s does what its text says', (id) => {
    const { exits, output, end } = run(id);
    const promise = PROMISES[id];
    expect(exits).toEqual(promise.exits);
    for (const said of promise.says ?? []) expect(output).toMatch(said);
    if (promise.pods !== undefined) expect(count(end.pods.map((pod) => pod.word))).toEqual(promise.pods);
    if (promise.deployments !== undefined) expect(Object.fromEntries(end.deployments.map((d) => [d.name, `${d.ready}/${d.wanted}`]))).toEqual(promise.deployments);
    promise.also?.(end);
  });

  it('has ids that a link and a command line can carry, each once', () => {
    const ids = SCENARIOS.map(({ id }) => id);
    expect(ids.filter((id) => !/^[a-z0-9][a-z0-9-]*$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

/** Runs a scenario to its rest, as the page does. */
function run(id: ScenarioId): { readonly exits: readonly number[]; readonly output: string; readonly end: ClusterView } {
  const scenario = SCENARIOS.find((s) => s.id === id);
  const { trace, told } = runEngine({ version: '1.35', seed: 42, nodes: scenario?.nodes }, scenario === undefined ? [] : planOf(scenario));
  expect(told.at(-1)).toMatchObject({ type: 'idle' });
  return {
    exits: told.flatMap((m) => (m.type === 'exit' ? [m.code] : [])), output: told.flatMap((m) => (m.type === 'output' ? [m.output.text] : [])).join(''),
    end: new ClusterHistory(trace).at(trace.until),
  };
}

function count(words: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}
