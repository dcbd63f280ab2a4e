import { setup } from 'xstate';

export type PodWorkerEvent =
  | { readonly type: 'ADMITTED' }
  | { readonly type: 'REJECTED' }
  /** There is something to do, and what is known of the pod is fresh. */
  | { readonly type: 'SYNC' }
  /** There is something to do, but the cache is older than the last sync. */
  | { readonly type: 'AWAIT_RELIST' }
  | { readonly type: 'NEXT' }
  /** Control group, directories and volumes are there from an earlier sync. */
  | { readonly type: 'PREPARED' }
  | { readonly type: 'KILL_POD' }
  | { readonly type: 'CLEAN_UP' }
  | { readonly type: 'CREATE_SANDBOX' }
  | { readonly type: 'KILL_CONTAINERS' }
  | { readonly type: 'START_CONTAINER' }
  | { readonly type: 'PRESENT' }
  | { readonly type: 'PULL' }
  | { readonly type: 'PULL_ENDED' }
  | { readonly type: 'CREATED' }
  | { readonly type: 'STARTED' }
  | { readonly type: 'HOOK' }
  | { readonly type: 'FAILED' }
  | { readonly type: 'CONFIRM' }
  /** This sync is through. */
  | { readonly type: 'DONE' }
  /** The pod is gone from the API: the worker ends. */
  | { readonly type: 'FORGET' };

const CONTAINER = { START_CONTAINER: { target: 'checkingImage', reenter: true }, DONE: 'waiting' } as const;

/** Models pkg/kubelet/pod_workers.go, kubelet.go SyncPod, kuberuntime/kuberuntime_manager.go SyncPod. */
export const podWorkerMachine = setup({
  types: { events: {} as PodWorkerEvent },
  actions: {
    admit: () => {}, rest: () => {}, computeStatus: () => {}, createCgroup: () => {}, createDirectories: () => {}, mountVolumes: () => {}, fetchPullSecrets: () => {},
    computeActions: () => {}, createSandbox: () => {}, readSandbox: () => {}, killContainers: () => {}, checkImage: () => {}, pullImage: () => {}, recordPull: () => {},
    createContainer: () => {}, startContainer: () => {}, recordStart: () => {}, runPostStart: () => {}, recordFailure: () => {},
    stopContainers: () => {}, stopSandbox: () => {}, confirmStopped: () => {}, unmountVolumes: () => {}, removeCgroup: () => {}, terminate: () => {},
  },
}).createMachine({
  id: 'pod worker',
  description: 'Brings one pod of the node to what its spec says, step by step, again and again.',
  initial: 'admitting',
  states: {
    admitting: { entry: 'admit', on: { ADMITTED: 'computingStatus', AWAIT_RELIST: 'waitingForRelist', REJECTED: 'waiting' } },
    waiting: { entry: 'rest', on: { SYNC: 'computingStatus', AWAIT_RELIST: 'waitingForRelist', FORGET: 'finished' } },
    waitingForRelist: { on: { SYNC: 'computingStatus', FORGET: 'finished' } },
    computingStatus: { entry: 'computeStatus', on: { NEXT: 'creatingCgroup', PREPARED: 'computingActions', KILL_POD: 'stoppingContainers', CLEAN_UP: 'unmountingVolumes', DONE: 'waiting' } },
    creatingCgroup: { entry: 'createCgroup', on: { NEXT: 'creatingDataDirs' } },
    creatingDataDirs: { entry: 'createDirectories', on: { NEXT: 'mountingVolumes' } },
    mountingVolumes: { entry: 'mountVolumes', on: { NEXT: 'fetchingPullSecrets', DONE: 'waiting' } },
    fetchingPullSecrets: { entry: 'fetchPullSecrets', on: { NEXT: 'computingActions' } },
    computingActions: {
      entry: 'computeActions',
      on: { KILL_POD: 'stoppingContainers', CREATE_SANDBOX: 'creatingSandbox', KILL_CONTAINERS: 'killingContainers', START_CONTAINER: 'checkingImage', DONE: 'waiting' },
    },
    creatingSandbox: { entry: 'createSandbox', on: { NEXT: 'readingSandboxStatus', DONE: 'waiting' } },
    readingSandboxStatus: { entry: 'readSandbox', on: CONTAINER },
    killingContainers: { entry: 'killContainers', on: CONTAINER },
    checkingImage: { entry: 'checkImage', on: { PRESENT: 'creatingContainer', PULL: 'pullingImage', FAILED: 'recordingFailure' } },
    pullingImage: { entry: 'pullImage', on: { PULL_ENDED: 'recordingPull' } },
    recordingPull: { entry: 'recordPull', on: { PRESENT: 'creatingContainer', FAILED: 'recordingFailure' } },
    creatingContainer: { entry: 'createContainer', on: { CREATED: 'startingContainer', FAILED: 'recordingFailure' } },
    startingContainer: { entry: 'startContainer', on: { STARTED: 'containerStarted', FAILED: 'recordingFailure' } },
    containerStarted: { entry: 'recordStart', on: { HOOK: 'runningPostStart', ...CONTAINER } },
    runningPostStart: { entry: 'runPostStart', on: { FAILED: 'recordingFailure', ...CONTAINER } },
    recordingFailure: { entry: 'recordFailure', on: CONTAINER },
    stoppingContainers: { entry: 'stopContainers', on: { NEXT: 'stoppingSandbox' } },
    stoppingSandbox: { entry: 'stopSandbox', on: { CREATE_SANDBOX: 'creatingSandbox', CONFIRM: 'confirmingStopped', DONE: 'waiting' } },
    confirmingStopped: { entry: 'confirmStopped', on: { DONE: 'waiting' } },
    unmountingVolumes: { entry: 'unmountVolumes', on: { NEXT: 'removingCgroup' } },
    removingCgroup: { entry: 'removeCgroup', on: { NEXT: 'terminated' } },
    terminated: { entry: 'terminate', on: { FORGET: 'finished' } },
    finished: { type: 'final' },
  },
});
