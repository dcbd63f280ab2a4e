import { compareQuantity, quantity } from '../../../api/quantity';
import { labelSelectorMatches } from '../../../api/selectors/labels';
import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from '../../../api/types';

/** Which volume a claim gets. Pure. */

export const BIND_COMPLETED = 'pv.kubernetes.io/bind-completed';
export const BOUND_BY_CONTROLLER = 'pv.kubernetes.io/bound-by-controller';
export const SELECTED_NODE = 'volume.kubernetes.io/selected-node';
export const STORAGE_PROVISIONER = 'volume.beta.kubernetes.io/storage-provisioner';
const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

export const classOf = (object: PersistentVolumeClaim | PersistentVolume): string => object.metadata.annotations?.[CLASS_ANNOTATION] ?? object.spec.storageClassName ?? '';

export const waitsForConsumer = (storageClass: StorageClass | undefined): boolean => storageClass?.volumeBindingMode === 'WaitForFirstConsumer';

const isFor = (volume: PersistentVolume, claim: PersistentVolumeClaim): boolean => {
  const ref = volume.spec.claimRef;
  return ref !== undefined && ref.name === claim.metadata.name && ref.namespace === claim.metadata.namespace && (ref.uid === undefined || ref.uid === '' || ref.uid === claim.metadata.uid);
};

/**
 * The volume that was made for the claim, or the smallest free one that has its class, size, access modes and labels.
 * Models pkg/controller/volume/persistentvolume/util FindMatchingVolume.
 */
export function findMatch(claim: PersistentVolumeClaim, volumes: Iterable<PersistentVolume>): PersistentVolume | undefined {
  const wanted = quantity(claim.spec.resources?.requests?.['storage'] ?? '0');
  let best: PersistentVolume | undefined;
  for (const volume of volumes) {
    if (volume.metadata.deletionTimestamp !== undefined) continue;
    const size = quantity(volume.spec.capacity?.['storage'] ?? '0');
    if (isFor(volume, claim) && compareQuantity(size, wanted) >= 0) return volume;
    if (volume.spec.claimRef !== undefined || volume.status.phase !== 'Available') continue;
    if (compareQuantity(size, wanted) < 0 || classOf(volume) !== classOf(claim)) continue;
    if ((volume.spec.volumeMode ?? 'Filesystem') !== (claim.spec.volumeMode ?? 'Filesystem')) continue;
    if (!(claim.spec.accessModes ?? []).every((mode) => volume.spec.accessModes?.includes(mode) === true)) continue;
    if (claim.spec.selector !== undefined && !labelSelectorMatches(claim.spec.selector, volume.metadata.labels)) continue;
    if (best === undefined || compareQuantity(size, quantity(best.spec.capacity?.['storage'] ?? '0')) < 0) best = volume;
  }
  return best;
}
