import type { PersistentVolume, PersistentVolumeClaim } from '../../api/types';
import type { Actor } from '../../kernel/actor';
import type { Entry } from '../../kernel/queue';
import { SECOND } from '../../kernel/time';
import type { Informer } from '../client/informer';
import { succeeded, type ResourceClient } from '../client/typed-client';
import type { VolumePlan } from './plugins/volumes';

const BIND_TIMEOUT = 600 * SECOND;
const SELECTED_NODE = 'volume.kubernetes.io/selected-node';
const BOUND_BY_CONTROLLER = 'pv.kubernetes.io/bound-by-controller';

export interface VolumeBinderDeps {
  readonly actor: Actor;
  readonly volumes: ResourceClient;
  readonly claims: ResourceClient;
  readonly claimInformer: Informer<PersistentVolumeClaim>;
}

/**
 * Writes which volume is for which claim (or where to make one) and waits until the volume controller has made it so.
 * Models pkg/scheduler/framework/plugins/volumebinding/binder.go BindPodVolumes
 */
export class VolumeBinder {
  private readonly waiting = new Set<() => void>();

  constructor(private readonly deps: VolumeBinderDeps) {
    deps.claimInformer.addHandlers({ updated: () => this.look(), deleted: () => this.look() });
  }

  /** `done` gets the reason of a failure, or undefined once every claim is bound. */
  bind(plan: VolumePlan, node: string, done: (failure: string | undefined) => void): void {
    let left = plan.bind.length + plan.provision.length;
    let refusal: string | undefined;
    const written = (failure: string | undefined): void => {
      refusal ??= failure;
      left--;
      if (left > 0) return;
      if (refusal === undefined) this.wait(plan, done);
      else done(refusal);
    };
    for (const { volume, claim } of plan.bind) this.deps.volumes.update(forClaim(volume, claim), (r) => written(succeeded(r) ? undefined : 'the volume was changed meanwhile'));
    for (const claim of plan.provision) this.deps.claims.update(atNode(claim, node), (r) => written(succeeded(r) ? undefined : 'the claim was changed meanwhile'));
  }

  private wait(plan: VolumePlan, done: (failure: string | undefined) => void): void {
    const { claimInformer, actor } = this.deps;
    const claims = [...plan.bind.map((b) => b.claim), ...plan.provision];
    const finish = (failure: string | undefined): void => {
      this.waiting.delete(check);
      timeout.run = undefined;
      done(failure);
    };
    const check = (): void => {
      for (const claim of claims) {
        const now = claimInformer.get(`${claim.metadata.namespace ?? ''}/${claim.metadata.name}`);
        if (now === undefined) {
          finish(`persistentvolumeclaim "${claim.metadata.name}" not found`);
          return;
        }
        if (now.status.phase !== 'Bound') return;
      }
      finish(undefined);
    };
    const timeout: Entry = actor.timer(BIND_TIMEOUT, 'volume binding timeout', () => finish('timed out waiting for the condition'));
    this.waiting.add(check);
    check();
  }

  private look(): void {
    for (const check of [...this.waiting]) check();
  }
}

function forClaim(volume: PersistentVolume, claim: PersistentVolumeClaim): PersistentVolume {
  const { name, namespace, uid, resourceVersion } = claim.metadata;
  return {
    ...volume,
    metadata: { ...volume.metadata, annotations: { ...volume.metadata.annotations, [BOUND_BY_CONTROLLER]: 'yes' } },
    spec: {
      ...volume.spec,
      claimRef: {
        kind: 'PersistentVolumeClaim', apiVersion: 'v1', name, ...(namespace === undefined ? {} : { namespace }), ...(uid === undefined ? {} : { uid }), ...(resourceVersion === undefined ? {} : { resourceVersion }),
      },
    },
  };
}

function atNode(claim: PersistentVolumeClaim, node: string): PersistentVolumeClaim {
  return { ...claim, metadata: { ...claim.metadata, annotations: { ...claim.metadata.annotations, [SELECTED_NODE]: node } } };
}
