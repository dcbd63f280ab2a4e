import { describe, expect, it } from 'vitest';
import { causesOf } from '../trace/causes';
import { ClusterHistory } from '../trace/cluster-at';
import { compareRuns } from '../trace/compare-runs';
import { documentsOf } from '../trace/decisions';
import { payloadsOf, podDetail, RuntimeHistory } from '../trace/node-detail';
import { RULES } from '../trace/chapters/rules';
import { Storyteller } from '../trace/journey';
import { spanView } from '../trace/rows';
import type { TraceReplica } from '../trace/trace';
import type { Journey } from '../trace/views';
import type { FromWorker, PlannedInput } from './protocol';
import { runEngine } from './testing/run-engine';

/** Runs lines one after the other on the page's cluster. `alice: …` runs as alice. */
function run(lines: readonly string[]): { readonly trace: TraceReplica; readonly stories: Storyteller; readonly told: readonly FromWorker[]; document(id: number): unknown } {
  const inputs = lines.map((line, i): PlannedInput => ({
    at: undefined, action: { type: 'execute', id: i + 1, line: line.replace(/^alice: /, ''), ...(line.startsWith('alice: ') ? { user: 'alice' } : {}) },
  }));
  const { engine, trace, told } = runEngine({ version: '1.35', seed: 42 }, inputs);
  const document = (id: number): unknown => {
    engine.receive({ type: 'payloads', request: id, ids: [id] });
    const answer = told.at(-1);
    return answer?.type === 'payloads' ? answer.documents[0] : undefined;
  };
  return { trace, stories: new Storyteller(trace), told, document };
}

const rules = (journey: Journey | undefined): readonly string[] => journey?.steps.map((s) => s.rule) ?? [];
const chapters = (journey: Journey | undefined): readonly string[] => journey?.chapters.map((c) => c.id) ?? [];

describe('a deployment on the page’s cluster', () => {
  const { trace, stories, told, document } = run(['kubectl create deployment nginx --image=nginx:1.29 --replicas=3', 'kubectl scale deployment nginx --replicas=1', 'kubectl delete deployment nginx']);
  const [create, scale, remove] = stories.journeys();

  it('ran without a mistake of ours, and every row of its log is indexed', () => {
    expect(told.find((m) => m.type === 'failed')).toBeUndefined();
    expect(trace.index.spansBegunBy(Infinity)).toBe(trace.log.spans.begin.length);
    expect(told.flatMap((m) => (m.type === 'exit' ? [m.code] : []))).toEqual([0, 0, 0]);
  });

  it('becomes ready, and its last status write goes back to the keystroke by way of every component', () => {
    expect(create?.outcome).toBe('ready');
    const path = stories.path(create?.command.row ?? 0);
    const chain = causesOf(trace, path?.last ?? { kind: 'message', row: 0 });
    expect(chain.at(-1)?.ref).toEqual({ kind: 'message', row: create?.command.row });
    const actors = new Set(chain.flatMap(({ ref }) => (ref.kind === 'span' ? [spanView(trace.log, ref.row).actor.replace(/node-\d/, 'node')] : [])));
    for (const actor of ['kubectl', 'kube-apiserver', 'etcd', 'deployment-controller', 'replicaset-controller', 'kube-scheduler', 'kubelet:node', 'containerd:node', 'cni:node']) expect(actors).toContain(actor);
  });

  it('tells of each in the order in which it happens', () => {
    // The answer comes while controllers are at work already: which is first is a matter of microseconds.
    expect(chapters(create).filter((id) => id !== 'answer')).toEqual(['kubectl', 'api', 'controllers', 'scheduler', 'kubelet', 'runtime', 'status']);
    const order = ['kubectl.start', 'api.authorization', 'etcd.write', 'deployment.create', 'replicaset.create', 'scheduler.filter', 'scheduler.bind', 'kubelet.see', 'cri.sandbox', 'cni.address', 'cri.pull', 'cri.start', 'kubelet.status', 'deployment.status'];
    expect(rules(create).filter((rule) => order.includes(rule))).toEqual(order);
    expect(create?.steps.find((s) => s.rule === 'deployment.status')?.params).toMatchObject({ object: 'nginx', ready: 3, wanted: 3 });
    expect(new Set(create?.steps.flatMap((s) => (s.component === 'kubelet' || s.component === 'containerd' ? [s.params['pod']] : []))).size, 'one pod of three').toBe(1);
  });

  it('scaled down tells of pods that are given up, not of any that start', () => {
    expect(scale?.outcome).toBe('ready');
    expect(rules(scale)).toEqual(expect.arrayContaining(['deployment.scaleDown', 'replicaset.delete', 'cri.stop', 'kubelet.remove']));
    expect(rules(scale)).not.toContain('cri.start');
    expect(scale?.steps.find((s) => s.rule === 'api.authorization')?.params['method']).toBe('PATCH');
  });

  it('deleted tells of the garbage collector', () => {
    expect(remove?.outcome).toBe('done');
    expect(rules(remove)).toEqual(expect.arrayContaining(['gc.check', 'gc.delete', 'kubelet.kill', 'cni.release', 'kubelet.remove']));
    expect(remove?.steps.find((s) => s.rule === 'api.answer')?.params).toMatchObject({ method: 'DELETE', code: 200 });
  });

  it('shows what a node made for a pod, from the documents of its runtime and plugins', () => {
    const subject = `pods/default/${String(create?.steps.find((s) => s.rule === 'cri.start')?.params['pod'])}`;
    const runtime = new RuntimeHistory(trace);
    const early = create?.steps.find((s) => s.rule === 'cri.pause')?.begin ?? 0;
    expect(podDetail(runtime.of(subject, early), document)).toMatchObject({ sandbox: { state: 'making' }, containers: [] });
    const whole = runtime.of(subject, create?.end ?? 0);
    const detail = podDetail(whole, document);
    expect(detail.sandbox).toMatchObject({ state: 'ready', sharedNamespaces: ['net', 'ipc', 'uts'] });
    expect(detail.sandbox?.netns).toMatch(/^\/var\/run\/netns\/cni-/);
    expect(detail.network).toMatchObject({ bridge: 'cni0', interface: 'eth0' });
    expect(detail.network?.veth).toMatch(/^veth/);
    expect(detail.network?.ip).toBe(new ClusterHistory(trace).objectAt(subject, create?.end ?? 0)?.ip);
    expect(detail.containers).toMatchObject([{ name: 'nginx', image: expect.stringContaining('nginx'), state: 'running', attempt: 0 }]);
    expect(detail.mounts.map((m) => m.containerPath)).toContain('/var/run/secrets/kubernetes.io/serviceaccount');
    expect(payloadsOf(whole).length).toBeGreaterThan(5);
    // Before its documents are there it is drawn without them.
    expect(podDetail(whole, () => undefined).containers).toHaveLength(1);
    expect(podDetail(runtime.of(subject, trace.until), document).sandbox?.state).toBe('stopped');
  });

  it('finds the documents that explain a step', () => {
    const typesAt = (rule: string): readonly unknown[] => {
      const anchor = create?.steps.find((s) => s.rule === rule)?.anchor;
      if (anchor === undefined) return [];
      const { own, nearby } = documentsOf(trace, anchor);
      return [...own, ...nearby].map((d) => (document(d.payload) as { readonly type?: unknown } | undefined)?.type);
    };
    expect(typesAt('scheduler.select')).toContain('scheduling');
    expect(typesAt('api.authorization')).toContain('authorization');
    expect(typesAt('cri.sandbox')).toContain('Sandbox');
    const request = create?.steps.find((s) => s.rule === 'api.storage')?.anchor;
    const messages = request === undefined ? [] : documentsOf(trace, request).messages;
    expect(messages.map((d) => d.label)).toEqual(expect.arrayContaining([expect.stringMatching(/^POST .*deployments/)]));
  });

  it('spends the critical path where it was spent, without a gap', () => {
    const path = stories.path(create?.command.row ?? 0);
    const sum = [...(path?.byComponent.values() ?? [])].reduce((a, b) => a + b, 0);
    expect(sum).toBe((path?.end ?? 0) - (path?.begin ?? 0));
    expect(path?.byComponent.get('containerd') ?? 0).toBeGreaterThan(sum / 2);
  });

  it('steps name states that their machines have', () => {
    for (const rule of RULES) {
      const machine = rule.on === 'span' ? trace.log.machines.get(rule.machine) : undefined;
      if (rule.on !== 'span' || machine === undefined) continue;
      const states = machine.states.map((s) => s.path);
      // Filters differ between releases.
      const known = rule.states.filter((state) => states.includes(state));
      if (rule.id === 'api.filters' || rule.id === 'api.again') expect(known.length).toBeGreaterThan(0);
      else expect(known, rule.id).toEqual(rule.states);
    }
  });
});

describe('what goes wrong', () => {
  const { stories } = run(['alice: kubectl create deployment x --image=nginx:1.29', 'kubectl create deployment Bad_Name --image=nginx:1.29', 'kubectl create deployment x', 'kubectl get pods nope', 'kubectl create deployment bad --image=nginx:9.99']);
  const [forbidden, invalid, usage, missing, failing] = stories.journeys();

  it('is told up to the stage that refused', () => {
    expect(forbidden).toMatchObject({ outcome: 'refused', refusal: { code: 403, step: 'authorization' } });
    expect(rules(forbidden).slice(-3)).toEqual(['kubectl.decide', 'kubectl.print', 'kubectl.failed']);
    expect(rules(forbidden)).not.toContain('etcd.write');
    expect(invalid).toMatchObject({ outcome: 'refused', refusal: { code: 422, step: 'validation' } });
    expect(missing).toMatchObject({ outcome: 'refused', refusal: { code: 404 } });
  });

  it('in kubectl itself never leaves it', () => {
    expect(usage).toMatchObject({ outcome: 'usage' });
    expect(chapters(usage)).toEqual(['kubectl', 'answer']);
  });

  it('beside a run that goes well differs from the step on that went wrong', () => {
    const [pair] = compareRuns(run(['kubectl run web --image=nginx:1.29']).trace, run(['kubectl run web --image=nginx:9.99']).trace);
    expect(pair).toMatchObject({ ordinal: 0, leftLine: 'kubectl run web --image=nginx:1.29', rightLine: 'kubectl run web --image=nginx:9.99' });
    const side = (rule: string): readonly [boolean, boolean] => {
      const step = pair?.steps.find((s) => s.rule === rule);
      return [step?.left !== undefined, step?.right !== undefined];
    };
    expect([side('etcd.write'), side('cri.start'), side('cri.pullFails')]).toEqual([[true, true], [true, false], [false, true]]);
  });

  it('on the node is told up to the status that says so', () => {
    expect(failing?.outcome).toBe('failing');
    expect(rules(failing)).toEqual(expect.arrayContaining(['cri.pullFails', 'kubelet.failure']));
    expect(failing?.steps.find((s) => s.rule === 'status.imageError')?.params['word']).toBe('ErrImagePull');
  });
});
