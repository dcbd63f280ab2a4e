import type { ClusterSpec } from '../../spec';
import { AdmissionChain } from './chain';
import type { AdmissionEnvironment, AdmissionPlugin } from './plugin';

/** Plugins with something to do, by name. */
const BEHAVIOUR: readonly AdmissionPlugin[] = [];

/** Not default-on, and where they stand when they are enabled: after these. */
const AFTER: Readonly<Record<string, string>> = { NodeRestriction: 'ServiceAccount' };

/** The chain of the plugins that this cluster has enabled, in the server's order. */
export function buildAdmission(spec: ClusterSpec, environment: AdmissionEnvironment): AdmissionChain {
  const names = environment.behaviour.apiServer.admissionPlugins.filter((name) => !spec.admission.disable.includes(name));
  for (const extra of spec.admission.enable) {
    if (names.includes(extra)) continue;
    const at = names.indexOf(AFTER[extra] ?? '');
    names.splice(at < 0 ? names.length - 1 : at + 1, 0, extra);
  }
  const known = new Map(BEHAVIOUR.map((p) => [p.name, p]));
  return new AdmissionChain(names.map((name) => known.get(name) ?? { name, handles: () => false }), environment);
}
