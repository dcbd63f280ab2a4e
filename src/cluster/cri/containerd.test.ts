import { describe, expect, test } from 'vitest';
import type { ContainerConfig, CriMethod, CriRequest, CriResult, PodSandboxConfig } from '../../api/cri';
import { Kernel } from '../../kernel/kernel';
import { SECOND } from '../../kernel/time';
import { createCni } from '../cni/cni';
import type { ClusterSpec, NodeSpec } from '../spec';
import { createContainerd } from './containerd';

const node: NodeSpec = {
  name: 'node-1', cpu: '2', memory: '4Gi', pods: 110, allocatable: { cpu: '2', memory: '4Gi' }, podCIDR: '10.244.0.0/24', address: '192.168.0.11', labels: {}, taints: [],
};
const digest = `sha256:${'ab'.repeat(32)}`;
const spec: ClusterSpec = {
  kubernetesVersion: '1.35', nodes: [node], serviceCIDR: '10.96.0.0/16', clusterDNS: '10.96.0.10', authorization: ['AlwaysAllow'], admission: { enable: [], disable: [] },
  runtime: { name: 'containerd', version: '2.1.0', pauseImage: 'registry.k8s.io/pause:3.10' }, cni: { version: '1.0.0', plugins: ['bridge', 'portmap'] },
  registry: [{ name: 'nginx:1.29', size: 70_000_000, digest }, { name: 'busybox:1.37', size: 2_000_000, digest: `sha256:${'cd'.repeat(32)}` }], preloaded: ['busybox:1.37', 'polinux/stress:1'], users: [],
};

function setUp(plugins: readonly string[] = ['bridge', 'portmap'], podCIDR = '10.244.0.0/24') {
  const kernel = new Kernel(1);
  const runtime = createContainerd({ kernel, spec: { ...spec, cni: { version: '1.0.0', plugins } }, node: { ...node, podCIDR }, plugins: createCni({ kernel, node: 'node-1' }) });
  const changes: string[] = [];
  runtime.onChange(({ podUid, span }) => changes.push(`${podUid} ${kernel.log.strings[kernel.log.spans.machine.get(span)] ?? ''} ${kernel.log.strings[kernel.log.spans.state.get(span)] ?? ''}`));
  const begin = <M extends CriMethod>(rpc: M, request: CriRequest<M>): { result: CriResult<M> | undefined; at: number } => {
    const call: { result: CriResult<M> | undefined; at: number } = { result: undefined, at: 0 };
    runtime.serve(rpc, request, 'pods/default/web', (result) => {
      call.result = result;
      call.at = kernel.now;
    });
    return call;
  };
  const call = <M extends CriMethod>(rpc: M, request: CriRequest<M>, patience = 30): CriResult<M> => {
    const open = begin(rpc, request);
    kernel.runWhile(() => open.result === undefined, kernel.now + patience * SECOND);
    if (open.result === undefined) throw new Error(`${rpc} did not answer`);
    return open.result;
  };
  const value = <M extends CriMethod>(rpc: M, request: CriRequest<M>) => {
    const result = call(rpc, request);
    if (!result.ok) throw new Error(result.error.message);
    return result.value;
  };
  const sandbox = (uid = 'u1'): string => value('RunPodSandbox', { config: sandboxConfig(uid) }).podSandboxId;
  const container = (podSandboxId: string, more: Partial<ContainerConfig>): string => value('CreateContainer', { podSandboxId, config: containerConfig(more) }).containerId;
  const start = (podSandboxId: string, more: Partial<ContainerConfig>): string => {
    const containerId = container(podSandboxId, more);
    value('StartContainer', { containerId });
    return containerId;
  };
  const status = (containerId: string) => value('ContainerStatus', { containerId }).status;
  const cniCalls = (): string[] => {
    const found: string[] = [];
    for (let row = 0; row < kernel.log.messages.sent.length; row++) {
      if (kernel.log.messageKind(row) === 'cni' && (kernel.log.strings[kernel.log.messages.label.get(row)] ?? '').includes('exits')) found.push(kernel.log.strings[kernel.log.messages.label.get(row)] ?? '');
    }
    return found;
  };
  return { kernel, runtime, changes, begin, call, value, sandbox, container, start, status, cniCalls };
}

const sandboxConfig = (uid: string): PodSandboxConfig => ({
  metadata: { name: 'web', uid, namespace: 'default', attempt: 0 }, hostname: 'web', logDirectory: '', dnsConfig: { servers: [], searches: [], options: [] }, portMappings: [], labels: {},
  annotations: {}, linux: { cgroupParent: '/kubepods.slice', hostNetwork: false, shareProcessNamespace: false },
});
const containerConfig = (more: Partial<ContainerConfig>): ContainerConfig => ({
  metadata: { name: 'c', attempt: 0 }, image: 'busybox:1.37', command: [], args: [], workingDir: '', envs: [], mounts: [], labels: {}, logPath: 'c/0.log',
  resources: { cpuShares: 2, cpuQuota: 0, memoryLimitInBytes: 0, oomScoreAdj: 1000 }, ...more,
});

describe('sandboxes', () => {
  test('the network is attached before the pause process runs, four plugin executions a pod', () => {
    const { sandbox, value, cniCalls, changes } = setUp();
    const podSandboxId = sandbox();
    expect(podSandboxId).toMatch(/^[0-9a-f]{64}$/);
    expect(value('PodSandboxStatus', { podSandboxId }).status).toMatchObject({ state: 'SANDBOX_READY', ip: '10.244.0.2' });
    expect([...cniCalls()].sort()).toEqual(['bridge ADD exits 0', 'host-local ADD exits 0', 'loopback ADD exits 0', 'portmap ADD exits 0']);
    expect(cniCalls().filter((c) => !c.startsWith('loopback'))).toEqual(['host-local ADD exits 0', 'bridge ADD exits 0', 'portmap ADD exits 0']);
    expect(changes).toEqual(['u1 RunPodSandbox ready']);
  });

  test('stopping runs the plugins backwards, and may be repeated', () => {
    const { sandbox, value, cniCalls } = setUp();
    const podSandboxId = sandbox();
    value('StopPodSandbox', { podSandboxId });
    expect(value('PodSandboxStatus', { podSandboxId }).status.state).toBe('SANDBOX_NOTREADY');
    expect(cniCalls().slice(4)).toEqual(['loopback DEL exits 0', 'portmap DEL exits 0', 'host-local DEL exits 0', 'bridge DEL exits 0']);
    expect(value('StopPodSandbox', { podSandboxId })).toEqual({});
    expect(value('StopPodSandbox', { podSandboxId: 'long gone' })).toEqual({});
  });

  test('without addresses there is no sandbox, and the error says whose fault it is', () => {
    const { call, value, sandbox } = setUp(['bridge'], '10.0.0.0/30');
    sandbox();
    const refused = call('RunPodSandbox', { config: sandboxConfig('u2') });
    expect(refused).toMatchObject({ ok: false, error: { code: 'Unknown', message: expect.stringMatching(/^failed to setup network for sandbox "[0-9a-f]{64}": plugin type="bridge" failed \(add\): failed to allocate for range 0: no IP addresses available in range set: 10.0.0.1-10.0.0.2$/) } });
    expect(value('ListPodSandbox', { podUids: [] }).items).toHaveLength(1);
  });
});

describe('images', () => {
  test('a pull takes as long as the image is big, then the image is there', () => {
    const { kernel, value } = setUp();
    expect(value('ImageStatus', { image: 'nginx:1.29' }).image).toBeUndefined();
    const began = kernel.now;
    value('PullImage', { image: 'nginx:1.29' });
    expect(kernel.now - began).toBeGreaterThan(SECOND);
    const again = kernel.now;
    value('PullImage', { image: 'nginx:1.29' });
    // The layers are there: only the registry is asked what the name stands for.
    expect(kernel.now - again).toBeLessThan(SECOND);
    expect(value('ImageStatus', { image: 'nginx:1.29' }).image).toMatchObject({ repoTags: ['docker.io/library/nginx:1.29'], repoDigests: [`docker.io/library/nginx@${digest}`] });
  });

  test('a missing tag and a missing repository fail as containerd words it', () => {
    const { call } = setUp();
    expect(call('PullImage', { image: 'nginx:9.99' })).toMatchObject({
      error: { code: 'NotFound', message: 'failed to pull and unpack image "docker.io/library/nginx:9.99": failed to resolve reference "docker.io/library/nginx:9.99": docker.io/library/nginx:9.99: not found' },
    });
    expect(call('PullImage', { image: 'ngnix' })).toMatchObject({ error: { code: 'Unknown', message: expect.stringContaining('pull access denied, repository does not exist or may require authorization') } });
  });
});

describe('containers', () => {
  test('a process that ends is an exited container with its code and its words', () => {
    const { kernel, sandbox, start, status, runtime, changes } = setUp();
    const id = start(sandbox(), { command: ['sh', '-c', 'echo boom; sleep 2; exit 3'] });
    expect(status(id).state).toBe('CONTAINER_RUNNING');
    kernel.run(kernel.now + 3 * SECOND);
    expect(status(id)).toMatchObject({ state: 'CONTAINER_EXITED', exitCode: 3, reason: 'Error' });
    expect(status(id).finishedAt - status(id).startedAt).toBe(2 * SECOND);
    expect(runtime.log(id)?.map((line) => line.text)).toEqual(['boom']);
    expect(changes.slice(1)).toEqual(['u1 container running', 'u1 container exited']);
  });

  test('a server ends with 0 as soon as it is told to stop', () => {
    const { kernel, value, sandbox, start, status, begin } = setUp();
    value('PullImage', { image: 'nginx:1.29' });
    const containerId = start(sandbox(), { image: 'nginx:1.29' });
    const stop = begin('StopContainer', { containerId, timeout: 30 });
    kernel.run(kernel.now + SECOND);
    expect(stop.result?.ok).toBe(true);
    expect(status(containerId)).toMatchObject({ exitCode: 0, reason: 'Completed', image: 'docker.io/library/nginx:1.29' });
  });

  test('process 1 does not hear a signal that it has no handler for: it is killed when its grace is over', () => {
    const { kernel, sandbox, start, status, value } = setUp();
    const containerId = start(sandbox(), { command: ['sleep', '1000'] });
    const began = kernel.now;
    value('StopContainer', { containerId, timeout: 2 });
    expect(kernel.now - began).toBeGreaterThanOrEqual(2 * SECOND);
    expect(status(containerId)).toMatchObject({ exitCode: 137, reason: 'Error' });
  });

  test('memory above the limit is an OOM kill, below it is not', () => {
    const { kernel, sandbox, start, status } = setUp();
    const limited = (bytes: number) => ({ image: 'polinux/stress:1', command: ['stress', '--vm', '1', '--vm-bytes', '150M'], resources: { cpuShares: 2, cpuQuota: 0, memoryLimitInBytes: bytes, oomScoreAdj: 1000 } });
    const box = sandbox();
    const [killed, fine] = [start(box, limited(100 * 1024 ** 2)), start(box, limited(200 * 1024 ** 2))];
    kernel.run(kernel.now + SECOND);
    expect(status(killed)).toMatchObject({ exitCode: 137, reason: 'OOMKilled' });
    expect(status(fine).state).toBe('CONTAINER_RUNNING');
  });

  test('a command that is not in the image cannot be started', () => {
    const { sandbox, container, call, status } = setUp();
    const containerId = container(sandbox(), { command: ['foo'] });
    expect(call('StartContainer', { containerId })).toMatchObject({ error: { message: expect.stringContaining('exec: "foo": executable file not found in $PATH: unknown') } });
    expect(status(containerId)).toMatchObject({ state: 'CONTAINER_EXITED', exitCode: 128, reason: 'StartError' });
  });

  test('commands run beside the process see its files; one that takes too long is cut off', () => {
    const { sandbox, start, call, value } = setUp();
    const containerId = start(sandbox(), { command: ['sh', '-c', 'echo here > /tmp/f; sleep 100'] });
    expect(value('ExecSync', { containerId, cmd: ['cat', '/tmp/f'], timeout: 1 })).toEqual({ stdout: 'here\n', stderr: '', exitCode: 0 });
    expect(call('ExecSync', { containerId, cmd: ['sleep', '5'], timeout: 1 })).toMatchObject({ error: { code: 'DeadlineExceeded' } });
  });

  test('containers that mount one directory share its files', () => {
    const { sandbox, start, value } = setUp();
    const box = sandbox();
    const mounts = [{ containerPath: '/data', hostPath: '/var/lib/kubelet/pods/u1/volumes/kubernetes.io~empty-dir/data', readonly: false, files: {} }];
    start(box, { command: ['sh', '-c', 'echo shared > /data/x; sleep 100'], mounts });
    const reader = start(box, { metadata: { name: 'reader', attempt: 0 }, command: ['sleep', '100'], mounts: [{ ...mounts[0], containerPath: '/in', hostPath: mounts[0]?.hostPath ?? '', readonly: true, files: {} }] });
    expect(value('ExecSync', { containerId: reader, cmd: ['cat', '/in/x'], timeout: 1 }).stdout).toBe('shared\n');
    expect(value('ExecSync', { containerId: reader, cmd: ['sh', '-c', 'echo no > /in/y'], timeout: 1 })).toMatchObject({ exitCode: 1 });
  });

  test('what listens on a port answers while it runs', () => {
    const { kernel, value, sandbox, start, runtime, begin } = setUp();
    value('PullImage', { image: 'nginx:1.29' });
    const containerId = start(sandbox(), { image: 'nginx:1.29' });
    const get = (port: number, path?: string): number | 'refused' => {
      const answers: (number | 'refused')[] = [];
      runtime.connect({ ip: '10.244.0.2', port, path }, undefined, (answer) => answers.push(answer?.code ?? 'refused'));
      kernel.run(kernel.now + SECOND);
      return answers[0] ?? 'refused';
    };
    expect([get(80, '/'), get(80, '/healthz'), get(80), get(81, '/')]).toEqual([200, 404, 0, 'refused']);
    begin('StopContainer', { containerId, timeout: 5 });
    kernel.run(kernel.now + SECOND);
    expect(get(80, '/')).toBe('refused');
  });
});
