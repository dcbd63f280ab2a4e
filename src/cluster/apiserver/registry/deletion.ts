import type { Resource } from '../../../api/scheme';
import type { DeleteOptions, KubeObject, Namespace } from '../../../api/types';
import type { Strategy } from './strategy';

const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';

/** What a DELETE makes of an object before it is removed, if it is. */
export interface DeletionPlan {
  /** The object to write first; undefined: remove it as it is. */
  readonly update: KubeObject | undefined;
  /** Whether it is to be removed in this request. */
  readonly remove: boolean;
  /** It is being deleted already and this request changes nothing. */
  readonly pending: boolean;
}

/**
 * Decides between removing at once, marking, and nothing to do.
 * `wall` is now in whole seconds since 1970, `timestamp` writes such a time.
 * Models apiserver pkg/registry/rest delete.go BeforeDelete, pkg/registry/generic/registry store.go updateForGracefulDeletionAndFinalizers.
 */
export function planDeletion(
  object: KubeObject, options: DeleteOptions, strategy: Strategy, wall: number, timestamp: (seconds: number) => string, parse: (timestamp: string) => number | undefined,
): DeletionPlan {
  const graceful = gracefulMark(object, options, strategy, wall, timestamp, parse);
  if (graceful === 'pending') return { update: undefined, remove: false, pending: true };
  const marked = graceful ?? object;
  const finalizers = wantedFinalizers(object, options, strategy);
  const withFinalizers = sameSet(finalizers, object.metadata.finalizers ?? []) ? marked : withFinalizerList(marked, finalizers);
  if (finalizers.length > 0) {
    const update = graceful === undefined ? markAsDeleting(withFinalizers, wall, timestamp, parse) : withFinalizers;
    return { update, remove: false, pending: false };
  }
  if (graceful === undefined) return { update: undefined, remove: true, pending: false };
  return { update: withFinalizers, remove: graceful.metadata.deletionGracePeriodSeconds === 0, pending: false };
}

function gracefulMark(
  object: KubeObject, options: DeleteOptions, strategy: Strategy, wall: number, timestamp: (seconds: number) => string, parse: (timestamp: string) => number | undefined,
): KubeObject | 'pending' | undefined {
  if (strategy.gracePeriod === undefined) return undefined;
  const { metadata } = object;
  const asked = options.gracePeriodSeconds === undefined ? undefined : options.gracePeriodSeconds < 0 ? 1 : options.gracePeriodSeconds;
  if (metadata.deletionTimestamp !== undefined) {
    const before = metadata.deletionGracePeriodSeconds;
    if (before === undefined || before === 0) return undefined;
    // Somebody was here first: the grace may only become shorter.
    if (asked === undefined || asked >= before) return 'pending';
    const since = (parse(metadata.deletionTimestamp) ?? wall) - before;
    return { ...object, metadata: { ...metadata, deletionTimestamp: timestamp(since + asked), deletionGracePeriodSeconds: asked } };
  }
  const grace = strategy.gracePeriod(object, asked);
  return { ...object, metadata: deletionMetadata(object, timestamp(wall + grace), grace) };
}

function deletionMetadata(object: KubeObject, deletionTimestamp: string, deletionGracePeriodSeconds: number): KubeObject['metadata'] {
  const { metadata } = object;
  const { generation } = metadata;
  return { ...metadata, ...(generation !== undefined && generation > 0 ? { generation: generation + 1 } : {}), deletionTimestamp, deletionGracePeriodSeconds };
}

/** Kinds without grace that finalizers hold: marked now. Models store.go markAsDeleting. */
function markAsDeleting(object: KubeObject, wall: number, timestamp: (seconds: number) => string, parse: (timestamp: string) => number | undefined): KubeObject {
  const { metadata } = object;
  const at = metadata.deletionTimestamp === undefined ? undefined : parse(metadata.deletionTimestamp);
  if (metadata.deletionTimestamp === undefined) return { ...object, metadata: deletionMetadata(object, timestamp(wall), 0) };
  const deletionTimestamp = at !== undefined && at > wall ? timestamp(wall) : metadata.deletionTimestamp;
  return { ...object, metadata: { ...metadata, deletionTimestamp, deletionGracePeriodSeconds: 0 } };
}

/** Models store.go deletionFinalizersForGarbageCollection: the two finalizers of the garbage collector come and go with the client's wish. */
function wantedFinalizers(object: KubeObject, options: DeleteOptions, strategy: Strategy): readonly string[] {
  const before = object.metadata.finalizers ?? [];
  const kept = before.filter((f) => f !== ORPHAN && f !== FOREGROUND);
  if (strategy.garbageCollection === 'unsupported') return kept;
  const out = [...kept];
  if (shouldOrphan(options, before, strategy)) out.push(ORPHAN);
  if (shouldWaitForDependents(options, before)) out.push(FOREGROUND);
  return sameSet(out, before) ? before : out;
}

function shouldOrphan(options: DeleteOptions, finalizers: readonly string[], strategy: Strategy): boolean {
  if (options.orphanDependents !== undefined) return options.orphanDependents;
  if (options.propagationPolicy !== undefined) return options.propagationPolicy === 'Orphan';
  const known = finalizers.find((f) => f === ORPHAN || f === FOREGROUND);
  return known === undefined ? strategy.garbageCollection === 'orphan' : known === ORPHAN;
}

function shouldWaitForDependents(options: DeleteOptions, finalizers: readonly string[]): boolean {
  if (options.orphanDependents !== undefined) return false;
  if (options.propagationPolicy !== undefined) return options.propagationPolicy === 'Foreground';
  return finalizers.find((f) => f === ORPHAN || f === FOREGROUND) === FOREGROUND;
}

function withFinalizerList(object: KubeObject, finalizers: readonly string[]): KubeObject {
  const { finalizers: _, ...metadata } = object.metadata;
  return { ...object, metadata: finalizers.length === 0 ? metadata : { ...metadata, finalizers } };
}

const sameSet = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((x) => b.includes(x));

/** An update that takes away the last finalizer of an object that is being deleted removes it. Models store.go ShouldDeleteDuringUpdate. */
export function shouldDeleteDuringUpdate(resource: Pick<Resource, 'resource'>, object: KubeObject, old: KubeObject): boolean {
  if ((object.metadata.finalizers ?? []).length > 0 || old.metadata.deletionTimestamp === undefined) return false;
  if ((old.metadata.deletionGracePeriodSeconds ?? 0) > 0) return false;
  return resource.resource !== 'namespaces' || ((object as Namespace).spec.finalizers ?? []).length === 0;
}

/** A namespace is marked and left to the namespace controller until its own finalizers are gone. Models pkg/registry/core/namespace/storage Delete. */
export function planNamespaceDeletion(object: KubeObject, wall: number, timestamp: (seconds: number) => string): DeletionPlan | undefined {
  const namespace = object as Namespace;
  if (namespace.metadata.deletionTimestamp === undefined) {
    const update: Namespace = { ...namespace, metadata: { ...namespace.metadata, deletionTimestamp: timestamp(wall) }, status: { ...namespace.status, phase: 'Terminating' } };
    return { update, remove: false, pending: false };
  }
  if ((namespace.spec.finalizers ?? []).length > 0) return { update: undefined, remove: false, pending: true };
  return undefined;
}
