import type { KubeObject, OwnerReference } from '../../../api/types';
import { ResourceClient } from '../../client/typed-client';
import { WorkQueue } from '../../client/workqueue';
import type { ControllerContext, ControllerHandle } from '../context';
import { startWorkers } from '../worker';
import { OwnerGraph, type GraphNode } from './graph';
import { attemptToDeleteMachine, attemptToOrphanMachine } from './machine';
import { RestMapper } from './rest-mapper';
import { attemptToDelete, attemptToOrphan, type GarbageCollectorPorts } from './sync';

const WORKERS = 20;
/** Events come and go too fast and own nothing. */
const IGNORED: ReadonlySet<string> = new Set(['events']);

/**
 * Deletes what lost its owners, makes owners in foreground deletion wait for their dependents, sets dependents free on request.
 * Models pkg/controller/garbagecollector/garbagecollector.go.
 */
export class GarbageCollector {
  private readonly handle: ControllerHandle;
  private readonly graph: OwnerGraph;
  private readonly mapper: RestMapper;
  private readonly deletions: WorkQueue;
  private readonly orphanings: WorkQueue;
  private readonly queued = new Map<string, GraphNode>();
  private readonly clients = new Map<string, { readonly client: ResourceClient; readonly namespaced: boolean }>();

  constructor(private readonly context: ControllerContext) {
    this.handle = context.controller('generic-garbage-collector', 'garbage-collector-controller', context.behaviour.garbageCollectorQps);
    const { actor } = this.handle;
    this.deletions = new WorkQueue(actor, 'attempt to delete', (uid) => this.subjectOf(uid));
    this.orphanings = new WorkQueue(actor, 'attempt to orphan', (uid) => this.subjectOf(uid));
    this.graph = new OwnerGraph({
      attemptToDelete: (node) => this.queue(this.deletions, node),
      attemptToOrphan: (node) => this.queue(this.orphanings, node),
      invalidNamespace: (object, owner) => this.reportInvalidNamespace(object, owner),
    });
    this.mapper = new RestMapper(context.managerClient('controller-discovery', true), context.scheme, context.behaviour.aggregatedDiscovery);
    for (const { group, resource, verbs, preferred, stored } of context.scheme.resources) {
      if (!preferred || !stored || IGNORED.has(resource) || !verbs.includes('delete') || !verbs.includes('watch')) continue;
      context.informer<KubeObject>(group, resource).addHandlers({
        added: (object) => this.graph.upsert(undefined, object),
        updated: (before, object) => this.graph.upsert(before, object),
        deleted: (object) => this.graph.remove(object.metadata.uid ?? ''),
      });
    }
  }

  whenReady(then: () => void): void {
    this.handle.whenReady(then);
  }

  start(): void {
    const { actor } = this.handle;
    const ports: GarbageCollectorPorts = {
      graph: this.graph, mapper: this.mapper, take: (uid) => this.take(uid), requeue: (node) => this.queue(this.deletions, node, true), clientFor: (apiVersion, kind) => this.clientFor(apiVersion, kind),
    };
    startWorkers({ actor, queue: this.deletions, machine: attemptToDeleteMachine, count: WORKERS, subject: (uid) => this.subjectOf(uid), sync: (uid) => attemptToDelete(ports, uid) });
    startWorkers({ actor, queue: this.orphanings, machine: attemptToOrphanMachine, count: WORKERS, subject: (uid) => this.subjectOf(uid), sync: (uid) => attemptToOrphan(ports, uid) });
  }

  private queue(queue: WorkQueue, node: GraphNode, own = false): void {
    this.queued.set(node.identity.uid, node);
    queue.add(node.identity.uid, own ? this.handle.actor : this.context.manager);
  }

  /** The node of the graph, or, when it has gone since, the one that was queued. */
  private take(uid: string): GraphNode | undefined {
    const queued = this.queued.get(uid);
    this.queued.delete(uid);
    return this.graph.get(uid) ?? queued;
  }

  private subjectOf(uid: string): string {
    const node = this.graph.get(uid) ?? this.queued.get(uid);
    if (node === undefined) return uid;
    const { apiVersion, kind, namespace, name } = node.identity;
    const resource = this.context.scheme.kindFor(apiVersion, kind)?.resource ?? kind.toLowerCase();
    return namespace === undefined ? `${resource}/${name}` : `${resource}/${namespace}/${name}`;
  }

  private clientFor(apiVersion: string, kind: string): { readonly client: ResourceClient; readonly namespaced: boolean } | undefined {
    const key = `${apiVersion} ${kind}`;
    const known = this.clients.get(key);
    if (known !== undefined) return known;
    const resource = this.context.scheme.kindFor(apiVersion, kind);
    if (resource === undefined) return undefined;
    const made = { client: new ResourceClient(this.handle.api, this.context.scheme, resource.group, resource.version, resource.resource), namespaced: resource.namespaced };
    this.clients.set(key, made);
    return made;
  }

  private reportInvalidNamespace(object: KubeObject, owner: OwnerReference): void {
    const { namespace } = object.metadata;
    const text = `[${owner.apiVersion}/${owner.kind}, namespace: ${namespace ?? ''}, name: ${owner.name}, uid: ${owner.uid}]`;
    this.handle.recorder.event(object, 'Warning', 'OwnerRefInvalidNamespace', `ownerRef ${text} does not exist in namespace "${namespace ?? ''}"`);
  }
}
