import type { ConfigMap, Namespace } from '../../../api/types';
import type { Informer } from '../../client/informer';
import type { ResourceClient } from '../../client/typed-client';
import { WorkQueue } from '../../client/workqueue';
import { LATENCY } from '../../latencies';
import { subjectIn, type ControllerContext, type ControllerHandle } from '../context';
import { errorOf, isAlreadyExists, isNamespaceTerminating } from '../errors';
import { call, startWorkers, think, type Sync } from '../worker';
import { clusterCertificate } from './certificate';
import { rootCaMachine } from './machine';

const NAME = 'kube-root-ca.crt';

/**
 * Puts the certificate of the cluster's authority into every namespace, for pods to trust the API server.
 * Models pkg/controller/certificates/rootcacertpublisher/publisher.go.
 */
export class RootCaPublisher {
  private readonly handle: ControllerHandle;
  private readonly queue: WorkQueue;
  private readonly namespaces: Informer<Namespace>;
  private readonly configMaps: Informer<ConfigMap>;
  private readonly client: ResourceClient;
  private readonly data: Readonly<Record<string, string>>;
  private readonly annotations: Readonly<Record<string, string>> | undefined;

  constructor(context: ControllerContext) {
    this.handle = context.controller('root-ca-cert-publisher');
    this.client = this.handle.client('', 'configmaps');
    this.queue = new WorkQueue(this.handle.actor, 'namespaces');
    this.namespaces = context.informer('', 'namespaces');
    this.configMaps = context.informer('', 'configmaps');
    this.data = { 'ca.crt': clusterCertificate(context.kernel.seed) };
    this.annotations = context.behaviour.rootCaDescription
      ? { 'kubernetes.io/description': 'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.' }
      : undefined;
    const enqueue = (namespace: string): void => this.queue.add(namespace, context.manager);
    this.namespaces.addHandlers({ added: (ns) => enqueue(ns.metadata.name), updated: (_, ns) => { if (ns.status.phase === 'Active') enqueue(ns.metadata.name); } });
    this.configMaps.addHandlers({
      updated: (_, map) => { if (map.metadata.name === NAME) enqueue(map.metadata.namespace ?? ''); },
      deleted: (map) => { if (map.metadata.name === NAME) enqueue(map.metadata.namespace ?? ''); },
    });
  }

  whenReady(then: () => void): void {
    this.handle.whenReady(then);
  }

  start(): void {
    startWorkers({ actor: this.handle.actor, queue: this.queue, machine: rootCaMachine, count: 1, subject: subjectIn('namespaces'), sync: (key) => this.sync(key) });
  }

  private *sync(namespace: string): Sync {
    yield* think('TAKEN', LATENCY.controllerSync);
    const phase = this.namespaces.get(namespace)?.status.phase;
    // Whether the namespace is going away is not looked at: the API server refuses then.
    if (phase === undefined) return undefined;
    const map = this.configMaps.get(`${namespace}/${NAME}`);
    if (map === undefined) {
      const wanted = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: NAME, namespace, ...(this.annotations === undefined ? {} : { annotations: this.annotations }) }, data: this.data };
      const response = yield* call('CREATE', (done) => this.client.create(wanted, done));
      return isAlreadyExists(response) || isNamespaceTerminating(response) ? undefined : errorOf(response);
    }
    if (map.data?.['ca.crt'] === this.data['ca.crt'] && (this.annotations === undefined || map.metadata.annotations?.['kubernetes.io/description'] !== undefined)) return undefined;
    const wanted: ConfigMap = { ...map, data: this.data, metadata: { ...map.metadata, ...(this.annotations === undefined ? {} : { annotations: this.annotations }) } };
    return errorOf(yield* call('UPDATE', (done) => this.client.update(wanted, done)));
  }
}
