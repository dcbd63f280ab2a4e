import { MachineKind, type Machine } from '../../../kernel/machine';
import { MINUTE } from '../../../kernel/time';
import { nextTick, type KubeletContext } from '../context';
import { collectorMachine, type CollectorEvent } from './collector.machine';
import type { Pleg } from './pleg';
import { hasExited } from './pod-status';

interface Garbage {
  readonly id: string;
  readonly subject: string;
}

interface Collection {
  containers: Garbage[];
  sandboxes: Garbage[];
}

type Collector = Machine<CollectorEvent, Collection>;

/**
 * Removes what is left of pods that are gone. Looks once a minute, from the start of the kubelet; silent when there is nothing.
 * Models pkg/kubelet/kuberuntime/kuberuntime_gc.go.
 */
export class GarbageCollector {
  private readonly machine: Collector;
  private scheduled = false;

  /** `gone`: whether nobody needs a pod's remains any more. */
  constructor(private readonly context: KubeletContext, private readonly pleg: Pleg, private readonly gone: (uid: string) => boolean) {
    const kind = new MachineKind<CollectorEvent, Collection>('container garbage collector', collectorMachine, {
      choose: (m: Collector) => this.next(m),
      removeContainer: (m: Collector) => this.removeContainer(m), stopSandbox: (m: Collector) => this.stopSandbox(m), removeSandbox: (m: Collector) => this.removeSandbox(m),
    });
    this.machine = context.actor.start(kind, { data: { containers: [], sandboxes: [] } });
  }

  /** There may be something to collect at the next look. */
  wake(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    const { actor, startedAt } = this.context;
    actor.timer(nextTick(actor.now, MINUTE, startedAt) - actor.now, 'container garbage collection', () => {
      this.scheduled = false;
      if (this.context.alive()) this.collect();
    });
  }

  private collect(): void {
    const containers: Garbage[] = [];
    const sandboxes: Garbage[] = [];
    let left = false;
    for (const uid of this.pleg.podUids()) {
      if (!this.gone(uid)) continue;
      const { containers: cs, sandboxes: ss } = this.pleg.statusOf(uid);
      const [latest] = ss;
      const subject = latest === undefined ? '' : `pods/${latest.metadata.namespace}/${latest.metadata.name}`;
      const ended = cs.every(hasExited);
      for (const { id } of cs.filter(hasExited)) containers.push({ id, subject });
      for (const { id, state } of ss) {
        if (ended && state === 'SANDBOX_NOTREADY') sandboxes.push({ id, subject });
        else left = true;
      }
    }
    if (left) this.wake();
    if (containers.length + sandboxes.length === 0 || this.machine.state !== 'idle') return;
    Object.assign(this.machine.data, { containers, sandboxes });
    this.machine.send({ type: 'COLLECT' });
  }

  private next(m: Collector): void {
    m.send({ type: m.data.containers.length > 0 ? 'CONTAINER' : m.data.sandboxes.length > 0 ? 'SANDBOX' : 'DONE' });
  }

  private removeContainer(m: Collector): void {
    const garbage = m.data.containers.shift();
    if (garbage !== undefined) this.context.runtime.call('RemoveContainer', { containerId: garbage.id }, garbage.subject, () => this.next(m));
  }

  private stopSandbox(m: Collector): void {
    const [garbage] = m.data.sandboxes;
    if (garbage !== undefined) this.context.runtime.call('StopPodSandbox', { podSandboxId: garbage.id }, garbage.subject, () => m.send({ type: 'STOPPED' }));
  }

  private removeSandbox(m: Collector): void {
    const garbage = m.data.sandboxes.shift();
    if (garbage !== undefined) this.context.runtime.call('RemovePodSandbox', { podSandboxId: garbage.id }, garbage.subject, () => this.next(m));
  }
}
