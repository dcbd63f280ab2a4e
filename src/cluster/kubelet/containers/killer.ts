import type { Container, Pod } from '../../../api/types';
import { MachineKind, type Machine } from '../../../kernel/machine';
import { SECOND } from '../../../kernel/time';
import { LATENCY } from '../../latencies';
import type { KubeletContext } from '../context';
import { containerRef, isSidecar, podSubject } from '../pods/pod';
import { isRunning, type RuntimePodStatus } from '../runtime/pod-status';
import { runHook, type HookFailure } from './hooks';
import { killerMachine, type KillerEvent } from './killer.machine';

interface KillData {
  readonly pod: Pod;
  readonly container: Container;
  readonly containerId: string;
  readonly podIP: string;
  /** What the Killing event says. */
  readonly message: string;
  /** Seconds left. */
  grace: number;
  hookFailure: HookFailure | undefined;
  readonly done: () => void;
}

type KillMachine = Machine<KillerEvent, KillData>;

const MINIMUM_GRACE = 2;

export interface Kill {
  readonly pod: Pod;
  readonly container: Container;
  readonly containerId: string;
  readonly podIP: string;
  readonly message: string;
  readonly grace: number;
}

/** Ends containers, each with its own machine. */
export class ContainerKiller {
  private readonly kind: MachineKind<KillerEvent, KillData>;

  constructor(private readonly context: KubeletContext) {
    this.kind = new MachineKind<KillerEvent, KillData>('container killer', killerMachine, {
      announce: (m: KillMachine) => this.announce(m), runPreStop: (m: KillMachine) => this.runPreStop(m), stop: (m: KillMachine) => this.stop(m),
      finish: (m: KillMachine) => m.data.done(),
    });
  }

  kill(request: Kill, done: () => void): void {
    // One machine follows from another: what is being handled is the cause of both.
    this.context.actor.start(this.kind, { subject: podSubject(request.pod), data: { ...request, hookFailure: undefined, done } });
  }

  /** All containers of a pod that run: the main ones together, then sidecars one by one, last first. Models kuberuntime_container.go killContainersWithSyncResult. */
  killAll(pod: Pod, seen: RuntimePodStatus, grace: number, done: () => void): void {
    const running = (containers: readonly Container[]): readonly { readonly container: Container; readonly id: string }[] =>
      containers.flatMap((container) => seen.containers.filter((s) => s.metadata.name === container.name && isRunning(s)).map((s) => ({ container, id: s.id })));
    const inits = pod.spec.initContainers ?? [];
    const together = running([...inits.filter((c) => !isSidecar(c)), ...pod.spec.containers]);
    const oneByOne = [...running(inits.filter(isSidecar))].reverse();
    const kill = ({ container, id }: { readonly container: Container; readonly id: string }, then: () => void): void =>
      this.kill({ pod, container, containerId: id, podIP: seen.ip, message: `Stopping container ${container.name}`, grace }, then);
    const nextSidecar = (): void => {
      const sidecar = oneByOne.shift();
      if (sidecar === undefined) done();
      else kill(sidecar, nextSidecar);
    };
    let open = together.length;
    if (open === 0) nextSidecar();
    for (const target of together) {
      kill(target, () => {
        if (--open === 0) nextSidecar();
      });
    }
  }

  private announce(m: KillMachine): void {
    const { pod, container, message, grace } = m.data;
    m.note({ type: 'Kill', container: container.name, message, graceSeconds: grace });
    this.context.recorder.event(containerRef(pod, container), 'Normal', 'Killing', message);
    m.work(m.actor.sample(LATENCY.syncLoop), { type: container.lifecycle?.preStop !== undefined && grace > 0 ? 'HOOK' : 'STOP' });
  }

  private runPreStop(m: KillMachine): void {
    const { pod, container, containerId, podIP } = m.data;
    const hook = container.lifecycle?.preStop;
    if (hook === undefined) return;
    const began = m.kernel.now;
    const { span, cause } = m;
    const finish = (failure: HookFailure | undefined): void => {
      if (m.span !== span) return;
      m.data.hookFailure = failure;
      m.data.grace -= Math.floor((m.kernel.now - began) / SECOND);
      m.send({ type: 'HOOK_DONE' });
    };
    runHook(this.context, pod, container, containerId, podIP, hook, finish);
    // A hook gets no more time than the pod has.
    m.kernel.queue.add(began + m.data.grace * SECOND, () => {
      m.kernel.currentMessage = cause;
      if (this.context.alive()) finish(undefined);
    });
  }

  private stop(m: KillMachine): void {
    const { pod, container, containerId, hookFailure } = m.data;
    if (hookFailure !== undefined) {
      this.context.recorder.event(containerRef(pod, container), 'Warning', 'FailedPreStopHook', this.context.behaviour.shortHookEvents ? 'PreStopHook failed' : hookFailure.message);
    }
    const timeout = Math.max(m.data.grace, MINIMUM_GRACE);
    this.context.runtime.call('StopContainer', { containerId, timeout }, podSubject(pod), () => m.send({ type: 'STOPPED' }));
  }
}
