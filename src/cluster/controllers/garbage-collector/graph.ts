import type { KubeObject, OwnerReference } from '../../../api/types';

/** What names an object to the garbage collector. */
export interface Identity {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly uid: string;
}

export const ORPHAN = 'orphan';
export const FOREGROUND = 'foregroundDeletion';

/** One object, or one that others name as their owner and that nobody has seen yet (virtual). */
export interface GraphNode {
  identity: Identity;
  owners: readonly OwnerReference[];
  readonly dependents: Set<GraphNode>;
  virtual: boolean;
  beingDeleted: boolean;
  /** It waits for its dependents to be deleted (foreground deletion). */
  deletingDependents: boolean;
}

/** What a change of the graph asks the workers to look at. */
export interface GraphQueues {
  readonly attemptToDelete: (node: GraphNode) => void;
  readonly attemptToOrphan: (node: GraphNode) => void;
  /** An owner in another namespace can own nothing. */
  readonly invalidNamespace: (dependent: KubeObject, owner: OwnerReference) => void;
}

/** How many absent owners are remembered. */
const ABSENT_OWNERS = 500;
const NO_OWNERS: readonly OwnerReference[] = [];

const has = (object: KubeObject | undefined, finalizer: string): boolean => object?.metadata.finalizers?.includes(finalizer) === true;
const deleting = (object: KubeObject | undefined): boolean => object?.metadata.deletionTimestamp !== undefined;

/** Whether this very change began the deletion with that finalizer. Models pkg/controller/garbagecollector/graph_builder.go deletionStartsWithFinalizer. */
const starts = (before: KubeObject | undefined, after: KubeObject, finalizer: string): boolean =>
  deleting(after) && has(after, finalizer) && !(deleting(before) && has(before, finalizer));

export const identityOf = (object: KubeObject): Identity => ({
  apiVersion: object.apiVersion, kind: object.kind, namespace: object.metadata.namespace, name: object.metadata.name, uid: object.metadata.uid ?? '',
});

/**
 * Who owns whom, by uid, kept current by the informers of all resources. It only knows what owner references say.
 * Models pkg/controller/garbagecollector/graph_builder.go.
 */
export class OwnerGraph {
  private readonly nodes = new Map<string, GraphNode>();
  private readonly absent = new Set<string>();

  constructor(private readonly queues: GraphQueues) {}

  get(uid: string): GraphNode | undefined {
    return this.nodes.get(uid);
  }

  get size(): number {
    return this.nodes.size;
  }

  /** Whether an owner is known to be gone. */
  isAbsent(uid: string): boolean {
    return this.absent.has(uid);
  }

  addAbsent(uid: string): void {
    this.absent.delete(uid);
    this.absent.add(uid);
    if (this.absent.size > ABSENT_OWNERS) for (const oldest of this.absent) {
      this.absent.delete(oldest);
      break;
    }
  }

  /** An informer saw an object come or change. */
  upsert(before: KubeObject | undefined, object: KubeObject): void {
    const uid = object.metadata.uid ?? '';
    const owners = object.metadata.ownerReferences ?? NO_OWNERS;
    let node = this.nodes.get(uid);
    if (node === undefined) {
      node = { identity: identityOf(object), owners, dependents: new Set(), virtual: false, beingDeleted: deleting(object), deletingDependents: deleting(object) && has(object, FOREGROUND) };
      this.nodes.set(uid, node);
      this.addToOwners(node, owners, object);
    } else {
      if (node.virtual) {
        node.identity = identityOf(object);
        node.virtual = false;
      }
      if (node.owners !== owners) this.changeOwners(node, owners, object);
      if (deleting(object)) node.beingDeleted = true;
    }
    if (deleting(object)) this.transition(before, object, node);
  }

  /** An object is gone: an informer saw it, or the API server says that it never was. */
  remove(uid: string): void {
    const node = this.nodes.get(uid);
    if (node === undefined) return;
    this.nodes.delete(uid);
    for (const owner of node.owners) this.nodes.get(owner.uid)?.dependents.delete(node);
    if (node.dependents.size > 0) this.addAbsent(uid);
    for (const dependent of node.dependents) this.queues.attemptToDelete(dependent);
    for (const owner of node.owners) {
      const ownerNode = this.nodes.get(owner.uid);
      if (ownerNode?.deletingDependents === true) this.queues.attemptToDelete(ownerNode);
    }
  }

  private addToOwners(node: GraphNode, owners: readonly OwnerReference[], object: KubeObject): void {
    for (const owner of owners) {
      const known = this.nodes.get(owner.uid);
      if (known !== undefined) {
        known.dependents.add(node);
        const { namespace } = known.identity;
        if (!known.virtual && namespace !== undefined && namespace !== node.identity.namespace) this.queues.invalidNamespace(object, owner);
        continue;
      }
      const virtual: GraphNode = {
        identity: { apiVersion: owner.apiVersion, kind: owner.kind, namespace: node.identity.namespace, name: owner.name, uid: owner.uid },
        owners: NO_OWNERS, dependents: new Set([node]), virtual: true, beingDeleted: false, deletingDependents: false,
      };
      this.nodes.set(owner.uid, virtual);
      this.queues.attemptToDelete(virtual);
    }
  }

  private changeOwners(node: GraphNode, owners: readonly OwnerReference[], object: KubeObject): void {
    const before = node.owners;
    node.owners = owners;
    const added = owners.filter((o) => !before.some((b) => b.uid === o.uid));
    const removed = before.filter((b) => !owners.some((o) => o.uid === b.uid));
    // An owner that no longer has to wait for this dependent may go on.
    for (const b of before) {
      const now = owners.find((o) => o.uid === b.uid);
      const owner = this.nodes.get(b.uid);
      if (b.blockOwnerDeletion === true && now?.blockOwnerDeletion !== true && owner !== undefined) this.queues.attemptToDelete(owner);
    }
    this.addToOwners(node, added, object);
    for (const owner of removed) this.nodes.get(owner.uid)?.dependents.delete(node);
  }

  private transition(before: KubeObject | undefined, object: KubeObject, node: GraphNode): void {
    if (starts(before, object, ORPHAN)) {
      this.queues.attemptToOrphan(node);
      return;
    }
    if (starts(before, object, FOREGROUND)) {
      node.deletingDependents = true;
      for (const dependent of node.dependents) this.queues.attemptToDelete(dependent);
      this.queues.attemptToDelete(node);
    }
  }
}

/** Dependents that an owner in foreground deletion waits for. Models pkg/controller/garbagecollector/graph.go blockingDependents. */
export function blockingDependents(node: GraphNode): readonly GraphNode[] {
  return [...node.dependents].filter((dep) => dep.owners.some((o) => o.uid === node.identity.uid && o.blockOwnerDeletion === true));
}
