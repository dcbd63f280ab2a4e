import { controllerRef } from '../../../api/owner';
import { isPodReady } from '../../../api/pods';
import type { PersistentVolumeClaim, Pod, PodTemplateSpec, StatefulSet, Volume } from '../../../api/types';
import { podFromTemplate, type NewPod } from '../pod-control';

/** The pods of a StatefulSet: their numbers, names and volumes. Pure. */

export const POD_NAME_LABEL = 'statefulset.kubernetes.io/pod-name';
export const POD_INDEX_LABEL = 'apps.kubernetes.io/pod-index';
export const REVISION_LABEL = 'controller-revision-hash';

/** The ordinal in a pod's name; -1 when the name is not of this set. */
export function ordinalOf(set: StatefulSet, name: string): number {
  const prefix = `${set.metadata.name}-`;
  const rest = name.startsWith(prefix) ? name.slice(prefix.length) : '';
  return /^(0|[1-9]\d*)$/.test(rest) ? Number(rest) : -1;
}

export const revisionLabel = (pod: Pod): string => pod.metadata.labels?.[REVISION_LABEL] ?? '';
export const isTerminating = (pod: Pod): boolean => pod.metadata.deletionTimestamp !== undefined;
export const isRunningAndReady = (pod: Pod): boolean => pod.status.phase === 'Running' && isPodReady(pod);
export const isHealthy = (pod: Pod): boolean => isRunningAndReady(pod) && !isTerminating(pod);

export const claimName = (set: StatefulSet, template: string, ordinal: number): string => `${template}-${set.metadata.name}-${ordinal}`;

/** Models pkg/controller/statefulset/stateful_set_utils.go newStatefulSetPod. */
export function buildPod(set: StatefulSet, template: PodTemplateSpec, revision: string, ordinal: number, indexLabel: boolean): NewPod & { readonly metadata: { readonly name: string } } {
  const name = `${set.metadata.name}-${ordinal}`;
  const made = podFromTemplate(template, set);
  const claims: readonly Volume[] = (set.spec.volumeClaimTemplates ?? []).map((c) => ({ name: c.metadata.name, persistentVolumeClaim: { claimName: claimName(set, c.metadata.name, ordinal) } }));
  const own = new Set(claims.map((v) => v.name));
  const volumes = [...claims, ...(template.spec.volumes ?? []).filter((v) => !own.has(v.name))];
  return {
    ...made,
    metadata: { ...made.metadata, name, labels: { ...made.metadata.labels, [REVISION_LABEL]: revision, [POD_NAME_LABEL]: name, ...(indexLabel ? { [POD_INDEX_LABEL]: String(ordinal) } : {}) }, ownerReferences: [controllerRef(set)] },
    spec: { ...made.spec, hostname: name, ...(set.spec.serviceName === undefined ? {} : { subdomain: set.spec.serviceName }), ...(volumes.length === 0 ? {} : { volumes }) },
  };
}

/** The claims that a pod of this ordinal mounts. Models pkg/controller/statefulset getPersistentVolumeClaims. */
export function claimsFor(set: StatefulSet, ordinal: number): readonly PersistentVolumeClaim[] {
  return (set.spec.volumeClaimTemplates ?? []).map((c) => ({
    ...c, apiVersion: 'v1' as const, kind: 'PersistentVolumeClaim' as const,
    metadata: {
      name: claimName(set, c.metadata.name, ordinal), ...(set.metadata.namespace === undefined ? {} : { namespace: set.metadata.namespace }), labels: { ...c.metadata.labels, ...set.spec.selector.matchLabels },
      ...(c.metadata.annotations === undefined ? {} : { annotations: c.metadata.annotations }),
    },
  }));
}
