import { splitKey } from '../../../api/owner';
import { formatTime } from '../../../api/time';
import type { Endpoints, Pod, Service } from '../../../api/types';
import { deepEqual } from '../../../base/json';
import type { Informer } from '../../client/informer';
import type { ResourceClient } from '../../client/typed-client';
import { refusalOf } from '../../client/typed-client';
import { WorkQueue } from '../../client/workqueue';
import { LATENCY } from '../../latencies';
import { keyOf, subjectIn, type ControllerContext, type ControllerHandle } from '../context';
import { errorOf, isNamespaceTerminating, isNotFound } from '../errors';
import { call, startWorkers, think, type Sync } from '../worker';
import { endpointsMachine } from './machine';
import { HEADLESS, hasSelector, isHeadless, LAST_CHANGE, selectsPod, TriggerTimeTracker, watchServices } from './services';
import { subsetsOf } from './subsets';

const WORKERS = 5;
const MAX_RETRIES = 15;
const MANAGED_BY = 'endpoints.kubernetes.io/managed-by';

/**
 * Keeps one Endpoints object a Service: the addresses of the pods that its selector matches.
 * Models pkg/controller/endpoint/endpoints_controller.go.
 */
export class EndpointsController {
  private readonly handle: ControllerHandle;
  private readonly queue: WorkQueue;
  private readonly services: Informer<Service>;
  private readonly pods: Informer<Pod>;
  private readonly endpoints: Informer<Endpoints>;
  private readonly client: ResourceClient;
  private readonly triggers = new TriggerTimeTracker();

  constructor(private readonly context: ControllerContext) {
    this.handle = context.controller('endpoint-controller');
    this.client = this.handle.client('', 'endpoints');
    this.queue = new WorkQueue(this.handle.actor, 'services');
    this.services = context.informer('', 'services');
    this.pods = context.informer('', 'pods');
    this.endpoints = context.informer('', 'endpoints');
    const enqueue = (key: string): void => this.queue.add(key, context.manager);
    watchServices(this.services, this.pods, enqueue);
    this.endpoints.addHandlers({ deleted: (e) => enqueue(keyOf(e)) });
  }

  whenReady(then: () => void): void {
    this.handle.whenReady(then);
  }

  start(): void {
    startWorkers({ actor: this.handle.actor, queue: this.queue, machine: endpointsMachine, count: WORKERS, maxRetries: MAX_RETRIES, subject: subjectIn('services'), sync: (key) => this.sync(key) });
  }

  private *sync(key: string): Sync {
    yield* think('TAKEN', LATENCY.controllerSync);
    const service = this.services.get(key);
    if (service === undefined) {
      this.triggers.forget(key);
      const response = yield* call('DELETE', (done) => this.client.delete(splitKey(key), { kind: 'DeleteOptions', apiVersion: 'v1' }, done));
      return isNotFound(response) ? undefined : errorOf(response);
    }
    if (!hasSelector(service)) return undefined;
    const pods = [...this.pods.list(service.metadata.namespace)].filter((pod) => selectsPod(service, pod));
    const trigger = this.triggers.compute(service, pods);
    const subsets = subsetsOf(service, pods, this.context.behaviour.endpointsSayVersion);
    yield* think('LIST_PODS', undefined, { type: 'endpoints', selector: service.spec.selector, pods: pods.length, ready: subsets.reduce((n, s) => n + (s.addresses?.length ?? 0), 0) });
    const current = this.endpoints.get(key);
    const labels = this.labelsFor(service);
    if (current !== undefined && deepEqual(current.subsets ?? [], subsets) && deepEqual(current.metadata.labels ?? {}, labels)) return undefined;
    const { [LAST_CHANGE]: _, ...annotations } = current?.metadata.annotations ?? {};
    const metadata = {
      ...(current?.metadata ?? { name: service.metadata.name, ...(service.metadata.namespace === undefined ? {} : { namespace: service.metadata.namespace }) }),
      labels, annotations: trigger === undefined ? annotations : { ...annotations, [LAST_CHANGE]: formatTime(trigger) },
    };
    const wanted: Endpoints = { ...(current ?? { apiVersion: 'v1', kind: 'Endpoints' }), metadata, subsets };
    const response = current === undefined ? yield* call('CREATE', (done) => this.client.create(wanted, done)) : yield* call('UPDATE', (done) => this.client.update(wanted, done));
    const error = errorOf(response);
    if (error === undefined) return undefined;
    if (current === undefined && isNamespaceTerminating(response)) return { ...error, giveUp: true };
    const reason = current === undefined ? 'FailedToCreateEndpoint' : 'FailedToUpdateEndpoint';
    const verb = current === undefined ? 'create' : 'update';
    this.handle.recorder.event(wanted, 'Warning', reason, `Failed to ${verb} endpoint ${key}: ${refusalOf(response).message}`);
    return error;
  }

  private labelsFor(service: Service): Readonly<Record<string, string>> {
    return {
      ...service.metadata.labels, ...(isHeadless(service) ? { [HEADLESS]: '' } : {}), ...(this.context.behaviour.endpointsManagedBy ? { [MANAGED_BY]: 'endpoint-controller' } : {}),
    };
  }
}
