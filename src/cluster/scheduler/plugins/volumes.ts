import { quantity } from '../../../api/quantity';
import { termMatches } from '../../../api/scheduling';
import { labelSelectorMatches } from '../../../api/selectors/labels';
import type { Node, PersistentVolume, PersistentVolumeClaim } from '../../../api/types';
import type { SchedulerBehaviour } from '../../versions';
import { rejection, SKIP, type FilterPlugin, type Prepared } from '../framework';
import type { Listers } from '../listers';
import type { PodInfo } from '../pod-info';

/** Claims that are tied to volumes by a decision that is not stored yet: volume name → claim key. */
export type AssumedVolumes = ReadonlyMap<string, string>;

/** What must be written before a pod can be bound to a node: which volume for which claim, or which claims to provision there. */
export interface VolumePlan {
  readonly bind: readonly { readonly volume: PersistentVolume; readonly claim: PersistentVolumeClaim }[];
  readonly provision: readonly PersistentVolumeClaim[];
}

const NO_PROVISIONER = 'kubernetes.io/no-provisioner';

/** Models pkg/scheduler/framework/plugins/volumebinding PreFilter, Filter */
export function volumeBinding(behaviour: SchedulerBehaviour, listers: Listers, assumed: AssumedVolumes): FilterPlugin {
  const name = 'VolumeBinding';
  const mismatch = rejection(name, [behaviour.volumeNodeMismatch], true);
  const gone = rejection(name, ['node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)'], true);
  const nothingToBind = rejection(name, ["node(s) didn't find available persistent volumes to bind"], true);
  const reject = (reason: string): Prepared => ({ kind: 'reject', rejection: rejection(name, [reason], true) });
  return {
    name,
    prepare: (pod) => {
      if (pod.class.claimNames.length === 0) return SKIP;
      const bound: PersistentVolumeClaim[] = [];
      const delayed: PersistentVolumeClaim[] = [];
      let immediate = false;
      for (const claimName of pod.class.claimNames) {
        const claim = listers.claim(`${pod.class.namespace}/${claimName}`);
        if (claim === undefined) return reject(`persistentvolumeclaim "${claimName}" not found`);
        if (claim.status.phase === 'Lost') return reject(`persistentvolumeclaim "${claimName}" bound to non-existent persistentvolume "${claim.spec.volumeName ?? ''}"`);
        if (claim.metadata.deletionTimestamp !== undefined) return reject(`persistentvolumeclaim "${claimName}" is being deleted`);
        if (isBound(claim)) bound.push(claim);
        else if (listers.storageClass(claim.spec.storageClassName ?? '')?.volumeBindingMode === 'WaitForFirstConsumer') delayed.push(claim);
        else immediate = true;
      }
      if (immediate) return reject('pod has unbound immediate PersistentVolumeClaims');
      return {
        kind: 'check',
        check: ({ node }) => {
          if (node === undefined) return mismatch;
          for (const claim of bound) {
            const volume = listers.volume(claim.spec.volumeName ?? '');
            if (volume === undefined) return gone;
            if (!reaches(volume, node)) return mismatch;
          }
          return delayed.length > 0 && planVolumes(delayed, node, listers, assumed) === undefined ? nothingToBind : undefined;
        },
      };
    },
  };
}

const isBound = (claim: PersistentVolumeClaim): boolean => claim.status.phase === 'Bound' && (claim.spec.volumeName ?? '') !== '';

/** The claims of a pod that wait for its node. */
export function delayedClaims(pod: PodInfo, listers: Listers): readonly PersistentVolumeClaim[] {
  return pod.class.claimNames.flatMap((claimName) => {
    const claim = listers.claim(`${pod.class.namespace}/${claimName}`);
    return claim === undefined || isBound(claim) ? [] : [claim];
  });
}

/** How these claims could be met on a node; undefined: they cannot. */
// Models pkg/scheduler/framework/plugins/volumebinding/binder.go findMatchingVolumes, checkVolumeProvisions
export function planVolumes(claims: readonly PersistentVolumeClaim[], node: Node, listers: Listers, assumed: AssumedVolumes): VolumePlan | undefined {
  const bind: VolumePlan['bind'][number][] = [];
  const provision: PersistentVolumeClaim[] = [];
  const taken = new Set<string>();
  for (const claim of claims) {
    const volume = smallestFitting(claim, node, listers, assumed, taken);
    if (volume !== undefined) {
      bind.push({ volume, claim });
      taken.add(volume.metadata.name);
      continue;
    }
    const storageClass = listers.storageClass(claim.spec.storageClassName ?? '');
    if (storageClass === undefined || storageClass.provisioner === NO_PROVISIONER) return undefined;
    provision.push(claim);
  }
  return { bind, provision };
}

function smallestFitting(claim: PersistentVolumeClaim, node: Node, listers: Listers, assumed: AssumedVolumes, taken: ReadonlySet<string>): PersistentVolume | undefined {
  let best: PersistentVolume | undefined;
  const wanted = quantity(claim.spec.resources?.requests?.['storage'] ?? '0').nanos;
  const size = (v: PersistentVolume): bigint => quantity(v.spec.capacity?.['storage'] ?? '0').nanos;
  const key = `${claim.metadata.namespace ?? ''}/${claim.metadata.name}`;
  for (const volume of listers.volumes()) {
    const { spec, status, metadata } = volume;
    const owner = assumed.get(metadata.name);
    if (taken.has(metadata.name) || (owner !== undefined && owner !== key)) continue;
    if (spec.claimRef !== undefined ? spec.claimRef.namespace !== claim.metadata.namespace || spec.claimRef.name !== claim.metadata.name : status.phase !== 'Available') continue;
    if ((spec.storageClassName ?? '') !== (claim.spec.storageClassName ?? '') || (spec.volumeMode ?? 'Filesystem') !== (claim.spec.volumeMode ?? 'Filesystem')) continue;
    if (!(claim.spec.accessModes ?? []).every((m) => spec.accessModes?.includes(m) === true)) continue;
    if (claim.spec.selector !== undefined && !labelSelectorMatches(claim.spec.selector, metadata.labels)) continue;
    if (size(volume) < wanted || !reaches(volume, node)) continue;
    if (best === undefined || size(volume) < size(best)) best = volume;
  }
  return best;
}

function reaches(volume: PersistentVolume, node: Node): boolean {
  const terms = volume.spec.nodeAffinity?.required?.nodeSelectorTerms;
  return terms === undefined || terms.some((t) => termMatches(t, node));
}

const ZONE_LABELS = ['topology.kubernetes.io/zone', 'topology.kubernetes.io/region', 'failure-domain.beta.kubernetes.io/zone', 'failure-domain.beta.kubernetes.io/region'];

/** Volumes that carry zone labels. Models pkg/scheduler/framework/plugins/volumezone */
export function volumeZone(listers: Listers): FilterPlugin {
  const name = 'VolumeZone';
  const elsewhere = rejection(name, ['node(s) had no available volume zone'], true);
  return {
    name,
    prepare: (pod) => {
      const wanted = pod.class.claimNames.flatMap((claimName) => {
        const volume = listers.volume(listers.claim(`${pod.class.namespace}/${claimName}`)?.spec.volumeName ?? '');
        return ZONE_LABELS.flatMap((key) => {
          const value = volume?.metadata.labels?.[key];
          return value === undefined ? [] : [{ key, values: value.split('__') }];
        });
      });
      if (wanted.length === 0) return SKIP;
      return {
        kind: 'check',
        check: (node) => {
          // Nodes without any zone are those of a cluster in one place.
          if (!ZONE_LABELS.some((key) => node.labels[key] !== undefined)) return undefined;
          return wanted.every((w) => w.values.includes(node.labels[w.key] ?? '')) ? undefined : elsewhere;
        },
      };
    },
  };
}

/** One pod alone may use a ReadWriteOncePod claim. Models pkg/scheduler/framework/plugins/volumerestrictions */
export function volumeRestrictions(listers: Listers): FilterPlugin {
  const name = 'VolumeRestrictions';
  const inUse = rejection(name, ['node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod'], false);
  return {
    name,
    prepare: (pod) => {
      const { namespace, claimNames } = pod.class;
      const single = claimNames.filter((n) => listers.claim(`${namespace}/${n}`)?.spec.accessModes?.includes('ReadWriteOncePod') === true);
      if (single.length === 0) return SKIP;
      return {
        kind: 'check',
        check: (node) => {
          for (const c of node.classes.keys()) if (c.namespace === namespace && c.claimNames.some((n) => single.includes(n))) return inUse;
          return undefined;
        },
      };
    },
  };
}

/** No node of the simulation tells how many volumes it takes (there are no CSINode limits), so nothing is ever too many. */
export function nodeVolumeLimits(): FilterPlugin {
  return { name: 'NodeVolumeLimits', prepare: () => SKIP };
}

/** No resource claims are modelled; the plugin shows in what PostFilter says. */
export function dynamicResources(): FilterPlugin {
  return { name: 'DynamicResources', prepare: () => SKIP };
}
