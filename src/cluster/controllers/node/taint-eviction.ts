import { formatTime } from '../../../api/time';
import type { Node, Pod } from '../../../api/types';
import { deepEqual } from '../../../base/json';
import { SECOND, type Micros } from '../../../kernel/time';
import { EventRecorder } from '../../client/event-recorder';
import type { Informer } from '../../client/informer';
import { PATCH, type ResourceClient } from '../../client/typed-client';
import { WorkQueue } from '../../client/workqueue';
import { LATENCY } from '../../latencies';
import { BY_NODE, keyOf, subjectIn, type ControllerContext, type ControllerHandle } from '../context';
import { errorOf, isNotFound } from '../errors';
import { call, startWorkers, think, type Sync } from '../worker';
import { evictionMachine } from './machine';
import { stayOf } from './taints';

const WORKERS = 8;

/**
 * Deletes pods from nodes with NoExecute taints once their tolerations run out. Part of the node lifecycle controller until 1.28,
 * a controller of its own since; always with the node controller's identity.
 * Models pkg/controller/tainteviction/taint_eviction.go.
 */
export class TaintEvictionController {
  private readonly handle: ControllerHandle;
  private readonly recorder: EventRecorder;
  private readonly queue: WorkQueue;
  private readonly nodes: Informer<Node>;
  private readonly pods: Informer<Pod>;
  private readonly client: ResourceClient;
  /** Evictions to come, by pod: when their time began and when it is up. */
  private readonly due = new Map<string, { readonly from: Micros; readonly at: Micros }>();

  constructor(private readonly context: ControllerContext) {
    this.handle = context.controller('node-controller');
    this.recorder = new EventRecorder(this.handle.api, context.scheme, { component: context.behaviour.taintEvictionComponent, ordered: context.behaviour.orderedEvents });
    this.client = this.handle.client('', 'pods');
    this.queue = new WorkQueue(this.handle.actor, 'pods');
    this.nodes = context.informer('', 'nodes');
    this.pods = context.informer('', 'pods');
    this.nodes.addHandlers({
      added: (node) => { if ((node.spec.taints ?? []).length > 0) this.nodeChanged(node); },
      updated: (before, node) => { if (!deepEqual(before.spec.taints ?? [], node.spec.taints ?? [])) this.nodeChanged(node); },
    });
    this.pods.addHandlers({
      added: (pod) => this.podChanged(pod),
      updated: (before, pod) => { if (before.spec.nodeName !== pod.spec.nodeName || before.spec.tolerations !== pod.spec.tolerations) this.podChanged(pod); },
      deleted: (pod) => this.due.delete(keyOf(pod)),
    });
  }

  whenReady(then: () => void): void {
    this.handle.whenReady(then);
  }

  start(): void {
    startWorkers({ actor: this.handle.actor, queue: this.queue, machine: evictionMachine, count: WORKERS, subject: subjectIn('pods'), sync: (key) => this.evict(key) });
  }

  private nodeChanged(node: Node): void {
    for (const pod of this.pods.byIndex(BY_NODE, node.metadata.name)) this.judge(pod, node);
  }

  private podChanged(pod: Pod): void {
    const node = pod.spec.nodeName === undefined ? undefined : this.nodes.get(pod.spec.nodeName);
    if (node !== undefined) this.judge(pod, node);
  }

  /** How long may the pod stay? Models processPodOnNode. */
  private judge(pod: Pod, node: Node): void {
    const key = keyOf(pod);
    const stay = stayOf(pod, node.spec.taints ?? []);
    const scheduled = this.due.get(key);
    if (stay.type !== 'seconds') {
      this.cancel(pod);
      return;
    }
    const { now } = this.context.kernel;
    const delay = stay.seconds * SECOND;
    if (scheduled !== undefined) {
      if (scheduled.from + delay < now + delay && stay.seconds > 0) return;
      this.cancel(pod);
    }
    this.due.set(key, { from: now, at: now + delay });
    this.queue.addAfter(key, delay);
  }

  private cancel(pod: Pod): void {
    if (!this.due.delete(keyOf(pod))) return;
    this.recorder.event(pod, 'Normal', 'TaintManagerEviction', `Cancelling deletion of Pod ${keyOf(pod)}`);
  }

  private *evict(key: string): Sync {
    yield* think('TAKEN', LATENCY.controllerSync);
    const due = this.due.get(key);
    const pod = this.pods.get(key);
    if (pod === undefined || due === undefined) return undefined;
    if (due.at > this.context.kernel.now) {
      // The time was set anew while an older wait for this pod was running.
      this.queue.addAfter(key, due.at - this.context.kernel.now);
      return undefined;
    }
    this.recorder.event(pod, 'Normal', 'TaintManagerEviction', `Marking for deletion Pod ${key}`);
    const { namespace, name } = pod.metadata;
    if (this.context.behaviour.disruptionCondition) {
      const condition = { type: 'DisruptionTarget', status: 'True', reason: 'DeletionByTaintManager', message: 'Taint manager: deleting due to NoExecute taint', lastTransitionTime: formatTime(this.context.wall) };
      const marked = yield* call('SAY_WHY', (done) => this.client.patch({ namespace, name, subresource: 'status' }, PATCH.strategic, { status: { conditions: [condition] } }, done));
      const error = errorOf(marked);
      if (error !== undefined && !isNotFound(marked)) return error;
    }
    const response = yield* call('DELETE', (done) => this.client.delete({ namespace, name }, {}, done));
    const error = errorOf(response);
    if (error !== undefined && !isNotFound(response)) return error;
    this.due.delete(key);
    return undefined;
  }
}
