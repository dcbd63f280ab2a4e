import { controllerRef } from '../../../api/owner';
import { formatTime } from '../../../api/time';
import type { EndpointSlice, EndpointSliceEndpoint, Node, Pod, Service } from '../../../api/types';
import { deepEqual } from '../../../base/json';
import { SECOND } from '../../../kernel/time';
import type { ApiResponse } from '../../client/http';
import type { Informer } from '../../client/informer';
import { objectOf, refusalOf, succeeded, type ResourceClient } from '../../client/typed-client';
import { WorkQueue } from '../../client/workqueue';
import { LATENCY } from '../../latencies';
import { keyOf, subjectIn, type ControllerContext, type ControllerHandle } from '../context';
import { errorOf, isNamespaceTerminating, isNotFound } from '../errors';
import { call, startWorkers, think, type Step, type Sync, type SyncError } from '../worker';
import { endpointSliceMachine } from './machine';
import { hasSelector, LAST_CHANGE, selectsPod, TriggerTimeTracker, watchServices } from './services';
import { CONTROLLER, endpointOf, inSlice, MANAGED_BY, planSlices, SERVICE_NAME, sliceLabels, slicePorts, type SliceContent, type SlicePlan, type SlicePorts } from './slices';

const WORKERS = 5;
const MAX_RETRIES = 15;
/** Changes of slices by others are not answered at once. */
const MIN_SYNC_DELAY = SECOND;

/**
 * Keeps the EndpointSlices of each Service: the same as Endpoints, in pieces of a hundred.
 * Models pkg/controller/endpointslice/endpointslice_controller.go.
 */
export class EndpointSliceController {
  private readonly handle: ControllerHandle;
  private readonly queue: WorkQueue;
  private readonly services: Informer<Service>;
  private readonly pods: Informer<Pod>;
  private readonly nodes: Informer<Node>;
  private readonly slices: Informer<EndpointSlice>;
  private readonly client: ResourceClient;
  private readonly apiVersion: EndpointSlice['apiVersion'];
  private readonly triggers = new TriggerTimeTracker();
  /** The generation of each slice that this controller wrote last, by uid: what the cache has to reach. */
  private readonly written = new Map<string, { readonly service: string; generation: number }>();

  constructor(private readonly context: ControllerContext) {
    this.handle = context.controller('endpointslice-controller', 'endpoint-slice-controller');
    this.client = this.handle.client('discovery.k8s.io', 'endpointslices');
    this.apiVersion = context.versionOf('discovery.k8s.io', 'endpointslices') === 'v1' ? 'discovery.k8s.io/v1' : 'discovery.k8s.io/v1beta1';
    this.queue = new WorkQueue(this.handle.actor, 'services', undefined, { base: SECOND, max: 100 * SECOND });
    this.services = context.informer('', 'services');
    this.pods = context.informer('', 'pods');
    this.nodes = context.informer('', 'nodes');
    this.slices = context.informer('discovery.k8s.io', 'endpointslices');
    watchServices(this.services, this.pods, (key) => this.queue.add(key, context.manager));
    this.slices.addHandlers({ added: (s) => this.sliceSeen(s), updated: (_, s) => this.sliceSeen(s), deleted: (s) => this.sliceDeleted(s) });
  }

  whenReady(then: () => void): void {
    this.handle.whenReady(then);
  }

  start(): void {
    startWorkers({ actor: this.handle.actor, queue: this.queue, machine: endpointSliceMachine, count: WORKERS, maxRetries: MAX_RETRIES, subject: subjectIn('services'), sync: (key) => this.sync(key) });
  }

  private isMine(slice: EndpointSlice): boolean {
    return slice.metadata.labels?.[MANAGED_BY] === CONTROLLER;
  }

  private serviceOf(slice: EndpointSlice): string {
    return `${slice.metadata.namespace ?? ''}/${slice.metadata.labels?.[SERVICE_NAME] ?? ''}`;
  }

  /** Somebody else changed a slice: look at its service again, a little later. */
  private sliceSeen(slice: EndpointSlice): void {
    const known = this.written.get(slice.metadata.uid ?? '');
    if (this.isMine(slice) && (known === undefined || (slice.metadata.generation ?? 0) > known.generation)) this.queue.addAfter(this.serviceOf(slice), MIN_SYNC_DELAY);
  }

  private sliceDeleted(slice: EndpointSlice): void {
    const expected = !this.written.has(slice.metadata.uid ?? '');
    this.written.delete(slice.metadata.uid ?? '');
    if (this.isMine(slice) && !expected) this.queue.addAfter(this.serviceOf(slice), MIN_SYNC_DELAY);
  }

  private *sync(key: string): Sync {
    yield* think('TAKEN', LATENCY.controllerSync);
    const service = this.services.get(key);
    if (service === undefined) {
      this.triggers.forget(key);
      for (const [uid, w] of this.written) if (w.service === key) this.written.delete(uid);
      return undefined;
    }
    if (!hasSelector(service)) return undefined;
    yield* think('LIST_PODS');
    const pods = [...this.pods.list(service.metadata.namespace)].filter((pod) => selectsPod(service, pod));
    const slices = [...this.slices.list(service.metadata.namespace)].filter((s) => this.isMine(s) && s.metadata.labels?.[SERVICE_NAME] === service.metadata.name && s.metadata.deletionTimestamp === undefined);
    if (this.isStale(key, slices)) return { message: 'EndpointSlice informer cache is out of date' };
    const trigger = this.triggers.compute(service, pods);
    const desired = this.desired(service, pods);
    const plan = planSlices(sliceLabels(service), slices, desired);
    yield* think('RECONCILE', undefined, {
      type: 'endpointSlices', pods: pods.length, endpoints: desired.reduce((n, d) => n + d.endpoints.length, 0), create: plan.create.length, update: plan.update.map((u) => u.slice.metadata.name), delete: plan.remove.map((s) => s.metadata.name),
    });
    const error = yield* this.carryOut(key, service, plan, trigger);
    if (error !== undefined && error.giveUp !== true) {
      this.handle.recorder.event(service, 'Warning', 'FailedToUpdateEndpointSlices', `Error updating Endpoint Slices for Service ${key}: ${error.message}`);
    }
    return error;
  }

  /** Whether the cache does not show yet what this controller wrote last. */
  private isStale(key: string, slices: readonly EndpointSlice[]): boolean {
    const seen = new Map(slices.map((s) => [s.metadata.uid ?? '', s.metadata.generation ?? 0]));
    for (const [uid, w] of this.written) if (w.service === key && (seen.get(uid) ?? -1) < w.generation) return true;
    return false;
  }

  private desired(service: Service, pods: readonly Pod[]): readonly SliceContent[] {
    const groups = new Map<string, { readonly ports: SlicePorts; readonly endpoints: EndpointSliceEndpoint[] }>();
    for (const pod of pods) {
      if (!inSlice(service, pod, this.context.behaviour)) continue;
      const ports = slicePorts(service, pod);
      const portsKey = JSON.stringify(ports);
      let group = groups.get(portsKey);
      if (group === undefined) groups.set(portsKey, (group = { ports, endpoints: [] }));
      group.endpoints.push(endpointOf(service, pod, this.nodes.get(pod.spec.nodeName ?? ''), this.context.behaviour));
    }
    return [...groups.values()];
  }

  private *carryOut(key: string, service: Service, plan: SlicePlan, trigger: number | undefined): Generator<Step, SyncError | undefined, unknown> {
    for (const content of plan.create) {
      const wanted = {
        apiVersion: this.apiVersion, kind: 'EndpointSlice' as const,
        metadata: {
          generateName: `${service.metadata.name}-`, ...(service.metadata.namespace === undefined ? {} : { namespace: service.metadata.namespace }), labels: sliceLabels(service),
          ...(trigger === undefined ? {} : { annotations: { [LAST_CHANGE]: formatTime(trigger) } }), ownerReferences: [controllerRef(service)],
        },
        addressType: 'IPv4' as const, endpoints: content.endpoints, ports: content.ports,
      };
      const response = yield* call('CREATE', (done) => this.client.create(wanted, done));
      if (isNamespaceTerminating(response)) return undefined;
      if (!succeeded(response)) return failure('create', service, response);
      this.remember(key, response);
    }
    for (const { slice, content } of plan.update) {
      const { [LAST_CHANGE]: _, ...annotations } = slice.metadata.annotations ?? {};
      const wanted: EndpointSlice = {
        ...slice, ...content, metadata: { ...slice.metadata, labels: sliceLabels(service), annotations: trigger === undefined ? annotations : { ...annotations, [LAST_CHANGE]: formatTime(trigger) } },
      };
      if (deepEqual(slice, wanted)) continue;
      const response = yield* call('UPDATE', (done) => this.client.update(wanted, done));
      if (!succeeded(response)) return failure('update', service, response);
      this.remember(key, response);
    }
    for (const slice of plan.remove) {
      const { namespace, name, uid } = slice.metadata;
      const response = yield* call('DELETE', (done) => this.client.delete({ namespace, name }, { kind: 'DeleteOptions', apiVersion: this.apiVersion }, done));
      if (!succeeded(response) && !isNotFound(response)) return failure('delete', service, response);
      this.written.delete(uid ?? '');
    }
    return undefined;
  }

  private remember(service: string, response: ApiResponse): void {
    const { uid, generation } = objectOf<EndpointSlice>(response).metadata;
    this.written.set(uid ?? '', { service, generation: generation ?? 0 });
  }
}

const failure = (verb: string, service: Service, response: ApiResponse): SyncError => ({
  ...errorOf(response), message: `failed to ${verb} EndpointSlice for Service ${keyOf(service)}: ${refusalOf(response).message}`,
});
