import { forbiddenStatus } from '../../../../api/status';
import type { PodSpec, PodTemplateSpec } from '../../../../api/types';
import type { AdmissionAttributes, AdmissionPlugin, Verdict } from '../plugin';
import { violations, type Level } from '../pod-standards';

const PREFIX = 'pod-security.kubernetes.io/';
const TEMPLATED: ReadonlySet<string> = new Set(['deployments', 'replicasets', 'statefulsets', 'daemonsets', 'jobs', 'cronjobs', 'replicationcontrollers', 'podtemplates']);

/** Holds pods to the standard that their namespace's labels name; for templates it only warns. Models k8s.io/pod-security-admission/admission. */
export const podSecurity: AdmissionPlugin = {
  name: 'PodSecurity',
  handles: (operation, resource, subresource) =>
    (operation === 'CREATE' || operation === 'UPDATE') && subresource === undefined && (resource.resource === 'pods' || TEMPLATED.has(resource.resource)),
  validate: (a, env) => {
    const labels = env.caches.get('namespaces', a.namespace ?? '')?.metadata.labels ?? {};
    const enforce = levelOf(labels[`${PREFIX}enforce`]);
    const warn = levelOf(labels[`${PREFIX}warn`]) ?? enforce;
    if (enforce === undefined && warn === undefined) return undefined;
    const isPod = a.resource.resource === 'pods';
    // What a pod may be was decided when it was made; later updates cannot make it worse.
    if (isPod && a.operation === 'UPDATE') return undefined;
    const spec = isPod ? (a.object?.spec as PodSpec) : templateSpec(a);
    if (spec === undefined) return undefined;
    return judge(a, spec, isPod ? enforce : undefined, warn, labels);
  },
};

function judge(a: AdmissionAttributes, spec: PodSpec, enforce: Level | undefined, warn: Level | undefined, labels: Readonly<Record<string, string>>): Verdict {
  const text = (level: Level, mode: 'enforce' | 'warn', found: readonly string[]): string => `PodSecurity "${level}:${labels[`${PREFIX}${mode}-version`] ?? 'latest'}": ${found.join(', ')}`;
  if (enforce !== undefined) {
    const found = violations(spec, enforce);
    if (found.length > 0) return { refusal: forbiddenStatus(a.resource, a.name, `violates ${text(enforce, 'enforce', found)}`) };
  }
  if (warn !== undefined && warn !== enforce) {
    const found = violations(spec, warn);
    if (found.length > 0) return { warnings: [`would violate ${text(warn, 'warn', found)}`] };
  }
  return { message: enforce === undefined ? 'templates are only warned about' : `meets ${enforce}` };
}

const levelOf = (label: string | undefined): Level | undefined => (label === 'baseline' || label === 'restricted' ? label : undefined);

function templateSpec(a: AdmissionAttributes): PodSpec | undefined {
  const spec = a.object?.spec as { readonly template?: PodTemplateSpec; readonly jobTemplate?: { readonly spec?: { readonly template?: PodTemplateSpec } } } | undefined;
  return (spec?.template ?? spec?.jobTemplate?.spec?.template)?.spec;
}
