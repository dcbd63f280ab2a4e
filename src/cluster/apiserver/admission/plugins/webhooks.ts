import { labelSelectorMatches } from '../../../../api/selectors/labels';
import { internalErrorStatus } from '../../../../api/status';
import type { Endpoints, KubeObject, LabelSelector, RuleWithOperations, ValidatingWebhook, ValidatingWebhookConfiguration } from '../../../../api/types';
import type { AdmissionAttributes, AdmissionEnvironment, AdmissionPlugin, Verdict } from '../plugin';

/** Webhook configurations are not themselves subject to webhooks. */
const EXEMPT: ReadonlySet<string> = new Set(['validatingwebhookconfigurations', 'mutatingwebhookconfigurations']);

/**
 * Webhooks are matched as upstream matches them, and then called; but nothing in this cluster answers such a call, so each call fails with
 * the error that it would meet: no such service, no endpoints, connection refused. The failure policy decides what follows.
 * Models apiserver pkg/admission/plugin/webhook.
 */
function plugin(name: string, phase: 'mutate' | 'validate', resource: string): AdmissionPlugin {
  return { name, handles: (_, r) => !EXEMPT.has(r.resource), [phase]: (a: AdmissionAttributes, env: AdmissionEnvironment) => callAll(a, env, resource) };
}

export const mutatingAdmissionWebhook = plugin('MutatingAdmissionWebhook', 'mutate', 'mutatingwebhookconfigurations');
export const validatingAdmissionWebhook = plugin('ValidatingAdmissionWebhook', 'validate', 'validatingwebhookconfigurations');

function callAll(a: AdmissionAttributes, env: AdmissionEnvironment, resource: string): Verdict | undefined {
  const ignored: string[] = [];
  for (const object of env.caches.named(resource).list(undefined)) {
    for (const hook of (object as ValidatingWebhookConfiguration).webhooks ?? []) {
      if (!concernsHook(a, env, hook)) continue;
      const failure = callFailure(env, hook);
      const message = `failed calling webhook "${hook.name}": ${env.behaviour.apiServer.webhookErrorInfix}Post "${urlOf(hook)}": ${failure}`;
      if (hook.failurePolicy === 'Ignore') ignored.push(message);
      else return { refusal: internalErrorStatus(message) };
    }
  }
  return ignored.length === 0 ? undefined : { message: `${ignored.join('; ')} (failurePolicy Ignore)` };
}

function concernsHook(a: AdmissionAttributes, env: AdmissionEnvironment, hook: ValidatingWebhook): boolean {
  if (!(hook.rules ?? []).some((rule) => ruleMatches(a, rule))) return false;
  const namespace = a.resource.resource === 'namespaces' ? a.object : a.namespace === undefined ? undefined : env.caches.get('namespaces', a.namespace);
  if (namespace !== undefined && !selects(hook.namespaceSelector, namespace)) return false;
  return [a.object, a.old].some((object) => object !== undefined && selects(hook.objectSelector, object));
}

const selects = (selector: LabelSelector | undefined, object: KubeObject): boolean => selector === undefined || labelSelectorMatches(selector, object.metadata.labels);

function ruleMatches(a: AdmissionAttributes, rule: RuleWithOperations): boolean {
  const has = (list: readonly string[] | undefined, value: string): boolean => list !== undefined && (list.includes('*') || list.includes(value));
  if (!has(rule.operations, a.operation) || !has(rule.apiGroups, a.resource.group) || !has(rule.apiVersions, a.resource.version)) return false;
  if (rule.scope !== undefined && rule.scope !== '*' && (rule.scope === 'Namespaced') !== a.resource.namespaced) return false;
  const full = a.subresource === undefined ? a.resource.resource : `${a.resource.resource}/${a.subresource}`;
  return (rule.resources ?? []).some((r) => r === '*/*' || r === full || (a.subresource === undefined && r === '*') || r === `${a.resource.resource}/*` || (a.subresource !== undefined && r === `*/${a.subresource}`));
}

function urlOf(hook: ValidatingWebhook): string {
  const { service, url } = hook.clientConfig;
  const base = service === undefined ? (url ?? '') : `https://${service.name}.${service.namespace}.svc:${service.port ?? 443}/${(service.path ?? '').replace(/^\//, '')}`;
  return `${base}?timeout=${hook.timeoutSeconds ?? 10}s`;
}

/** What the call would meet. */
function callFailure(env: AdmissionEnvironment, hook: ValidatingWebhook): string {
  const { service, url } = hook.clientConfig;
  if (service === undefined) return `dial tcp: lookup ${hostOf(url ?? '')}: no such host`;
  const key = `${service.namespace}/${service.name}`;
  const object = env.caches.get('services', key);
  if (object === undefined) return `service "${service.name}" not found`;
  const address = (env.caches.get('endpoints', key) as Endpoints | undefined)?.subsets?.find((s) => (s.addresses ?? []).length > 0)?.addresses?.[0]?.ip;
  if (address === undefined) return `no endpoints available for service "${service.name}"`;
  return `dial tcp ${(object.spec as { readonly clusterIP?: string }).clusterIP ?? address}:${service.port ?? 443}: connect: connection refused`;
}

const hostOf = (url: string): string => /^https?:\/\/([^/:]+)/.exec(url)?.[1] ?? url;
