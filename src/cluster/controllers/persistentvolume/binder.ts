import type { PersistentVolume, PersistentVolumeClaim, Pod, StorageClass } from '../../../api/types';
import { SECOND } from '../../../kernel/time';
import type { Informer } from '../../client/informer';
import { objectOf, succeeded, type ResourceClient } from '../../client/typed-client';
import { WorkQueue } from '../../client/workqueue';
import { LATENCY } from '../../latencies';
import { keyOf, type ControllerContext, type ControllerHandle } from '../context';
import { errorOf } from '../errors';
import { call, startWorkers, think, type Sync } from '../worker';
import { binderMachine } from './machine';
import { BIND_COMPLETED, BOUND_BY_CONTROLLER, classOf, findMatch, SELECTED_NODE, STORAGE_PROVISIONER, waitsForConsumer } from './matching';

const RESYNC = 15 * SECOND;
const NO_PROVISIONER = 'kubernetes.io/no-provisioner';

/**
 * Binds claims to volumes that are there, and asks external provisioners for others.
 * Models pkg/controller/volume/persistentvolume/pv_controller.go.
 */
export class PersistentVolumeBinder {
  private readonly handle: ControllerHandle;
  private readonly queue: WorkQueue;
  private readonly claims: Informer<PersistentVolumeClaim>;
  private readonly volumes: Informer<PersistentVolume>;
  private readonly classes: Informer<StorageClass>;
  private readonly pods: Informer<Pod>;
  private readonly claimClient: ResourceClient;
  private readonly volumeClient: ResourceClient;

  constructor(private readonly context: ControllerContext) {
    this.handle = context.controller('persistent-volume-binder', 'persistentvolume-controller');
    this.claimClient = this.handle.client('', 'persistentvolumeclaims');
    this.volumeClient = this.handle.client('', 'persistentvolumes');
    this.queue = new WorkQueue(this.handle.actor, 'volumes', subject);
    this.claims = context.informer('', 'persistentvolumeclaims');
    this.volumes = context.informer('', 'persistentvolumes');
    this.classes = context.informer('storage.k8s.io', 'storageclasses');
    this.pods = context.informer('', 'pods');
    const claim = (c: PersistentVolumeClaim): void => this.queue.add(`claim:${keyOf(c)}`, context.manager);
    const volume = (v: PersistentVolume): void => this.queue.add(`volume:${v.metadata.name}`, context.manager);
    this.claims.addHandlers({
      added: claim, updated: (_, c) => claim(c),
      deleted: (c) => { if ((c.spec.volumeName ?? '') !== '') this.queue.add(`volume:${c.spec.volumeName ?? ''}`, context.manager); },
    });
    this.volumes.addHandlers({ added: volume, updated: (_, v) => volume(v) });
  }

  /** Few clusters need it before somebody asks for storage: its first request fetches its token. */
  whenReady(then: () => void): void {
    then();
  }

  start(): void {
    startWorkers({ actor: this.handle.actor, queue: this.queue, machine: binderMachine, count: 1, subject, sync: (key) => this.sync(key) });
    this.handle.actor.timer(RESYNC, 'resync', () => this.resync());
  }

  /** All claims and volumes are looked at again, each fifteen seconds. */
  private resync(): void {
    for (const v of this.volumes.list()) this.queue.add(`volume:${v.metadata.name}`);
    for (const c of this.claims.list()) this.queue.add(`claim:${keyOf(c)}`);
    this.handle.actor.timer(RESYNC, 'resync', () => this.resync());
  }

  private *sync(key: string): Sync {
    yield* think('TAKEN', LATENCY.controllerSync);
    const [what, name = ''] = key.split(':');
    if (what === 'claim') {
      const claim = this.claims.get(name);
      if (claim === undefined) return undefined;
      return claim.metadata.annotations?.[BIND_COMPLETED] === undefined ? yield* this.bindClaim(claim) : yield* this.checkBound(claim);
    }
    const volume = this.volumes.get(name);
    return volume === undefined ? undefined : yield* this.syncVolume(volume);
  }

  /** Models syncUnboundClaim. */
  private *bindClaim(claim: PersistentVolumeClaim): Sync {
    const storageClass = this.classes.get(classOf(claim));
    const named = claim.spec.volumeName ?? '';
    const wait = waitsForConsumer(storageClass) && claim.metadata.annotations?.[SELECTED_NODE] === undefined;
    const candidates = named !== '' ? [...this.volumes.list()].filter((v) => v.metadata.name === named) : wait ? [...this.volumes.list()].filter((v) => v.spec.claimRef !== undefined) : this.volumes.list();
    const volume = findMatch(claim, candidates);
    yield* think('MATCH', undefined, { type: 'claim', class: classOf(claim), storage: claim.spec.resources?.requests?.['storage'], volume: volume?.metadata.name ?? 'none fits', waitsForConsumer: wait });
    if (volume !== undefined) return yield* this.bind(volume, claim);
    if (named === '') {
      if (wait) this.reportWaiting(claim);
      else if (classOf(claim) !== '') return yield* this.provision(claim, storageClass);
      else this.report(claim, 'Normal', 'FailedBinding', 'no persistent volumes available for this claim and no storage class is set');
    }
    return undefined;
  }

  /** Models emitEventForUnboundDelayBindingClaim. */
  private reportWaiting(claim: PersistentVolumeClaim): void {
    const users = [...this.pods.list(claim.metadata.namespace)].filter((pod) => pod.spec.volumes?.some((v) => v.persistentVolumeClaim?.claimName === claim.metadata.name) === true && (pod.spec.nodeName ?? '') === '');
    if (users.length === 0) this.report(claim, 'Normal', 'WaitForFirstConsumer', 'waiting for first consumer to be created before binding');
    else this.report(claim, 'Normal', 'WaitForPodScheduled', `waiting for pod ${users.map((p) => p.metadata.name).join(',')} to be scheduled`);
  }

  /** Models provisionClaim, provisionClaimOperationExternal. */
  private *provision(claim: PersistentVolumeClaim, storageClass: StorageClass | undefined): Sync {
    if (storageClass === undefined) {
      this.report(claim, 'Warning', 'ProvisioningFailed', `storageclass.storage.k8s.io "${classOf(claim)}" not found`);
      return undefined;
    }
    const { provisioner } = storageClass;
    if (provisioner === NO_PROVISIONER) {
      this.report(claim, 'Normal', 'FailedBinding', 'no persistent volumes available for this claim and no storage class is set');
      return undefined;
    }
    if (claim.metadata.annotations?.[STORAGE_PROVISIONER] !== provisioner) {
      const wanted: PersistentVolumeClaim = { ...claim, metadata: { ...claim.metadata, annotations: { ...claim.metadata.annotations, [STORAGE_PROVISIONER]: provisioner } } };
      const error = errorOf(yield* call('ASK_PROVISIONER', (done) => this.claimClient.update(wanted, done), { type: 'provisioner', provisioner }));
      if (error !== undefined) return error;
    }
    this.report(claim, 'Normal', 'ExternalProvisioning', this.context.behaviour.externalProvisioningText(provisioner));
    return undefined;
  }

  /** Four writes: the claim on the volume, the volume's phase, the volume on the claim, the claim's phase. Models bind. */
  private *bind(volume: PersistentVolume, claim: PersistentVolumeClaim): Sync {
    const { namespace, name, uid, resourceVersion } = claim.metadata;
    let bound = volume;
    if (volume.spec.claimRef?.uid !== uid) {
      const byController = volume.spec.claimRef === undefined;
      const claimRef = {
        kind: 'PersistentVolumeClaim', ...(namespace === undefined ? {} : { namespace }), name, ...(uid === undefined ? {} : { uid }), apiVersion: 'v1', ...(resourceVersion === undefined ? {} : { resourceVersion }),
      };
      const wanted: PersistentVolume = {
        ...volume, spec: { ...volume.spec, claimRef }, metadata: { ...volume.metadata, ...(byController ? { annotations: { ...volume.metadata.annotations, [BOUND_BY_CONTROLLER]: 'yes' } } : {}) },
      };
      const response = yield* call('CLAIM_VOLUME', (done) => this.volumeClient.update(wanted, done), { type: 'bind', volume: volume.metadata.name, claim: keyOf(claim) });
      if (!succeeded(response)) return errorOf(response);
      bound = objectOf<PersistentVolume>(response);
    }
    if (bound.status.phase !== 'Bound') {
      const phased: PersistentVolume = { ...bound, status: { phase: 'Bound' } };
      const error = errorOf(yield* call('VOLUME_STATUS', (done) => this.volumeClient.update(phased, done, 'status')));
      if (error !== undefined) return error;
    }
    const byController = (claim.spec.volumeName ?? '') === '';
    const wanted: PersistentVolumeClaim = {
      ...claim, spec: { ...claim.spec, volumeName: volume.metadata.name },
      metadata: { ...claim.metadata, annotations: { ...claim.metadata.annotations, [BIND_COMPLETED]: 'yes', ...(byController ? { [BOUND_BY_CONTROLLER]: 'yes' } : {}) } },
    };
    const response = yield* call('BIND_CLAIM', (done) => this.claimClient.update(wanted, done));
    if (!succeeded(response)) return errorOf(response);
    return yield* this.claimStatus(objectOf<PersistentVolumeClaim>(response), 'Bound', bound);
  }

  private *claimStatus(claim: PersistentVolumeClaim, phase: 'Bound' | 'Lost', volume: PersistentVolume | undefined): Sync {
    const status = volume === undefined ? { phase } : {
      phase, ...(volume.spec.accessModes === undefined ? {} : { accessModes: volume.spec.accessModes }), ...(volume.spec.capacity === undefined ? {} : { capacity: volume.spec.capacity }),
    };
    return errorOf(yield* call('CLAIM_STATUS', (done) => this.claimClient.update({ ...claim, status }, done, 'status')));
  }

  /** Models syncBoundClaim. */
  private *checkBound(claim: PersistentVolumeClaim): Sync {
    const volume = this.volumes.get(claim.spec.volumeName ?? '');
    if (volume !== undefined) return claim.status.phase === 'Bound' ? undefined : yield* this.claimStatus(claim, 'Bound', volume);
    if (claim.status.phase === 'Lost') return undefined;
    this.report(claim, 'Warning', 'ClaimLost', 'Bound claim has lost its PersistentVolume. Data on the volume is lost!');
    return yield* this.claimStatus(claim, 'Lost', undefined);
  }

  /** Models syncVolume: available without a claim, released when its claim went. */
  private *syncVolume(volume: PersistentVolume): Sync {
    const { claimRef } = volume.spec;
    const claim = claimRef === undefined ? undefined : this.claims.get(`${claimRef.namespace ?? ''}/${claimRef.name ?? ''}`);
    const owned = claim !== undefined && (claimRef?.uid === undefined || claim.metadata.uid === claimRef.uid);
    const phase = claimRef === undefined || claimRef.uid === undefined ? 'Available' : owned ? volume.status.phase : 'Released';
    if (volume.status.phase === phase) return undefined;
    return errorOf(yield* call('VOLUME_STATUS', (done) => this.volumeClient.update({ ...volume, status: { phase } }, done, 'status'), { type: 'volumePhase', volume: volume.metadata.name, phase }));
  }

  private report(claim: PersistentVolumeClaim, type: 'Normal' | 'Warning', reason: string, message: string): void {
    this.handle.recorder.event(claim, type, reason, message);
  }
}

/** `claim:default/data` is about persistentvolumeclaims/default/data. */
function subject(key: string): string {
  const [what, name = ''] = key.split(':');
  return `${what === 'claim' ? 'persistentvolumeclaims' : 'persistentvolumes'}/${name}`;
}
