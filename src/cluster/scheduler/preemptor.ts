import { getCondition } from '../../api/conditions';
import type { Pod } from '../../api/types';
import type { Informer } from '../client/informer';
import { PATCH, succeeded, type ResourceClient } from '../client/typed-client';
import type { Actor } from '../../kernel/actor';
import type { SchedulerBehaviour } from '../versions';
import type { EventBroadcaster } from './event-broadcaster';
import type { Nominator } from './nominator';
import type { PodInfo } from './pod-info';
import { podStatusPatch } from './pod-status';
import type { Candidate } from './preemption';

export interface PreemptorDeps {
  readonly actor: Actor;
  readonly behaviour: SchedulerBehaviour;
  readonly pods: ResourceClient;
  readonly informer: Informer<Pod>;
  readonly nominator: Nominator;
  readonly events: EventBroadcaster;
  /** An eviction failed: the preemptor should try again soon. */
  readonly retry: (uid: string) => void;
}

/**
 * Evicts victims. Before asynchronous preemption (1.33) the scheduling cycle waited for all of it.
 * Models pkg/scheduler/framework/preemption prepareCandidate, prepareCandidateAsync
 */
export class Preemptor {
  /** Preemptors whose evictions are under way, with the last victim's key once that one is being evicted. */
  private readonly running = new Map<string, string | undefined>();

  constructor(private readonly deps: PreemptorDeps) {}

  /** Whether a pod has to wait at the queue's door because its own preemption is not through. Extension point PreEnqueue. */
  isPreempting(uid: string): boolean {
    if (!this.running.has(uid)) return false;
    const last = this.running.get(uid);
    if (last === undefined) return true;
    const victim = this.deps.informer.get(last);
    return victim !== undefined && victim.metadata.deletionTimestamp === undefined;
  }

  /** Evicts; `then` runs when the scheduling cycle may go on. */
  preempt(preemptor: PodInfo, candidate: Candidate, then: () => void): void {
    const { behaviour, retry } = this.deps;
    const victims = candidate.victims.filter((v) => v.pod.metadata.deletionTimestamp === undefined);
    const last = victims[victims.length - 1];
    if (last === undefined) {
      then();
      return;
    }
    if (!behaviour.asyncPreemption) {
      this.evictAll(victims, preemptor, candidate.node, () => {
        this.clearNominations(preemptor, candidate.node);
        then();
      });
      return;
    }
    this.running.set(preemptor.uid, undefined);
    this.clearNominations(preemptor, candidate.node);
    const finish = (allWell: boolean): void => {
      this.running.delete(preemptor.uid);
      if (!allWell) retry(preemptor.uid);
    };
    this.evictAll(victims.slice(0, -1), preemptor, candidate.node, (well) => {
      if (!well) {
        finish(false);
        return;
      }
      this.running.set(preemptor.uid, last.key);
      this.evictAll([last], preemptor, candidate.node, finish);
    });
    then();
  }

  private evictAll(victims: readonly PodInfo[], preemptor: PodInfo, node: string, done: (allWell: boolean) => void): void {
    let left = victims.length;
    let allWell = true;
    if (left === 0) {
      done(true);
      return;
    }
    for (const victim of victims) {
      this.evict(victim, preemptor, node, (well) => {
        allWell &&= well;
        left--;
        if (left === 0) done(allWell);
      });
    }
  }

  // Models preemption.go PreemptPod
  private evict(victim: PodInfo, preemptor: PodInfo, node: string, done: (well: boolean) => void): void {
    const { behaviour, pods, events, actor } = this.deps;
    const at = { namespace: victim.pod.metadata.namespace, name: victim.pod.metadata.name };
    const remove = (): void => pods.delete(at, { kind: 'DeleteOptions', apiVersion: 'v1' }, (response) => {
      if (succeeded(response)) {
        events.event({
          regarding: victim.pod, related: preemptor.pod, type: 'Normal', reason: 'Preempted', action: 'Preempting', note: behaviour.preempted(preemptor.key, preemptor.uid, node),
        });
      }
      done(succeeded(response) || response.code === 404);
    });
    const message = `${preemptor.pod.spec.schedulerName}: preempting to accommodate a higher priority pod`;
    const marked = !behaviour.disruptionTarget || getCondition(victim.pod.status.conditions, 'DisruptionTarget')?.status === 'True';
    const patch = marked ? undefined : podStatusPatch(victim.pod, { condition: { type: 'DisruptionTarget', status: 'True', reason: 'PreemptionByScheduler', message } }, actor.now);
    if (patch === undefined) remove();
    else {
      pods.patch({ ...at, subresource: 'status' }, PATCH.strategic, patch, (response) => {
        if (succeeded(response)) remove();
        else done(response.code === 404);
      });
    }
  }

  /** Less important pods that were promised the node may not fit there any more: they are to look elsewhere. */
  // Models preemption.go clearNominatedNodeName
  private clearNominations(preemptor: PodInfo, node: string): void {
    const { nominator, pods, actor } = this.deps;
    for (const other of [...nominator.on(node)]) {
      if (other.priority >= preemptor.priority) continue;
      const patch = podStatusPatch(other.pod, { nominatedNodeName: '' }, actor.now);
      if (patch !== undefined) pods.patch({ namespace: other.pod.metadata.namespace, name: other.pod.metadata.name, subresource: 'status' }, PATCH.strategic, patch, () => {});
    }
  }
}
