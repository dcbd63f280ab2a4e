import { describe, expect, test } from 'vitest';
import { resourcePath, schemeFor } from '../../api/scheme';
import type { Event, KubeObject, Pod } from '../../api/types';
import type { KubeVersion } from '../../api/version';
import { Kernel } from '../../kernel/kernel';
import { SECOND } from '../../kernel/time';
import { bootCluster } from '../boot';
import { ApiClient } from '../client/api-client';
import type { ApiResponse } from '../client/http';
import type { ClusterSpec, NodeSpec } from '../spec';

const VERSIONS: readonly KubeVersion[] = ['1.20', '1.35'];
const digest = `sha256:${'ab'.repeat(32)}`;

function specFor(version: KubeVersion, node: Partial<NodeSpec> = {}): ClusterSpec {
  const old = version === '1.20';
  return {
    kubernetesVersion: version, serviceCIDR: '10.96.0.0/16', clusterDNS: '10.96.0.10', authorization: ['Node', 'RBAC'], admission: { enable: ['NodeRestriction'], disable: [] },
    nodes: [{ name: 'node-1', cpu: '4', memory: '8Gi', pods: 110, allocatable: { cpu: '4', memory: '8Gi' }, podCIDR: '10.244.0.0/24', address: '192.168.0.11', labels: {}, taints: [], ...node }],
    runtime: { name: 'containerd', version: '1.6.20', pauseImage: 'k8s.gcr.io/pause:3.2' }, cni: { version: old ? '0.3.1' : '1.0.0', plugins: ['bridge', 'portmap'] },
    registry: [{ name: 'nginx:1.19', size: 50_000_000, digest }, { name: 'busybox:1.32', size: 2_000_000, digest }], preloaded: ['nginx:1.19', 'busybox:1.32'], users: [{ name: 'admin', user: 'admin', groups: ['system:masters'] }],
  };
}

/** A cluster with one node, and a person who writes objects into its API. */
function setUp(version: KubeVersion, node: Partial<NodeSpec> = {}) {
  const kernel = new Kernel(11);
  const cluster = bootCluster(kernel, specFor(version, node));
  const { log } = kernel;
  const scheme = schemeFor(version);
  const api = new ApiClient(kernel.actor('person'), cluster.server, { credential: { kind: 'clientCertificate', commonName: 'admin', organizations: ['system:masters'] }, userAgent: 'test' });
  const from = log.messages.sent.length;
  const request = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): ApiResponse => {
    let response: ApiResponse | undefined;
    api.request({ method, path, body }, (r) => (response = r));
    kernel.runWhile(() => response === undefined, kernel.now + 10 * SECOND);
    if (response === undefined) throw new Error(`${method} ${path} was not answered`);
    return response;
  };
  const pathOf = (name: string): string => `/api/v1/namespaces/default/pods/${name}`;
  const messages = (): { readonly row: number; readonly label: string; readonly from: string; readonly to: string; readonly kind: string; readonly payload: unknown }[] => {
    const found = [];
    for (let row = from; row < log.messages.sent.length; row++) {
      if (log.messages.delivered.get(row) > kernel.now) continue;
      found.push({
        row, label: log.strings[log.messages.label.get(row)] ?? '', from: log.strings[log.messages.from.get(row)] ?? '', to: log.strings[log.messages.to.get(row)] ?? '',
        kind: log.messageKind(row), payload: log.payloads[log.messages.payload.get(row)],
      });
    }
    return found;
  };
  return {
    kernel, cluster, messages,
    run: (seconds: number) => kernel.run(kernel.now + seconds * SECOND),
    create: (object: KubeObject | Readonly<Record<string, unknown>>) => {
      const resource = scheme.kindFor(String(object['apiVersion']), String(object['kind']));
      if (resource === undefined) throw new Error('no such kind');
      const response = request('POST', resourcePath(resource, { namespace: 'default' }), object);
      expect(response.body).toMatchObject({ kind: object['kind'] });
    },
    pod: (name: string): Pod | undefined => {
      const response = request('GET', pathOf(name));
      return response.code === 200 ? (response.body as Pod) : undefined;
    },
    remove: (name: string, options?: unknown) => request('DELETE', pathOf(name), options),
    events: (): readonly string[] => ((request('GET', '/api/v1/namespaces/default/events').body as { readonly items: readonly Event[] }).items)
      .filter((e) => e.involvedObject.kind === 'Pod' && e.source.component === 'kubelet').map((e) => `${e.type ?? ''} ${e.reason ?? ''} ${e.message ?? ''}`),
    logs: (name: string, flags = ''): { readonly stdout: string; readonly stderr: string } => {
      const out = { stdout: '', stderr: '' };
      let done = false;
      cluster.kubectl.execute({ line: `kubectl logs ${name}${flags}`, onOutput: (chunk) => (out[chunk.stream] += chunk.text), onExit: () => (done = true) });
      kernel.runWhile(() => !done, kernel.now + 10 * SECOND);
      return out;
    },
    rpcs: () => messages().filter((m) => m.kind === 'cri' && m.from === 'kubelet:node-1').map((m) => m.label),
    podRequests: () => messages().filter((m) => m.kind === 'http' && m.from === 'kubelet:node-1' && /\/pods\/[^?]*$/.test(m.label)).map((m) => m.label.replace('/api/v1/namespaces/default/', '')),
  };
}

const simplePod = (name: string, container: Readonly<Record<string, unknown>> = {}, spec: Readonly<Record<string, unknown>> = {}) => ({
  apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec: { nodeName: 'node-1', containers: [{ name: 'c', image: 'nginx:1.19', ...container }], ...spec },
});
const busybox = (script: string) => ({ image: 'busybox:1.32', command: ['sh', '-c', script] });

describe.each(VERSIONS)('a pod bound to the node, %s', (version) => {
  test('ends Running, by the calls and requests of the real one', () => {
    const c = setUp(version);
    c.create(simplePod('web'));
    c.run(3);
    expect(c.pod('web')?.status).toMatchObject({ phase: 'Running', podIP: '10.244.0.2', hostIP: '192.168.0.11', containerStatuses: [{ ready: true, restartCount: 0, image: 'docker.io/library/nginx:1.19' }] });
    expect(c.rpcs().slice(0, 5)).toEqual(['RunPodSandbox', 'PodSandboxStatus', 'ImageStatus', 'CreateContainer', 'StartContainer'].filter((rpc) => c.rpcs().includes(rpc)));
    expect(c.rpcs().filter((rpc) => ['RunPodSandbox', 'CreateContainer', 'StartContainer'].includes(rpc))).toEqual(['RunPodSandbox', 'CreateContainer', 'StartContainer']);
    expect(c.podRequests()).toEqual(['GET pods/web', 'PATCH pods/web/status', 'GET pods/web', 'PATCH pods/web/status']);
    const plugins = c.messages().filter((m) => m.kind === 'cni' && m.label.endsWith('exits 0')).map((m) => m.label.replace(' exits 0', ''));
    expect(plugins.sort()).toEqual(['bridge ADD', 'host-local ADD', 'loopback ADD', 'portmap ADD']);
    expect([...c.events()].sort()).toEqual([
      version === '1.20' ? 'Normal Created Created container c' : 'Normal Created Created container: c',
      `Normal Pulled Container image "nginx:1.19" already present on machine${version === '1.20' ? '' : ' and can be accessed by the pod'}`,
      'Normal Started Started container c',
    ]);
  });

  test('that fails for good is stopped, and gets no second sandbox', () => {
    const c = setUp(version);
    c.create(simplePod('broken', busybox('exit 3'), { restartPolicy: 'Never' }));
    c.run(20);
    expect(c.pod('broken')?.status).toMatchObject({ phase: 'Failed', containerStatuses: [{ state: { terminated: { exitCode: 3 } } }] });
    expect(c.rpcs().filter((rpc) => ['RunPodSandbox', 'CreateContainer', 'StartContainer'].includes(rpc))).toEqual(['RunPodSandbox', 'CreateContainer', 'StartContainer']);
    expect(c.rpcs()).toContain('StopPodSandbox');
  });

  test('the chain of causes leads from the running container back to the request that made the pod', () => {
    const c = setUp(version);
    c.create(simplePod('web'));
    c.run(3);
    const { log } = c.kernel;
    let message = c.messages().filter((m) => m.kind === 'http' && m.label.startsWith('PATCH') && m.label.endsWith('/pods/web/status')).at(-1)?.row ?? -1;
    const path: string[] = [];
    while (message >= 0 && path.length < 200) {
      path.push(`${log.messageKind(message)} ${log.strings[log.messages.label.get(message)] ?? ''}`);
      const span = log.messages.cause.get(message);
      message = span < 0 ? -1 : log.spans.cause.get(span);
    }
    expect(path.some((step) => step.startsWith('channel PLEG'))).toBe(true);
    expect(path.some((step) => step === 'cri RunPodSandbox')).toBe(true);
    expect(path.at(-1)).toBe('http POST /api/v1/namespaces/default/pods');
  });

  test('is deleted gracefully: told to stop, taken off the network, then its object goes', () => {
    const c = setUp(version);
    c.create(simplePod('web'));
    c.run(5);
    c.remove('web');
    const before = c.rpcs().length;
    c.run(120);
    expect(c.pod('web')).toBeUndefined();
    expect(c.rpcs().slice(before).filter((rpc) => !/Status|List/.test(rpc)).filter((rpc, i, all) => all.indexOf(rpc) === i)).toEqual(['StopContainer', 'StopPodSandbox', 'RemoveContainer', 'RemovePodSandbox']
      .sort((a, b) => c.rpcs().indexOf(a) - c.rpcs().indexOf(b)));
    const last = c.messages().filter((m) => m.kind === 'http' && m.from === 'kubelet:node-1' && m.label.startsWith('DELETE'));
    expect(last).toHaveLength(1);
    expect(last[0]?.payload).toMatchObject({ body: { gracePeriodSeconds: 0, preconditions: { uid: expect.any(String) } } });
    const removed = c.messages().find((m) => m.label === 'RemovePodSandbox returns')?.row ?? -1;
    // 1.20 waits for the garbage collection, 1.35 does not.
    expect((last[0]?.row ?? -1) > removed).toBe(version === '1.20');
    expect(c.events()).toContain('Normal Killing Stopping container c');
  });

  test('that ignores the signal is killed when its grace is over', () => {
    const c = setUp(version);
    c.create(simplePod('deaf', busybox("trap '' TERM; while true; do sleep 1; done"), { terminationGracePeriodSeconds: 5 }));
    c.run(5);
    c.remove('deaf');
    c.run(4);
    expect(c.pod('deaf')?.status.containerStatuses?.[0]?.state?.running).toBeDefined();
    c.run(120);
    expect(c.pod('deaf')).toBeUndefined();
    expect(c.messages().filter((m) => m.label === 'StopContainer').map((m) => m.payload)).toMatchObject([{ request: { timeout: 5 } }]);
  });

  test('whose command ends with an error loops, ever more slowly', () => {
    const c = setUp(version);
    c.create(simplePod('crash', busybox('echo boom; exit 1')));
    c.run(75);
    const status = c.pod('crash')?.status;
    expect(status).toMatchObject({ phase: 'Running', containerStatuses: [{ restartCount: 3, ready: false, lastState: { terminated: { exitCode: 1, reason: 'Error' } }, state: { waiting: { reason: 'CrashLoopBackOff' } } }] });
    expect(status?.containerStatuses?.[0]?.state?.waiting?.message).toMatch(/^back-off 40s restarting failed container=c pod=crash_default\(/);
    // The last dead attempt is kept for its log, older ones are not.
    expect(c.rpcs().filter((rpc) => rpc === 'RemoveContainer')).toHaveLength(3);
  });
});

describe('images', () => {
  test('are pulled once, and the event says how long it took', () => {
    const c = setUp('1.35');
    c.create(simplePod('a', { image: 'nginx:1.19', imagePullPolicy: 'Always' }));
    c.run(15);
    expect(c.pod('a')?.status.phase).toBe('Running');
    expect(c.events().find((e) => e.startsWith('Normal Pulled'))).toMatch(/^Normal Pulled Successfully pulled image "nginx:1.19" in [0-9.]+m?s \([0-9.]+m?s including waiting\)\. Image size: 50000000 bytes\.$/);
  });

  test('that cannot be pulled alternate between the two reasons', () => {
    const c = setUp('1.35');
    c.create(simplePod('bad', { image: 'nginx:9.99' }));
    c.run(8);
    expect(c.pod('bad')?.status).toMatchObject({ phase: 'Pending', containerStatuses: [{ state: { waiting: { reason: 'ErrImagePull' } } }] });
    c.run(24);
    expect(c.pod('bad')?.status.containerStatuses?.[0]?.restartCount).toBe(0);
    expect(c.rpcs().filter((rpc) => rpc === 'PullImage').length).toBeGreaterThanOrEqual(2);
    expect(c.events().filter((e) => e.includes('Back-off pulling image'))).toHaveLength(1);
  });

  test('that must not be pulled and are not there stop the pod', () => {
    const c = setUp('1.35');
    c.create(simplePod('never', { image: 'nginx:1.20', imagePullPolicy: 'Never' }));
    c.run(3);
    expect(c.events()).toContain('Warning ErrImageNeverPull Container image "nginx:1.20" is not present with pull policy of Never');
    expect(c.pod('never')?.status.containerStatuses?.[0]?.state?.waiting?.reason).toBe('ErrImageNeverPull');
  });
});

describe('configuration', () => {
  test('a missing config map keeps a volume from being mounted, until it is there', () => {
    const c = setUp('1.20');
    c.create(simplePod('vol', { volumeMounts: [{ name: 'v', mountPath: '/v' }] }, { volumes: [{ name: 'v', configMap: { name: 'gone' } }] }));
    c.run(3);
    expect(c.pod('vol')?.status.containerStatuses?.[0]?.state?.waiting?.reason).toBe('ContainerCreating');
    expect(c.events()).toContain('Warning FailedMount MountVolume.SetUp failed for volume "v" : configmap "gone" not found');
    c.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'gone' }, data: { a: 'b' } });
    c.run(10);
    expect(c.pod('vol')?.status.phase).toBe('Running');
  });

  test('a missing secret in the environment keeps a container from being created', () => {
    const c = setUp('1.35');
    c.create(simplePod('env', { envFrom: [{ secretRef: { name: 'gone' } }] }));
    c.run(3);
    expect(c.pod('env')?.status.containerStatuses?.[0]?.state?.waiting).toEqual({ reason: 'CreateContainerConfigError', message: 'secret "gone" not found' });
    expect(c.rpcs()).not.toContain('CreateContainer');
  });

  test('the environment and mounted files reach the process', () => {
    const c = setUp('1.35');
    c.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'cfg' }, data: { color: 'blue' } });
    c.create(simplePod('read', { ...busybox('echo $COLOR; cat /c/color; echo; cat /var/run/secrets/kubernetes.io/serviceaccount/namespace; echo; sleep 1000'), env: [{ name: 'COLOR', valueFrom: { configMapKeyRef: { name: 'cfg', key: 'color' } } }], volumeMounts: [{ name: 'v', mountPath: '/c' }] }, { volumes: [{ name: 'v', configMap: { name: 'cfg' } }] }));
    c.run(3);
    const log = c.messages().filter((m) => m.label === 'CreateContainer').at(-1)?.payload;
    expect(log).toMatchObject({ request: { config: { envs: expect.arrayContaining([{ key: 'COLOR', value: 'blue' }, { key: 'KUBERNETES_SERVICE_HOST', value: '10.96.0.1' }]) } } });
    expect(c.logs('read').stdout).toBe('blue\nblue\ndefault\n');
  });
});

describe('probes', () => {
  test('a readiness probe that succeeds makes the pod ready', () => {
    const c = setUp('1.35');
    c.create(simplePod('web', { readinessProbe: { httpGet: { path: '/', port: 80 }, periodSeconds: 2 } }));
    c.run(6);
    expect(c.pod('web')?.status.containerStatuses?.[0]).toMatchObject({ ready: true, started: true });
  });

  test('a startup probe holds the others back', () => {
    const c = setUp('1.35');
    c.create(simplePod('slow', { ...busybox('sleep 5; touch /tmp/up; sleep 1000'), startupProbe: { exec: { command: ['cat', '/tmp/up'] }, periodSeconds: 1, failureThreshold: 30 }, livenessProbe: { exec: { command: ['cat', '/tmp/up'] }, periodSeconds: 1, failureThreshold: 1 } }));
    c.run(3);
    expect(c.pod('slow')?.status.containerStatuses?.[0]).toMatchObject({ ready: false, started: false });
    c.run(10);
    expect(c.pod('slow')?.status.containerStatuses?.[0]).toMatchObject({ ready: true, started: true, restartCount: 0 });
  });

  test('a port where nobody listens is a refused connection', () => {
    const c = setUp('1.35');
    c.create(simplePod('web', { readinessProbe: { tcpSocket: { port: 81 }, periodSeconds: 1 } }));
    c.run(5);
    expect(c.events()).toContain('Warning Unhealthy Readiness probe failed: dial tcp 10.244.0.2:81: connect: connection refused');
  });
});

describe('the node', () => {
  test('refuses what it has no room for', () => {
    const c = setUp('1.35', { pods: 1 });
    c.create(simplePod('first'));
    c.create(simplePod('second'));
    c.run(3);
    const detail = "Node didn't have enough resource: pods, requested: 1, used: 1, capacity: 1";
    expect(c.pod('second')?.status).toMatchObject({ phase: 'Failed', reason: 'OutOfpods', message: `Pod was rejected: ${detail}` });
    expect(c.events()).toContain(`Warning OutOfpods ${detail}`);
    c.remove('second');
    c.run(2);
    expect(c.pod('second')).toBeUndefined();
  });

  test('without a free address cannot make a sandbox', () => {
    const c = setUp('1.35', { podCIDR: '10.244.0.0/30' });
    c.create(simplePod('first'));
    c.run(2);
    c.create(simplePod('second'));
    c.run(5);
    expect(c.pod('second')?.status).toMatchObject({ phase: 'Pending', containerStatuses: [{ state: { waiting: { reason: 'ContainerCreating' } } }] });
    expect(c.events().find((e) => e.startsWith('Warning FailedCreatePodSandBox'))).toMatch(/^Warning FailedCreatePodSandBox Failed to create pod sandbox: rpc error: code = Unknown desc = failed to setup network for sandbox "[0-9a-f]{64}": plugin type="bridge" failed \(add\): failed to allocate for range 0/);
  });

  test('is silent while nothing happens', () => {
    const c = setUp('1.35');
    c.create(simplePod('web'));
    c.run(20);
    const before = c.messages().length;
    c.run(60);
    const news = c.messages().slice(before).filter((m) => m.from === 'kubelet:node-1' || m.to === 'kubelet:node-1').filter((m) => !/nodes\/node-1|leases\/node-1|leases$|lease renewal|node status period|BOOKMARK/.test(m.label));
    expect(news.map((m) => m.label)).toEqual([]);
  });

  test.each(VERSIONS)('with a dead kubelet goes on running its containers, and the next kubelet finds them, %s', (version) => {
    const c = setUp(version);
    c.create(simplePod('old'));
    c.run(5);
    expect(c.cluster.fault({ action: 'stop', component: 'kubelet', node: 'node-1' })).toBeUndefined();
    c.create(simplePod('new'));
    const before = c.messages().length;
    c.run(15);
    expect(c.messages().slice(before).filter((m) => m.from === 'kubelet:node-1' && m.kind !== 'timer').map((m) => m.label)).toEqual([]);
    expect(c.pod('new')?.status.phase).toBe('Pending');
    c.cluster.fault({ action: 'start', component: 'kubelet', node: 'node-1' });
    c.run(5);
    expect(c.pod('new')?.status.phase).toBe('Running');
    expect(c.pod('old')?.status).toMatchObject({ phase: 'Running', containerStatuses: [{ restartCount: 0, ready: true }] });
    expect(c.rpcs().filter((rpc) => rpc === 'StartContainer')).toHaveLength(2);
  });

  test('deletes what was deleted while its kubelet was dead', () => {
    const c = setUp('1.35');
    c.create(simplePod('old'));
    c.run(5);
    c.cluster.fault({ action: 'stop', component: 'kubelet', node: 'node-1' });
    c.remove('old');
    c.run(5);
    expect(c.pod('old')?.metadata.deletionTimestamp).toBeDefined();
    c.cluster.fault({ action: 'start', component: 'kubelet', node: 'node-1' });
    c.run(10);
    expect(c.pod('old')).toBeUndefined();
    expect(c.rpcs()).toContain('StopContainer');
  });
});

describe('containers that work together', () => {
  test('share a volume', () => {
    const c = setUp('1.35');
    const mount = { volumeMounts: [{ name: 'shared', mountPath: '/data' }] };
    c.create({
      apiVersion: 'v1', kind: 'Pod', metadata: { name: 'pair' },
      spec: {
        nodeName: 'node-1', volumes: [{ name: 'shared', emptyDir: {} }], restartPolicy: 'Never',
        containers: [
          { name: 'writer', ...busybox('sleep 2; touch /data/done; sleep 1'), ...mount },
          { name: 'reader', ...busybox('until test -f /data/done; do sleep 1; done; exit 7'), ...mount },
        ],
      },
    });
    c.run(10);
    expect(c.pod('pair')?.status).toMatchObject({ phase: 'Failed', containerStatuses: [{ name: 'reader', state: { terminated: { exitCode: 7 } } }, { name: 'writer', state: { terminated: { exitCode: 0 } } }] });
  });

  test('an init container runs first; a sidecar starts before and ends after the main one', () => {
    const c = setUp('1.35');
    c.create(simplePod('mesh', busybox('sleep 1000'), {
      terminationGracePeriodSeconds: 3,
      initContainers: [{ name: 'proxy', image: 'nginx:1.19', restartPolicy: 'Always' }, { name: 'setup', ...busybox('sleep 1') }],
    }));
    c.run(8);
    expect(c.pod('mesh')?.status).toMatchObject({ phase: 'Running', initContainerStatuses: [{ name: 'proxy', ready: true }, { name: 'setup', ready: true }], containerStatuses: [{ ready: true }] });
    c.remove('mesh');
    c.run(15);
    const killed = c.events().filter((e) => e.includes('Stopping container'));
    expect(killed).toEqual(expect.arrayContaining(['Normal Killing Stopping container c', 'Normal Killing Stopping container proxy']));
    expect(c.pod('mesh')).toBeUndefined();
  });
});

test('logs are served from what containers wrote', () => {
  const c = setUp('1.35');
  c.create(simplePod('talk', busybox('echo one; echo two; sleep 1000')));
  c.create(simplePod('wait', { image: 'nginx:9.99' }));
  c.run(5);
  expect(c.logs('talk').stdout).toBe('one\ntwo\n');
  expect(c.logs('talk', ' --tail=1').stdout).toBe('two\n');
  expect(c.logs('wait').stderr).toContain('is waiting to start: ');
});
