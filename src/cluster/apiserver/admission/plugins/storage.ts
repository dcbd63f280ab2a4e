import { compareQuantity, quantity } from '../../../../api/quantity';
import { forbiddenStatus } from '../../../../api/status';
import type { KubeObject, PersistentVolumeClaim, StorageClass } from '../../../../api/types';
import { concerns, type AdmissionPlugin } from '../plugin';

const DEFAULT_CLASS = 'storageclass.kubernetes.io/is-default-class';

/** Claims without a class get the default one. Models plugin/pkg/admission/storage/storageclass/setdefault. */
export const defaultStorageClass: AdmissionPlugin = {
  name: 'DefaultStorageClass',
  handles: concerns(['CREATE'], 'persistentvolumeclaims'),
  mutate: (a, env) => {
    const claim = a.object as PersistentVolumeClaim;
    if (claim.spec.storageClassName !== undefined) return undefined;
    let best: KubeObject | undefined;
    for (const c of env.caches.all('storageclasses')) {
      if (c.metadata.annotations?.[DEFAULT_CLASS] !== 'true') continue;
      // The newest wins; of equally old ones the first by name.
      const [x, y] = [c.metadata.creationTimestamp ?? '', best?.metadata.creationTimestamp ?? ''];
      if (best === undefined || x > y || (x === y && c.metadata.name < best.metadata.name)) best = c;
    }
    if (best === undefined) return { message: 'no default StorageClass' };
    return { object: { ...claim, spec: { ...claim.spec, storageClassName: best.metadata.name } } };
  },
};

const FINALIZERS: Readonly<Record<string, string>> = { persistentvolumeclaims: 'kubernetes.io/pvc-protection', persistentvolumes: 'kubernetes.io/pv-protection' };

/** Claims and volumes that are in use are not to vanish. Models plugin/pkg/admission/storage/storageobjectinuseprotection. */
export const storageObjectInUseProtection: AdmissionPlugin = {
  name: 'StorageObjectInUseProtection',
  handles: concerns(['CREATE'], 'persistentvolumeclaims', 'persistentvolumes'),
  mutate: (a) => {
    const finalizer = FINALIZERS[a.resource.resource];
    const { object } = a;
    if (object === undefined || finalizer === undefined || object.metadata.finalizers?.includes(finalizer) === true) return undefined;
    return { object: { ...object, metadata: { ...object.metadata, finalizers: [...(object.metadata.finalizers ?? []), finalizer] } } };
  },
};

/** Only claims whose class says so may grow. Models plugin/pkg/admission/storage/persistentvolume/resize. */
export const persistentVolumeClaimResize: AdmissionPlugin = {
  name: 'PersistentVolumeClaimResize',
  handles: concerns(['UPDATE'], 'persistentvolumeclaims'),
  validate: (a, env) => {
    const [claim, old] = [a.object as PersistentVolumeClaim, a.old as PersistentVolumeClaim];
    const [now, before] = [claim.spec.resources?.requests?.['storage'], old.spec.resources?.requests?.['storage']];
    if (now === undefined || before === undefined || compareQuantity(quantity(now), quantity(before)) <= 0) return undefined;
    if (old.status.phase !== 'Bound') return { refusal: forbiddenStatus(a.resource, a.name, 'Only bound persistent volume claims can be expanded') };
    const storageClass = env.caches.get('storageclasses', claim.spec.storageClassName ?? '') as StorageClass | undefined;
    if (storageClass?.allowVolumeExpansion === true) return undefined;
    return { refusal: forbiddenStatus(a.resource, a.name, 'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize') };
  },
};
