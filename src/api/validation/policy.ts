import { deepEqual } from '../../base/json';
import { docAt, docsAt, isDoc, listAt, numberAt, textAt } from '../doc';
import type { Doc } from '../doc';
import { forbidden, invalid, notSupported, required } from '../field/error';
import type { FieldError } from '../field/error';
import { isDNS1123Subdomain, isValidPercent } from '../field/names';
import type { KubeVersion } from '../version';
import { each, nonNegative, validateLabelSelector } from './meta';

/** RBAC, budgets, priorities, classes, leases, webhooks. */

export function validateRules(object: Doc, namespaced: boolean): readonly FieldError[] {
  return docsAt(object, 'rules').flatMap((rule, i) => {
    const at = `rules[${i}]`;
    const errors: FieldError[] = [];
    if (listAt(rule, 'verbs').length === 0) errors.push(required(`${at}.verbs`, 'verbs must contain at least one value'));
    const urls = listAt(rule, 'nonResourceURLs');
    if (urls.length > 0) {
      const shown = { go: '…', json: urls };
      if (namespaced) errors.push(invalid(`${at}.nonResourceURLs`, shown, 'namespaced rules cannot apply to non-resource URLs'));
      if (['apiGroups', 'resources', 'resourceNames'].some((key) => listAt(rule, key).length > 0)) errors.push(invalid(`${at}.nonResourceURLs`, shown, 'rules cannot apply to both regular resources and non-resource URLs'));
      return errors;
    }
    if (listAt(rule, 'apiGroups').length === 0) errors.push(required(`${at}.apiGroups`, 'resource rules must supply at least one api group'));
    if (listAt(rule, 'resources').length === 0) errors.push(required(`${at}.resources`, 'resource rules must supply at least one resource'));
    return errors;
  });
}

export function validateRoleBinding(object: Doc, namespaced: boolean): readonly FieldError[] {
  const ref = docAt(object, 'roleRef');
  const errors: FieldError[] = [];
  const group = textAt(ref, 'apiGroup');
  if (group !== 'rbac.authorization.k8s.io') errors.push(notSupported('roleRef.apiGroup', group, ['rbac.authorization.k8s.io']));
  const kinds = namespaced ? ['Role', 'ClusterRole'] : ['ClusterRole'];
  if (!kinds.includes(textAt(ref, 'kind'))) errors.push(notSupported('roleRef.kind', textAt(ref, 'kind'), kinds));
  if (textAt(ref, 'name') === '') errors.push(required('roleRef.name'));
  docsAt(object, 'subjects').forEach((s, i) => {
    const at = `subjects[${i}]`;
    const kind = textAt(s, 'kind');
    if (textAt(s, 'name') === '') errors.push(required(`${at}.name`));
    if (kind === 'ServiceAccount') {
      if (textAt(s, 'apiGroup') !== '') errors.push(notSupported(`${at}.apiGroup`, textAt(s, 'apiGroup'), ['']));
      if (!namespaced && textAt(s, 'namespace') === '') errors.push(required(`${at}.namespace`));
    } else if (kind === 'User' || kind === 'Group') {
      if (textAt(s, 'apiGroup') !== 'rbac.authorization.k8s.io') errors.push(notSupported(`${at}.apiGroup`, textAt(s, 'apiGroup'), ['rbac.authorization.k8s.io']));
    } else {
      errors.push(notSupported(`${at}.kind`, kind, ['ServiceAccount', 'User', 'Group']));
    }
  });
  return errors;
}

export function roleRefFixed(object: Doc, stored: Doc): readonly FieldError[] {
  const next = docAt(object, 'roleRef');
  if (deepEqual(next, stored['roleRef'])) return [];
  const go = `rbac.RoleRef{APIGroup:${JSON.stringify(textAt(next, 'apiGroup'))}, Kind:${JSON.stringify(textAt(next, 'kind'))}, Name:${JSON.stringify(textAt(next, 'name'))}}`;
  return [invalid('roleRef', { go, json: next }, 'cannot change roleRef')];
}

export function validateBudgetSpec(object: Doc, version: KubeVersion): readonly FieldError[] {
  const spec = docAt(object, 'spec');
  const errors: FieldError[] = [];
  const both = spec['minAvailable'] !== undefined && spec['maxUnavailable'] !== undefined;
  if (both) errors.push(invalid('spec', { go: 'policy.PodDisruptionBudgetSpec{…}', json: spec }, 'minAvailable and maxUnavailable cannot be both set'));
  for (const key of ['minAvailable', 'maxUnavailable']) {
    const value = spec[key];
    if (typeof value === 'string') {
      errors.push(...each(`spec.${key}`, value, isValidPercent(value)));
      if (isValidPercent(value).length === 0 && Number(value.slice(0, -1)) > 100) errors.push(invalid(`spec.${key}`, value, 'must not be greater than 100%'));
    } else {
      errors.push(...nonNegative(spec, key, 'spec'));
    }
  }
  return [...errors, ...validateLabelSelector(spec['selector'], 'spec.selector', version)];
}

const HIGHEST_USER_PRIORITY = 1_000_000_000;

export function validatePriorityClass(object: Doc): readonly FieldError[] {
  const name = textAt(object, 'metadata', 'name');
  const value = numberAt(object, 'value') ?? 0;
  if (name === 'system-cluster-critical' || name === 'system-node-critical') return [];
  const errors: FieldError[] = [];
  if (name.startsWith('system-')) errors.push(forbidden('metadata.name', `priority class names with 'system-' prefix are reserved for system use only. error: ${name} is not a known system priority class`));
  if (value > HIGHEST_USER_PRIORITY) errors.push(forbidden('value', `maximum allowed value of a user defined priority is ${HIGHEST_USER_PRIORITY}`));
  return errors;
}

export function priorityFixed(object: Doc, stored: Doc): readonly FieldError[] {
  return numberAt(object, 'value') === numberAt(stored, 'value') ? [] : [forbidden('Value', 'may not be changed in an update.')];
}

export function validateStorageClass(object: Doc): readonly FieldError[] {
  const provisioner = textAt(object, 'provisioner');
  const errors: FieldError[] = provisioner === '' ? [required('provisioner', provisioner)] : [];
  const policy = textAt(object, 'reclaimPolicy');
  if (policy !== 'Delete' && policy !== 'Retain') errors.push(notSupported('reclaimPolicy', policy, ['Delete', 'Retain']));
  const mode = textAt(object, 'volumeBindingMode');
  if (mode !== 'Immediate' && mode !== 'WaitForFirstConsumer') errors.push(notSupported('volumeBindingMode', mode, ['Immediate', 'WaitForFirstConsumer']));
  return errors;
}

export function validateLease(object: Doc): readonly FieldError[] {
  const spec = docAt(object, 'spec');
  const duration = numberAt(spec, 'leaseDurationSeconds');
  const errors: FieldError[] = [];
  if (duration !== undefined && duration <= 0) errors.push(invalid('spec.leaseDurationSeconds', duration, 'must be greater than 0'));
  return [...errors, ...nonNegative(spec, 'leaseTransitions', 'spec')];
}

export function validateWebhooks(object: Doc, version: KubeVersion): readonly FieldError[] {
  return docsAt(object, 'webhooks').flatMap((w, i) => {
    const at = `webhooks[${i}]`;
    const name = textAt(w, 'name');
    const errors: FieldError[] = [];
    if (name === '') errors.push(required(`${at}.name`));
    else if (isDNS1123Subdomain(name).length > 0) errors.push(invalid(`${at}.name`, name, isDNS1123Subdomain(name).join(',')));
    else if (name.split('.').length < 3) errors.push(invalid(`${at}.name`, name, 'should be a domain with at least three segments separated by dots'));
    const effects = textAt(w, 'sideEffects');
    if (effects === '') errors.push(required(`${at}.sideEffects`, 'must specify one of None, NoneOnDryRun'));
    else if (effects !== 'None' && effects !== 'NoneOnDryRun') errors.push(notSupported(`${at}.sideEffects`, effects, ['None', 'NoneOnDryRun']));
    if (listAt(w, 'admissionReviewVersions').length === 0) errors.push(required(`${at}.admissionReviewVersions`, 'must specify one of v1, v1beta1'));
    const policy = textAt(w, 'failurePolicy');
    if (policy !== 'Fail' && policy !== 'Ignore') errors.push(notSupported(`${at}.failurePolicy`, policy, ['Fail', 'Ignore']));
    const timeout = numberAt(w, 'timeoutSeconds') ?? 10;
    if (timeout < 1 || timeout > 30) errors.push(invalid(`${at}.timeoutSeconds`, timeout, 'the timeout value must be between 1 and 30 seconds'));
    errors.push(...validateLabelSelector(w['namespaceSelector'], `${at}.namespaceSelector`, version), ...validateLabelSelector(w['objectSelector'], `${at}.objectSelector`, version));
    const config = docAt(w, 'clientConfig');
    if ((textAt(config, 'url') === '') === !isDoc(config['service'])) errors.push(required(`${at}.clientConfig`, 'exactly one of url or service is required'));
    return errors;
  });
}

export function validateAutoscaler(object: Doc): readonly FieldError[] {
  const spec = docAt(object, 'spec');
  const errors: FieldError[] = [];
  const min = numberAt(spec, 'minReplicas');
  const max = numberAt(spec, 'maxReplicas') ?? 0;
  if (min !== undefined && min < 1) errors.push(invalid('spec.minReplicas', min, 'must be greater than or equal to 1'));
  if (max < 1) errors.push(invalid('spec.maxReplicas', max, 'must be greater than 0'));
  if (min !== undefined && max < min) errors.push(invalid('spec.maxReplicas', max, 'must be greater than or equal to `minReplicas`'));
  for (const key of ['kind', 'name']) if (textAt(spec, 'scaleTargetRef', key) === '') errors.push(required(`spec.scaleTargetRef.${key}`));
  return errors;
}
