import type { ClusterSpec } from '../../spec';
import { AdmissionChain } from './chain';
import type { AdmissionEnvironment, AdmissionPlugin } from './plugin';
import { defaultTolerationSeconds } from './plugins/default-tolerations';
import { defaultIngressClass } from './plugins/ingress-class';
import { limitRanger } from './plugins/limit-ranger';
import { namespaceLifecycle } from './plugins/namespace-lifecycle';
import { nodeRestriction, taintNodesByCondition } from './plugins/nodes';
import { podSecurity } from './plugins/pod-security';
import { priority } from './plugins/priority';
import { resourceQuota } from './plugins/resource-quota';
import { runtimeClass } from './plugins/runtime-class';
import { serviceAccount } from './plugins/service-account';
import { defaultStorageClass, persistentVolumeClaimResize, storageObjectInUseProtection } from './plugins/storage';
import { mutatingAdmissionWebhook, validatingAdmissionWebhook } from './plugins/webhooks';

/** Plugins with something to do here. The others of the list are asked too, and have nothing to say about what this cluster holds. */
const behaviour = (): readonly AdmissionPlugin[] => [
  namespaceLifecycle, limitRanger, serviceAccount, nodeRestriction, taintNodesByCondition, podSecurity, priority, defaultTolerationSeconds, defaultStorageClass,
  storageObjectInUseProtection, persistentVolumeClaimResize, runtimeClass, defaultIngressClass, mutatingAdmissionWebhook, validatingAdmissionWebhook, resourceQuota(),
];

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
  const known = new Map(behaviour().map((p) => [p.name, p]));
  return new AdmissionChain(names.map((name) => known.get(name) ?? { name, handles: () => false }), environment);
}
