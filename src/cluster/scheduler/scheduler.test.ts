import { describe, expect, it } from 'vitest';
import { deepFreeze } from '../../base/freeze';
import type { PersistentVolume, PersistentVolumeClaim, Pod, StorageClass } from '../../api/types';
import type { Log } from '../../kernel/log';
import type { SchedulingDecision } from './decision';
import { startScheduler, type Harness } from './testing/harness';
import { node, pod } from './testing/objects';

const WORKERS = [node('w1'), node('w2'), node('w3')];
const EVENTS = 'POST /apis/events.k8s.io/v1/namespaces/default/events';
const condition = (p: Pod | undefined): string => {
  const c = p?.status.conditions?.find((x) => x.type === 'PodScheduled');
  return c === undefined ? 'none' : `${c.status} ${c.reason ?? ''}: ${c.message ?? ''}`;
};
const decisions = (log: Log): readonly SchedulingDecision[] => log.payloads.filter((p): p is SchedulingDecision => (p as { readonly type?: string } | undefined)?.type === 'scheduling');
const states = (log: Log, machine: string): readonly string[] =>
  Array.from({ length: log.spans.begin.length }, (_, i) => i).filter((i) => log.strings[log.spans.machine.get(i)] === machine).map((i) => log.strings[log.spans.state.get(i)] ?? '');
const terminate = (h: Harness, name: string): void => h.server.remove('pods', `default/${name}`);
const relabel = (h: Harness, name: string, labels: Readonly<Record<string, string>>): void => {
  const before = h.server.get<ReturnType<typeof node>>('nodes', name);
  if (before !== undefined) h.server.put('nodes', { ...before, metadata: { ...before.metadata, labels: { ...before.metadata.labels, ...labels } } });
};

describe.each(['1.20', '1.35'] as const)('scheduler %s', (version) => {
  it('binds a pod and reports it, with no other writes', () => {
    const h = startScheduler(version, WORKERS);
    h.server.put('pods', pod('web'));
    h.run(1);
    expect(h.writes()).toEqual(['POST /api/v1/namespaces/default/pods/web/binding', EVENTS]);
    const where = h.pod('web')?.spec.nodeName ?? '';
    expect(where).toMatch(/^w[123]$/);
    expect(h.events()).toEqual([`Normal Scheduled: Successfully assigned default/web to ${where}`]);
    expect(h.server.requests.find((r) => r.line.endsWith('/binding'))?.body).toEqual({
      kind: 'Binding', apiVersion: 'v1', metadata: { name: 'web', namespace: 'default', uid: 'uid-web' }, target: { kind: 'Node', name: where },
    });
  });

  it('visits every extension point, and skips scoring where there is no choice', () => {
    const h = startScheduler(version, WORKERS);
    h.server.put('pods', pod('web'));
    h.run(1);
    expect(states(h.kernel.log, 'scheduling cycle')).toEqual([
      'idle', 'popping', 'snapshotting', 'preFiltering', 'filtering', 'preScoring', 'scoring', 'normalizing', 'selecting', 'reserving', 'permitting', 'assumed', 'idle',
    ]);
    expect(states(h.kernel.log, 'binding cycle')).toEqual(['waitingOnPermit', 'preBinding', 'binding', 'postBinding', 'bound']);
    const alone = startScheduler(version, [node('only')]);
    alone.server.put('pods', pod('web'));
    alone.run(1);
    expect(states(alone.kernel.log, 'scheduling cycle')).not.toContain('scoring');
    expect(decisions(alone.kernel.log)).toMatchObject([{ selected: 'only', evaluated: 1, feasible: 1 }]);
  });

  it('keeps the whole decision: a verdict for every node, scores, ties', () => {
    const h = startScheduler(version, [...WORKERS, node('cordoned', { unschedulable: true })]);
    h.server.put('pods', pod('web'));
    h.run(1);
    const [decision] = decisions(h.kernel.log);
    expect(decision).toMatchObject({ pod: 'default/web', evaluated: 4, feasible: 3, tieBreak: ['w1', 'w2', 'w3'], nextStart: 0 });
    expect(decision?.nodes.map((n) => n.name)).toEqual(['w1', 'w2', 'w3', 'cordoned']);
    expect(decision?.nodes[3]?.filter).toMatchObject({ plugin: 'NodeUnschedulable', reasons: ['node(s) were unschedulable'] });
    expect(decision?.nodes[0]?.scores?.['TaintToleration']).toMatchObject({ raw: 0, normalized: 100 });
  });

  it('leads back from the binding request to the watch event of the pod, link by link', () => {
    const h = startScheduler(version, WORKERS);
    h.server.put('pods', pod('web'));
    h.run(1);
    const { messages, spans, strings } = h.kernel.log;
    let row = Array.from({ length: messages.sent.length }, (_, i) => i).find((i) => strings[messages.label.get(i)]?.endsWith('/binding') === true) ?? -1;
    const chain: string[] = [];
    while (row >= 0 && chain.length < 20) {
      const span = messages.cause.get(row);
      chain.push(`${h.kernel.log.messageKind(row)} ${strings[messages.label.get(row)]}`);
      row = span < 0 ? -1 : spans.cause.get(span);
    }
    expect(chain).toEqual(['http POST /api/v1/namespaces/default/pods/web/binding', 'queue activeQ', 'watch ADDED pods/default/web']);
  });

  it('counts its decisions before they are confirmed: pods scheduled at once do not land on top of each other', () => {
    const h = startScheduler(version, [node('w1', { cpu: '1' }), node('w2', { cpu: '1' })]);
    h.server.latency = 200_000;
    for (const name of ['a', 'b', 'c']) h.server.put('pods', pod(name, { requests: { cpu: '1' } }));
    h.run(5);
    expect([h.pod('a')?.spec.nodeName, h.pod('b')?.spec.nodeName].sort()).toEqual(['w1', 'w2']);
    expect(condition(h.pod('c'))).toContain('False Unschedulable: 0/2 nodes are available: 2 Insufficient cpu.');
  });

  it('takes the more important pod first', () => {
    const h = startScheduler(version, [node('w1', { cpu: '1', taints: [{ key: 'closed', effect: 'NoSchedule' }] })]);
    h.server.put('pods', pod('low', { requests: { cpu: '1' } }));
    h.server.put('pods', pod('high', { requests: { cpu: '1' }, priority: 10 }));
    h.run(20);
    h.server.put('nodes', node('w1', { cpu: '1' }));
    h.run(5);
    expect(h.pod('high')?.spec.nodeName).toBe('w1');
    expect(h.pod('low')?.spec.nodeName).toBeUndefined();
  });

  it('leaves pods of another scheduler alone', () => {
    const h = startScheduler(version, WORKERS);
    h.server.put('pods', pod('web', { spec: { schedulerName: 'my-scheduler' } }));
    h.run(100);
    expect(h.writes()).toEqual([]);
  });

  it('schedules a pod that nothing matched once a node gets the label', () => {
    const h = startScheduler(version, WORKERS);
    h.server.put('pods', pod('picky', { spec: { nodeSelector: { disk: 'ssd' } } }));
    h.run(5);
    expect(condition(h.pod('picky'))).toContain('False Unschedulable');
    relabel(h, 'w2', { disk: 'ssd' });
    h.run(1);
    expect(h.pod('picky')?.spec.nodeName).toBe('w2');
  });

  it('schedules a waiting pod once the pod in its way is gone', () => {
    const h = startScheduler(version, [node('w1', { cpu: '1' })]);
    h.server.put('pods', pod('first', { requests: { cpu: '1' }, node: 'w1' }));
    h.server.put('pods', pod('second', { requests: { cpu: '1' } }));
    h.run(5);
    terminate(h, 'first');
    h.run(2);
    expect(h.pod('second')?.spec.nodeName).toBe('w1');
  });

  it('says so when there is no node at all', () => {
    const h = startScheduler(version, []);
    h.server.put('pods', pod('web'));
    h.run(1);
    expect(condition(h.pod('web'))).toBe('False Unschedulable: no nodes available to schedule pods');
    expect(h.events()[0]).toBe('Warning FailedScheduling: no nodes available to schedule pods');
  });

  it('puts a pod back whose binding is refused, and tries again', () => {
    const h = startScheduler(version, [node('w1')]);
    let refusals = 1;
    h.server.refuse = (line) => line.endsWith('/binding') && refusals-- > 0
      ? { code: 409, body: { kind: 'Status', reason: 'Conflict', message: 'Operation cannot be fulfilled on pods/binding "web": pod web is being deleted, cannot be assigned to a host' }, contentType: 'application/json', headers: {} }
      : undefined;
    h.server.put('pods', pod('web'));
    h.run(5);
    const patch = JSON.stringify(h.server.requests.find((r) => r.line.startsWith('PATCH'))?.body);
    expect(patch).toContain('"reason":"SchedulerError"');
    expect(patch).toContain('DefaultBinder');
    expect(patch).toContain('pod web is being deleted, cannot be assigned to a host');
    expect(states(h.kernel.log, 'binding cycle').slice(0, 5)).toEqual(['waitingOnPermit', 'preBinding', 'binding', 'unreserving', 'failed']);
    expect(h.pod('web')?.spec.nodeName).toBe('w1');
  });

  it('writes the same log for the same seed', () => {
    const run = (seed: number): string => {
      const h = startScheduler(version, WORKERS, [], seed);
      for (let i = 0; i < 10; i++) h.server.put('pods', pod(`web-${i}`, { requests: { cpu: '1' } }));
      h.run(30);
      return h.kernel.log.hash();
    };
    expect(run(4)).toBe(run(4));
    expect(run(4)).not.toBe(run(5));
  });

  it('never changes an object that it was given', () => {
    const h = startScheduler(version, WORKERS.map((n) => deepFreeze(n)));
    h.server.put('pods', deepFreeze(pod('web', { requests: { cpu: '1' } })));
    h.server.put('pods', deepFreeze(pod('big', { requests: { cpu: '100' } })));
    h.run(5);
    expect(h.pod('web')?.spec.nodeName).toBeDefined();
  });

  it('binds a waiting claim to a local volume before it binds the pod', () => {
    const storageClass: StorageClass = { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 'local' }, provisioner: 'kubernetes.io/no-provisioner', volumeBindingMode: 'WaitForFirstConsumer' };
    const claim: PersistentVolumeClaim = {
      apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data', namespace: 'default' },
      spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'local', resources: { requests: { storage: '1Gi' } } }, status: { phase: 'Pending' },
    };
    const volume: PersistentVolume = {
      apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: 'pv' },
      spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], storageClassName: 'local', nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: ['w2'] }] }] } } },
      status: { phase: 'Available' },
    };
    const h = startScheduler(version, WORKERS, [['storageclasses', storageClass], ['persistentvolumeclaims', claim], ['persistentvolumes', volume]]);
    h.server.put('pods', pod('web', { spec: { volumes: [{ name: 'd', persistentVolumeClaim: { claimName: 'data' } }] } }));
    h.run(1);
    expect(h.writes()).toEqual([...(version === '1.35' ? ['PATCH /api/v1/namespaces/default/pods/web/status'] : []), 'PUT /api/v1/persistentvolumes/pv']);
    expect(h.server.get<PersistentVolume>('persistentvolumes', 'pv')?.spec.claimRef).toMatchObject({ name: 'data', namespace: 'default' });
    const stored = h.server.get<PersistentVolumeClaim>('persistentvolumeclaims', 'default/data');
    if (stored !== undefined) h.server.put('persistentvolumeclaims', { ...stored, spec: { ...stored.spec, volumeName: 'pv' }, status: { phase: 'Bound' } });
    h.run(1);
    expect(h.pod('web')?.spec.nodeName).toBe('w2');
  });
});

describe('a pod that does not fit', () => {
  it('is tried twice at once in 1.20, because the status patch queues it again; both attempts are reported', () => {
    const h = startScheduler('1.20', WORKERS);
    h.server.put('pods', pod('big', { requests: { cpu: '64' } }));
    h.run(20);
    expect([...h.writes()].sort()).toEqual(['PATCH /api/v1/namespaces/default/pods/big/status', EVENTS, EVENTS]);
    expect(h.events()).toEqual(Array.from({ length: 2 }, () => 'Warning FailedScheduling: 0/3 nodes are available: 3 Insufficient cpu.'));
    expect(h.server.requests.find((r) => r.line.startsWith('PATCH'))?.body).toEqual({
      status: { conditions: [{ lastProbeTime: null, lastTransitionTime: '2026-11-30T17:00:01Z', message: '0/3 nodes are available: 3 Insufficient cpu.', reason: 'Unschedulable', status: 'False', type: 'PodScheduled' }] },
    });
  });

  it('is tried once in 1.35', () => {
    const h = startScheduler('1.35', WORKERS);
    h.server.put('pods', pod('big', { requests: { cpu: '64' }, generation: 1 }));
    h.run(20);
    expect([...h.writes()].sort()).toEqual(['PATCH /api/v1/namespaces/default/pods/big/status', EVENTS]);
    expect(h.pod('big')?.status.conditions?.[0]).toMatchObject({ observedGeneration: 1 });
  });

  it('posts events as events.k8s.io has them, with the pod as it was', () => {
    const h = startScheduler('1.20', WORKERS);
    const stored = h.server.put('pods', pod('big', { requests: { cpu: '64' } }));
    h.run(2);
    const body = h.server.requests.find((r) => r.line === EVENTS)?.body as { readonly metadata: { readonly name: string } };
    expect(body).toMatchObject({
      apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata: { namespace: 'default' }, reportingController: 'default-scheduler', reportingInstance: 'default-scheduler-control-plane', action: 'Scheduling',
      reason: 'FailedScheduling', type: 'Warning', regarding: { kind: 'Pod', apiVersion: 'v1', namespace: 'default', name: 'big', uid: 'uid-big', resourceVersion: stored.metadata.resourceVersion },
    });
    expect(body.metadata.name).toMatch(/^big\.[0-9a-f]{16}$/);
    expect((body as { readonly eventTime?: string }).eventTime).toMatch(/^2026-11-30T17:00:01\.\d{6}Z$/);
  });

  it.each([['1.20', 60], ['1.35', 300]] as const)('is tried anyway after a while in %s: %d s', (version, seconds) => {
    const h = startScheduler(version, WORKERS);
    h.server.put('pods', pod('big', { requests: { cpu: '64' } }));
    h.run(seconds - 2);
    const before = decisions(h.kernel.log).length;
    h.run(40);
    expect(decisions(h.kernel.log).length).toBe(before + 1);
  });

  it.each([['1.20', 1], ['1.35', 2]] as const)('makes a series of events about one version of a pod; the second one in %s counts as %d', (version, count) => {
    const h = startScheduler(version, WORKERS);
    h.server.put('pods', pod('big', { requests: { cpu: '64' } }));
    h.run(700);
    const series = h.server.requests.filter((r) => r.line.startsWith('PATCH /apis/events.k8s.io'));
    expect(h.events()).toHaveLength(2);
    expect(series[0]?.body).toMatchObject({ series: { count } });
    expect(series[0]?.line).toBe(`PATCH /apis/events.k8s.io/v1/namespaces/default/events/${(h.server.requests.filter((r) => r.line === EVENTS)[1]?.body as { readonly metadata: { readonly name: string } }).metadata.name}`);
  });

  it('1.35: is not bothered by events that cannot help it', () => {
    const h = startScheduler('1.35', WORKERS);
    h.server.put('pods', pod('other', { node: 'w1' }));
    h.server.put('pods', pod('picky', { spec: { nodeSelector: { disk: 'ssd' } } }));
    h.run(5);
    const before = decisions(h.kernel.log).length;
    terminate(h, 'other');
    relabel(h, 'w1', { colour: 'red' });
    h.run(5);
    expect(decisions(h.kernel.log).length).toBe(before);
  });

  it('1.20: is tried again after any event that changes a node or takes a pod away', () => {
    const h = startScheduler('1.20', WORKERS);
    h.server.put('pods', pod('picky', { spec: { nodeSelector: { disk: 'ssd' } } }));
    h.run(5);
    const before = decisions(h.kernel.log).length;
    relabel(h, 'w1', { colour: 'red' });
    h.run(5);
    expect(decisions(h.kernel.log).length).toBe(before + 1);
  });

  it('says which messages led to the next attempt: the wait in the pool as a further cause', () => {
    const h = startScheduler('1.35', WORKERS);
    h.server.put('pods', pod('picky', { spec: { nodeSelector: { disk: 'ssd' } } }));
    h.run(5);
    relabel(h, 'w2', { disk: 'ssd' });
    h.run(1);
    const { joins, messages, strings, spans } = h.kernel.log;
    expect(strings[messages.label.get(joins.message.get(0))]).toBe('unschedulablePods');
    expect(strings[spans.state.get(joins.span.get(0))]).toBe('popping');
    const popping = spans.cause.get(joins.span.get(0));
    expect(strings[messages.label.get(popping)]).toBe('activeQ (NodeUpdate)');
    expect(strings[spans.subject.get(messages.cause.get(popping))]).toBe('nodes/w2');
  });
});

describe('gates', () => {
  it('keep a pod out of the queue, silently, until they are gone', () => {
    const h = startScheduler('1.35', WORKERS);
    const gated = pod('gated', { spec: { schedulingGates: [{ name: 'wait' }] } });
    h.server.put('pods', gated);
    h.run(60);
    expect(h.writes()).toEqual([]);
    h.server.put('pods', { ...gated, spec: { ...gated.spec, schedulingGates: [] } });
    h.run(1);
    expect(h.pod('gated')?.spec.nodeName).toBeDefined();
  });
});

describe('preemption', () => {
  const full = (version: '1.20' | '1.35'): Harness => {
    const h = startScheduler(version, [node('w1', { cpu: '2' }), node('w2', { cpu: '2' })]);
    h.server.put('pods', pod('low-1', { node: 'w1', requests: { cpu: '2' }, priority: 1, status: { phase: 'Running' } }));
    h.server.put('pods', pod('low-2', { node: 'w2', requests: { cpu: '2' }, status: { phase: 'Running' } }));
    h.run(1);
    h.server.put('pods', pod('vip', { requests: { cpu: '2' }, priority: 1000 }));
    return h;
  };

  it('1.20: deletes the least important victim, then reports, then nominates, as recorded', () => {
    const h = full('1.20');
    h.run(3);
    const writes = h.writes().filter((w) => w !== EVENTS);
    expect(writes).toEqual(['DELETE /api/v1/namespaces/default/pods/low-2', 'PATCH /api/v1/namespaces/default/pods/vip/status']);
    expect(h.server.requests.find((r) => r.line.startsWith('DELETE'))?.body).toEqual({ kind: 'DeleteOptions', apiVersion: 'v1' });
    expect([...h.events()].sort()).toEqual([
      'Normal Preempted: Preempted by default/vip on node w2',
      'Warning FailedScheduling: 0/2 nodes are available: 2 Insufficient cpu.',
      'Warning FailedScheduling: 0/2 nodes are available: 2 Insufficient cpu.',
    ]);
    expect(h.pod('vip')?.status.nominatedNodeName).toBe('w2');
    terminate(h, 'low-2');
    h.run(4);
    expect(h.pod('vip')?.spec.nodeName).toBe('w2');
  });

  it('1.35: marks the victim before it deletes it, beside the cycle, and goes to the node once it is free', () => {
    const h = full('1.35');
    h.run(3);
    const writes = h.writes().filter((w) => w !== EVENTS);
    expect([...writes].sort()).toEqual(['DELETE /api/v1/namespaces/default/pods/low-2', 'PATCH /api/v1/namespaces/default/pods/low-2/status', 'PATCH /api/v1/namespaces/default/pods/vip/status']);
    expect(writes.indexOf('PATCH /api/v1/namespaces/default/pods/low-2/status')).toBeLessThan(writes.indexOf('DELETE /api/v1/namespaces/default/pods/low-2'));
    expect(h.pod('low-2')?.status.conditions).toMatchObject([{ type: 'DisruptionTarget', status: 'True', reason: 'PreemptionByScheduler', message: 'default-scheduler: preempting to accommodate a higher priority pod' }]);
    expect(h.events()).toContain('Normal Preempted: Preempted by pod uid-vip on node w2');
    expect(h.events()).toContain('Warning FailedScheduling: 0/2 nodes are available: 2 Insufficient cpu.');
    terminate(h, 'low-2');
    h.run(2);
    expect(h.pod('vip')?.spec.nodeName).toBe('w2');
  });

  it('keeps the freed place for the preemptor: a less important pod that comes first does not get it', () => {
    const h = full('1.35');
    h.run(1);
    h.server.put('pods', pod('sneaky', { requests: { cpu: '1' }, priority: 10, spec: { preemptionPolicy: 'Never' } }));
    terminate(h, 'low-2');
    h.run(5);
    expect(h.pod('vip')?.spec.nodeName).toBe('w2');
    expect(h.pod('sneaky')?.spec.nodeName).toBeUndefined();
  });
});
