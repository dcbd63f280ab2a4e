import { setup } from 'xstate';
import { workerActions, type WorkerEvent } from '../worker';

const ends = { DONE: 'idle', FAILED: 'requeueing' } as const;

export type MonitorEvent = WorkerEvent<'TAKEN' | 'UPDATE_STATUS' | 'MARK_POD' | 'GET' | 'PATCH' | 'WAIT'>;

/** Every five seconds: which nodes have been silent for too long? Models pkg/controller/nodelifecycle/node_lifecycle_controller.go monitorNodeHealth. */
export const monitorMachine = setup({ types: { events: {} as MonitorEvent }, actions: workerActions }).createMachine({
  id: 'node monitor',
  initial: 'idle',
  states: {
    idle: { description: 'waits five seconds', on: { TAKEN: 'checkingHeartbeats' } },
    checkingHeartbeats: { description: 'compares leases and status of all nodes with those of the last look', entry: 'decide', on: { ...ends, UPDATE_STATUS: 'updatingNodeStatus', MARK_POD: 'markingPodsNotReady', GET: 'gettingNode' } },
    updatingNodeStatus: { description: 'writes what the kubelet cannot: Ready is Unknown', entry: 'request', on: { ...ends, UPDATE_STATUS: { target: 'updatingNodeStatus', reenter: true }, MARK_POD: 'markingPodsNotReady', GET: 'gettingNode' } },
    markingPodsNotReady: { description: 'pods of a node that is not ready are not ready', entry: 'request', on: { ...ends, MARK_POD: { target: 'markingPodsNotReady', reenter: true }, UPDATE_STATUS: 'updatingNodeStatus', GET: 'gettingNode' } },
    gettingNode: { entry: 'request', on: { ...ends, PATCH: 'patchingTaints', GET: { target: 'gettingNode', reenter: true }, UPDATE_STATUS: 'updatingNodeStatus', MARK_POD: 'markingPodsNotReady' } },
    patchingTaints: { description: 'swaps one taint for the other, or takes them off', entry: 'request', on: { ...ends, WAIT: 'waiting', GET: 'gettingNode', UPDATE_STATUS: 'updatingNodeStatus', MARK_POD: 'markingPodsNotReady' } },
    waiting: { description: 'somebody else changed the node: a short back-off', entry: 'wait', on: { GET: 'gettingNode' } },
    requeueing: { on: { REQUEUED: 'idle' } },
  },
});

export type TaintEvent = WorkerEvent<'TAKEN' | 'GET' | 'PATCH' | 'WAIT'>;

/** Puts the taints on a node that its condition calls for. Models pkg/controller/nodelifecycle/node_lifecycle_controller.go doNoScheduleTaintingPass, doNoExecuteTaintingPass. */
export const taintMachine = setup({ types: { events: {} as TaintEvent }, actions: workerActions }).createMachine({
  id: 'node taint worker',
  initial: 'idle',
  states: {
    idle: { description: 'waits for a node', on: { TAKEN: 'comparing' } },
    comparing: { description: 'which taints do the conditions call for, which are there?', entry: 'decide', on: { ...ends, GET: 'gettingNode' } },
    gettingNode: { entry: 'request', on: { ...ends, PATCH: 'patchingTaints', GET: { target: 'gettingNode', reenter: true } } },
    patchingTaints: { entry: 'request', on: { ...ends, WAIT: 'waiting', GET: 'gettingNode' } },
    waiting: { description: 'somebody else changed the node: a short back-off', entry: 'wait', on: { GET: 'gettingNode' } },
    requeueing: { on: { REQUEUED: 'idle' } },
  },
});

export type EvictionEvent = WorkerEvent<'TAKEN' | 'SAY_WHY' | 'DELETE'>;

/** Deletes pods that do not tolerate their node's taints any longer. Models pkg/controller/tainteviction/taint_eviction.go. */
export const evictionMachine = setup({ types: { events: {} as EvictionEvent }, actions: workerActions }).createMachine({
  id: 'taint eviction worker',
  initial: 'idle',
  states: {
    idle: { description: 'waits until the toleration of a pod runs out', on: { TAKEN: 'checkingPod' } },
    checkingPod: { entry: 'readCache', on: { DONE: 'idle', SAY_WHY: 'markingDisruption', DELETE: 'deletingPod' } },
    markingDisruption: { description: 'writes on the pod why it has to go', entry: 'request', on: { ...ends, DELETE: 'deletingPod' } },
    deletingPod: { entry: 'request', on: ends },
    requeueing: { on: { REQUEUED: 'idle' } },
  },
});

export type NodePatchEvent = WorkerEvent<'TAKEN' | 'PATCH'>;

/** Gives a node its part of the pod network. Models pkg/controller/nodeipam/ipam/range_allocator.go updateCIDRsAllocation. */
export const ipamMachine = setup({ types: { events: {} as NodePatchEvent }, actions: workerActions }).createMachine({
  id: 'node IPAM worker',
  initial: 'idle',
  states: {
    idle: { description: 'waits for a node', on: { TAKEN: 'checkingPodCIDR' } },
    checkingPodCIDR: { description: 'has the node a range of pod addresses?', entry: 'readCache', on: { DONE: 'idle', PATCH: 'assigningPodCIDR' } },
    assigningPodCIDR: { entry: 'request', on: ends },
    requeueing: { on: { REQUEUED: 'idle' } },
  },
});

/** Tells kubelets how long they may cache Secrets and ConfigMaps. Models pkg/controller/ttl/ttl_controller.go. */
export const ttlMachine = setup({ types: { events: {} as NodePatchEvent }, actions: workerActions }).createMachine({
  id: 'TTL worker',
  initial: 'idle',
  states: {
    idle: { description: 'waits for a node', on: { TAKEN: 'checkingAnnotation' } },
    checkingAnnotation: { entry: 'readCache', on: { DONE: 'idle', PATCH: 'patchingNode' } },
    patchingNode: { entry: 'request', on: ends },
    requeueing: { on: { REQUEUED: 'idle' } },
  },
});
