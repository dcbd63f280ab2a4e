import { deepEqual } from '../../base/json';
import { isKind } from '../../api/kind';
import { labelSelectorMatches } from '../../api/selectors/labels';
import type { Node, Pod } from '../../api/types';
import type { ClusterEvent, ClusterEventPart } from './cluster-event';
import type { Profile } from './profile';
import { preFilter, checkNode } from './filtering';
import { NodeInfo } from './node-info';
import type { PodClass, PodClasses, PodInfo } from './pod-info';
import { snapshotOf } from './snapshot';

/** What of a node matters to scheduling and has changed. */
// Models pkg/scheduler/eventhandlers.go nodeSchedulingPropertiesChange
export function nodeChanges(before: Node, after: Node): ReadonlySet<ClusterEventPart> {
  const parts = new Set<ClusterEventPart>();
  if (before.status.allocatable !== after.status.allocatable && !deepEqual(before.status.allocatable, after.status.allocatable)) parts.add('allocatable');
  if (before.metadata.labels !== after.metadata.labels && !deepEqual(before.metadata.labels, after.metadata.labels)) parts.add('labels');
  if ((before.spec.taints !== after.spec.taints && !deepEqual(before.spec.taints, after.spec.taints)) || before.spec.unschedulable !== after.spec.unschedulable) parts.add('taints');
  const conditions = (n: Node): readonly string[] => (n.status.conditions ?? []).map((c) => `${c.type}=${c.status}`);
  if (before.status.conditions !== after.status.conditions && !deepEqual(conditions(before), conditions(after))) parts.add('conditions');
  return parts;
}

/** The changes of nodes that each plugin wants to hear of. A new node all of them. */
const PARTS_OF_NODE: Readonly<Record<string, readonly ClusterEventPart[]>> = {
  NodeUnschedulable: ['taints'], TaintToleration: ['taints'], NodeAffinity: ['labels'], NodeResourcesFit: ['allocatable'], PodTopologySpread: ['labels', 'taints'], InterPodAffinity: ['labels'],
  VolumeBinding: ['labels'], VolumeZone: ['labels'],
};

/**
 * Whether an event may help a pod that `plugin` rejected.
 * Models the QueueingHintFn of each plugin (pkg/scheduler/framework/plugins/…, isSchedulableAfter…)
 */
export function hints(plugin: string, pod: PodInfo, event: ClusterEvent, profile: Profile, classes: PodClasses): boolean {
  switch (event.resource) {
    case 'Node': return event.after !== undefined && isKind(event.after, 'Node') && nodeHelps(plugin, pod, event, event.after, profile);
    case 'AssignedPod': return podHelps(plugin, pod, event, classes);
    case 'PersistentVolume':
    case 'StorageClass': return event.change !== 'Delete' && (plugin === 'VolumeBinding' || plugin === 'VolumeZone');
    case 'PersistentVolumeClaim': return event.change !== 'Delete' && plugin.startsWith('Volume') && event.after?.metadata.namespace === pod.class.namespace && pod.class.claimNames.includes(event.after.metadata.name);
    case 'Namespace': return plugin === 'InterPodAffinity';
    case 'Service':
    case 'UnscheduledPod': return false;
  }
}

/** Asks the plugin again, about this node alone: it helps if the plugin would let the pod pass now and did not before. */
function nodeHelps(plugin: string, pod: PodInfo, event: ClusterEvent, after: Node, profile: Profile): boolean {
  if (event.change === 'Delete') return plugin === 'PodTopologySpread';
  if (event.change === 'Update' && PARTS_OF_NODE[plugin]?.some((part) => event.parts.has(part)) !== true) return false;
  if (plugin === 'PodTopologySpread' || plugin === 'InterPodAffinity' || plugin.startsWith('Volume')) return true;
  const filters = profile.filters.filter((f) => f.name === plugin);
  const alone = (node: Node): NodeInfo => {
    const info = NodeInfo.empty(node.metadata.name);
    info.setNode(node);
    return info;
  };
  const passes = (info: NodeInfo): boolean => {
    const pre = preFilter(filters, pod, snapshotOf([info], 0));
    return pre.rejection === undefined && checkNode(pre, info) === undefined;
  };
  const now = alone(after);
  if (!passes(now)) return false;
  if (event.before === undefined || !isKind(event.before, 'Node')) return true;
  const then = alone(event.before);
  return plugin === 'NodeResourcesFit' ? givesMore(pod.class, then, now) : !passes(then);
}

/** Whether a node has more now of anything that the pod asks for. */
// Models pkg/scheduler/framework/plugins/noderesources haveAnyRequestedResourcesIncreased
function givesMore(c: PodClass, then: NodeInfo, now: NodeInfo): boolean {
  const a = then.allocatable;
  const b = now.allocatable;
  return b.pods > a.pods || (c.cpu > 0 && b.cpu > a.cpu) || (c.memory > 0 && b.memory > a.memory) || (c.ephemeralStorage > 0 && b.ephemeralStorage > a.ephemeralStorage)
    || c.scalars.some(([name, amount]) => amount > 0 && (b.scalars.get(name) ?? 0) > (a.scalars.get(name) ?? 0));
}

function podHelps(plugin: string, pod: PodInfo, event: ClusterEvent, classes: PodClasses): boolean {
  const gone = event.change === 'Delete';
  const subject = event.after ?? event.before;
  if (subject === undefined || !isKind(subject, 'Pod')) return false;
  const other = classes.info(subject).class;
  switch (plugin) {
    case 'NodeResourcesFit': return gone || event.parts.has('resources');
    case 'NodePorts': return gone && pod.class.hostPorts.some((p) => other.hostPorts.some((q) => p.port === q.port && p.protocol === q.protocol));
    case 'VolumeRestrictions': return gone && other.namespace === pod.class.namespace && other.claimNames.some((n) => pod.class.claimNames.includes(n));
    case 'PodTopologySpread':
      return other.namespace === pod.class.namespace && pod.class.spreadConstraints.some((c) => labelSelectorMatches(c.labelSelector, other.labels) || (event.before !== undefined && labelSelectorMatches(c.labelSelector, event.before.metadata.labels)));
    case 'InterPodAffinity': {
      const matches = (terms: PodInfo['class']['requiredAffinity'], target: PodInfo['class']): boolean => terms.some((t) => (t.namespaces.has(target.namespace) || t.namespaceSelector !== undefined) && labelSelectorMatches(t.selector, target.labels));
      if (gone) return matches(pod.class.requiredAntiAffinity, other) || matches(other.requiredAntiAffinity, pod.class);
      return matches(pod.class.requiredAffinity, other) || (event.change === 'Update' && event.parts.has('labels') && (matches(pod.class.requiredAntiAffinity, other) || matches(other.requiredAntiAffinity, pod.class)));
    }
    default: return false;
  }
}

/** What of a bound pod matters to the scheduling of others and has changed. */
// Models pkg/scheduler/framework/events.go extractPodEvents
export function podChanges(before: Pod, after: Pod): ReadonlySet<ClusterEventPart> {
  const parts = new Set<ClusterEventPart>();
  if (before.metadata.labels !== after.metadata.labels && !deepEqual(before.metadata.labels, after.metadata.labels)) parts.add('labels');
  if (before.spec !== after.spec) {
    if (!deepEqual(before.spec.containers.map((c) => c.resources), after.spec.containers.map((c) => c.resources))) parts.add('resources');
    if (!deepEqual(before.spec.tolerations, after.spec.tolerations)) parts.add('tolerations');
    if ((before.spec.schedulingGates?.length ?? 0) > (after.spec.schedulingGates?.length ?? 0)) parts.add('gates');
  }
  return parts;
}

/** Whether a change of a waiting pod is a reason to try it again, for a scheduler without hints. */
// Models pkg/scheduler/internal/queue/scheduling_queue.go isPodUpdated
export function isPodUpdated(before: Pod, after: Pod, countsManagedFields: boolean): boolean {
  if (countsManagedFields && before.metadata.resourceVersion !== after.metadata.resourceVersion) return true;
  const strip = (p: Pod): object => ({ ...p.metadata, resourceVersion: '', generation: 0 });
  return !deepEqual(before.spec, after.spec) || !deepEqual(strip(before), strip(after));
}

/** Whether the change of a pod itself may help it past the plugins that rejected it. */
export function helpsItself(rejectedBy: ReadonlySet<string>, parts: ReadonlySet<ClusterEventPart>): boolean {
  return (parts.has('tolerations') && (rejectedBy.has('TaintToleration') || rejectedBy.has('NodeUnschedulable')))
    || (parts.has('resources') && rejectedBy.has('NodeResourcesFit'))
    || (parts.has('labels') && (rejectedBy.has('PodTopologySpread') || rejectedBy.has('InterPodAffinity')));
}
