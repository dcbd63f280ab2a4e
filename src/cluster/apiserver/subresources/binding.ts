import { setPodCondition } from '../../../api/conditions';
import type { GroupResource } from '../../../api/gvk';
import { conflictStatus } from '../../../api/status';
import type { Binding, KubeObject, Pod, Status } from '../../../api/types';
import { err, ok, type Result } from '../../../base/result';
import type { StrategyContext } from '../registry/strategy';

/**
 * The pod on the node that a Binding names, with the condition PodScheduled; or the conflict.
 * Models pkg/registry/core/pod/storage storage.go BindingREST.setPodHostAndAnnotations.
 */
export function assignPod(object: KubeObject, body: KubeObject, context: StrategyContext, resource: GroupResource): Result<KubeObject, Status> {
  const pod = object as Pod;
  const binding = body as Binding;
  const { name } = pod.metadata;
  if (binding.metadata.uid !== undefined && binding.metadata.uid !== pod.metadata.uid) {
    return err(conflictStatus({ group: resource.group, resource: 'pods/binding' }, name, `Precondition failed: UID in precondition: ${binding.metadata.uid}, UID in object meta: ${pod.metadata.uid ?? ''}`));
  }
  const refused = (why: string): Result<KubeObject, Status> => err(conflictStatus({ group: resource.group, resource: 'pods/binding' }, name, why));
  if (pod.metadata.deletionTimestamp !== undefined) return refused(`pod ${name} is being deleted, cannot be assigned to a host`);
  if (pod.spec.nodeName !== undefined && pod.spec.nodeName !== '') return refused(`pod ${name} is already assigned to node "${pod.spec.nodeName}"`);
  if ((pod.spec.schedulingGates ?? []).length > 0) return refused(`pod ${name} has non-empty .spec.schedulingGates`);
  const { podGeneration } = context.behaviour.apiServer;
  const observed = podGeneration && pod.metadata.generation !== undefined ? { observedGeneration: pod.metadata.generation } : {};
  const annotations = binding.metadata.annotations;
  const status = setPodCondition(pod.status, { type: 'PodScheduled', ...observed, status: 'True', lastProbeTime: null, lastTransitionTime: context.timestamp });
  const bound: Pod = {
    ...pod,
    metadata: annotations === undefined ? pod.metadata : { ...pod.metadata, annotations: { ...pod.metadata.annotations, ...annotations } },
    spec: { ...pod.spec, nodeName: binding.target.name ?? '' },
    // Since 1.35 the binding takes the nomination back.
    status: podGeneration && status.nominatedNodeName !== undefined ? without(status, 'nominatedNodeName') : status,
  };
  return ok(bound);
}

function without<T extends object, K extends keyof T>(object: T, key: K): Omit<T, K> {
  const { [key]: _, ...rest } = object;
  return rest;
}
