import { describe, expect, it } from 'vitest';
import { Log } from '../kernel/log';
import { CHAPTER_IDS, RULES, STEP_IDS } from './chapters/rules';
import { Storyteller, verbOf } from './journey';
import { LogStream } from './log-stream';
import { logFromText, SMALL_RUN, SMALL_RUN_OBJECTS } from './testing/log-from-text';
import { traceOf, TraceReplica } from './trace';

describe('a journey', () => {
  const journey = new Storyteller(traceOf(logFromText(SMALL_RUN, SMALL_RUN_OBJECTS))).journey(0);

  it('tells the steps of its command in the order of time, from Enter to Ready', () => {
    expect(journey?.steps.map((s) => s.rule)).toEqual([
      'kubectl.parse', 'kubectl.request', 'api.authentication', 'api.authorization', 'api.storage', 'etcd.write', 'watch.dispatch', 'api.answer', 'kubectl.print', 'kubectl.exit', 'kubelet.status', 'api.stored', 'etcd.again',
    ]);
    expect(journey).toMatchObject({ outcome: 'ready', verb: 'run', begin: 100, end: 1400 });
  });

  it('says which steps lie on the way to Ready', () => {
    expect(journey?.steps.filter((s) => !s.onPath).map((s) => s.rule)).toEqual(['api.answer', 'kubectl.print', 'kubectl.exit']);
  });

  it('has chapters side by side in time', () => {
    expect(journey?.chapters.map((c) => [c.id, c.begin])).toEqual([['kubectl', 100], ['api', 200], ['answer', 600], ['status', 900]]);
    expect(journey?.chapters[0]?.end).toBe(200);
  });

  it('fills its texts from the rows', () => {
    expect(journey?.steps.find((s) => s.rule === 'etcd.write')?.params).toEqual({ object: 'web', revision: 7, count: 1, actor: 'kubectl' });
    expect(journey?.steps.find((s) => s.rule === 'api.answer')?.params).toMatchObject({ code: 201, method: 'POST' });
  });

  it('tells what happens many times as one step with a count, where it happened on the way to Ready', () => {
    const log = logFromText(`
      message  m0  command  terminal → kubectl  0..0  by -  kubectl scale
      span     s0  kubectl  kubectl#1  requesting  0..5  by m0
      message  m1  http  kubectl → kube-scheduler  0..5  by s0  a
      span     s1  kube-scheduler  scheduling_cycle#2  filtering  5..10  by m1  for pods/default/a
      message  m2  http  kubectl → kube-scheduler  0..12  by s0  b
      span     s2  kube-scheduler  scheduling_cycle#3  filtering  12..20  by m2  for pods/default/b
      message  m3  etcd  kube-scheduler → etcd  20..30  by s2  txn
      write    5  update  /registry/pods/default/b  at 30  by m3
    `, { 5: { kind: 'Pod', metadata: { name: 'b', namespace: 'default' }, spec: {}, status: {} } });
    const step = new Storyteller(traceOf(log)).journey(0)?.steps.find((s) => s.rule === 'scheduler.filter');
    expect(new Storyteller(traceOf(log)).stepOf({ kind: 'span', row: 1 })?.id).toBe(step?.id);
    expect(new Storyteller(traceOf(log)).stepOf({ kind: 'message', row: 1 })).toBeUndefined();
    expect(step).toMatchObject({ count: 2, anchor: { kind: 'span', row: 2 }, params: { pod: 'b', count: 2 }, onPath: true });
  });

  it('of a refused request says who refused it, and ends with kubectl', () => {
    const log = logFromText(`
      message  m0  command  terminal → kubectl  0..0  by -  kubectl create deployment web
      span     s0  kubectl  kubectl#1  requesting  0..5  by m0
      message  m1  http  kubectl → kube-apiserver  5..10  by s0  POST /apis/apps/v1/namespaces/default/deployments
      span     s1  kube-apiserver  kube-apiserver_request#2  authorization  10..20  by m1
      span     s2  kube-apiserver  kube-apiserver_request#2  refusing  20..25  by m1
      span     s3  kube-apiserver  kube-apiserver_request#2  answered  25..25  by m1
      message  m2  response  kube-apiserver → kubectl  25..40  by s3  403 POST /apis/apps/v1/namespaces/default/deployments
      span     s4  kubectl  kubectl#1  printing  40..50  by m2
      span     s5  kubectl  kubectl#1  failed  50..50  by m2
    `);
    const refused = new Storyteller(traceOf(log)).journey(0);
    expect(refused).toMatchObject({ outcome: 'refused', refusal: { code: 403, step: 'authorization' }, end: 50 });
    expect(refused?.steps.filter((s) => s.bad).map((s) => [s.rule, s.params['code']])).toEqual([['api.refused', 403], ['kubectl.failed', undefined]]);
  });

  it('of a line that kubectl itself refuses never leaves kubectl', () => {
    const log = logFromText(`
      message  m0  command  terminal → kubectl  0..0  by -  kubectl create deployment web
      span     s0  kubectl  kubectl#1  parsing  0..5  by m0
      span     s1  kubectl  kubectl#1  failed  5..5  by m0
    `);
    expect(new Storyteller(traceOf(log)).journey(0)).toMatchObject({ outcome: 'usage', chapters: [{ id: 'kubectl' }, { id: 'answer' }] });
  });
});

describe('a story that is told while it happens', () => {
  it('names a write by what it said, once it is written', () => {
    const log = new Log();
    const stream = new LogStream(log);
    const replica = new TraceReplica();
    const stories = new Storyteller(replica);
    const draw = (text: string): void => {
      logFromText(text, { 5: { kind: 'Pod', metadata: { name: 'web', namespace: 'default' }, spec: { nodeName: 'node-1', containers: [{ name: 'c' }] }, status: { phase: 'Running', containerStatuses: [{ name: 'c', state: { waiting: { reason: 'CrashLoopBackOff' } } }] } } }, log);
    };
    draw(`
      message  m0  command  terminal → kubectl  0..0  by -  kubectl run web
      span     s0  kubectl  kubectl#1  requesting  0..5  by m0
      message  m1  channel  kubectl → kubelet:node-1  0..10  by s0  pod status
      span     s1  kubelet:node-1  status_manager#2  patchingStatus  10..  by m1  for pods/default/web
    `);
    replica.append(stream.cut(11));
    expect(stories.journey(0)?.steps.map((s) => s.rule)).toEqual(['kubectl.request']);
    draw(`
      message  m2  etcd  kubelet:node-1 → etcd  12..14  by s1  txn
      write    5  update  /registry/pods/default/web  at 14  by m2
    `);
    log.closeSpan(1, 20);
    replica.append(stream.cut(21));
    expect(stories.journey(0)?.steps.map((s) => s.rule)).toEqual(['kubectl.request', 'status.crashLoop']);
  });
});

describe('the rules', () => {
  it('have ids of their own', () => {
    expect(new Set(STEP_IDS).size).toBe(RULES.length);
    expect(CHAPTER_IDS).toContain('scheduler');
  });
});

describe('the verb of a line', () => {
  it.each([
    ['kubectl create deployment web --image=nginx', 'create deployment'], ['kubectl -v=8 get pods', 'get'], ['kubectl scale deployment/web --replicas=3', 'scale'], ['kubectl', ''], ['kubectl rollout status deploy/web', 'rollout status'],
  ])('%s is "%s"', (line, verb) => {
    expect(verbOf(line)).toBe(verb);
  });
});
