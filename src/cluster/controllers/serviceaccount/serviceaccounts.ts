import type { Namespace, ServiceAccount } from '../../../api/types';
import type { Informer } from '../../client/informer';
import type { ResourceClient } from '../../client/typed-client';
import { WorkQueue } from '../../client/workqueue';
import { LATENCY } from '../../latencies';
import { subjectIn, type ControllerContext, type ControllerHandle } from '../context';
import { errorOf, isAlreadyExists, isNamespaceTerminating } from '../errors';
import { call, startWorkers, think, type Sync } from '../worker';
import { serviceAccountMachine } from './machine';

/**
 * Sees to it that every active namespace has its `default` service account.
 * Models pkg/controller/serviceaccount/serviceaccounts_controller.go.
 */
export class ServiceAccountsController {
  private readonly handle: ControllerHandle;
  private readonly queue: WorkQueue;
  private readonly namespaces: Informer<Namespace>;
  private readonly accounts: Informer<ServiceAccount>;
  private readonly client: ResourceClient;

  constructor(context: ControllerContext) {
    this.handle = context.controller('service-account-controller');
    this.client = this.handle.client('', 'serviceaccounts');
    this.queue = new WorkQueue(this.handle.actor, 'namespaces');
    this.namespaces = context.informer('', 'namespaces');
    this.accounts = context.informer('', 'serviceaccounts');
    const enqueue = (namespace: string): void => this.queue.add(namespace, context.manager);
    this.namespaces.addHandlers({ added: (ns) => enqueue(ns.metadata.name), updated: (_, ns) => enqueue(ns.metadata.name) });
    this.accounts.addHandlers({ deleted: (sa) => enqueue(sa.metadata.namespace ?? '') });
  }

  whenReady(then: () => void): void {
    this.handle.whenReady(then);
  }

  start(): void {
    startWorkers({ actor: this.handle.actor, queue: this.queue, machine: serviceAccountMachine, count: 1, subject: subjectIn('namespaces'), sync: (key) => this.sync(key) });
  }

  private *sync(name: string): Sync {
    yield* think('TAKEN', LATENCY.controllerSync);
    if (this.namespaces.get(name)?.status.phase !== 'Active' || this.accounts.get(`${name}/default`) !== undefined) return undefined;
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: name } };
    const response = yield* call('CREATE', (done) => this.client.create(account, done));
    return isAlreadyExists(response) || isNamespaceTerminating(response) ? undefined : errorOf(response);
  }
}
