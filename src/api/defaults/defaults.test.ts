import { describe, expect, it } from 'vitest';
import { deepFreeze } from '../../base/freeze';
import type { KubeObject } from '../types';
import type { KubeVersion } from '../version';
import { decodeAndDefault, setDefaults } from './defaults';

const read = (body: object, version: KubeVersion = '1.35') => {
  const r = decodeAndDefault(deepFreeze(body) as KubeObject, version, true);
  if (!r.ok) throw new Error(r.error);
  return r.value;
};
const json = (value: unknown) => JSON.stringify(value);
const CONTAINER_TAIL = '"resources":{},"terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File","imagePullPolicy":"IfNotPresent"';

describe('defaulting', () => {
  it('of a deployment is byte for byte what 1.20 stored', () => {
    const { spec, status } = read({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'nginx', labels: { app: 'nginx' } }, spec: { replicas: 3, selector: { matchLabels: { app: 'nginx' } }, template: { metadata: { labels: { app: 'nginx' } }, spec: { containers: [{ name: 'nginx', image: 'nginx:1.19' }] } } } }, '1.20');
    expect(json(spec)).toBe(`{"replicas":3,"selector":{"matchLabels":{"app":"nginx"}},"template":{"metadata":{"creationTimestamp":null,"labels":{"app":"nginx"}},"spec":{"containers":[{"name":"nginx","image":"nginx:1.19",${CONTAINER_TAIL}}],"restartPolicy":"Always","terminationGracePeriodSeconds":30,"dnsPolicy":"ClusterFirst","securityContext":{},"schedulerName":"default-scheduler"}},"strategy":{"type":"RollingUpdate","rollingUpdate":{"maxUnavailable":"25%","maxSurge":"25%"}},"revisionHistoryLimit":10,"progressDeadlineSeconds":600}`);
    expect(status).toEqual({});
  });

  it('is done once: a defaulted object comes back itself', () => {
    for (const kind of ['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob', 'Service', 'Pod', 'Namespace', 'PersistentVolumeClaim']) {
      const template = { spec: { containers: [{ name: 'a', image: 'x' }] } };
      const spec = kind === 'Pod' ? template.spec : kind === 'CronJob' ? { schedule: '* * * * *', jobTemplate: { spec: { template } } } : { template };
      const body = { apiVersion: kind.endsWith('Set') || kind === 'Deployment' ? 'apps/v1' : kind.endsWith('Job') ? 'batch/v1' : 'v1', kind, metadata: { name: 'x' }, ...(['Service', 'Namespace', 'PersistentVolumeClaim'].includes(kind) ? {} : { spec }) };
      const once = read(body);
      expect(setDefaults(once, '1.35')).toBe(once);
    }
  });

  it.each([
    ['nginx', 'Always'], ['nginx:latest', 'Always'], ['nginx:1.19', 'IfNotPresent'], ['localhost:5000/nginx', 'Always'], ['localhost:5000/nginx:1', 'IfNotPresent'], ['nginx@sha256:0', 'IfNotPresent'], ['Nginx:1.19', 'IfNotPresent'], ['', 'IfNotPresent'],
  ])('image %j is pulled %s', (image, policy) => {
    expect(read({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image }] } })).toMatchObject({ spec: { containers: [{ imagePullPolicy: policy }] } });
  });

  it('gives pods, but not templates, service links and requests from limits', () => {
    const spec = { containers: [{ name: 'c', image: 'x', resources: { limits: { cpu: '1', memory: '64Mi' }, requests: { cpu: '500m' } } }] };
    expect(read({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec })).toMatchObject({ spec: { enableServiceLinks: true, containers: [{ resources: { requests: { cpu: '500m', memory: '64Mi' } } }] }, status: { phase: 'Pending' } });
    const rs = read({ apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 'r' }, spec: { template: { spec } } });
    expect(rs).toMatchObject({ spec: { replicas: 1, template: { spec: { containers: [{ resources: { requests: { cpu: '500m' } } }] } } } });
    expect(json(rs)).not.toContain('enableServiceLinks');
  });

  it('fills probes, volumes, ports and field references', () => {
    const pod = read({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: {
      containers: [{ name: 'c', image: 'x:1', ports: [{ containerPort: 80 }], livenessProbe: { httpGet: { port: 80 } }, env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] }],
      volumes: [{ name: 'e' }, { name: 's', secret: { secretName: 'x' } }, { name: 'c', configMap: { name: 'x' } }, { name: 'h', hostPath: { path: '/x' } }, { name: 'p', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } }],
    } });
    expect(pod.spec).toMatchObject({
      containers: [{ ports: [{ containerPort: 80, protocol: 'TCP' }], livenessProbe: { httpGet: { path: '/', port: 80, scheme: 'HTTP' }, timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 }, env: [{ valueFrom: { fieldRef: { apiVersion: 'v1' } } }] }],
      volumes: [{ emptyDir: {} }, { secret: { defaultMode: 420 } }, { configMap: { defaultMode: 420 } }, { hostPath: { type: '' } }, { projected: { defaultMode: 420, sources: [{ serviceAccountToken: { expirationSeconds: 3600 } }] } }],
    });
  });

  it('gives host ports to host-network templates only in 1.20', () => {
    const rs = { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 'r' }, spec: { template: { spec: { hostNetwork: true, containers: [{ name: 'c', image: 'x', ports: [{ containerPort: 80 }] }] } } } };
    expect(json(read(rs, '1.20'))).toContain('"hostPort":80');
    expect(json(read(rs, '1.35'))).not.toContain('hostPort');
  });

  it('of services, sets and jobs differs by release', () => {
    const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } };
    expect(read(service, '1.20').spec).toEqual({ ports: [{ protocol: 'TCP', port: 80, targetPort: 80 }], type: 'ClusterIP', sessionAffinity: 'None' });
    expect(read(service).spec).toMatchObject({ internalTrafficPolicy: 'Cluster' });
    const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'j' }, spec: { template: { metadata: { labels: { a: '1' } }, spec: { containers: [] } } } };
    expect(read(job, '1.20')).toMatchObject({ metadata: { labels: { a: '1' } }, spec: { parallelism: 1, completions: 1, backoffLimit: 6 } });
    expect(read(job).spec).toMatchObject({ completionMode: 'NonIndexed', suspend: false, podReplacementPolicy: 'TerminatingOrFailed' });
    const ds = { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name: 'd' }, spec: {} };
    expect(read(ds, '1.20').spec).toMatchObject({ updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } }, revisionHistoryLimit: 10 });
    expect(read({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'n' } }).metadata.labels).toEqual({ 'kubernetes.io/metadata.name': 'n' });
    expect(read({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'n' } }, '1.20').metadata.labels).toBeUndefined();
  });

  it('encodes stringData and fills limit ranges, bindings and webhooks', () => {
    expect(read({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, stringData: { token: 'abc' } })).toMatchObject({ data: { token: 'YWJj' }, type: 'Opaque' });
    expect(read({ apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'l' }, spec: { limits: [{ type: 'Container', max: { cpu: '1' }, default: { memory: '64Mi' }, min: { cpu: '10m' } }] } }).spec).toEqual({ limits: [{ type: 'Container', max: { cpu: '1' }, min: { cpu: '10m' }, default: { cpu: '1', memory: '64Mi' }, defaultRequest: { cpu: '1', memory: '64Mi' } }] });
    expect(read({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', metadata: { name: 'r' }, roleRef: { kind: 'Role', name: 'x' }, subjects: [{ kind: 'User', name: 'alice' }] })).toMatchObject({ roleRef: { apiGroup: 'rbac.authorization.k8s.io' }, subjects: [{ apiGroup: 'rbac.authorization.k8s.io' }] });
    expect(read({ apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration', metadata: { name: 'w' }, webhooks: [{ name: 'a.b.c', clientConfig: { service: { namespace: 'n', name: 's' } }, rules: [{}] }] })['webhooks']).toMatchObject([{ failurePolicy: 'Fail', timeoutSeconds: 10, namespaceSelector: {}, clientConfig: { service: { port: 443 } }, rules: [{ scope: '*' }] }]);
  });
});
