import { formatLabelSelector } from '../../../api/selectors/labels';
import type { Resource } from '../../../api/scheme';
import type { KubeObject, LabelSelector } from '../../../api/types';
import { defined } from '../../../base/assert';
import { ok, type Result } from '../../../base/result';
import { isRecord, recordAt } from '../document';
import { failureText, type Failure } from '../failure';
import type { Invocation } from '../invocation';
import type { Program } from '../program';
import { ACCEPT, getObject, listObjects, LOG, query, type Query } from '../requests';
import { podSelectorOf } from '../workload-pods';
import * as core from './core';
import { eventLines } from './events';
import { genericLines } from './generic';
import { nodeLines } from './node';
import { Page } from './page';
import { podLines } from './pod';
import { bindingLines, roleLines } from './rbac';
import * as workloads from './workloads';

/** Kinds whose description has no events. */
const WITHOUT_EVENTS: readonly string[] = ['Secret', 'Namespace', 'ResourceQuota', 'LimitRange', 'Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding'];
/** Kinds that are described from what the server prints as plain fields. */
const DESCRIBED: readonly string[] = [
  'Pod', 'Deployment', 'ReplicaSet', 'ReplicationController', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob', 'Node', 'Service', 'Endpoints', 'ConfigMap', 'Secret', 'ServiceAccount', 'PersistentVolumeClaim',
  'PersistentVolume', 'Namespace', 'ResourceQuota', 'LimitRange', 'PodDisruptionBudget', 'PriorityClass', 'StorageClass', 'Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding',
];

/** The whole description of one object, with all the requests that it takes. Models kubectl pkg/describe describe.go. */
export function* describeObject(inv: Invocation, resource: Resource, namespace: string | undefined, name: string, showEvents: boolean): Program<Result<string, Failure>> {
  const typed = DESCRIBED.includes(resource.kind);
  const answer = yield* getObject(resource, { namespace, name }, typed ? ACCEPT.typed : ACCEPT.unstructured, typed ? LOG.typedGet : LOG.dynamicGet);
  if (!answer.ok) return answer;
  const object = answer.value;
  const fetch = new Surroundings(inv, object, namespace);
  const page = new Page();
  // Pods and replica sets of deployments are asked for in another order than their lines.
  const eventsFirst = ['Pod', 'Deployment'].includes(object.kind);
  const wantsEvents = showEvents && !WITHOUT_EVENTS.includes(object.kind);
  const early = eventsFirst && wantsEvents ? yield* fetch.events() : undefined;
  const late = yield* write(inv, page, object, fetch, wantsEvents);
  const events = early ?? late ?? (wantsEvents && !eventsFirst ? yield* fetch.events() : undefined);
  eventLines(page, wantsEvents ? events : undefined, inv.host.now());
  return ok(page.toString());
}

/** Writes the lines; gives the events if it asked for them itself. */
function* write(inv: Invocation, page: Page, object: KubeObject, fetch: Surroundings, wantsEvents: boolean): Program<readonly KubeObject[] | undefined> {
  const now = inv.host.now();
  switch (object.kind) {
    case 'Pod': podLines(page, object, now); break;
    case 'Deployment': workloads.deploymentLines(page, object, { pods: [], replicaSets: yield* fetch.bySelector('apps', 'replicasets') }); break;
    case 'ReplicaSet': case 'ReplicationController': workloads.replicaSetLines(page, object, { pods: yield* fetch.bySelector('', 'pods'), replicaSets: [] }); break;
    case 'StatefulSet': workloads.statefulSetLines(page, object, { pods: yield* fetch.bySelector('', 'pods'), replicaSets: [] }); break;
    case 'DaemonSet': workloads.daemonSetLines(page, object, { pods: yield* fetch.bySelector('', 'pods'), replicaSets: [] }); break;
    case 'Job': workloads.jobLines(page, object); break;
    case 'CronJob': workloads.cronJobLines(page, object); break;
    case 'Service': core.serviceLines(page, object, yield* fetch.slices()); break;
    case 'Endpoints': core.endpointsLines(page, object); break;
    case 'ConfigMap': core.configMapLines(page, object); break;
    case 'Secret': core.secretLines(page, object); break;
    case 'ServiceAccount': core.serviceAccountLines(page, object); break;
    case 'PersistentVolumeClaim': core.claimLines(page, object, yield* fetch.list('', 'pods', query({ limit: '500' }))); break;
    case 'PersistentVolume': core.volumeObjectLines(page, object); break;
    case 'Namespace': {
      const within = object.metadata.name;
      core.namespaceLines(page, object, yield* fetch.list('', 'resourcequotas', query({ limit: '500' }), within), yield* fetch.list('', 'limitranges', query({ limit: '500' }), within));
      break;
    }
    case 'ResourceQuota': core.quotaLines(page, object); break;
    case 'LimitRange': core.limitRangeLines(page, object); break;
    case 'PodDisruptionBudget': {
      const selector = recordAt(object, 'spec')['selector'];
      core.budgetLines(page, object, isRecord(selector) ? formatLabelSelector(selector as LabelSelector) : '<unset>');
      break;
    }
    case 'PriorityClass': core.priorityClassLines(page, object); break;
    case 'StorageClass': core.storageClassLines(page, object); break;
    case 'Role': case 'ClusterRole': roleLines(page, object); break;
    case 'RoleBinding': case 'ClusterRoleBinding': bindingLines(page, object); break;
    case 'Node': return yield* fetch.node(page, wantsEvents);
    default: genericLines(page, object);
  }
  return undefined;
}

/** What is asked for besides the object itself. */
class Surroundings {
  constructor(private readonly inv: Invocation, private readonly object: KubeObject, private readonly namespace: string | undefined) {}

  *list(group: string, plural: string, selection: Query, namespace: string | undefined = this.namespace): Program<readonly KubeObject[]> {
    const { scheme } = this.inv;
    const version = group === '' ? 'v1' : (scheme.groups.find((g) => g.group === group)?.versions[0] ?? 'v1');
    const resource = scheme.resourceFor(group, version, plural);
    if (resource === undefined) return [];
    const answer = yield* listObjects(resource, { namespace }, selection, ACCEPT.typed, LOG.typedList);
    return answer.ok ? answer.value : [];
  }

  *bySelector(group: string, plural: string): Program<readonly KubeObject[]> {
    return yield* this.list(group, plural, query({ labelSelector: podSelectorOf(this.object), limit: '500' }));
  }

  *slices(): Program<readonly KubeObject[]> {
    return yield* this.list('discovery.k8s.io', 'endpointslices', query({ labelSelector: `kubernetes.io/service-name=${this.object.metadata.name}` }));
  }

  /** Models client-go kubernetes/typed/core/v1 event_expansion.go GetFieldSelector; pods are asked for without their kind. */
  *events(uid = this.object.metadata.uid ?? ''): Program<readonly KubeObject[]> {
    const { kind, metadata } = this.object;
    const terms = [`involvedObject.name=${metadata.name}`, `involvedObject.namespace=${this.namespace ?? ''}`, ...(kind === 'Pod' ? [] : [`involvedObject.kind=${kind}`]), `involvedObject.uid=${uid}`];
    return yield* this.list('', 'events', query({ fieldSelector: terms.join(','), limit: '500' }));
  }

  /** A node's events are kept under its uid by some components and under its name by others. */
  *node(page: Page, wantsEvents: boolean): Program<readonly KubeObject[]> {
    const { name } = this.object.metadata;
    const pods = yield* this.list('', 'pods', query({ fieldSelector: `spec.nodeName=${name},status.phase!=Succeeded,status.phase!=Failed`, limit: '500' }));
    const events = wantsEvents ? [...(yield* this.events()), ...(yield* this.events(name))] : [];
    const leases = defined(this.inv.scheme.resourceFor('coordination.k8s.io', 'v1', 'leases'), 'leases');
    const lease = yield* getObject(leases, { namespace: 'kube-node-lease', name }, ACCEPT.typed, LOG.typedGet);
    nodeLines(page, this.object, { pods, lease: lease.ok ? lease.value : undefined, leaseProblem: lease.ok ? '' : failureText(lease.error) }, this.inv.host.now());
    return events;
  }
}
