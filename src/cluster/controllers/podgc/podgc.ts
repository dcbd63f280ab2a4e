import { isPodTerminal } from '../../../api/pods';
import { formatTime } from '../../../api/time';
import type { Node, Pod } from '../../../api/types';
import { SECOND, type Micros } from '../../../kernel/time';
import type { Informer } from '../../client/informer';
import { PATCH, type ResourceClient } from '../../client/typed-client';
import { WorkQueue } from '../../client/workqueue';
import { LATENCY } from '../../latencies';
import { type ControllerContext, type ControllerHandle } from '../context';
import { isNotFound } from '../errors';
import { call, startWorkers, think, type Step, type Sync } from '../worker';
import { podGcMachine } from './machine';

const PERIOD = 20 * SECOND;
const QUARANTINE = 40 * SECOND;
/** Ended pods beyond this number go, oldest first. */
const THRESHOLD = 12_500;
const ALL = 'all';

/**
 * Removes pods that nobody else will. Models pkg/controller/podgc/gc_controller.go.
 */
export class PodGarbageCollector {
  private readonly handle: ControllerHandle;
  private readonly queue: WorkQueue;
  private readonly pods: Informer<Pod>;
  private readonly nodes: Informer<Node>;
  private readonly client: ResourceClient;
  private readonly nodeClient: ResourceClient;
  /** Nodes that pods name and that are not there, and since when. */
  private readonly missing = new Map<string, Micros>();

  constructor(private readonly context: ControllerContext) {
    this.handle = context.controller('pod-garbage-collector');
    this.client = this.handle.client('', 'pods');
    this.nodeClient = this.handle.client('', 'nodes');
    this.queue = new WorkQueue(this.handle.actor, 'pods', () => 'pods');
    this.pods = context.informer('', 'pods');
    this.nodes = context.informer('', 'nodes');
  }

  whenReady(then: () => void): void {
    this.handle.whenReady(then);
  }

  start(): void {
    startWorkers({ actor: this.handle.actor, queue: this.queue, machine: podGcMachine, count: 1, subject: () => 'pods', sync: () => this.collect() });
    this.queue.addAfter(ALL, PERIOD);
  }

  private *collect(): Sync {
    this.queue.addAfter(ALL, PERIOD);
    yield* think('TAKEN', LATENCY.controllerSync);
    const pods = [...this.pods.list()];
    const ended = pods.filter(isPodTerminal);
    if (ended.length > THRESHOLD) {
      const oldest = [...ended].sort((a, b) => ((a.metadata.creationTimestamp ?? '') < (b.metadata.creationTimestamp ?? '') ? -1 : 1));
      for (const pod of oldest.slice(0, ended.length - THRESHOLD)) yield* this.remove(pod, undefined);
    }
    const gone = yield* this.nodesGone(pods);
    for (const pod of pods) if (gone.has(pod.spec.nodeName ?? '')) yield* this.remove(pod, 'PodGC: node no longer exists');
    for (const pod of pods) {
      const { deletionTimestamp } = pod.metadata;
      if (deletionTimestamp !== undefined && (pod.spec.nodeName ?? '') === '') yield* this.remove(pod, undefined);
    }
    return undefined;
  }

  /** Nodes that have been missing for forty seconds, by the word of the API server. Models gcOrphaned, discoverDeletedNodes. */
  private *nodesGone(pods: readonly Pod[]): Generator<Step, ReadonlySet<string>, unknown> {
    const { now } = this.context.kernel;
    const named = new Set(pods.map((p) => p.spec.nodeName ?? '').filter((n) => n !== ''));
    for (const name of this.missing.keys()) if (!named.has(name) || this.nodes.get(name) !== undefined) this.missing.delete(name);
    const gone = new Set<string>();
    for (const name of named) {
      if (this.nodes.get(name) !== undefined) continue;
      const since = this.missing.get(name);
      if (since === undefined) this.missing.set(name, now);
      else if (now - since >= QUARANTINE) {
        const response = yield* call('GET_NODE', (done) => this.nodeClient.get({ name }, done), { type: 'missingNode', node: name });
        if (isNotFound(response)) gone.add(name);
        else this.missing.delete(name);
      }
    }
    return gone;
  }

  private *remove(pod: Pod, why: string | undefined): Generator<Step, void, unknown> {
    const { namespace, name } = pod.metadata;
    if (this.context.behaviour.disruptionCondition && !isPodTerminal(pod)) {
      const conditions = why === undefined ? [] : [{ type: 'DisruptionTarget', status: 'True', reason: 'DeletionByPodGC', message: why, lastTransitionTime: formatTime(this.context.wall) }];
      yield* call('MARK', (done) => this.client.patch({ namespace, name, subresource: 'status' }, PATCH.strategic, { status: { phase: 'Failed', ...(conditions.length === 0 ? {} : { conditions }) } }, done));
    }
    yield* call('DELETE', (done) => this.client.delete({ namespace, name }, { gracePeriodSeconds: 0 }, done), { type: 'podGC', pod: name, why: why ?? 'ended, or never had a node' });
  }
}
