import { MachineKind, type Machine } from '../../kernel/machine';
import { SECOND } from '../../kernel/time';
import { LATENCY } from '../latencies';
import { parseImage, referenceText } from './image-reference';
import { createRecord, removeRecord, startFailure, startProcess } from './containers';
import { answer, refuse, type Call, type CallEvent, type CallMachine } from './runtime';
import type { ContainerRecord, SandboxRecord } from './store';
import { createContainerMachine, startContainerMachine, stopContainerMachine, removeContainerMachine, type StopEvent } from './container-calls.machine';

interface CreateCall extends Call<'CreateContainer'> {
  readonly sandbox: SandboxRecord;
}

// Models containerd pkg/cri/server/container_create.go CreateContainer
export const createContainer = new MachineKind<CallEvent, CreateCall>('CreateContainer', createContainerMachine, {
  prepare: (m: CallMachine<CreateCall>) => {
    const present = m.data.runtime.store.images.has(referenceText(parseImage(m.data.request.config.image)));
    m.work(Math.ceil(m.actor.sample(LATENCY.createContainer) / 2), { type: present ? 'NEXT' : 'FAILED' });
  },
  write: (m: CallMachine<CreateCall>) => {
    const { config } = m.data.request;
    const { cgroupParent } = m.data.sandbox.config.linux;
    m.note({
      type: 'ContainerSpec', name: config.metadata.name, attempt: config.metadata.attempt, image: config.image, cgroupParent, resources: config.resources,
      namespaces: { joined: m.data.sandbox.config.linux.hostNetwork ? ['ipc', 'uts'] : ['net', 'ipc', 'uts'], own: ['mnt', 'pid'] },
      mounts: config.mounts.map(({ containerPath, hostPath, readonly }) => ({ containerPath, hostPath, readonly })),
    });
    m.work(Math.ceil(m.actor.sample(LATENCY.createContainer) / 2), { type: 'NEXT' });
  },
  succeed: (m: CallMachine<CreateCall>) => {
    const record = createRecord(m.data.runtime, m.data.sandbox, m.data.request.config, m.data.subject);
    answer(m.data, { containerId: record.id });
  },
  fail: (m: CallMachine<CreateCall>) => refuse(m.data, { code: 'Unknown', message: `failed to create containerd container: image "${m.data.request.config.image}": not found` }),
});

interface StartCall extends Call<'StartContainer'> {
  readonly record: ContainerRecord;
  error: string | undefined;
}

// Models containerd pkg/cri/server/container_start.go StartContainer
export const startContainer = new MachineKind<CallEvent, StartCall>('StartContainer', startContainerMachine, {
  create: (m: CallMachine<StartCall>) => {
    m.data.error = startFailure(m.data.record);
    m.work(Math.ceil(m.actor.sample(LATENCY.startContainer) * 0.8), { type: m.data.error === undefined ? 'NEXT' : 'FAILED' });
  },
  start: (m: CallMachine<StartCall>) => {
    const { record, runtime } = m.data;
    startProcess(runtime, record);
    m.note({ type: 'Process', container: record.id, cgroup: `${record.sandbox.config.linux.cgroupParent}/${record.id}`, oomScoreAdj: record.config.resources.oomScoreAdj });
    m.work(Math.ceil(m.actor.sample(LATENCY.startContainer) * 0.2), { type: 'NEXT' });
  },
  succeed: (m: CallMachine<StartCall>) => answer(m.data, {}),
  fail: (m: CallMachine<StartCall>) => {
    const { record, runtime, error } = m.data;
    record.state = 'CONTAINER_EXITED';
    record.exitCode = 128;
    record.reason = 'StartError';
    record.message = error ?? '';
    record.finishedAt = m.kernel.now;
    record.machine?.send({ type: 'EXITED' });
    runtime.changed({ podUid: record.sandbox.config.metadata.uid, span: m.span });
    refuse(m.data, { code: 'Unknown', message: error ?? '' });
  },
});

interface StopCall extends Call<'StopContainer'> {
  readonly record: ContainerRecord;
}

type StopMachine = Machine<StopEvent, StopCall>;

// Models containerd pkg/cri/server/container_stop.go StopContainer
export const stopContainer = new MachineKind<StopEvent, StopCall>('StopContainer', stopContainerMachine, {
  sendTerm: (m: StopMachine) => m.work(m.actor.sample(LATENCY.signal), { type: m.data.record.state === 'CONTAINER_RUNNING' && m.data.request.timeout >= 0 ? 'NEXT' : 'SKIP' }),
  waitForExit: (m: StopMachine) => {
    const { record, request } = m.data;
    record.waiters.push(() => m.send({ type: 'EXITED' }));
    const { kernel, span, cause } = m;
    kernel.queue.add(kernel.now + request.timeout * SECOND, () => {
      if (m.span !== span) return;
      kernel.currentMessage = cause;
      m.send({ type: 'GRACE_OVER' });
    });
    record.process?.signal('TERM');
  },
  sendKill: (m: StopMachine) => m.data.record.process?.signal('KILL'),
  report: (m: StopMachine) => {
    const { exitCode, reason } = m.data.record;
    m.note({ type: 'Exit', exitCode, reason });
    m.work(m.actor.sample(LATENCY.stopContainer), { type: 'NEXT' });
  },
  succeed: (m: StopMachine) => answer(m.data, {}),
});

interface RemoveCall extends Call<'RemoveContainer'> {
  readonly record: ContainerRecord;
}

// Models containerd pkg/cri/server/container_remove.go RemoveContainer
export const removeContainer = new MachineKind<CallEvent, RemoveCall>('RemoveContainer', removeContainerMachine, {
  remove: (m: CallMachine<RemoveCall>) => m.work(m.actor.sample(LATENCY.removeContainer), { type: 'NEXT' }),
  succeed: (m: CallMachine<RemoveCall>) => {
    removeRecord(m.data.runtime, m.data.record);
    m.data.runtime.changed({ podUid: m.data.record.sandbox.config.metadata.uid, span: m.span });
    answer(m.data, {});
  },
});
