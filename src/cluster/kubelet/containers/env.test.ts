import { describe, expect, test } from 'vitest';
import type { ConfigMap, Container, Secret, Service } from '../../../api/types';
import { sampleContainer, samplePod } from '../testing';
import { decodeBase64 } from '../volumes/base64';
import { environment, type EnvSources } from './env';

const configMap: ConfigMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'cfg' }, data: { color: 'blue' } };
const secret: Secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'sec' }, type: 'Opaque', data: { token: 'YWJj' } };
const service = (name: string, clusterIP: string, namespace = 'default'): Service => ({
  apiVersion: 'v1', kind: 'Service', metadata: { name, namespace }, status: { loadBalancer: {} },
  spec: { type: 'ClusterIP', sessionAffinity: 'None', clusterIP, ports: [{ name: 'http', port: 80, targetPort: 80, protocol: 'TCP' }] },
});
const sources: EnvSources = {
  configMap: (name) => (name === 'cfg' ? configMap : undefined), secret: (name) => (name === 'sec' ? secret : undefined), services: [], podIP: '10.244.0.2', hostIP: '192.168.0.11',
};

function env(container: Partial<Container>, more: Partial<EnvSources> = {}) {
  const result = environment(samplePod({}, { labels: { app: 'web' } }), sampleContainer('web', container), { ...sources, ...more });
  return result.ok ? Object.fromEntries(result.value) : result.error;
}

describe('the environment of a container', () => {
  test('plain values, with references to earlier ones', () => {
    expect(env({ env: [{ name: 'A', value: '1' }, { name: 'B', value: '$(A)2 $(NOPE) $$(A)' }] })).toEqual({ A: '1', B: '12 $(NOPE) $(A)' });
  });
  test('from config maps and secrets, whole or by key', () => {
    expect(env({ envFrom: [{ configMapRef: { name: 'cfg' }, prefix: 'P_' }, { secretRef: { name: 'sec' } }], env: [{ name: 'C', valueFrom: { configMapKeyRef: { name: 'cfg', key: 'color' } } }] }))
      .toEqual({ P_color: 'blue', token: 'abc', C: 'blue' });
  });
  test('from fields of the pod', () => {
    expect(env({ env: [{ name: 'IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } }, { name: 'APP', valueFrom: { fieldRef: { fieldPath: "metadata.labels['app']" } } }] })).toEqual({ IP: '10.244.0.2', APP: 'web' });
  });
  test('services of the namespace, and always the API server', () => {
    expect(env({}, { services: [service('kubernetes', '10.96.0.1'), service('db', '10.96.0.7', 'other'), service('my-db', 'None')] })).toMatchObject({
      KUBERNETES_SERVICE_HOST: '10.96.0.1', KUBERNETES_SERVICE_PORT: '80', KUBERNETES_SERVICE_PORT_HTTP: '80', KUBERNETES_PORT_80_TCP_ADDR: '10.96.0.1',
    });
  });
});

describe('what is missing', () => {
  test.each([
    [{ envFrom: [{ configMapRef: { name: 'gone' } }] }, 'configmap "gone" not found'],
    [{ envFrom: [{ secretRef: { name: 'gone' } }] }, 'secret "gone" not found'],
    [{ env: [{ name: 'X', valueFrom: { secretKeyRef: { name: 'sec', key: 'password' } } }] }, "couldn't find key password in Secret default/sec"],
    [{ env: [{ name: 'X', valueFrom: { configMapKeyRef: { name: 'cfg', key: 'size' } } }] }, "couldn't find key size in ConfigMap default/cfg"],
  ] as const)('%j: %s', (container, message) => expect(env(container)).toBe(message));

  test('is no matter when it is optional', () => {
    expect(env({ envFrom: [{ configMapRef: { name: 'gone', optional: true } }], env: [{ name: 'X', valueFrom: { secretKeyRef: { name: 'sec', key: 'no', optional: true } } }] })).toEqual({});
  });
});

test('base64 with padding and beyond ASCII', () => expect([decodeBase64('YQ=='), decodeBase64('w6TigqzwnZ2t')]).toEqual(['a', 'ä€𝝭']));
