import { describe, expect, it } from 'vitest';
import type { Pod, ResourceQuota } from '../../../api/types';
import type { AdmissionDecision, PluginReport } from './chain';
import { configMap, deployment, DEPLOYMENTS, messageIn, objectIn, pod, PODS, ServerWorld, statusIn } from '../testing/server-world';

const both = ['1.20', '1.35'] as const;

function withNamespace(version: (typeof both)[number], name: string, labels: Readonly<Record<string, string>> = {}): ServerWorld {
  const world = new ServerWorld(version);
  world.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } });
  world.settle();
  world.giveServiceAccount(name);
  return world;
}

const reports = (world: ServerWorld, phase: string): readonly PluginReport[] => world.notes<AdmissionDecision>('admission').filter((d) => d.phase === phase).at(-1)?.plugins ?? [];

describe.each(both)('admission in %s', (version) => {
  it('waits a little for a namespace and then says that there is none', () => {
    const world = new ServerWorld(version);
    const began = world.kernel.now;
    const no = world.post('/api/v1/namespaces/nowhere/configmaps', configMap('c'));
    expect(statusIn(no)).toMatchObject({ code: 404, message: 'namespaces "nowhere" not found', details: { name: 'nowhere', kind: 'namespaces' } });
    expect(world.kernel.now - began).toBeGreaterThan(50_000);
  });

  it('gives a pod its service account, token, priority and tolerations, and shows each change', () => {
    const world = new ServerWorld(version);
    world.giveServiceAccount();
    const { spec } = objectIn(world.post(PODS, pod('web'))) as Pod;
    expect(spec).toMatchObject({ serviceAccountName: 'default', serviceAccount: 'default', priority: 0, preemptionPolicy: 'PreemptLowerPriority' });
    expect(spec.tolerations?.map((t) => t.key)).toEqual(['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']);
    const [volume] = spec.volumes ?? [];
    if (version === '1.20') expect(volume).toEqual({ name: 'default-token-abcde', secret: { secretName: 'default-token-abcde', defaultMode: 420 } });
    else expect(volume?.name).toMatch(/^kube-api-access-[a-z0-9]{5}$/);
    expect(spec.containers[0]?.volumeMounts).toEqual([{ name: volume?.name, readOnly: true, mountPath: '/var/run/secrets/kubernetes.io/serviceaccount' }]);
    const mutated = reports(world, 'mutating').filter((r) => r.verdict === 'mutated');
    expect(mutated.map((r) => r.name)).toEqual(['ServiceAccount', 'Priority', 'DefaultTolerationSeconds']);
    expect(mutated[1]?.patch).toEqual([{ op: 'add', path: '/spec/priority', value: 0 }, { op: 'add', path: '/spec/preemptionPolicy', value: 'PreemptLowerPriority' }]);
  });

  it('does not touch the template of a Deployment', () => {
    const world = new ServerWorld(version);
    world.post(DEPLOYMENTS, deployment('web'));
    expect(reports(world, 'mutating').every((r) => r.verdict === 'unchanged' || r.verdict === 'not concerned')).toBe(true);
  });

  it('looks again and again for a default service account that is still to come', () => {
    const world = new ServerWorld(version);
    const answers: number[] = [];
    world.admin.request({ method: 'POST', path: PODS, body: pod('web') }, (r) => answers.push(r.code));
    world.settle(300_000);
    expect(answers).toEqual([]);
    world.giveServiceAccount();
    world.settle(500_000);
    expect(answers).toEqual([201]);
    expect(messageIn(world.post(PODS, pod('other', { serviceAccountName: 'ghost' })))).toBe('pods "other" is forbidden: error looking up service account default/ghost: serviceaccount "ghost" not found');
  });

  it('refuses an unknown priority class', () => {
    const world = new ServerWorld(version);
    world.giveServiceAccount();
    expect(messageIn(world.post(PODS, pod('web', { priorityClassName: 'vip' })))).toBe('pods "web" is forbidden: no PriorityClass with name vip was found');
    expect(objectIn(world.post(PODS, pod('web', { priorityClassName: 'system-node-critical' }))).spec).toMatchObject({ priority: 2_000_001_000 });
  });

  it('charges a quota before the pod is stored, and refuses the pod that exceeds it', () => {
    const world = withNamespace(version, 'q');
    const quotas = '/api/v1/namespaces/q/resourcequotas';
    const quota = objectIn(world.post(quotas, { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'small' }, spec: { hard: { pods: '2' } } }));
    world.put(`${quotas}/small/status`, { ...quota, status: { hard: { pods: '2' }, used: { pods: '0' } } });
    world.settle();
    const codes: number[] = [];
    for (const name of ['a', 'b', 'c']) world.admin.request({ method: 'POST', path: '/api/v1/namespaces/q/pods', body: pod(name) }, (r) => codes.push(r.code));
    world.settle(500_000);
    expect([...codes].sort()).toEqual([201, 201, 403]);
    expect((objectIn(world.get(`${quotas}/small`)) as ResourceQuota).status.used).toEqual({ pods: '2' });
    expect(messageIn(world.post('/api/v1/namespaces/q/pods', pod('d')))).toBe('pods "d" is forbidden: exceeded quota: small, requested: pods=1, used: pods=2, limited: pods=2');
  });

  it('says which requests a quota wants to see', () => {
    const world = withNamespace(version, 'q');
    const quotas = '/api/v1/namespaces/q/resourcequotas';
    const hard = { 'limits.memory': '1Gi', 'requests.cpu': '1' };
    const quota = objectIn(world.post(quotas, { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'cpu' }, spec: { hard } }));
    world.settle();
    world.put(`${quotas}/cpu/status`, { ...quota, status: { hard, used: { 'limits.memory': '0', 'requests.cpu': '0' } } });
    world.settle();
    const what = version === '1.20' ? 'limits.memory,requests.cpu' : 'limits.memory for: c; requests.cpu for: c';
    expect(messageIn(world.post('/api/v1/namespaces/q/pods', pod('a')))).toBe(`pods "a" is forbidden: failed quota: cpu: must specify ${what}`);
  });

  it('gives containers the defaults of a LimitRange and holds them to its bounds', () => {
    const world = withNamespace(version, 'lr');
    const limits = [{ type: 'Container', default: { cpu: '200m', memory: '64Mi' }, defaultRequest: { cpu: '100m', memory: '32Mi' }, max: { cpu: '1' } }];
    world.post('/api/v1/namespaces/lr/limitranges', { apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'limits' }, spec: { limits } });
    world.settle();
    const ok = objectIn(world.post('/api/v1/namespaces/lr/pods', pod('ok'))) as Pod;
    expect(ok.metadata.annotations).toEqual({ 'kubernetes.io/limit-ranger': 'LimitRanger plugin set: cpu, memory request for container c; cpu, memory limit for container c' });
    expect(ok.spec.containers[0]?.resources).toEqual({ limits: { cpu: '200m', memory: '64Mi' }, requests: { cpu: '100m', memory: '32Mi' } });
    const big = { containers: [{ name: 'c', image: 'nginx:1.19', resources: { limits: { cpu: '2' } } }] };
    expect(messageIn(world.post('/api/v1/namespaces/lr/pods', pod('toobig', big)))).toBe('pods "toobig" is forbidden: maximum cpu usage per Container is 1, but limit is 2');
  });

  it('fails when a webhook cannot be called, and goes on when its policy is Ignore', () => {
    const world = new ServerWorld(version);
    world.giveServiceAccount();
    const hooks = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
    const configuration = (failurePolicy: string): object => ({
      apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration', metadata: { name: 'gate' },
      webhooks: [{
        name: 'gate.example.com', failurePolicy, timeoutSeconds: 2, sideEffects: 'None', admissionReviewVersions: ['v1'], clientConfig: { service: { namespace: 'default', name: 'gate' } },
        rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
      }],
    });
    world.post(hooks, configuration('Fail'));
    world.settle();
    const infix = version === '1.20' ? '' : 'failed to call webhook: ';
    const cause = `failed calling webhook "gate.example.com": ${infix}Post "https://gate.default.svc:443/?timeout=2s": service "gate" not found`;
    expect(statusIn(world.post(PODS, pod('web')))).toMatchObject({ code: 500, reason: 'InternalError', message: `Internal error occurred: ${cause}`, details: { causes: [{ message: cause }] } });
    expect(world.post(DEPLOYMENTS, deployment('web')).code).toBe(201);
    world.delete(`${hooks}/gate`);
    world.post(hooks, configuration('Ignore'));
    world.settle();
    expect(world.post(PODS, pod('web')).code).toBe(201);
    expect(reports(world, 'validating').find((r) => r.name === 'ValidatingAdmissionWebhook')?.message).toContain('failurePolicy Ignore');
  });

  it('protects claims in use, and marks new nodes as not ready', () => {
    const world = new ServerWorld(version);
    const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } };
    expect(objectIn(world.post('/api/v1/namespaces/default/persistentvolumeclaims', claim)).metadata.finalizers).toEqual(['kubernetes.io/pvc-protection']);
    expect(objectIn(world.post('/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } })).spec).toMatchObject({ taints: [{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }] });
  });
});

describe('pod security', () => {
  it('refuses pods below the standard of their namespace, and warns about templates', () => {
    const world = withNamespace('1.35', 'safe', { 'pod-security.kubernetes.io/enforce': 'restricted' });
    const breaks = 'PodSecurity "restricted:latest": allowPrivilegeEscalation != false (container "c" must set securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container "c" must set securityContext.capabilities.drop=["ALL"]), runAsNonRoot != true (pod or container "c" must set securityContext.runAsNonRoot=true), seccompProfile (pod or container "c" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")';
    expect(messageIn(world.post('/api/v1/namespaces/safe/pods', pod('web')))).toBe(`pods "web" is forbidden: violates ${breaks}`);
    const warned = world.post('/apis/apps/v1/namespaces/safe/deployments', deployment('web'));
    expect(warned.code).toBe(201);
    expect(warned.headers['Warning']).toBe(`299 - ${JSON.stringify(`would violate ${breaks}`)}`);
  });
});
