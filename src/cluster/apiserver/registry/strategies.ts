import { controllerKinds } from './strategies-workloads';
import { coreKinds } from './strategies-core';
import { plain } from './strategy-helpers';
import type { Strategy } from './strategy';

/** Kinds whose PUT may create, and those that PUT without a resourceVersion may overwrite; the others have neither. */
const CREATE_ON_UPDATE: ReadonlySet<string> = new Set(['endpoints', 'events', 'leases', 'limitranges', 'podtemplates', 'roles', 'rolebindings', 'clusterroles', 'clusterrolebindings']);
const CONDITIONAL: ReadonlySet<string> = new Set(['leases', 'serviceaccounts', 'poddisruptionbudgets', 'endpointslices', 'podtemplates', 'apiservices', 'customresourcedefinitions']);

const SPECIAL: Readonly<Record<string, Strategy>> = { ...controllerKinds, ...coreKinds };

/** Kinds with a spec and a status, about which nothing else is particular: generation counts changes of the spec. */
const WITH_GENERATION: ReadonlySet<string> = new Set([
  'ingresses', 'networkpolicies', 'validatingwebhookconfigurations', 'mutatingwebhookconfigurations', 'priorityclasses', 'ingressclasses', 'flowschemas', 'prioritylevelconfigurations', 'customresourcedefinitions',
]);

/** The strategy of a resource, by its plural name. */
export function strategyOf(resource: string): Strategy {
  const special = SPECIAL[resource];
  if (special !== undefined) return special;
  return plain({
    allowCreateOnUpdate: CREATE_ON_UPDATE.has(resource), allowUnconditionalUpdate: !CONDITIONAL.has(resource), generation: WITH_GENERATION.has(resource),
    ...(resource === 'events' ? { ttlSeconds: 3600, garbageCollection: 'unsupported' as const } : {}),
  });
}

