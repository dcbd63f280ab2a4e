import type { CniResult } from '../../api/cni';
import { MachineKind } from '../../kernel/machine';
import { LATENCY } from '../latencies';
import { attach, detach, type ResultCache } from './network';
import { answer, refuse, type Call, type CallEvent, type CallMachine } from './runtime';
import type { SandboxRecord } from './store';
import { runPodSandboxMachine, stopPodSandboxMachine } from './sandbox-calls.machine';

interface RunCall extends Call<'RunPodSandbox'> {
  readonly results: ResultCache;
  sandbox: SandboxRecord | undefined;
  error: string;
}

type RunMachine = CallMachine<RunCall>;

const addressOf = (result: CniResult | undefined): string => result?.ips?.[0]?.address.split('/')[0] ?? '';

// Models containerd pkg/cri/server/sandbox_run.go RunPodSandbox
export const runPodSandbox = new MachineKind<CallEvent, RunCall>('RunPodSandbox', runPodSandboxMachine, {
  lease: (m: RunMachine) => {
    const { runtime, request, subject } = m.data;
    const { config } = request;
    const sandbox: SandboxRecord = {
      id: m.actor.random.hex(64), config, createdAt: m.kernel.now, subject: subject ?? '', state: 'SANDBOX_NOTREADY', ip: '', netns: '', containers: new Set(),
    };
    m.data.sandbox = sandbox;
    m.note({ type: 'Sandbox', id: sandbox.id, pauseImage: runtime.spec.runtime.pauseImage, hostNetwork: config.linux.hostNetwork });
    m.work(m.actor.sample(LATENCY.leaseSandbox), { type: config.linux.hostNetwork ? 'SKIP' : 'NEXT' });
  },
  createNetns: (m: RunMachine) => {
    const { sandbox } = m.data;
    if (sandbox === undefined) return;
    sandbox.netns = `/var/run/netns/cni-${m.actor.random.uuid()}`;
    m.note({ type: 'NetworkNamespace', path: sandbox.netns });
    m.work(m.actor.sample(LATENCY.netns), { type: 'NEXT' });
  },
  attachNetwork: (m: RunMachine) => {
    const { sandbox, runtime, results } = m.data;
    if (sandbox === undefined) return;
    attach(runtime, results, sandbox, (result, error) => {
      sandbox.ip = addressOf(result);
      m.data.error = error ?? '';
      m.send({ type: error === undefined ? 'NEXT' : 'FAILED' });
    });
  },
  startPause: (m: RunMachine) => {
    const { sandbox, request } = m.data;
    const { linux } = request.config;
    m.note({
      type: 'PauseProcess', sandbox: sandbox?.id ?? '', ip: sandbox?.ip ?? '', cgroup: `${linux.cgroupParent}/${sandbox?.id ?? ''}`, oomScoreAdj: -998,
      sharedNamespaces: linux.hostNetwork ? ['ipc', 'uts'] : ['net', 'ipc', 'uts', ...(linux.shareProcessNamespace ? ['pid'] : [])],
    });
    m.work(m.actor.sample(LATENCY.sandboxStart), { type: 'NEXT' });
  },
  succeed: (m: RunMachine) => {
    const { sandbox, runtime } = m.data;
    if (sandbox === undefined) return;
    sandbox.state = 'SANDBOX_READY';
    runtime.store.addSandbox(sandbox);
    runtime.changed({ podUid: sandbox.config.metadata.uid, span: m.span });
    answer(m.data, { podSandboxId: sandbox.id });
  },
  fail: (m: RunMachine) => {
    const { sandbox, runtime, results, error } = m.data;
    m.note({ type: 'SandboxFailed', reason: error });
    // What was attached is detached again; nobody waits for that.
    if (sandbox !== undefined) detach(runtime, results, sandbox, () => {});
    refuse(m.data, { code: 'Unknown', message: error });
  },
});

interface StopCall extends Call<'StopPodSandbox'> {
  readonly results: ResultCache;
  readonly sandbox: SandboxRecord;
  /** Stops what still runs in it; calls back when all has ended. */
  readonly stopContainers: (sandbox: SandboxRecord, done: () => void) => void;
}

type StopMachine = CallMachine<StopCall>;

// Models containerd pkg/cri/server/sandbox_stop.go StopPodSandbox
export const stopPodSandbox = new MachineKind<CallEvent, StopCall>('StopPodSandbox', stopPodSandboxMachine, {
  stopContainers: (m: StopMachine) => {
    const { sandbox, stopContainers } = m.data;
    stopContainers(sandbox, () => m.work(m.actor.sample(LATENCY.leaseSandbox), { type: sandbox.config.linux.hostNetwork ? 'SKIP' : 'NEXT' }));
  },
  detachNetwork: (m: StopMachine) => {
    const { runtime, results, sandbox } = m.data;
    detach(runtime, results, sandbox, () => {
      sandbox.netns = '';
      m.send({ type: 'NEXT' });
    });
  },
  stopPause: (m: StopMachine) => {
    const again = m.data.sandbox.state === 'SANDBOX_NOTREADY';
    m.work(m.actor.sample(again ? LATENCY.runtimeList : LATENCY.stopSandbox), { type: 'NEXT' });
  },
  succeed: (m: StopMachine) => {
    const { sandbox, runtime } = m.data;
    if (sandbox.state === 'SANDBOX_READY') {
      sandbox.state = 'SANDBOX_NOTREADY';
      runtime.changed({ podUid: sandbox.config.metadata.uid, span: m.span });
    }
    answer(m.data, {});
  },
});
