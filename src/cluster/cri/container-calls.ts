import { setup } from 'xstate';
import { MachineKind, type Machine } from '../../kernel/machine';
import { SECOND } from '../../kernel/time';
import { LATENCY } from '../latencies';
import { parseImage, referenceText } from './image-reference';
import { createRecord, removeRecord, startFailure, startProcess } from './containers';
import { answer, refuse, type Call, type CallEvent, type CallMachine } from './runtime';
import type { ContainerRecord, SandboxRecord } from './store';

interface CreateCall extends Call<'CreateContainer'> {
  readonly sandbox: SandboxRecord;
}

export const createContainerMachine = setup({
  types: { events: {} as CallEvent },
  actions: { prepare: () => {}, write: () => {}, succeed: () => {}, fail: () => {} },
}).createMachine({
  id: 'CreateContainer',
  description: 'Lays a writable layer over the image and writes down how the container is to run.',
  initial: 'preparingSnapshot',
  states: {
    preparingSnapshot: { entry: 'prepare', on: { NEXT: 'writingSpec', FAILED: 'failed' } },
    writingSpec: { entry: 'write', on: { NEXT: 'created' } },
    created: { type: 'final', entry: 'succeed' },
    failed: { type: 'final', entry: 'fail' },
  },
});

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

export const startContainerMachine = setup({
  types: { events: {} as CallEvent },
  actions: { create: () => {}, start: () => {}, succeed: () => {}, fail: () => {} },
}).createMachine({
  id: 'StartContainer',
  description: 'Makes the process in its namespaces and control group, then lets it run.',
  initial: 'creatingTask',
  states: {
    creatingTask: { entry: 'create', on: { NEXT: 'startingTask', FAILED: 'failed' } },
    startingTask: { entry: 'start', on: { NEXT: 'running' } },
    running: { type: 'final', entry: 'succeed' },
    failed: { type: 'final', entry: 'fail' },
  },
});

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

type StopEvent = CallEvent | { readonly type: 'EXITED' } | { readonly type: 'GRACE_OVER' };

export const stopContainerMachine = setup({
  types: { events: {} as StopEvent },
  actions: { sendTerm: () => {}, waitForExit: () => {}, sendKill: () => {}, report: () => {}, succeed: () => {} },
}).createMachine({
  id: 'StopContainer',
  description: 'Asks the process to end, waits for as long as it may take, then kills it.',
  initial: 'sendingSigterm',
  states: {
    sendingSigterm: { entry: 'sendTerm', on: { NEXT: 'waitingForExit', SKIP: 'stopped' } },
    waitingForExit: { entry: 'waitForExit', on: { EXITED: 'reapingTask', GRACE_OVER: 'sendingSigkill' } },
    sendingSigkill: { entry: 'sendKill', on: { EXITED: 'reapingTask' } },
    reapingTask: { entry: 'report', on: { NEXT: 'stopped' } },
    stopped: { type: 'final', entry: 'succeed' },
  },
});

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

export const removeContainerMachine = setup({
  types: { events: {} as CallEvent },
  actions: { remove: () => {}, succeed: () => {} },
}).createMachine({
  id: 'RemoveContainer',
  description: 'Deletes what is left of a container: its layer, its record, its log.',
  initial: 'removing',
  states: { removing: { entry: 'remove', on: { NEXT: 'removed' } }, removed: { type: 'final', entry: 'succeed' } },
});

// Models containerd pkg/cri/server/container_remove.go RemoveContainer
export const removeContainer = new MachineKind<CallEvent, RemoveCall>('RemoveContainer', removeContainerMachine, {
  remove: (m: CallMachine<RemoveCall>) => m.work(m.actor.sample(LATENCY.removeContainer), { type: 'NEXT' }),
  succeed: (m: CallMachine<RemoveCall>) => {
    removeRecord(m.data.runtime, m.data.record);
    m.data.runtime.changed({ podUid: m.data.record.sandbox.config.metadata.uid, span: m.span });
    answer(m.data, {});
  },
});
