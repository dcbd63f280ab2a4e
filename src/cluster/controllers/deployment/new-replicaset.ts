import { controllerRef } from '../../../api/owner';
import { computeHash } from '../../../api/hash';
import type { KubeVersion } from '../../../api/version';
import type { Deployment, ObjectMeta, PodTemplateSpec, ReplicaSet, ReplicaSetSpec } from '../../../api/types';
import { deepEqual } from '../../../base/json';
import { newReplicaSetAnnotations } from './annotations';
import { byCreation, newReplicaSetSize } from './rolling';

export const HASH_LABEL = 'pod-template-hash';

/**
 * Whether two templates make the same pods, whatever hash label they carry.
 * Models pkg/controller/deployment/util EqualIgnoreHash.
 */
export function sameTemplate(a: PodTemplateSpec, b: PodTemplateSpec): boolean {
  return deepEqual(a.spec, b.spec) && deepEqual(comparable(a), comparable(b));
}

function comparable(t: PodTemplateSpec): unknown {
  const { [HASH_LABEL]: _, ...labels } = t.metadata.labels ?? {};
  return { ...t.metadata, creationTimestamp: undefined, labels };
}

/**
 * The ReplicaSet of the present template: the oldest, should there be several.
 * Models pkg/controller/deployment/util FindNewReplicaSet.
 */
export function findNewReplicaSet(d: Deployment, sets: readonly ReplicaSet[]): ReplicaSet | undefined {
  return [...sets].sort(byCreation).find((rs) => sameTemplate(rs.spec.template, d.spec.template));
}

/** All others. Models pkg/controller/deployment/util FindOldReplicaSets. */
export function findOldReplicaSets(d: Deployment, sets: readonly ReplicaSet[]): readonly ReplicaSet[] {
  const uid = findNewReplicaSet(d, sets)?.metadata.uid;
  return sets.filter((rs) => rs.metadata.uid !== uid);
}

/** A ReplicaSet as the controller posts it: the server fills in the rest. */
export interface NewReplicaSet {
  readonly apiVersion: 'apps/v1';
  readonly kind: 'ReplicaSet';
  readonly metadata: ObjectMeta;
  readonly spec: ReplicaSetSpec;
}

/**
 * The ReplicaSet for the present template, named after the template's hash, and born with the size that the rollout
 * allows it. Models pkg/controller/deployment/sync.go getNewReplicaSet.
 */
export function buildNewReplicaSet(d: Deployment, old: readonly ReplicaSet[], revision: number, version: KubeVersion): NewReplicaSet {
  const { template } = d.spec;
  const hash = computeHash(template, d.status.collisionCount, version);
  const labels = { ...template.metadata.labels, [HASH_LABEL]: hash };
  const annotations = newReplicaSetAnnotations(d, undefined, revision, false);
  return {
    apiVersion: 'apps/v1', kind: 'ReplicaSet',
    metadata: {
      name: `${d.metadata.name}-${hash}`, ...(d.metadata.namespace === undefined ? {} : { namespace: d.metadata.namespace }), labels, annotations, ownerReferences: [controllerRef(d)],
    },
    spec: {
      replicas: newReplicaSetSize(d, old, 0), ...(d.spec.minReadySeconds === undefined ? {} : { minReadySeconds: d.spec.minReadySeconds }),
      selector: { ...d.spec.selector, matchLabels: { ...d.spec.selector.matchLabels, [HASH_LABEL]: hash } },
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
  };
}
