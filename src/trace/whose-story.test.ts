import { expect, it, vi } from 'vitest';
import type { KubeVersion } from '../api/version';
import { bootCluster } from '../cluster/boot';
import { Kernel } from '../kernel/kernel';
import { SECOND } from '../kernel/time';
import { defaultCluster } from '../scenarios/default-cluster';
import { causesOf } from './causes';
import { messageView, spanView } from './rows';
import { traceOf, type Trace } from './trace';

vi.setConfig({ testTimeout: 60_000 });

function run(version: KubeVersion, commands: readonly (readonly [line: string, seconds: number])[]): Trace {
  const kernel = new Kernel(1);
  const cluster = bootCluster(kernel, defaultCluster(version));
  for (const [line, seconds] of commands) {
    cluster.kubectl.execute({ line, onOutput: () => {}, onExit: () => {} });
    kernel.run(kernel.now + seconds * SECOND);
  }
  return traceOf(kernel.log);
}

const rows = (length: number): readonly number[] => Array.from({ length }, (_, row) => row);
const lineOf = (trace: Trace, command: number): string => (command < 0 ? 'none' : messageView(trace.log, command).label);

it.each(['1.20', '1.35'] as const)('the end of a pod belongs to the command that had it deleted, though its worker was still busy with an earlier one (%s)', (version) => {
  const trace = run(version, [['kubectl create deployment web --image=nginx:1.29 --replicas=6', 15], ['kubectl set image deployment/web nginx=nginx:1.28', 2], ['kubectl set image deployment/web nginx=nginx:1.20', 45]]);
  const { messages, spans } = trace.log;
  const deletions = new Map<string, { readonly at: number; readonly command: string }>();
  for (const row of rows(messages.sent.length)) {
    const { kind, from, label, subject = '', sent } = messageView(trace.log, row);
    if (kind === 'http' && from === 'replicaset-controller' && label.startsWith('DELETE')) deletions.set(subject, { at: sent, command: lineOf(trace, trace.index.commandOfMessage(row)) });
  }
  expect(new Set([...deletions.values()].map((d) => d.command.slice(-10)))).toEqual(new Set(['nginx:1.28', 'nginx:1.20']));
  const wrong = new Set<string>();
  let ends = 0;
  let busy = 0;
  for (const row of rows(spans.begin.length)) {
    const { machine, state, subject = '', begin } = spanView(trace.log, row);
    const deletion = deletions.get(subject);
    if (deletion === undefined || begin < deletion.at) continue;
    if (machine === 'pod worker' && state === 'containerStarted') busy++;
    if (!/^(pod worker: (stoppingContainers|stoppingSandbox|confirmingStopped|removingCgroup)|volume: unmounting|container killer: stoppingContainer|status manager: deletingPod)$/.test(`${machine}: ${state}`)) continue;
    ends++;
    const command = lineOf(trace, trace.index.commandOfSpan(row));
    const root = causesOf(trace, { kind: 'span', row }).at(-1)?.ref;
    if (command !== deletion.command || root?.kind !== 'message' || lineOf(trace, root.row) !== deletion.command) wrong.add(`${subject}: ${machine} ${state}: ${command}`);
  }
  expect(busy).toBeGreaterThan(0);
  expect(ends).toBeGreaterThan(20);
  expect([...wrong]).toEqual([]);
});

it.each(['1.20', '1.35'] as const)('all that a drain does on its node goes back to the drain (%s)', (version) => {
  const drain = 'kubectl drain node-1 --ignore-daemonsets';
  const trace = run(version, [['kubectl create deployment web --image=nginx:1.29 --replicas=3', 15], [drain, 30]]);
  const [, command] = trace.index.commands;
  const stops = rows(trace.log.messages.sent.length).filter((row) => messageView(trace.log, row).label === 'StopContainer');
  expect(stops.length).toBeGreaterThan(0);
  expect(stops.map((row) => trace.index.commandOfMessage(row))).toEqual(stops.map(() => command));
  // The replacement too.
  const sandboxes = rows(trace.log.messages.sent.length).filter((row) => messageView(trace.log, row).label === 'RunPodSandbox');
  expect(trace.index.commandOfMessage(sandboxes.at(-1) ?? -1)).toBe(command);
});

it.each(['kubectl get pod nobody', 'kubectl delete pod nobody'])('what etcd does not have is why the answer is 404: %s', (line) => {
  const trace = run('1.35', [[line, 2]]);
  const refusing = rows(trace.log.spans.begin.length).filter((row) => spanView(trace.log, row).state === 'refusing' && trace.index.commandOfSpan(row) >= 0);
  expect(refusing).toHaveLength(1);
  expect(messageView(trace.log, trace.log.spans.cause.get(refusing[0] ?? -1)).label).toMatch(/^range done$/);
});
