import { describe, expect, it } from 'vitest';
import { deepFreeze } from '../base/freeze';
import { computeHash, hashRevisionData, safeEncode } from './hash';
import type { Container, PodSpec, PodTemplateSpec } from './types';

const container = (name: string, image: string, more: Partial<Container> = {}): Container => ({
  name, image, resources: {}, terminationMessagePath: '/dev/termination-log', terminationMessagePolicy: 'File', imagePullPolicy: 'IfNotPresent', ...more,
});
const template = (app: string, containers: readonly Container[], grace: number, more: Partial<PodSpec> = {}): PodTemplateSpec => deepFreeze({
  metadata: { creationTimestamp: null, labels: { app } },
  spec: { containers, restartPolicy: 'Always', terminationGracePeriodSeconds: grace, dnsPolicy: 'ClusterFirst', securityContext: {}, schedulerName: 'default-scheduler', ...more },
});

describe('pod-template-hash', () => {
  it.each([
    ['7b54d48599', template('nginx', [container('nginx', 'nginx:1.19')], 30)],
    ['bc7cc9f65', template('web', [container('nginx', 'nginx:1.19')], 30)],
    ['6fd588c86b', template('hp', [container('c', 'nginx:1.19', { ports: [{ hostPort: 18080, containerPort: 80, protocol: 'TCP' }] })], 1)],
    ['67856947d', template('web', [container('side', 'busybox:1.32', { command: ['sleep', '999'] }), container('nginx', 'nginx:1.19')], 1)],
    ['674cdb9cfd', template('web', [container('nginx', 'nginx:1.20', { resources: { requests: { cpu: '10m' } } })], 30)],
    ['5899b6b8dc', template('spread', [container('c', 'nginx:1.19')], 1, { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: { matchLabels: { app: 'spread' } }, topologyKey: 'kubernetes.io/hostname' }] } } })],
    ['58fb987657', template('agent', [container('agent', 'nginx:1.19')], 1)],
  ])('%s is what the real 1.20 cluster computed', (want, t) => {
    expect(computeHash(t, undefined, '1.20')).toBe(want);
  });

  it('changes with the collision count and with the release', () => {
    const t = template('web', [container('nginx', 'nginx:1.19')], 30);
    const all = [computeHash(t, undefined, '1.20'), computeHash(t, 0, '1.20'), computeHash(t, 1, '1.20'), computeHash(t, undefined, '1.35')];
    expect(new Set(all).size).toBe(4);
    for (const h of all) expect(h).toMatch(/^[456789bcdf]{1,10}$/);
  });
});

it('the hash of a StatefulSet revision is what the real cluster computed', () => {
  const data = '{"spec":{"template":{"$patch":"replace","metadata":{"creationTimestamp":null,"labels":{"app":"db"}},"spec":{"containers":[{"image":"nginx:1.19","imagePullPolicy":"IfNotPresent","name":"db","resources":{},"terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File"}],"dnsPolicy":"ClusterFirst","restartPolicy":"Always","schedulerName":"default-scheduler","securityContext":{},"terminationGracePeriodSeconds":1}}}}';
  expect(hashRevisionData(data, 0)).toBe('7b877764fb');
});

it('digits come out as ten letters only', () => {
  expect(safeEncode('0123456789')).toBe('456789bcdf');
});
