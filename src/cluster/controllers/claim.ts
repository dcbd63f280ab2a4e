import { controllerRef, getControllerOf } from '../../api/owner';
import { labelSelectorMatches } from '../../api/selectors/labels';
import type { KubeObject, LabelSelector } from '../../api/types';
import type { ApiResponse } from '../client/http';
import { objectOf, PATCH, type ResourceClient } from '../client/typed-client';
import { errorOf, isNotFound } from './errors';
import { call, type Step, type SyncError } from './worker';

/** What ownership and labels say about one object. */
export type Claim = 'mine' | 'adopt' | 'release' | 'ignore';

/**
 * Whether an object belongs to `owner`: matching objects without a controller are adopted, own ones that stopped matching
 * are released, those of others are left alone.
 * Models pkg/controller/controller_ref_manager.go ClaimObject.
 */
export function claimOf(owner: KubeObject, object: KubeObject, matches: boolean): Claim {
  const controller = getControllerOf(object);
  const ownerGoes = owner.metadata.deletionTimestamp !== undefined;
  if (controller !== undefined) {
    if (controller.uid !== owner.metadata.uid) return 'ignore';
    if (matches) return 'mine';
    return ownerGoes ? 'ignore' : 'release';
  }
  if (ownerGoes || !matches || object.metadata.deletionTimestamp !== undefined) return 'ignore';
  return 'adopt';
}

/** The patch that makes `owner` the controller of an object. */
export const adoptPatch = (owner: KubeObject, object: KubeObject): unknown => ({ metadata: { ownerReferences: [controllerRef(owner)], uid: object.metadata.uid } });

/** The patch that takes the references to owners with these uids off an object. */
export const releasePatch = (uid: string | undefined, ownerUids: readonly string[]): unknown => ({
  metadata: { ownerReferences: ownerUids.map((owner) => ({ $patch: 'delete', uid: owner })), uid },
});

export interface ClaimOptions<T extends KubeObject> {
  readonly owner: KubeObject;
  readonly selector: LabelSelector | undefined;
  /** Objects of the owner, and those of its namespace that nobody owns. */
  readonly candidates: Iterable<T>;
  /** Of the candidates' resource. */
  readonly client: ResourceClient;
  /** Of the owner's resource: adoption asks the live owner first. */
  readonly owners: ResourceClient;
}

export interface Claimed<T> {
  readonly objects: readonly T[];
  readonly error: SyncError | undefined;
}

/**
 * Claims objects for an owner, with states CHECK_OWNER, ADOPT and RELEASE. Failures do not stop it; the last one is given back.
 * Models pkg/controller/controller_ref_manager.go ClaimPods, ClaimReplicaSets.
 */
export function* claim<T extends KubeObject>(options: ClaimOptions<T>): Generator<Step, Claimed<T>, unknown> {
  const { owner, selector, client } = options;
  const objects: T[] = [];
  let error: SyncError | undefined;
  let mayAdopt: SyncError | 'yes' | undefined;
  for (const object of options.candidates) {
    const verdict = claimOf(owner, object, labelSelectorMatches(selector, object.metadata.labels));
    const { name, namespace, uid } = object.metadata;
    if (verdict === 'mine') objects.push(object);
    else if (verdict === 'release') {
      const note = { type: 'release', object: name, why: 'its labels no longer match the selector' };
      const response = yield* call('RELEASE', (done) => client.patch({ namespace, name }, PATCH.strategic, releasePatch(uid, [owner.metadata.uid ?? '']), done), note);
      if (!isNotFound(response) && response.code !== 422) error = errorOf(response) ?? error;
    } else if (verdict === 'adopt') {
      mayAdopt ??= yield* checkOwner(options);
      if (mayAdopt !== 'yes') {
        error = mayAdopt;
        continue;
      }
      const note = { type: 'adopt', object: name, why: 'its labels match the selector and nobody controls it' };
      const response = yield* call('ADOPT', (done) => client.patch({ namespace, name }, PATCH.strategic, adoptPatch(owner, object), done), note);
      if (response.code < 400) objects.push(object);
      else if (!isNotFound(response)) error = errorOf(response) ?? error;
    }
  }
  return { objects, error };
}

/** Models pkg/controller/controller_ref_manager.go RecheckDeletionTimestamp. */
function* checkOwner<T extends KubeObject>({ owner, owners }: ClaimOptions<T>): Generator<Step, SyncError | 'yes', unknown> {
  const { name, namespace, uid } = owner.metadata;
  const response: ApiResponse = yield* call('CHECK_OWNER', (done) => owners.get({ namespace, name }, done), { type: 'checkOwner', why: 'before adopting, the owner itself is asked, not the cache' });
  const error = errorOf(response);
  if (error !== undefined) return error;
  const fresh = objectOf<KubeObject>(response);
  if (fresh.metadata.uid !== uid) return { message: `original ${owner.kind} ${namespace ?? ''}/${name} is gone: got uid ${fresh.metadata.uid ?? ''}, wanted ${uid ?? ''}` };
  if (fresh.metadata.deletionTimestamp !== undefined) return { message: `${namespace ?? ''}/${name} has just been deleted at ${fresh.metadata.deletionTimestamp}` };
  return 'yes';
}
