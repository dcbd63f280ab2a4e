import { formatTime } from '../../../api/time';
import type { Namespace, NamespaceCondition } from '../../../api/types';

/** What emptying a namespace came to. */
export interface DeletionResult {
  /** Why some content could not be deleted. */
  readonly errors: readonly string[];
  /** Objects left, by `resource.group`. */
  readonly remaining: ReadonlyMap<string, number>;
  /** Objects left that have finalizers, by finalizer. */
  readonly finalizers: ReadonlyMap<string, number>;
}

const listed = (counts: ReadonlyMap<string, number>, text: (name: string, n: number) => string): string => [...counts].map(([name, n]) => text(name, n)).sort().join(', ');

/**
 * The five conditions of a namespace that is going away. Models pkg/controller/namespace/deletion/status_condition_utils.go.
 */
export function deletionConditions({ errors, remaining, finalizers }: DeletionResult): readonly Pick<NamespaceCondition, 'type' | 'status' | 'reason' | 'message'>[] {
  const aggregate = errors.length === 1 ? (errors[0] ?? '') : `[${errors.join(', ')}]`;
  return [
    { type: 'NamespaceDeletionDiscoveryFailure', status: 'False', reason: 'ResourcesDiscovered', message: 'All resources successfully discovered' },
    { type: 'NamespaceDeletionGroupVersionParsingFailure', status: 'False', reason: 'ParsedGroupVersions', message: 'All legacy kube types successfully parsed' },
    errors.length === 0
      ? { type: 'NamespaceDeletionContentFailure', status: 'False', reason: 'ContentDeleted', message: 'All content successfully deleted, may be waiting on finalization' }
      : { type: 'NamespaceDeletionContentFailure', status: 'True', reason: 'ContentDeletionFailed', message: `Failed to delete all resource types, ${errors.length} remaining: ${aggregate}` },
    remaining.size === 0
      ? { type: 'NamespaceContentRemaining', status: 'False', reason: 'ContentRemoved', message: 'All content successfully removed' }
      : { type: 'NamespaceContentRemaining', status: 'True', reason: 'SomeResourcesRemain', message: `Some resources are remaining: ${listed(remaining, (name, n) => `${name} has ${n} resource instances`)}` },
    finalizers.size === 0
      ? { type: 'NamespaceFinalizersRemaining', status: 'False', reason: 'ContentHasNoFinalizers', message: 'All content-preserving finalizers finished' }
      : { type: 'NamespaceFinalizersRemaining', status: 'True', reason: 'SomeFinalizersRemain', message: `Some content in the namespace has finalizers remaining: ${listed(finalizers, (name, n) => `${name} in ${n} resource instances`)}` },
  ];
}

/** The status with those conditions; the same object when nothing changed. */
export function withDeletionConditions(namespace: Namespace, result: DeletionResult, wall: number): Namespace['status'] {
  const before = namespace.status.conditions ?? [];
  let changed = false;
  const conditions = [...before];
  for (const next of deletionConditions(result)) {
    const index = conditions.findIndex((c) => c.type === next.type);
    const current = conditions[index];
    if (current !== undefined && current.status === next.status && current.reason === next.reason && current.message === next.message) continue;
    changed = true;
    const stamped: NamespaceCondition = { type: next.type, status: next.status, lastTransitionTime: formatTime(wall), ...(next.reason === undefined ? {} : { reason: next.reason }), ...(next.message === undefined ? {} : { message: next.message }) };
    if (current === undefined) conditions.push(stamped);
    else conditions[index] = stamped;
  }
  return changed ? { ...namespace.status, conditions } : namespace.status;
}
