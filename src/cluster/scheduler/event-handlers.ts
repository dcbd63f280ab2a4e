import { isPodTerminal } from '../../api/pods';
import type { KubeObject, Node, Pod } from '../../api/types';
import type { Informer } from '../client/informer';
import type { SchedulerBehaviour } from '../versions';
import type { SchedulerCache } from './cache';
import { added, deleted, updated, type ClusterEvent } from './cluster-event';
import { nodeChanges, podChanges } from './queueing-hints';
import type { SchedulingQueue } from './scheduling-queue';

export interface EventHandlersDeps {
  readonly schedulerName: string;
  readonly behaviour: SchedulerBehaviour;
  readonly queue: SchedulingQueue;
  readonly cache: SchedulerCache;
}

/**
 * What the watches mean for the scheduler: pods with a node go to the cache, pods without one to the queue, and whatever
 * may make a pod schedulable moves pods in the queue.
 * Models pkg/scheduler/eventhandlers.go addAllEventHandlers
 */
export function handlePods(informer: Informer<Pod>, deps: EventHandlersDeps): void {
  const { queue, cache, behaviour } = deps;
  const assigned = (p: Pod): boolean => (p.spec.nodeName ?? '') !== '' && !isPodTerminal(p);
  const ours = (p: Pod): boolean => (p.spec.nodeName ?? '') === '' && !isPodTerminal(p) && p.spec.schedulerName === deps.schedulerName;
  const place = (pod: Pod): void => {
    cache.addPod(pod);
    const event = added('AssignedPod', pod);
    if (behaviour.queueingHints) queue.move(event);
    else queue.moveForAffinity(event, pod);
  };
  const unplace = (pod: Pod): void => {
    cache.removePod(pod);
    queue.move(deleted('AssignedPod', pod));
  };
  informer.addHandlers({
    added: (pod) => {
      if (assigned(pod)) place(pod);
      else if (ours(pod)) queue.add(pod);
    },
    updated: (before, pod) => {
      // Deleted and made anew under the same name between two looks.
      if (before.metadata.uid !== pod.metadata.uid) {
        if (assigned(before)) unplace(before);
        else queue.delete(before);
        if (assigned(pod)) place(pod);
        else if (ours(pod)) queue.add(pod);
        return;
      }
      if (assigned(pod)) {
        if (assigned(before)) replace(before, pod);
        else {
          queue.delete(before);
          place(pod);
        }
      } else if (assigned(before)) unplace(before);
      else if (!ours(pod)) queue.delete(before);
      // What changes of a pod already decided on does not matter to the queue.
      else if (!cache.isAssumed(pod.metadata.uid ?? '')) queue.update(before, pod);
    },
    deleted: (pod) => {
      if (assigned(pod)) unplace(pod);
      else queue.delete(pod);
    },
  });
  function replace(before: Pod, pod: Pod): void {
    cache.addPod(pod);
    if (!behaviour.queueingHints) {
      queue.moveForAffinity(updated('AssignedPod', before, pod), pod);
      return;
    }
    const parts = podChanges(before, pod);
    if (parts.size > 0) queue.move(updated('AssignedPod', before, pod, parts));
  }
}

export function handleNodes(informer: Informer<Node>, { queue, cache, behaviour }: EventHandlersDeps): void {
  informer.addHandlers({
    added: (node) => {
      cache.setNode(node);
      queue.move(added('Node', node));
    },
    updated: (before, node) => {
      cache.setNode(node);
      const parts = nodeChanges(before, node);
      if (parts.size > 0) queue.move(updated('Node', before, node, parts));
    },
    deleted: (node) => {
      cache.removeNode(node.metadata.name);
      if (behaviour.queueingHints) queue.move(deleted('Node', node));
    },
  });
}

/** Volumes, claims, classes, services: changes may help pods that wait for them. */
export function handleOthers<T extends KubeObject>(informer: Informer<T>, resource: ClusterEvent['resource'], { queue, behaviour }: EventHandlersDeps): void {
  const quietAboutDeletes = behaviour.queueingHints;
  informer.addHandlers({
    added: (object) => queue.move(added(resource, object)),
    updated: (before, object) => queue.move(updated(resource, before, object)),
    deleted: (object) => {
      if (!quietAboutDeletes) queue.move(deleted(resource, object));
    },
  });
}
