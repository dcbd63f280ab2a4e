import type { KubeObject } from '../../../api/types';
import type { KubeVersion } from '../../../api/version';
import { Kernel } from '../../../kernel/kernel';
import { SECOND, type Micros } from '../../../kernel/time';
import { createApiServer } from '../../apiserver/apiserver';
import { ApiClient } from '../../client/api-client';
import type { ApiResponse, AuditRecord, HttpMethod } from '../../client/http';
import { Etcd } from '../../etcd/etcd';
import { createControllerManager } from '../manager';
import { clusterSpec } from './world';

export interface Audited {
  readonly at: Micros;
  readonly actor: string;
  readonly audit: AuditRecord;
}

/** etcd, the real kube-apiserver and kube-controller-manager; tests play kubectl and the kubelets. */
export class ControlPlane {
  readonly kernel: Kernel;
  readonly admin: ApiClient;
  private from = 0;

  constructor(version: KubeVersion, seed = 1) {
    this.kernel = new Kernel(seed);
    const spec = clusterSpec(version);
    const server = createApiServer(this.kernel, spec, new Etcd(this.kernel));
    server.start();
    const manager = createControllerManager({ kernel: this.kernel, spec, server });
    this.kernel.queue.add(SECOND, () => manager.start());
    this.admin = new ApiClient(this.kernel.actor('kubectl'), server, { credential: { kind: 'clientCertificate', commonName: 'kubernetes-admin', organizations: ['system:masters'] }, userAgent: 'kubectl' });
    this.run(30);
    this.mark();
  }

  /** From here on `requests` counts. */
  mark(): void {
    this.from = this.kernel.log.messages.sent.length;
  }

  run(seconds: number): void {
    this.kernel.run(this.kernel.now + Math.round(seconds * SECOND));
  }

  request(method: HttpMethod, path: string, body?: unknown, contentType?: string): ApiResponse {
    let answer: ApiResponse | undefined;
    this.admin.request({ method, path, body, ...(contentType === undefined ? {} : { contentType }) }, (response) => (answer = response));
    this.kernel.runWhile(() => answer === undefined, this.kernel.now + 10 * SECOND);
    if (answer === undefined) throw new Error(`no answer to ${method} ${path}`);
    return answer;
  }

  list(path: string): readonly KubeObject[] {
    return (this.request('GET', path).body as { readonly items: readonly KubeObject[] }).items;
  }

  /** All requests answered since `mark`, or since a row of the log. */
  requests(from = this.from): readonly Audited[] {
    const { log } = this.kernel;
    const out: Audited[] = [];
    for (let row = from; row < log.messages.sent.length; row++) {
      if (log.messageKind(row) !== 'response') continue;
      out.push({ at: log.messages.sent.get(row), actor: log.strings[log.messages.to.get(row)] ?? '', audit: log.payloads[log.messages.payload.get(row)] as AuditRecord });
    }
    return out;
  }

  /** `create replicasets 201`, in the order of answers, of one actor's writes (events and leases left out). */
  writes(actor: string): readonly string[] {
    return this.requests().filter((r) => r.actor === actor && !['get', 'list', 'watch'].includes(r.audit.verb) && !['events', 'leases'].includes(r.audit.resource))
      .map(({ audit: a }) => `${a.verb} ${a.resource}${a.subresource === undefined ? '' : `/${a.subresource}`} ${a.code}`);
  }
}
