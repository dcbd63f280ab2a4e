import type { Container, ContainerStatus, Pod, PodStatus, Probe } from '../../../api/types';
import { SECOND, type Micros } from '../../../kernel/time';
import { MachineKind, type Machine } from '../../../kernel/machine';
import { wallMicros } from '../../clock';
import type { KubeletContext } from '../context';
import { allContainers, containerRef, podSubject, podUid, timeOf } from '../pods/pod';
import type { ProbeView } from '../status/generate';
import { probeOnce } from './prober';
import { probeWorkerMachine, type ProbeEvent } from './probe-worker.machine';
import { ProbeResults, type ProbeResult, type ProbeType } from './results';

interface Worker {
  readonly pod: Pod;
  readonly container: Container;
  readonly type: ProbeType;
  readonly probe: Probe;
  containerId: string;
  result: ProbeResult;
  output: string;
  last: ProbeResult | undefined;
  run: number;
  stopped: boolean;
}

type WorkerMachine = Machine<ProbeEvent, Worker>;

const TYPES: readonly { readonly type: ProbeType; readonly of: (container: Container) => Probe | undefined; readonly name: string; readonly initial: ProbeResult }[] = [
  { type: 'startup', of: (c) => c.startupProbe, name: 'Startup', initial: 'unknown' },
  { type: 'readiness', of: (c) => c.readinessProbe, name: 'Readiness', initial: 'failure' },
  { type: 'liveness', of: (c) => c.livenessProbe, name: 'Liveness', initial: 'success' },
];

export interface ProbeDeps {
  readonly statusOf: (uid: string) => PodStatus | undefined;
  /** A result changed: the pod has to be looked at again. Called within the worker's state. */
  readonly changed: (pod: Pod, container: Container, type: ProbeType, result: ProbeResult) => void;
}

/**
 * One worker for each probe of each container of the node.
 * Models pkg/kubelet/prober/prober_manager.go, worker.go.
 */
export class ProbeManager {
  readonly results = new ProbeResults();
  private readonly workers = new Map<string, WorkerMachine>();
  private readonly kind: MachineKind<ProbeEvent, Worker>;

  constructor(private readonly context: KubeletContext, private readonly deps: ProbeDeps) {
    this.kind = new MachineKind<ProbeEvent, Worker>('probe worker', probeWorkerMachine, {
      probe: (m: WorkerMachine) => this.probe(m), judge: (m: WorkerMachine) => this.judge(m),
    });
  }

  /** Starts the workers of a pod, once. */
  add(pod: Pod): void {
    for (const container of allContainers(pod)) {
      for (const { type, of, initial } of TYPES) {
        const probe = of(container);
        const key = this.key(podUid(pod), container.name, type);
        if (probe === undefined || this.workers.has(key)) continue;
        const data: Worker = { pod, container, type, probe, containerId: '', result: initial, output: '', last: undefined, run: 0, stopped: false };
        const machine = this.context.actor.start(this.kind, { subject: podSubject(pod), data });
        this.workers.set(key, machine);
        const period = probe.periodSeconds * SECOND;
        const { behaviour, actor, startedAt } = this.context;
        const jitter = behaviour.probesBeginAtRandom || period > actor.now - startedAt;
        this.tick(machine, jitter ? actor.random.int(period) : 0, period);
      }
    }
  }

  remove(uid: string): void {
    this.stop(uid, ['startup', 'readiness', 'liveness']);
  }

  /** A pod that is being ended is no longer asked whether it lives. */
  stopLivenessAndStartup(uid: string): void {
    this.stop(uid, ['startup', 'liveness']);
  }

  /** `liveness` or `startup` when that probe has failed for good. */
  failed(containerId: string): 'liveness' | 'startup' | undefined {
    if (this.results.get('liveness', containerId) === 'failure') return 'liveness';
    return this.results.get('startup', containerId) === 'failure' ? 'startup' : undefined;
  }

  /** What the probes of one pod's containers say. */
  viewOf(uid: string): ProbeView {
    return {
      started: (container, id) => this.results.get('startup', id) === 'success' || !this.workers.has(this.key(uid, container, 'startup')),
      ready: (container, id) => {
        const worker = this.workers.get(this.key(uid, container, 'readiness'));
        if (worker === undefined || this.results.get('readiness', id) === 'success') return true;
        if (this.context.behaviour.probesReadinessAtOnce) this.context.kernel.queue.add(this.context.actor.now, () => this.attempt(worker));
        return false;
      },
    };
  }

  private key(uid: string, container: string, type: ProbeType): string {
    return `${uid}/${container}/${type}`;
  }

  private stop(uid: string, types: readonly ProbeType[]): void {
    for (const [key, machine] of this.workers) {
      if (!key.startsWith(`${uid}/`) || !types.includes(machine.data.type)) continue;
      machine.data.stopped = true;
      machine.send({ type: 'STOP' });
      this.workers.delete(key);
    }
  }

  private tick(m: WorkerMachine, delay: Micros, period: Micros): void {
    const { kernel } = this.context;
    kernel.queue.add(kernel.now + delay, () => {
      if (m.data.stopped || !this.context.alive()) return;
      this.attempt(m);
      if (!m.data.stopped) this.tick(m, period, period);
    });
  }

  /** Models pkg/kubelet/prober/worker.go doProbe: looks whether there is anything to ask. */
  private attempt(m: WorkerMachine): void {
    const { data } = m;
    if (data.stopped || m.state === 'probing') return;
    const status = this.deps.statusOf(podUid(data.pod));
    if (status === undefined) return;
    if (status.phase === 'Failed' || status.phase === 'Succeeded') {
      data.stopped = true;
      m.send({ type: 'STOP' });
      return;
    }
    const c = [...(status.containerStatuses ?? []), ...(status.initContainerStatuses ?? [])].find((s) => s.name === data.container.name);
    if (c?.containerID === undefined) return;
    this.adopt(m, c);
    const running = c.state?.running;
    if (m.state === 'onHold') return;
    if (running === undefined) {
      this.results.set(data.type, data.containerId, 'failure');
      return;
    }
    const age = wallMicros(this.context.actor.now) - (timeOf(running.startedAt) ?? 0);
    if (age < (data.probe.initialDelaySeconds ?? 0) * SECOND) return;
    if ((c.started === true) === (data.type === 'startup')) return;
    this.due(m, `${data.type} probe is due`);
    m.send({ type: 'PROBE' });
  }

  /** A tick that led to something: no other is in the log. */
  private due(m: WorkerMachine, label: string): void {
    const { actor } = this.context;
    actor.arrive({ kind: 'timer', label, subject: podSubject(m.data.pod), sent: actor.now, cause: m.span, from: actor });
  }

  /** A new container begins with a clean slate. */
  private adopt(m: WorkerMachine, c: ContainerStatus): void {
    const id = (c.containerID ?? '').replace('containerd://', '');
    const { data } = m;
    if (data.containerId === id) return;
    if (data.containerId !== '') this.results.remove(data.type, data.containerId);
    data.containerId = id;
    data.last = undefined;
    data.run = 0;
    this.results.set(data.type, id, TYPES.find((t) => t.type === data.type)?.initial ?? 'unknown');
    if (m.state !== 'onHold') return;
    this.due(m, `${data.type} probe of a new container`);
    m.send({ type: 'RESUME' });
  }

  private probe(m: WorkerMachine): void {
    const { pod, container, containerId, probe } = m.data;
    const ip = this.deps.statusOf(podUid(pod))?.podIP ?? '';
    probeOnce(this.context, pod, container, containerId, ip, probe, (result, output) => {
      m.data.result = result;
      m.data.output = output;
      m.send({ type: 'PROBED' });
    });
  }

  private judge(m: WorkerMachine): void {
    const { data } = m;
    const { pod, container, type, probe, containerId, result, output } = data;
    const name = TYPES.find((t) => t.type === type)?.name ?? '';
    m.note({ type: 'ProbeResult', probe: type, container: container.name, result, output: result === 'success' ? '' : output, inARow: data.last === result ? data.run + 1 : 1, threshold: result === 'success' ? probe.successThreshold : probe.failureThreshold });
    if (result === 'unknown') {
      m.send({ type: 'CONTINUE' });
      return;
    }
    if (result === 'failure') this.context.recorder.event(containerRef(pod, container), 'Warning', 'Unhealthy', `${name} probe failed: ${output}`);
    data.run = data.last === result ? data.run + 1 : 1;
    data.last = result;
    if (data.run < (result === 'success' ? probe.successThreshold : probe.failureThreshold)) {
      m.send({ type: 'CONTINUE' });
      return;
    }
    const news = this.results.set(type, containerId, result);
    const hold = type !== 'readiness' && result === 'failure';
    if (hold) data.run = 0;
    if (news) this.deps.changed(pod, container, type, result);
    m.send({ type: hold ? 'HOLD' : 'CONTINUE' });
  }
}
