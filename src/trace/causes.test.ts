import { describe, expect, it } from 'vitest';
import { causesOf, chainBetween } from './causes';
import { directEffects } from './effects';
import { logFromText, SMALL_RUN } from './testing/log-from-text';
import { traceOf } from './trace';

const text = (ref: { kind: string; row: number }): string => `${ref.kind === 'span' ? 's' : 'm'}${ref.row}`;

describe('causes', () => {
  const trace = traceOf(logFromText(SMALL_RUN));

  it('lead from the last write back to the keystroke without a gap', () => {
    expect(causesOf(trace, { kind: 'span', row: 15 }).map((l) => text(l.ref)).join(' ')).toBe('s15 m9 s14 m8 s13 m7 s10 m5 s8 m4 s7 m2 s5 m1 s2 m0');
  });

  it('of what the cluster does by itself end where it began', () => {
    expect(causesOf(trace, { kind: 'span', row: 0 })).toHaveLength(1);
  });

  it('between two rows are told oldest first, and are undefined where there is no way', () => {
    expect(chainBetween(trace, { kind: 'message', row: 5 }, { kind: 'span', row: 13 })?.map(text)).toEqual(['m5', 's10', 'm7', 's13']);
    expect(chainBetween(trace, { kind: 'message', row: 6 }, { kind: 'span', row: 13 })).toBeUndefined();
  });

  it('go by the last of the messages that a work queue merged, and name the others', () => {
    const log = logFromText(`
      message  m0  command  terminal → kubectl  0..0   by -   kubectl scale
      span     s0  a  x#1  first   0..5   by m0
      message  m1  queue    a → b   1..10  by s0  q
      message  m2  queue    a → b   3..10  by s0  q
      span     s1  b  y#2  working 10..20  by m1
      join     s1  m2
    `);
    expect(causesOf(traceOf(log), { kind: 'span', row: 1 })[0]?.joined).toEqual([1]);
  });

  it('of a message that came while the machine was busy with the same object are the work that it waited for', () => {
    const trace = traceOf(logFromText(`
      message  m0  command  terminal → kubectl  0..0  by -  kubectl run web
      span     s0  kubelet:n  pod_worker#1  creatingSandbox  0..10   by m0  for pods/default/web
      message  m1  channel  kubelet:n → kubelet:n  5..20  by s0  PLEG
      message  m2  cri      kubelet:n → containerd:n  10..12  by s0  PullImage
      span     s1  containerd:n  PullImage#2  fetchingLayers  12..80  by m2  for pods/default/web
      message  m3  cri      containerd:n → kubelet:n  80..90  by s1  PullImage returns
      span     s2  kubelet:n  pod_worker#1  creatingContainer  90..100  by m3  for pods/default/web
      span     s3  kubelet:n  pod_worker#1  computingStatus  100..110  by m1  for pods/default/web
    `));
    expect(causesOf(trace, { kind: 'span', row: 3 }).map((l) => text(l.ref))).toEqual(['s3', 's2', 'm3', 's1', 'm2', 's0', 'm0']);
    expect(causesOf(trace, { kind: 'span', row: 3 })[0]?.joined).toEqual([1]);
  });

  it('of a machine that another one started lead through the state that started it', () => {
    const trace = traceOf(logFromText(`
      message  m0  command  terminal → kube-scheduler  0..5  by -  pod
      span     s0  kube-scheduler  scheduling_cycle#1  filtering  5..8   by m0
      span     s1  kube-scheduler  scheduling_cycle#1  assumed    8..9   by m0
      span     s2  kube-scheduler  binding_cycle#2     binding    8..20  by m0
    `));
    expect(causesOf(trace, { kind: 'span', row: 2 }).map((l) => text(l.ref))).toEqual(['s2', 's1', 'm0']);
  });

  it('of a state are also the answers that the state before it waited for', () => {
    const log = logFromText(`
      message  m0  command   terminal → kubectl  0..0   by -   kubectl scale
      span     s0  a  worker#1   creatingPods 0..50   by m0
      message  m1  http      a → b   0..10  by s0  POST
      message  m2  http      a → b   0..12  by s0  POST
      span     s1  b  request#2  storing  10..20  by m1
      span     s2  b  request#3  storing  12..30  by m2
      message  m3  response  b → a   20..40  by s1  201
      message  m4  response  b → a   30..50  by s2  201
      join     s0  m3
      span     s3  a  worker#1   updatingStatus 50..60 by m4
    `);
    const trace = traceOf(log);
    expect(trace.index.commandOfSpan(3)).toBe(0);
    expect(causesOf(trace, { kind: 'span', row: 3 })[0]?.joined).toEqual([3]);
    expect(causesOf(trace, { kind: 'span', row: 0 })[0]?.joined).toEqual([]);
    expect([...directEffects(trace, { kind: 'message', row: 3 })].map(text)).toEqual(['s3']);
  });

  it('follow the merged message to the command when housekeeping woke the worker', () => {
    const log = logFromText(`
      message  m0  command  terminal → kubectl  0..0   by -   kubectl scale
      span     s0  a  x#1  first   0..5    by m0
      span     s1  a  t#3  resync  0..     by -
      message  m1  queue    a → b   1..10  by s1  q
      message  m2  queue    a → b   3..10  by s0  q
      span     s2  b  y#2  working 10..20  by m1
      join     s2  m2
      span     s3  b  y#2  writing 20..30  by m1
    `);
    const trace2 = traceOf(log);
    expect(causesOf(trace2, { kind: 'span', row: 3 }).map((l) => text(l.ref))).toEqual(['s3', 'm2', 's0', 'm0']);
    expect(trace2.index.commandOfSpan(3)).toBe(0);
    expect(trace2.index.commandOfMessage(1)).toBe(-1);
  });
});

describe('a machine that another one woke', () => {
  const trace = traceOf(logFromText(`
    message  m0  command  terminal → kubectl  0..0   by -   kubectl create
    span     s0  kubelet:n  volume#3      mounted   0..     by m0  for pods/default/web
    span     s1  kubelet:n  pod_worker#1  starting  0..30   by m0  for pods/default/web
    message  m1  command  terminal → kubectl  5..5   by -   kubectl delete
    span     s2  kubelet:n  reflector#2   watching  6..     by m1
    message  m2  channel  kubelet:n → kubelet:n  7..8   by s2  SyncLoop DELETE
    message  m3  channel  kubelet:n → kubelet:n  1..20  by s1  PLEG
    span     s3  kubelet:n  pod_worker#1  waiting   30..30  by m0  for pods/default/web
    span     s4  kubelet:n  pod_worker#1  waitingForRelist  30..40 by m3  for pods/default/web
    span     s5  kubelet:n  pod_worker#1  unmountingVolumes 40..60 by m3  for pods/default/web
    join     s5  m2
    span     s6  kubelet:n  volume#3      unmounting 40..50 by m3  for pods/default/web
  `));

  it('works for the command that it was woken for, which a merged message told', () => {
    expect([4, 5, 6].map((row) => trace.index.commandOfSpan(row))).toEqual([0, 1, 1]);
  });

  it('goes back through the state that woke it, and that one through the merged message', () => {
    expect(causesOf(trace, { kind: 'span', row: 6 }).map((l) => text(l.ref))).toEqual(['s6', 's5', 'm2', 's2', 'm1']);
  });
});

describe('the story of a command', () => {
  it('goes on in a machine that something else told to go on, and ends with its rest', () => {
    const trace = traceOf(logFromText(`
      message  m0  command  terminal → kubectl  0..0   by -   kubectl get pods
      span     s0  a  request#1  waitingForCache   0..30   by m0
      span     s1  b  cache#2    ready             0..     by -
      message  m1  etcd     b → a  10..30  by s1  progress
      span     s2  a  request#1  listing           30..40  by m1
      message  m2  response a → kubectl  40..50 by s2  200
      span     s3  a  request#1  idle              50..90  by m1
      message  m3  timer    a → a  60..90  by s1  tick
      span     s4  a  request#1  listing           90..95  by m3
    `));
    expect([0, 2, 3, 4].map((row) => trace.index.commandOfSpan(row))).toEqual([0, 0, 0, -1]);
    expect(causesOf(trace, { kind: 'message', row: 2 }).map((l) => text(l.ref))).toEqual(['m2', 's2', 's0', 'm0']);
  });
});
