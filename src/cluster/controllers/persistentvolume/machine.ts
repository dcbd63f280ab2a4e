import { setup } from 'xstate';
import { workerActions, type WorkerEvent } from '../worker';

const ends = { DONE: 'idle', FAILED: 'requeueing' } as const;

export type BinderEvent = WorkerEvent<'TAKEN' | 'MATCH' | 'CLAIM_VOLUME' | 'VOLUME_STATUS' | 'BIND_CLAIM' | 'CLAIM_STATUS' | 'ASK_PROVISIONER'>;

/** Brings claims and volumes together. Models pkg/controller/volume/persistentvolume/pv_controller.go syncClaim, syncVolume. */
export const binderMachine = setup({ types: { events: {} as BinderEvent }, actions: workerActions }).createMachine({
  id: 'volume binder worker',
  initial: 'idle',
  states: {
    idle: { description: 'waits for a claim or a volume', on: { TAKEN: 'readingCache' } },
    readingCache: { entry: 'readCache', on: { DONE: 'idle', MATCH: 'matching', VOLUME_STATUS: 'updatingVolumeStatus', CLAIM_STATUS: 'updatingClaimStatus' } },
    matching: { description: 'which volume has the class, the size and the access modes that the claim asks for?', entry: 'decide', on: { ...ends, CLAIM_VOLUME: 'claimingVolume', BIND_CLAIM: 'bindingClaim', ASK_PROVISIONER: 'askingProvisioner', CLAIM_STATUS: 'updatingClaimStatus' } },
    claimingVolume: { description: 'writes the claim on the volume', entry: 'request', on: { ...ends, VOLUME_STATUS: 'updatingVolumeStatus' } },
    updatingVolumeStatus: { entry: 'request', on: { ...ends, BIND_CLAIM: 'bindingClaim', CLAIM_STATUS: 'updatingClaimStatus' } },
    bindingClaim: { description: 'writes the volume on the claim', entry: 'request', on: { ...ends, CLAIM_STATUS: 'updatingClaimStatus' } },
    updatingClaimStatus: { entry: 'request', on: ends },
    askingProvisioner: { description: 'writes on the claim who shall make a volume for it', entry: 'request', on: ends },
    requeueing: { on: { REQUEUED: 'idle' } },
  },
});

export type ProtectionEvent = WorkerEvent<'TAKEN' | 'LIST_PODS' | 'UNPROTECT'>;

/** Lets claims and volumes go once nobody uses them. Models pkg/controller/volume/pvcprotection, pvprotection. */
export const protectionMachine = setup({ types: { events: {} as ProtectionEvent }, actions: workerActions }).createMachine({
  id: 'volume protection worker',
  initial: 'idle',
  states: {
    idle: { description: 'waits for a claim or a volume', on: { TAKEN: 'checkingUse' } },
    checkingUse: { description: 'is it being deleted, and does anything use it, as far as the cache knows?', entry: 'readCache', on: { DONE: 'idle', LIST_PODS: 'listingPods', UNPROTECT: 'removingFinalizer' } },
    listingPods: { description: 'the cache may be old: asks for the pods', entry: 'request', on: { ...ends, UNPROTECT: 'removingFinalizer' } },
    removingFinalizer: { entry: 'request', on: ends },
    requeueing: { on: { REQUEUED: 'idle' } },
  },
});
