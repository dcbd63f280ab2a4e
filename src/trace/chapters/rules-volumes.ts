import type { Rule } from './rule';
import { worker } from './worker';

const BINDER = 'volume binder worker';

/** Claims and the volumes that they are bound to. */
export const VOLUME_RULES: readonly Rule[] = [
  worker(BINDER, 'volume.match', ['readingCache', 'matching']),
  worker(BINDER, 'volume.bind', ['claimingVolume', 'updatingVolumeStatus', 'bindingClaim', 'updatingClaimStatus']),
  worker(BINDER, 'volume.provision', ['askingProvisioner']),
  worker('volume protection worker', 'volume.protect', ['checkingUse', 'listingPods', 'removingFinalizer'], { chapter: 'removal' }),
];
