import type { KubeVersion } from '../../../api/version';
import type { KubeObject, Status } from '../../../api/types';
import { defined } from '../../../base/assert';
import { deepFreeze } from '../../../base/freeze';
import { Kernel } from '../../../kernel/kernel';
import { MILLISECOND, SECOND } from '../../../kernel/time';
import { ApiClient, type RequestSpec, type WatchHandle } from '../../client/api-client';
import type { ApiResponse, Credential, WatchFrame } from '../../client/http';
import { Etcd } from '../../etcd/etcd';
import type { ClusterSpec } from '../../spec';
import { createApiServer, type ApiServerImpl } from '../apiserver';

const ADMIN: Credential = { kind: 'clientCertificate', commonName: 'kubernetes-admin', organizations: ['system:masters'] };

export function specFor(version: KubeVersion): ClusterSpec {
  return {
    kubernetesVersion: version, nodes: [], serviceCIDR: '10.96.0.0/16', clusterDNS: '10.96.0.10', authorization: ['Node', 'RBAC'],
    admission: { enable: ['NodeRestriction'], disable: [] }, runtime: { name: 'containerd', version: '1.6.20', pauseImage: 'pause:3.2' }, cni: { version: '0.3.1', plugins: ['bridge'] },
    registry: [], preloaded: [], users: [],
  };
}

/** A started API server with its etcd and nobody else; requests are made and waited for one at a time. */
export class ServerWorld {
  readonly kernel: Kernel;
  readonly etcd: Etcd;
  readonly server: ApiServerImpl;
  readonly admin: ApiClient;

  constructor(version: KubeVersion, seed = 1) {
    this.kernel = new Kernel(seed);
    this.etcd = new Etcd(this.kernel);
    this.server = createApiServer(this.kernel, specFor(version), this.etcd);
    let ready = false;
    this.server.start(() => (ready = true));
    this.kernel.runWhile(() => !ready, 10 * SECOND);
    this.admin = this.client('kubectl', ADMIN);
    this.settle();
  }

  client(actor: string, credential: Credential): ApiClient {
    return new ApiClient(this.kernel.actor(actor), this.server, { credential, userAgent: actor });
  }

  /** A person with a certificate. */
  user(name: string, ...groups: readonly string[]): ApiClient {
    return this.client(name, { kind: 'clientCertificate', commonName: name, organizations: groups });
  }

  /** Sends and runs the world until the answer is there. */
  ask(spec: RequestSpec, client = this.admin): ApiResponse {
    let answer: ApiResponse | undefined;
    // Whoever changes what others share is caught here.
    client.request({ ...spec, body: deepFreeze(spec.body) }, (response) => (answer = deepFreeze(response)));
    this.kernel.runWhile(() => answer === undefined, this.kernel.now + 60 * SECOND);
    return defined(answer, 'answer');
  }

  get(path: string, query: Readonly<Record<string, string>> = {}, client = this.admin): ApiResponse {
    return this.ask({ method: 'GET', path, query }, client);
  }

  post(path: string, body: unknown, client = this.admin, query: Readonly<Record<string, string>> = {}): ApiResponse {
    return this.ask({ method: 'POST', path, body, query }, client);
  }

  put(path: string, body: unknown, client = this.admin): ApiResponse {
    return this.ask({ method: 'PUT', path, body }, client);
  }

  patch(path: string, body: unknown, contentType = 'application/strategic-merge-patch+json', client = this.admin): ApiResponse {
    return this.ask({ method: 'PATCH', path, body, contentType }, client);
  }

  delete(path: string, body?: unknown, client = this.admin): ApiResponse {
    return this.ask({ method: 'DELETE', path, body }, client);
  }

  /** Lets caches catch up. */
  settle(micros: number = 50 * MILLISECOND): void {
    this.kernel.run(this.kernel.now + micros);
  }

  /** The default service account of a namespace, which a controller would make. */
  giveServiceAccount(namespace = 'default'): void {
    this.post(`/api/v1/namespaces/${namespace}/secrets`, {
      apiVersion: 'v1', kind: 'Secret', type: 'kubernetes.io/service-account-token', metadata: { name: 'default-token-abcde', annotations: { 'kubernetes.io/service-account.name': 'default' } },
    });
    this.settle();
    this.post(`/api/v1/namespaces/${namespace}/serviceaccounts`, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' }, secrets: [{ name: 'default-token-abcde' }] });
    this.settle();
  }

  /** Collects what a watch says. */
  watch(path: string, query: Readonly<Record<string, string>> = {}, client = this.admin): WatchLog {
    const log = new WatchLog();
    log.handle = client.watch({ method: 'GET', path, query: { watch: 'true', ...query } }, {
      opened: (response) => (log.opened = response), frame: (frame) => log.frames.push(deepFreeze(frame)), ended: () => (log.ended = true),
    });
    this.settle();
    return log;
  }

  /** Notes of a type on spans of the request machine, oldest first. */
  notes<T = Readonly<Record<string, unknown>>>(type: string): readonly T[] {
    const { spans, payloads } = this.kernel.log;
    const out: T[] = [];
    for (let row = 0; row < spans.payload.length; row++) {
      const note = payloads[spans.payload.get(row)] as { readonly type?: string } | undefined;
      if (note?.type === type) out.push(note as T);
    }
    return out;
  }
}

export class WatchLog {
  opened: ApiResponse | undefined;
  readonly frames: WatchFrame[] = [];
  ended = false;
  handle: WatchHandle | undefined;

  /** `ADDED web`, `BOOKMARK `… */
  get lines(): readonly string[] {
    return this.frames.map((f) => `${f.type} ${f.object.metadata.name}`);
  }
}

export const objectIn = (response: ApiResponse): KubeObject => response.body as KubeObject;
export const statusIn = (response: ApiResponse): Status => response.body as Status;
export const messageIn = (response: ApiResponse): string => statusIn(response).message ?? '';

export const pod = (name: string, more: object = {}): KubeObject => ({
  apiVersion: 'v1', kind: 'Pod', metadata: { name, labels: { app: name } }, spec: { containers: [{ name: 'c', image: 'nginx:1.19' }], ...more },
});

export const deployment = (name: string, replicas = 1): KubeObject => ({
  apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name },
  spec: { replicas, selector: { matchLabels: { app: name } }, template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'c', image: 'nginx:1.19' }] } } },
});

export const configMap = (name: string, data: Readonly<Record<string, string>> = { a: '1' }): KubeObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });

export const PODS = '/api/v1/namespaces/default/pods';
export const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
export const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
