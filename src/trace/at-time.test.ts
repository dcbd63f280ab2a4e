import { describe, expect, it } from 'vitest';
import { ClusterHistory } from './cluster-at';
import { MachineHistory, machinesAt, machineStateAt } from './machines-at';
import { packetsAt, type PacketOptions } from './packets';
import { QueueHistory } from './queues-at';
import { RequestHistory } from './requests-at';
import { logFromText, SMALL_RUN, SMALL_RUN_OBJECTS } from './testing/log-from-text';
import { traceOf } from './trace';

const trace = traceOf(logFromText(SMALL_RUN, SMALL_RUN_OBJECTS));

describe('the cluster at a time', () => {
  const history = new ClusterHistory(trace);

  it('is empty before the first write', () => {
    expect(history.at(259)).toMatchObject({ revision: 0, pods: [] });
  });

  it('shows each write from the moment on that etcd applied it', () => {
    expect(history.at(260).pods.map((p) => `${p.name} ${p.word} ${p.ready}/${p.wanted}`)).toEqual(['web Pending 0/1']);
    expect(history.at(1100).pods.map((p) => `${p.name} ${p.word} ${p.ready}/${p.wanted} ${p.ip}`)).toEqual(['web Running 1/1 10.244.0.5']);
    expect(history.at(1099)).toMatchObject({ revision: 7, time: 1099 });
  });

  it('gives an object by its name, and all that was written of it', () => {
    expect(history.objectAt('pods/default/web', 300)?.word).toBe('Pending');
    expect(history.objectAt('pods/default/other', 300)).toBeUndefined();
    expect(history.revisionsOf('pods/default/web').map((f) => f.revision)).toEqual([7, 9]);
  });
});

describe('machines at a time', () => {
  it('are those in a state that has begun and not ended', () => {
    expect(machinesAt(trace, 215).map((m) => `${m.actor} ${m.state}`)).toEqual(['etcd idle', 'kubectl requesting', 'kube-apiserver authorization']);
    expect(machinesAt(trace, 215, { component: 'kubectl' })).toHaveLength(1);
  });

  it('are nowhere before they begin and after they are done', () => {
    expect(machineStateAt(trace, 1, 99)).toBeUndefined();
    expect(machineStateAt(trace, 1, 650)?.state).toBe('printing');
    expect(machineStateAt(trace, 1, 700)).toBeUndefined();
  });

  it('are counted as they were used, by the names of a definition', () => {
    const log = logFromText(SMALL_RUN);
    log.machines.set('kubectl', { id: 'kubectl', description: undefined, initial: 'parsing', states: [], transitions: [] });
    const history = new MachineHistory(traceOf(log));
    const early = history.use('kubectl', 650);
    expect(early?.instances).toBe(1);
    expect(early?.passages.get('requesting→printing')).toBe(1);
    expect(early?.visits.get('exited')).toBeUndefined();
    const late = history.use('kubectl', 700);
    expect(late?.visits.get('exited')).toBe(1);
    expect(late?.visits.get('parsing')).toBe(1);
    expect(early?.visits.get('exited')).toBeUndefined();
    expect(history.use('kubectl', 150)?.visits.get('printing')).toBeUndefined();
    expect(history.use('no such machine', 150)).toBeUndefined();
  });
});

describe('requests at a time', () => {
  const requests = new RequestHistory(trace);

  it('show each stage with its verdict so far', () => {
    const verdicts = (time: number): string => requests.stages(2, time).map((s) => `${s.id}:${s.verdict}`).filter((s) => !s.endsWith('ahead')).join(' ');
    expect(verdicts(215)).toBe('filters:skipped authentication:passed priorityAndFairness:skipped authorization:present');
    expect(verdicts(5000)).toContain('storage:passed');
    expect(requests.of(2, 5000)).toMatchObject({ code: 201, from: 'kubectl', end: 400 });
    expect(requests.of(2, 399).code).toBeUndefined();
  });

  it('in focus are those of the command, the last one that has come', () => {
    expect(requests.focus(0, 250)?.instance).toBe(2);
    expect(requests.focus(0, 1050)?.instance).toBe(7);
    expect(requests.focus(0, 150)).toBeUndefined();
    expect(requests.at(250).map((r) => r.instance)).toEqual([2]);
  });
});

describe('packets at a time', () => {
  const clock: PacketOptions = { toSeconds: (t) => t / 1e6, toMicros: (s) => s * 1e6, least: 0, command: 0 };

  it('are on their way between sending and arrival', () => {
    expect(packetsAt(trace, 170, clock).map((p) => [p.row, Math.round(p.progress * 100) / 100, p.traced])).toEqual([[1, 0.5, true]]);
    expect(packetsAt(trace, 220, clock)).toEqual([]);
  });

  it('stay in sight for a least time', () => {
    expect(packetsAt(trace, 220, { ...clock, least: 100e-6 }).map((p) => p.row)).toEqual([1]);
  });

  it('that go the same way at once are one with a count', () => {
    const log = logFromText(`
      message  m0  watch  kube-apiserver → kubelet:node-1  0..100  by -  ADDED for pods/default/a
      message  m1  watch  kube-apiserver → kubelet:node-1  0..100  by -  ADDED for pods/default/b
      message  m2  watch  kube-apiserver → kubelet:node-2  0..100  by -  ADDED for pods/default/a
    `);
    expect(packetsAt(traceOf(log), 50, clock).map((p) => `${p.to} ${p.count}`)).toEqual(['kubelet:node-1 2', 'kubelet:node-2 1']);
  });
});

describe('queues at a time', () => {
  it('hold what was added and not yet taken', () => {
    const queues = new QueueHistory(trace);
    expect(queues.at(600)).toEqual([{ actor: 'kubelet:node-1', label: 'status', depth: 1, keys: ['pods/default/web'] }]);
    expect(queues.at(950).map((q) => q.depth)).toEqual([0]);
    expect(queues.at(400).map((q) => q.depth)).toEqual([0]);
  });
});
