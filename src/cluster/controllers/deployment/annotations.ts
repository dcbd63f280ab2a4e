import type { Annotations, Deployment, ReplicaSet } from '../../../api/types';
import { maxSurge } from './rolling';

/** What the deployment controller writes on ReplicaSets and Deployments to remember revisions and sizes. */

export const REVISION = 'deployment.kubernetes.io/revision';
export const REVISION_HISTORY = 'deployment.kubernetes.io/revision-history';
export const DESIRED_REPLICAS = 'deployment.kubernetes.io/desired-replicas';
export const MAX_REPLICAS = 'deployment.kubernetes.io/max-replicas';
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
const DEPRECATED_ROLLBACK = 'deprecated.deployment.rollback.to';

/** Never copied from a Deployment to its ReplicaSets. */
const SKIPPED: ReadonlySet<string> = new Set([LAST_APPLIED, REVISION, REVISION_HISTORY, DESIRED_REPLICAS, MAX_REPLICAS, DEPRECATED_ROLLBACK]);
const MAX_HISTORY_LENGTH = 2000;

const integer = (text: string | undefined): number | undefined => (text !== undefined && /^-?\d+$/.test(text) ? Number(text) : undefined);

/** The revision that a ReplicaSet carries; 0 when none. */
export const revisionOf = (rs: ReplicaSet): number => integer(rs.metadata.annotations?.[REVISION]) ?? 0;

/** Models pkg/controller/deployment/util MaxRevision. */
export const maxRevision = (sets: readonly ReplicaSet[]): number => sets.reduce((max, rs) => Math.max(max, revisionOf(rs)), 0);

/** How many replicas the Deployment wanted when the ReplicaSet was last sized; undefined when nothing is written there. */
export const desiredReplicasOf = (rs: ReplicaSet): number | undefined => integer(rs.metadata.annotations?.[DESIRED_REPLICAS]);
export const maxReplicasOf = (rs: ReplicaSet): number | undefined => integer(rs.metadata.annotations?.[MAX_REPLICAS]);

export const replicasAnnotations = (d: Deployment): Annotations => ({ [DESIRED_REPLICAS]: String(d.spec.replicas), [MAX_REPLICAS]: String(d.spec.replicas + maxSurge(d)) });

/** The annotations with others laid over them; the same object when nothing changes. */
export function withAnnotations(have: Annotations | undefined, more: Annotations): Annotations {
  const base = have ?? {};
  return Object.entries(more).every(([key, value]) => base[key] === value) ? base : { ...base, ...more };
}

/**
 * The annotations that the ReplicaSet of the present template shall have: the Deployment's own, and a revision higher than all
 * others. A ReplicaSet that gets a new revision (a rollback) remembers the former ones. The same object when nothing changes.
 * Models pkg/controller/deployment/util SetNewReplicaSetAnnotations.
 */
export function newReplicaSetAnnotations(d: Deployment, have: Annotations | undefined, revision: number, exists: boolean): Annotations {
  const copied: Record<string, string> = {};
  for (const [key, value] of Object.entries(d.metadata.annotations ?? {})) if (!SKIPPED.has(key)) copied[key] = value;
  let annotations = withAnnotations(have, copied);
  const before = annotations[REVISION];
  const old = integer(before) ?? 0;
  if (before !== undefined && before !== '' && integer(before) === undefined) return annotations;
  if (old < revision) {
    const changed: Record<string, string> = { ...annotations, [REVISION]: String(revision) };
    if (before !== undefined) changed[REVISION_HISTORY] = history(annotations[REVISION_HISTORY], before);
    annotations = changed;
  }
  return exists ? annotations : withAnnotations(annotations, replicasAnnotations(d));
}

function history(have: string | undefined, old: string): string {
  const revisions = have === undefined || have === '' ? [] : have.split(',');
  while (revisions.length > 0 && [...revisions, old].join(',').length > MAX_HISTORY_LENGTH) revisions.shift();
  return [...revisions, old].join(',');
}
