import { describe, expect, it } from 'vitest';
import { bootEngineCluster } from '../../worker/boot-engine-cluster';
import { Engine } from '../../worker/engine';
import type { StartOptions } from '../../worker/protocol';
import { compareWhole } from '../compare-runs';
import { TraceReplica } from '../trace';
import { CommonNames } from './names';

const CREATE = 'kubectl create deployment nginx --image=nginx:1.29 --replicas=3';

function run(lines: readonly string[], options: Partial<StartOptions> = {}): TraceReplica {
  const tasks: (() => void)[] = [];
  const trace = new TraceReplica();
  let now = 0;
  const engine = new Engine({
    boot: bootEngineCluster, soon: (task) => tasks.push(task), now: () => (now += 0.01),
    post: (message) => {
      if (message.type === 'rows') trace.append(message.chunk);
    },
  });
  engine.receive({ type: 'start', session: 1, options: { version: '1.35', seed: 42, ...options }, inputs: lines.map((line, i) => ({ at: undefined, action: { type: 'execute', id: i + 1, line } })) });
  for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) task();
  return trace;
}

describe('two runs', () => {
  const here = run([CREATE]);

  it('of the same seed part nowhere', () => {
    const { parting, left, right, objects } = compareWhole(here, run([CREATE]));
    expect(parting).toEqual({ time: undefined, path: undefined, result: undefined });
    expect(left).toEqual(right);
    expect(objects).toEqual([]);
  });

  it('of another seed part in kubectl’s own time, and in the nodes that the scheduler chooses', () => {
    const { parting, commands, objects } = compareWhole(here, run([CREATE], { seed: 7 }));
    expect(parting.time).toMatchObject({ left: { actor: 'kubectl' }, right: { actor: 'kubectl' } });
    expect(parting.result).toMatchObject({ by: 'kube-scheduler', left: { fact: { resource: 'pods' } }, right: { fact: { resource: 'pods' } } });
    expect(parting.result?.left?.fact.node).not.toBe(parting.result?.right?.fact.node);
    expect(objects.every((o) => o.left?.resource === 'pods' && o.left.node !== o.right?.node)).toBe(true);
    const [command] = commands;
    expect(command?.chapters.map((c) => c.id)).toEqual(command?.left?.chapters.map((c) => c.id));
    expect(command?.path.reduce((sum, { left }) => sum + left, 0)).toBe(command?.leftPath);
    expect(command?.path.reduce((sum, { right }) => sum + right, 0)).toBe(command?.rightPath);
  });

  it('on one node part where the scheduler has nothing left to score', () => {
    const { parting } = compareWhole(here, run([CREATE], { nodes: 1 }));
    expect(parting.path).toMatchObject({ before: { actor: 'kube-scheduler', state: 'filtering' }, left: { state: 'preScoring' }, right: { state: 'reserving' } });
  });

  it('of two releases pair ReplicaSets and pods whose names have nothing in common', () => {
    const { objects } = compareWhole(here, run([CREATE], { version: '1.20' }));
    expect(objects.filter((o) => o.left === undefined || o.right === undefined)).toEqual([]);
  });

  it('count what commands led to, and nothing that the cluster does by itself', () => {
    const { left, right } = compareWhole(here, run([]));
    expect(left.requests).toBeGreaterThan(50);
    expect(right).toEqual({ requests: 0, watchEvents: 0, events: 0, writes: 0, states: 0 });
  });

  it('of which one has no such object say so', () => {
    const { objects, commands } = compareWhole(run(['kubectl run web --image=nginx:1.29']), run(['kubectl run web --image=nginx:1.29 -n nowhere']));
    expect(objects).toMatchObject([{ subject: 'pods/default/web', left: { word: 'Running' }, right: undefined }]);
    expect(commands).toMatchObject([{ left: { outcome: 'ready' }, right: { outcome: 'refused' } }]);
  });

  it('call pods by their owner and their number, and those of a StatefulSet by their name', () => {
    const names = new CommonNames(here);
    const pods = Array.from({ length: here.facts.length }, (_, row) => here.facts.view(row, here.log.revisions)).filter((f) => f.resource === 'pods' && f.type === 'create');
    expect(pods.map((pod) => names.of(pod.subject))).toEqual(['pods/default/nginx#1#1', 'pods/default/nginx#1#2', 'pods/default/nginx#1#3']);
    expect(names.of('pods/default/db-0')).toBe('pods/default/db-0');
  });
});
