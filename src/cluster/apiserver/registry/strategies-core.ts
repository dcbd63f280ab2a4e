import { isKind } from '../../../api/kind';
import { qosClass } from '../../../api/pods';
import type { KubeObject, Namespace, ObjectMeta, Pod, PodSpec } from '../../../api/types';
import { bump, plain, statusOnly, wantsOther, withGeneration, withStatus } from './strategy-helpers';
import type { Strategy } from './strategy';

// Models pkg/registry/core/pod strategy.go.
const pods: Strategy = {
  // In some releases.
  ...plain({ generation: true }),
  gracePeriod: (object, asked) => {
    if (!isKind(object, 'Pod')) return 0;
    // Nobody runs it: nothing to wait for.
    if (object.spec.nodeName === undefined || object.spec.nodeName === '' || object.status.phase === 'Failed' || object.status.phase === 'Succeeded') return 0;
    return Math.max(0, asked ?? object.spec.terminationGracePeriodSeconds);
  },
  prepareForCreate: (object, { behaviour, timestamp }) => {
    const spec = object.spec as PodSpec;
    const gated = (spec.schedulingGates ?? []).length > 0;
    const conditions = gated ? { conditions: [{ type: 'PodScheduled', status: 'False', lastProbeTime: null, lastTransitionTime: timestamp, reason: 'SchedulingGated', message: 'Scheduling is blocked due to non-empty scheduling gates' }] } : {};
    return withGeneration(withStatus(object, { phase: 'Pending', ...conditions, qosClass: qosClass(spec) }), behaviour.apiServer.podGeneration ? 1 : undefined);
  },
  prepareForUpdate: (object, old, { behaviour }) => bump(withStatus(object, old.status), old, behaviour.apiServer.podGeneration && wantsOther(object, old)),
  prepareForStatusUpdate: (object, old) => {
    const kept = statusOnly(object, old) as Pod;
    const quality = (old as Pod).status.qosClass ?? kept.status.qosClass;
    return { ...kept, metadata: withOwners(kept.metadata, old.metadata.ownerReferences), status: kept.status.qosClass === quality ? kept.status : { ...kept.status, qosClass: quality } } as KubeObject;
  },
};

function withOwners(given: ObjectMeta, owners: ObjectMeta['ownerReferences']): ObjectMeta {
  if (given.ownerReferences === owners) return given;
  const { ownerReferences: _, ...metadata } = given;
  return owners === undefined ? metadata : { ...metadata, ownerReferences: owners };
}

// Models pkg/registry/core/namespace strategy.go.
const namespaces: Strategy = {
  ...plain({ garbageCollection: 'background' }),
  prepareForCreate: (object) => {
    const finalizers = (object as Namespace).spec?.finalizers ?? [];
    const spec = { ...(object.spec as object | undefined), finalizers: finalizers.includes('kubernetes') ? finalizers : [...finalizers, 'kubernetes'] };
    return { ...object, spec, status: { phase: 'Active' } };
  },
  prepareForUpdate: (object, old) => ({ ...object, spec: old.spec, status: old.status }),
};

const NO_LOAD_BALANCER = { loadBalancer: {} };

/** core/v1 and its neighbours. */
export const coreKinds: Readonly<Record<string, Strategy>> = {
  pods,
  namespaces,
  nodes: plain({ garbageCollection: 'background' }),
  services: plain({ allowCreateOnUpdate: true, status: NO_LOAD_BALANCER }),
  persistentvolumes: plain({ status: { phase: 'Pending' } }),
  persistentvolumeclaims: plain({ status: { phase: 'Pending' } }),
  resourcequotas: plain({ status: {} }),
  endpointslices: {
    ...plain({ generation: true, allowUnconditionalUpdate: false }),
    prepareForUpdate: (object, old) => bump(object, old, wantsOther(object, old)),
  },
};
