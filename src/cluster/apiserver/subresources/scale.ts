import { formatSelector, selectorFromLabelSelector, selectorFromSet } from '../../../api/selectors/labels';
import type { KubeObject, Labels, LabelSelector, Scale } from '../../../api/types';
import type { KubeVersion } from '../../../api/version';

/** The Scale of a Deployment, ReplicaSet, StatefulSet or ReplicationController. Models pkg/registry/apps/deployment/storage scaleFromDeployment. */
export function scaleOf(object: KubeObject, _version: KubeVersion): KubeObject {
  const spec = object.spec as { readonly replicas?: number; readonly selector?: LabelSelector | Labels };
  const status = object.status as { readonly replicas?: number } | undefined;
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const selector = spec.selector === undefined ? '' : formatSelector(object.kind === 'ReplicationController' ? selectorFromSet(spec.selector as Labels) : selectorFromLabelSelector(spec.selector as LabelSelector));
  const scale: Scale = {
    kind: 'Scale', apiVersion: 'autoscaling/v1',
    metadata: { name, ...present({ namespace, uid, resourceVersion, creationTimestamp }) },
    // Zero is left out, as Go's omitempty does.
    spec: spec.replicas === undefined || spec.replicas === 0 ? {} : { replicas: spec.replicas },
    status: { replicas: status?.replicas ?? 0, ...(selector === '' ? {} : { selector }) },
  };
  return scale;
}

function present(fields: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) out[key] = value;
  return out;
}

/** The object with the replicas and the resourceVersion that a Scale asks for. */
export function withScale(object: KubeObject, scale: KubeObject): KubeObject {
  const replicas = (scale.spec as Scale['spec'] | undefined)?.replicas ?? 0;
  const { resourceVersion } = scale.metadata;
  return {
    ...object,
    metadata: resourceVersion === undefined ? object.metadata : { ...object.metadata, resourceVersion },
    spec: { ...(object.spec as object), replicas },
  };
}
