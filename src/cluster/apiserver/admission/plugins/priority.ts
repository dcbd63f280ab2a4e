import { forbiddenStatus } from '../../../../api/status';
import type { KubeObject, Pod, PriorityClass } from '../../../../api/types';
import type { Change } from '../difference';
import type { AdmissionEnvironment, AdmissionPlugin } from '../plugin';

const DEFAULT_PATCH: readonly Change[] = [{ op: 'add', path: '/spec/priority', value: 0 }, { op: 'add', path: '/spec/preemptionPolicy', value: 'PreemptLowerPriority' }];

/** Turns a pod's priority class into a number. Models plugin/pkg/admission/priority. */
export const priority: AdmissionPlugin = {
  name: 'Priority',
  handles: (operation, resource, subresource) => subresource === undefined && ((operation === 'CREATE' && resource.resource === 'pods') || (operation !== 'DELETE' && resource.resource === 'priorityclasses')),
  mutate: (a, env) => {
    if (a.object?.kind !== 'Pod') return undefined;
    const pod = a.object as Pod;
    const name = pod.spec.priorityClassName ?? '';
    const found = name === '' ? globalDefault(env) : (env.caches.get('priorityclasses', name) as PriorityClass | undefined);
    if (name !== '' && found === undefined) return { refusal: forbiddenStatus(a.resource, a.name, `no PriorityClass with name ${name} was found`) };
    const value = found?.value ?? 0;
    const preemptionPolicy = found?.preemptionPolicy ?? 'PreemptLowerPriority';
    const { spec } = pod;
    if (spec.priority !== undefined && spec.priority !== value) {
      return { refusal: forbiddenStatus(a.resource, a.name, `the integer value of priority (${spec.priority}) must not be provided in pod spec; priority admission controller computed ${value} from the given PriorityClass name`) };
    }
    if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== preemptionPolicy) {
      return { refusal: forbiddenStatus(a.resource, a.name, `the string value of PreemptionPolicy (${spec.preemptionPolicy}) must not be provided in pod spec; priority admission controller computed ${preemptionPolicy} from the given PriorityClass name`) };
    }
    const named = name === '' && found !== undefined ? { priorityClassName: found.metadata.name } : {};
    const object: Pod = { ...pod, spec: { ...spec, ...named, priority: value, preemptionPolicy } };
    return found === undefined && spec.priority === undefined && spec.preemptionPolicy === undefined ? { object, patch: DEFAULT_PATCH } : { object };
  },
  validate: (a, env) => {
    if (a.object?.kind !== 'PriorityClass') return undefined;
    const added = a.object as PriorityClass;
    const present = globalDefault(env);
    if (added.globalDefault !== true || present === undefined || present.metadata.name === added.metadata.name) return undefined;
    return { refusal: forbiddenStatus(a.resource, a.name, `PriorityClass ${present.metadata.name} is already marked as default. Only one default can exist`) };
  },
};

/** The global default with the lowest value, should there be several. */
function globalDefault(env: AdmissionEnvironment): PriorityClass | undefined {
  let best: PriorityClass | undefined;
  for (const object of env.caches.all('priorityclasses') as Iterable<KubeObject>) {
    const candidate = object as PriorityClass;
    if (candidate.globalDefault === true && (best === undefined || candidate.value < best.value)) best = candidate;
  }
  return best;
}
