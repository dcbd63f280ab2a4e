import { describe, expect, it } from 'vitest';
import type { KubeVersion } from '../../api/version';
import type { KubeObject, Pod } from '../../api/types';
import { Kernel } from '../../kernel/kernel';
import { SECOND } from '../../kernel/time';
import { createApiServer } from '../apiserver/apiserver';
import { ApiClient } from '../client/api-client';
import type { AuditRecord } from '../client/http';
import { Etcd } from '../etcd/etcd';
import type { ClusterSpec } from '../spec';
import { createScheduler } from './scheduler';
import { node } from './testing/objects';

/** The real API server and etcd, three nodes without the taint that new nodes get, no kubelets. */
function boot(kubernetesVersion: KubeVersion): { readonly kernel: Kernel; readonly run: (seconds: number) => void; readonly admin: (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) => number; readonly pods: () => readonly Pod[] } {
  const kernel = new Kernel(1);
  const spec: ClusterSpec = {
    kubernetesVersion, nodes: [], serviceCIDR: '10.96.0.0/16', clusterDNS: '10.96.0.10', authorization: ['Node', 'RBAC'], admission: { enable: ['NodeRestriction'], disable: ['ServiceAccount'] },
    runtime: { name: 'containerd', version: '2', pauseImage: '' }, cni: { version: '1.1.0', plugins: [] }, registry: [], preloaded: [], users: [],
  };
  const server = createApiServer(kernel, spec, new Etcd(kernel));
  server.start();
  createScheduler({ kernel, spec, server }).start();
  const run = (seconds: number): void => kernel.run(kernel.now + seconds * SECOND);
  run(5);
  const client = new ApiClient(kernel.actor('kubectl'), server, { credential: { kind: 'clientCertificate', commonName: 'kubernetes-admin', organizations: ['system:masters'] }, userAgent: 'kubectl' });
  const admin = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): number => {
    let code = 0;
    client.request({ method, path, body, ...(method === 'PATCH' ? { contentType: 'application/merge-patch+json' } : {}) }, (response) => (code = response.code));
    kernel.runWhile(() => code === 0, kernel.now + SECOND);
    return code;
  };
  for (const name of ['node-1', 'node-2', 'node-3']) {
    expect(admin('POST', '/api/v1/nodes', node(name, { cpu: '1900m' }))).toBe(201);
    expect(admin('PATCH', `/api/v1/nodes/${name}`, { spec: { taints: null } })).toBe(200);
  }
  const pods = (): readonly Pod[] => {
    let items: readonly KubeObject[] | undefined;
    client.request({ method: 'GET', path: '/api/v1/namespaces/default/pods' }, (response) => (items = (response.body as { readonly items: readonly KubeObject[] }).items));
    kernel.runWhile(() => items === undefined, kernel.now + SECOND);
    return (items ?? []) as readonly Pod[];
  };
  return { kernel, run, admin, pods };
}

/** What the scheduler asked the server to change since `from`, leases apart: `create pods/binding 201`. */
function writes(kernel: Kernel, from: number): readonly string[] {
  const { messages, strings, payloads } = kernel.log;
  const out: string[] = [];
  for (let row = from; row < messages.sent.length; row++) {
    if (kernel.log.messageKind(row) !== 'response' || strings[messages.to.get(row)] !== 'kube-scheduler') continue;
    const audit = payloads[messages.payload.get(row)] as AuditRecord;
    if (audit.resource === 'leases' || audit.verb === 'get' || audit.verb === 'list' || audit.verb === 'watch') continue;
    out.push(`${audit.verb} ${audit.resource}${audit.subresource === undefined ? '' : `/${audit.subresource}`} ${audit.name?.split('.')[0] ?? ''} ${audit.code}`);
  }
  return out;
}

const sketch = (name: string, cpu: string): object => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec: { containers: [{ name: 'c', image: 'nginx:1.19', resources: { requests: { cpu } } }] } });

describe.each(['1.20', '1.35'] as const)('scheduler at the API server, %s', (version) => {
  it('binds each new pod with one request and reports it with another, as recorded', () => {
    const c = boot(version);
    const from = c.kernel.log.messages.sent.length;
    for (const name of ['a', 'b', 'c']) expect(c.admin('POST', '/api/v1/namespaces/default/pods', sketch(name, '100m'))).toBe(201);
    c.run(2);
    expect([...writes(c.kernel, from)].sort()).toEqual(['a', 'b', 'c'].flatMap((n) => [`create events ${n} 201`]).concat(['a', 'b', 'c'].map((n) => `create pods/binding ${n} 201`)));
    expect(new Set(c.pods().map((p) => p.spec.nodeName)).size).toBe(3);
    expect(c.pods().every((p) => p.status.conditions?.some((x) => x.type === 'PodScheduled' && x.status === 'True'))).toBe(true);
  });

  it('says why a pod fits nowhere, and schedules it when it fits', () => {
    const c = boot(version);
    const from = c.kernel.log.messages.sent.length;
    c.admin('POST', '/api/v1/namespaces/default/pods', sketch('big', '4'));
    c.run(6);
    expect([...writes(c.kernel, from)].sort()).toEqual([...Array.from({ length: version === '1.20' ? 2 : 1 }, () => 'create events big 201'), 'patch pods/status big 200']);
    c.admin('PATCH', '/api/v1/nodes/node-2/status', { status: { allocatable: { cpu: '8' } } });
    c.run(2);
    expect(c.pods().map((p) => p.spec.nodeName)).toEqual(['node-2']);
  });

  it('preempts, waits for the victim to go, and takes its place', () => {
    const c = boot(version);
    c.admin('POST', `/apis/scheduling.k8s.io/v1/priorityclasses`, { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'high' }, value: 1000 });
    for (const name of ['a', 'b', 'c']) c.admin('POST', '/api/v1/namespaces/default/pods', sketch(name, '1200m'));
    c.run(2);
    const from = c.kernel.log.messages.sent.length;
    const vip = sketch('vip', '1200m') as { readonly spec: object };
    c.admin('POST', '/api/v1/namespaces/default/pods', { ...vip, spec: { ...vip.spec, priorityClassName: 'high' } });
    c.run(3);
    const done = writes(c.kernel, from).filter((w) => !w.startsWith('create events')).map((w) => w.replace(/ [abc] /, ' victim '));
    expect([...done].sort()).toEqual(version === '1.20' ? ['delete pods victim 200', 'patch pods/status vip 200'] : ['delete pods victim 200', 'patch pods/status victim 200', 'patch pods/status vip 200']);
    const before = c.pods();
    const nominated = before.find((p) => p.metadata.name === 'vip')?.status.nominatedNodeName;
    const victim = before.find((p) => p.metadata.deletionTimestamp !== undefined);
    expect(victim?.spec.nodeName).toBe(nominated);
    // No kubelet is there to end the victim.
    c.admin('DELETE', `/api/v1/namespaces/default/pods/${victim?.metadata.name ?? ''}`, { gracePeriodSeconds: 0 });
    c.run(4);
    expect(c.pods().find((p) => p.metadata.name === 'vip')?.spec.nodeName).toBe(nominated);
  });
});
