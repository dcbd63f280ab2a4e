import { isPodTerminal } from '../../../api/pods';
import type { PersistentVolume, PersistentVolumeClaim, Pod } from '../../../api/types';
import type { Informer } from '../../client/informer';
import { itemsOf, type ResourceClient } from '../../client/typed-client';
import { WorkQueue } from '../../client/workqueue';
import { LATENCY } from '../../latencies';
import { keyOf, subjectIn, type ControllerContext, type ControllerHandle } from '../context';
import { errorOf } from '../errors';
import { call, startWorkers, think, type Sync } from '../worker';
import { protectionMachine } from './machine';

const CLAIM_FINALIZER = 'kubernetes.io/pvc-protection';
const VOLUME_FINALIZER = 'kubernetes.io/pv-protection';

const uses = (pod: Pod, claim: PersistentVolumeClaim): boolean =>
  (pod.spec.nodeName ?? '') !== '' && !isPodTerminal(pod) && pod.spec.volumes?.some((v) => v.persistentVolumeClaim?.claimName === claim.metadata.name) === true;

/** Holds a claim that is being deleted until no pod uses it. Models pkg/controller/volume/pvcprotection/pvc_protection_controller.go. */
export class ClaimProtection {
  private readonly handle: ControllerHandle;
  private readonly queue: WorkQueue;
  private readonly claims: Informer<PersistentVolumeClaim>;
  private readonly pods: Informer<Pod>;
  private readonly client: ResourceClient;
  private readonly podClient: ResourceClient;

  constructor(context: ControllerContext) {
    this.handle = context.controller('pvc-protection-controller');
    this.client = this.handle.client('', 'persistentvolumeclaims');
    this.podClient = this.handle.client('', 'pods');
    this.queue = new WorkQueue(this.handle.actor, 'persistentvolumeclaims');
    this.claims = context.informer('', 'persistentvolumeclaims');
    this.pods = context.informer('', 'pods');
    const enqueue = (claim: PersistentVolumeClaim | undefined): void => {
      if (claim?.metadata.deletionTimestamp !== undefined && claim.metadata.finalizers?.includes(CLAIM_FINALIZER) === true) this.queue.add(keyOf(claim), context.manager);
    };
    const ofPod = (pod: Pod): void => {
      for (const v of pod.spec.volumes ?? []) if (v.persistentVolumeClaim !== undefined) enqueue(this.claims.get(`${pod.metadata.namespace ?? ''}/${v.persistentVolumeClaim.claimName}`));
    };
    this.claims.addHandlers({ added: enqueue, updated: (_, claim) => enqueue(claim) });
    this.pods.addHandlers({ updated: (before, pod) => { if (!isPodTerminal(before) && isPodTerminal(pod)) ofPod(pod); }, deleted: ofPod });
  }

  /** Its first request fetches its token. */
  whenReady(then: () => void): void {
    then();
  }

  start(): void {
    startWorkers({ actor: this.handle.actor, queue: this.queue, machine: protectionMachine, count: 1, subject: subjectIn('persistentvolumeclaims'), sync: (key) => this.sync(key) });
  }

  private *sync(key: string): Sync {
    yield* think('TAKEN', LATENCY.controllerSync);
    const claim = this.claims.get(key);
    if (claim?.metadata.deletionTimestamp === undefined || claim.metadata.finalizers?.includes(CLAIM_FINALIZER) !== true) return undefined;
    if ([...this.pods.list(claim.metadata.namespace)].some((pod) => uses(pod, claim))) return undefined;
    const listed = yield* call('LIST_PODS', (done) => this.podClient.list({ namespace: claim.metadata.namespace }, {}, done));
    const error = errorOf(listed);
    if (error !== undefined) return error;
    if (itemsOf<Pod>(listed).some((pod) => uses(pod, claim))) return undefined;
    const wanted: PersistentVolumeClaim = { ...claim, metadata: { ...claim.metadata, finalizers: claim.metadata.finalizers.filter((f) => f !== CLAIM_FINALIZER) } };
    return errorOf(yield* call('UNPROTECT', (done) => this.client.update(wanted, done)));
  }
}

/** Holds a volume that is being deleted until it is not bound. Models pkg/controller/volume/pvprotection/pv_protection_controller.go. */
export class VolumeProtection {
  private readonly handle: ControllerHandle;
  private readonly queue: WorkQueue;
  private readonly volumes: Informer<PersistentVolume>;
  private readonly client: ResourceClient;

  constructor(context: ControllerContext) {
    this.handle = context.controller('pv-protection-controller');
    this.client = this.handle.client('', 'persistentvolumes');
    this.queue = new WorkQueue(this.handle.actor, 'persistentvolumes');
    this.volumes = context.informer('', 'persistentvolumes');
    const enqueue = (volume: PersistentVolume): void => {
      if (volume.metadata.deletionTimestamp !== undefined) this.queue.add(volume.metadata.name, context.manager);
    };
    this.volumes.addHandlers({ added: enqueue, updated: (_, volume) => enqueue(volume) });
  }

  /** Its first request fetches its token. */
  whenReady(then: () => void): void {
    then();
  }

  start(): void {
    startWorkers({ actor: this.handle.actor, queue: this.queue, machine: protectionMachine, count: 1, subject: subjectIn('persistentvolumes'), sync: (key) => this.sync(key) });
  }

  private *sync(name: string): Sync {
    yield* think('TAKEN', LATENCY.controllerSync);
    const volume = this.volumes.get(name);
    const { finalizers } = volume?.metadata ?? {};
    if (volume?.metadata.deletionTimestamp === undefined || finalizers?.includes(VOLUME_FINALIZER) !== true || volume.status.phase === 'Bound') return undefined;
    const wanted: PersistentVolume = { ...volume, metadata: { ...volume.metadata, finalizers: finalizers.filter((f) => f !== VOLUME_FINALIZER) } };
    return errorOf(yield* call('UNPROTECT', (done) => this.client.update(wanted, done)));
  }
}
