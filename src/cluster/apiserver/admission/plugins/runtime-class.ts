import { forbiddenStatus } from '../../../../api/status';
import type { Pod } from '../../../../api/types';
import { concerns, type AdmissionPlugin } from '../plugin';

/** A pod's runtime class must exist. Models plugin/pkg/admission/runtimeclass. */
export const runtimeClass: AdmissionPlugin = {
  name: 'RuntimeClass',
  handles: concerns(['CREATE'], 'pods'),
  mutate: (a, env) => {
    const name = (a.object as Pod).spec.runtimeClassName;
    if (name === undefined || env.caches.get('runtimeclasses', name) !== undefined) return undefined;
    return { refusal: forbiddenStatus(a.resource, a.name, `pod rejected: RuntimeClass "${name}" not found`) };
  },
};
