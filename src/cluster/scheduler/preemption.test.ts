import { describe, expect, it } from 'vitest';
import type { PodDisruptionBudget } from '../../api/types';
import { fitErrorMessage, truncateNote } from './fit-error';
import { numFeasibleNodesToFind } from './filtering';
import { PodClasses } from './pod-info';
import { pickOneNodeForPreemption, type Candidate } from './preemption';
import { decide } from './testing/decide';
import { node, pod } from './testing/objects';

const vip = pod('vip', { priority: 1000, requests: { cpu: '2' } });
const low = (name: string, on: string, cpu: string, priority = 0, startTime?: string): ReturnType<typeof pod> =>
  pod(name, { node: on, requests: { cpu }, priority, labels: { app: name }, ...(startTime === undefined ? {} : { status: { startTime } }) });
const victims = (situation: Omit<Parameters<typeof decide>[0], 'pod'>): readonly string[] | undefined => decide({ ...situation, pod: vip }).failure?.candidate?.victims.map((v) => v.pod.metadata.name);

describe('victims on a node', () => {
  it('are as few as make room, the least important ones', () => {
    expect(victims({ nodes: [node('w1')], pods: [low('a', 'w1', '1', 3), low('b', 'w1', '1', 2), low('c', 'w1', '1', 1), low('d', 'w1', '1', 0)] })).toEqual(['c', 'd']);
  });

  it('are spared where they have run longest, among equals', () => {
    expect(victims({ nodes: [node('w1', { cpu: '4' })], pods: [low('old', 'w1', '2', 0, '2026-11-30T16:00:00Z'), low('young', 'w1', '2', 0, '2026-11-30T16:30:00Z')] })).toEqual(['young']);
  });

  it('are never of the same or higher priority', () => {
    expect(victims({ nodes: [node('w1')], pods: [low('a', 'w1', '4', 1000)] })).toBeUndefined();
  });

  it('may free a host port or end an anti-affinity', () => {
    expect(decide({ nodes: [node('w1')], pods: [pod('web', { node: 'w1', hostPort: 80 })], pod: pod('p', { priority: 1, hostPort: 80 }) }).failure?.candidate?.victims.map((v) => v.key)).toEqual(['default/web']);
    const affinity = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: { matchLabels: { app: 'web' } }, topologyKey: 'kubernetes.io/hostname' }] } };
    expect(decide({ nodes: [node('w1')], pods: [pod('web', { node: 'w1', labels: { app: 'web' } })], pod: pod('p', { priority: 1, spec: { affinity } }) }).failure?.candidate?.victims.map((v) => v.key)).toEqual(['default/web']);
  });

  it('are spared by a budget if that is possible', () => {
    const budget: PodDisruptionBudget = {
      apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'b', namespace: 'default' }, spec: { selector: { matchLabels: { app: 'a' } } },
      status: { disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 },
    };
    const pods = [low('a', 'w1', '2'), low('b', 'w1', '2', 5)];
    expect(victims({ nodes: [node('w1')], pods })).toEqual(['a']);
    expect(victims({ nodes: [node('w1')], pods, listers: { disruptionBudgets: () => [budget] } })).toEqual(['b']);
  });
});

describe('the node to free', () => {
  const classes = new PodClasses();
  const candidate = (name: string, priorities: readonly number[], more: { readonly violations?: number; readonly start?: string } = {}): Candidate => ({
    node: name, budgetViolations: more.violations ?? 0, victims: priorities.map((p, i) => classes.info(low(`${name}-${i}`, name, '1', p, more.start ?? '2026-11-30T16:00:00Z'))),
  });
  it.each<readonly [string, readonly Candidate[], string, string]>([
    ['violates the fewest budgets', [candidate('a', [0], { violations: 1 }), candidate('b', [50, 50])], 'b', 'fewest disruption budgets violated'],
    ['has the least important top victim', [candidate('a', [5]), candidate('b', [4, 4, 4])], 'b', 'least important top victim'],
    ['has the lowest sum of priorities', [candidate('a', [5, 5]), candidate('b', [5])], 'b', 'lowest sum of priorities'],
    ['has victims that started last', [candidate('a', [5]), candidate('b', [5], { start: '2026-11-30T16:30:00Z' })], 'b', 'latest start of the most important victims'],
    ['is the first of equals', [candidate('a', [5]), candidate('b', [5])], 'a', 'first of equals'],
  ])('%s', (_rule, candidates, expected, decidedBy) => {
    const { best, decidedBy: rule } = pickOneNodeForPreemption(candidates);
    expect([best.node, rule]).toEqual([expected, decidedBy]);
  });
});

describe('messages', () => {
  it('sort their parts as texts, so that 10 comes before 2', () => {
    const reject = (plugin: string, reason: string, n: number): { readonly plugin: string; readonly reasons: readonly string[]; readonly unresolvable: boolean }[] => Array.from({ length: n }, () => ({ plugin, reasons: [reason], unresolvable: false }));
    expect(fitErrorMessage({ nodeCount: 12, rejected: [...reject('a', 'y', 2), ...reject('b', 'x', 10)], preFilter: undefined, absentReason: undefined, postFilter: '' }, false)).toBe('0/12 nodes are available: 10 x, 2 y.');
  });

  it('are cut to what an event holds', () => {
    expect(truncateNote('x'.repeat(1024))).toHaveLength(1024);
    const cut = truncateNote('x'.repeat(1025));
    expect(cut).toHaveLength(1024);
    expect(cut.endsWith('x ...')).toBe(true);
  });
});

describe('the search for nodes', () => {
  it.each([[99, 99], [100, 100], [200, 100], [1000, 420], [5000, 500], [10_000, 500]])('of %d nodes looks for %d that fit', (nodes, enough) => {
    expect(numFeasibleNodesToFind(nodes)).toBe(enough);
  });

  it('stops when it has found enough, so that not every node is scored', () => {
    const nodes = Array.from({ length: 300 }, (_, i) => node(`w${i}`));
    expect(decide({ nodes, pod: pod('p') }).feasible).toHaveLength(numFeasibleNodesToFind(300));
  });
});
