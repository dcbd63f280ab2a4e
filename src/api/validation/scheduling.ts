import { docAt, docsAt, isDoc, listAt, numberAt, textAt, textsAt } from '../doc';
import type { Doc } from '../doc';
import { forbidden, invalid, notSupported, required } from '../field/error';
import type { FieldError } from '../field/error';
import { isDNS1123Subdomain, isQualifiedName, isValidLabelValue } from '../field/names';
import type { KubeVersion } from '../version';
import { each, validateLabels, validateLabelSelector } from './meta';

/** Tolerations, affinity and spread constraints. Models pkg/apis/core/validation. */

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'] as const;

export function validateTolerations(spec: Doc, at: string, version: KubeVersion): readonly FieldError[] {
  return docsAt(spec, 'tolerations').flatMap((t, i) => {
    const here = `${at}.tolerations[${i}]`;
    const errors: FieldError[] = [];
    const key = textAt(t, 'key');
    const operator = textAt(t, 'operator');
    const effect = textAt(t, 'effect');
    if (key !== '') errors.push(...each(`${here}.key`, key, isQualifiedName(key, version)));
    else if (operator !== 'Exists') errors.push(invalid(`${here}.operator`, operator, 'operator must be Exists when `key` is empty, which means "match all values and all keys"'));
    if (t['tolerationSeconds'] !== undefined && effect !== 'NoExecute') errors.push(invalid(`${here}.effect`, effect, "effect must be 'NoExecute' when `tolerationSeconds` is set"));
    if (operator === 'Equal' || operator === '') {
      const bad = isValidLabelValue(textAt(t, 'value'));
      if (bad.length > 0) errors.push(invalid(`${here}.operator`, textAt(t, 'value'), bad.join(';')));
    } else if (operator === 'Exists') {
      if (textAt(t, 'value') !== '') errors.push(invalid(`${here}.operator`, { go: '…', json: t }, "value must be empty when `operator` is 'Exists'"));
    } else {
      errors.push(notSupported(`${here}.operator`, operator, ['Equal', 'Exists']));
    }
    if (effect !== '' && !EFFECTS.some((e) => e === effect)) errors.push(notSupported(`${here}.effect`, effect, EFFECTS));
    return errors;
  });
}

function validateRequirement(r: Doc, at: string, version: KubeVersion): readonly FieldError[] {
  const errors: FieldError[] = [];
  const values = listAt(r, 'values');
  const operator = textAt(r, 'operator');
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length === 0) errors.push(required(`${at}.values`, "must be specified when `operator` is 'In' or 'NotIn'"));
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length > 0) errors.push(forbidden(`${at}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
  } else if (operator === 'Gt' || operator === 'Lt') {
    if (values.length !== 1) errors.push(required(`${at}.values`, "must be specified single value when `operator` is 'Lt' or 'Gt'"));
  } else {
    errors.push(invalid(`${at}.operator`, operator, 'not a valid selector operator'));
  }
  return [...errors, ...each(`${at}.key`, textAt(r, 'key'), isQualifiedName(textAt(r, 'key'), version))];
}

function validateNodeTerm(term: Doc, at: string, version: KubeVersion): readonly FieldError[] {
  return docsAt(term, 'matchExpressions').flatMap((r, i) => validateRequirement(r, `${at}.matchExpressions[${i}]`, version));
}

function validateNodeAffinity(affinity: Doc, at: string, version: KubeVersion): readonly FieldError[] {
  const errors: FieldError[] = [];
  const hard = affinity['requiredDuringSchedulingIgnoredDuringExecution'];
  if (isDoc(hard)) {
    const here = `${at}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms`;
    const terms = docsAt(hard, 'nodeSelectorTerms');
    if (terms.length === 0) errors.push(required(here, 'must have at least one node selector term'));
    terms.forEach((t, i) => errors.push(...validateNodeTerm(t, `${here}[${i}]`, version)));
  }
  docsAt(affinity, 'preferredDuringSchedulingIgnoredDuringExecution').forEach((p, i) => {
    const here = `${at}.preferredDuringSchedulingIgnoredDuringExecution[${i}]`;
    errors.push(...validateWeight(p, here), ...validateNodeTerm(docAt(p, 'preference'), `${here}.preference`, version));
  });
  return errors;
}

function validateWeight(p: Doc, at: string): readonly FieldError[] {
  const weight = numberAt(p, 'weight') ?? 0;
  return weight < 1 || weight > 100 ? [invalid(`${at}.weight`, weight, 'must be in the range 1-100')] : [];
}

function validatePodTerm(term: Doc, at: string, version: KubeVersion): readonly FieldError[] {
  const key = textAt(term, 'topologyKey');
  return [
    ...validateLabelSelector(term['labelSelector'], `${at}.labelSelector`, version),
    ...(key === '' ? [required(`${at}.topologyKey`, 'can not be empty')] : each(`${at}.topologyKey`, key, isQualifiedName(key, version))),
  ];
}

function validatePodAffinity(affinity: Doc, at: string, version: KubeVersion): readonly FieldError[] {
  return [
    ...docsAt(affinity, 'requiredDuringSchedulingIgnoredDuringExecution').flatMap((t, i) => validatePodTerm(t, `${at}.requiredDuringSchedulingIgnoredDuringExecution[${i}]`, version)),
    ...docsAt(affinity, 'preferredDuringSchedulingIgnoredDuringExecution').flatMap((p, i) => {
      const here = `${at}.preferredDuringSchedulingIgnoredDuringExecution[${i}]`;
      return [...validateWeight(p, here), ...validatePodTerm(docAt(p, 'podAffinityTerm'), `${here}.podAffinityTerm`, version)];
    }),
  ];
}

export function validateAffinity(spec: Doc, at: string, version: KubeVersion): readonly FieldError[] {
  const affinity = docAt(spec, 'affinity');
  return [
    ...(isDoc(affinity['nodeAffinity']) ? validateNodeAffinity(docAt(affinity, 'nodeAffinity'), `${at}.affinity.nodeAffinity`, version) : []),
    ...(isDoc(affinity['podAffinity']) ? validatePodAffinity(docAt(affinity, 'podAffinity'), `${at}.affinity.podAffinity`, version) : []),
    ...(isDoc(affinity['podAntiAffinity']) ? validatePodAffinity(docAt(affinity, 'podAntiAffinity'), `${at}.affinity.podAntiAffinity`, version) : []),
  ];
}

const UNSATISFIABLE = ['DoNotSchedule', 'ScheduleAnyway'] as const;

export function validateSpread(spec: Doc, at: string): readonly FieldError[] {
  return docsAt(spec, 'topologySpreadConstraints').flatMap((c, i) => {
    const here = `${at}.topologySpreadConstraints[${i}]`;
    const errors: FieldError[] = [];
    const skew = numberAt(c, 'maxSkew') ?? 0;
    if (skew <= 0) errors.push(invalid(`${here}.maxSkew`, skew, 'must be greater than zero'));
    if (textAt(c, 'topologyKey') === '') errors.push(required(`${here}.topologyKey`, 'can not be empty'));
    const when = textAt(c, 'whenUnsatisfiable');
    if (!UNSATISFIABLE.some((u) => u === when)) errors.push(notSupported(`${here}.whenUnsatisfiable`, when, UNSATISFIABLE));
    return errors;
  });
}

export function validateNodeSelector(spec: Doc, at: string, version: KubeVersion): readonly FieldError[] {
  return validateLabels(textsAt(spec, 'nodeSelector'), `${at}.nodeSelector`, version);
}

export function validateNodeName(spec: Doc, at: string): readonly FieldError[] {
  const name = textAt(spec, 'nodeName');
  return name === '' ? [] : each(`${at}.nodeName`, name, isDNS1123Subdomain(name));
}
