import { deepEqual } from '../../base/json';
import { docAt, isDoc, numberAt, textAt, textsAt, valueAt, without } from '../doc';
import type { Doc } from '../doc';
import { forbidden, invalid, notSupported, required } from '../field/error';
import type { FieldError } from '../field/error';
import { labelSelectorValue, stringMapValue } from '../field/govalue';
import { isValidPercent } from '../field/names';
import { isEmptyLabelSelector, labelSelectorMatches } from '../selectors/labels';
import type { LabelSelector } from '../types';
import type { KubeVersion } from '../version';
import { each, immutable, nonNegative, validateLabelSelector } from './meta';
import { validatePodTemplate, validateTemplateMeta } from './pod';

/** The apps kinds. Models pkg/apis/apps/validation. */

const asSelector = (value: unknown): LabelSelector | undefined => (isDoc(value) ? (value as LabelSelector) : undefined);

/** The selector of a workload; `what` is the word of the empty-selector complaint. */
function validateSelector(spec: Doc, what: string, version: KubeVersion): readonly FieldError[] {
  const selector = asSelector(spec['selector']);
  if (selector === undefined) return [required('spec.selector')];
  const errors: FieldError[] = [...validateLabelSelector(selector, 'spec.selector', version)];
  if (isEmptyLabelSelector(selector)) errors.push(invalid('spec.selector', labelSelectorValue(selector), `empty selector is invalid for ${what}`));
  return errors;
}

/** Whether the selector fits the labels of the template. Without a selector nothing is said here. */
export function selectorMatchesTemplate(spec: Doc): readonly FieldError[] {
  const selector = asSelector(spec['selector']);
  if (selector === undefined || isEmptyLabelSelector(selector)) return [];
  const labels = valueAt(spec, 'template', 'metadata', 'labels');
  if (labelSelectorMatches(selector, textsAt(spec, 'template', 'metadata', 'labels'))) return [];
  return [invalid('spec.template.metadata.labels', stringMapValue(isDoc(labels) ? textsAt(spec, 'template', 'metadata', 'labels') : undefined), '`selector` does not match template `labels`')];
}

/** Pods that are kept running may only restart always, and have no deadline. */
function keptRunning(spec: Doc, what: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const policy = textAt(spec, 'template', 'spec', 'restartPolicy');
  if (policy !== 'Always') errors.push(notSupported('spec.template.spec.restartPolicy', policy, ['Always']));
  if (numberAt(spec, 'template', 'spec', 'activeDeadlineSeconds') !== undefined) errors.push(forbidden('spec.template.spec.activeDeadlineSeconds', `activeDeadlineSeconds in ${what} is not Supported`));
  return errors;
}

const template = (spec: Doc, version: KubeVersion): readonly FieldError[] => validatePodTemplate(docAt(spec, 'template'), 'spec.template', version);

function intOrPercent(value: unknown, field: string): readonly FieldError[] {
  if (typeof value === 'string') return each(field, value, isValidPercent(value));
  return typeof value === 'number' && value < 0 ? [invalid(field, value, 'must be greater than or equal to 0')] : [];
}

function notMoreThanAll(value: unknown, field: string): readonly FieldError[] {
  if (typeof value !== 'string' || isValidPercent(value).length > 0 || Number(value.slice(0, -1)) <= 100) return [];
  return [invalid(field, value, 'must not be greater than 100%')];
}

const isZero = (value: unknown): boolean => value === 0 || (typeof value === 'string' && /^0+%$/.test(value));

function validateStrategy(spec: Doc): readonly FieldError[] {
  const strategy = docAt(spec, 'strategy');
  const at = 'spec.strategy';
  const type = textAt(strategy, 'type');
  if (type === 'Recreate') return isDoc(strategy['rollingUpdate']) ? [forbidden(`${at}.rollingUpdate`, "may not be specified when strategy `type` is 'Recreate'")] : [];
  if (type !== 'RollingUpdate') return [notSupported(at, { go: `apps.DeploymentStrategy{Type:${JSON.stringify(type)}, RollingUpdate:(*apps.RollingUpdateDeployment)(nil)}`, json: strategy }, ['Recreate', 'RollingUpdate'])];
  const { maxUnavailable, maxSurge } = docAt(strategy, 'rollingUpdate');
  const field = `${at}.rollingUpdate.maxUnavailable`;
  return [
    ...intOrPercent(maxUnavailable, field),
    ...intOrPercent(maxSurge, `${at}.rollingUpdate.maxSurge`),
    ...(isZero(maxUnavailable) && isZero(maxSurge) ? [invalid(field, typeof maxUnavailable === 'string' ? maxUnavailable : 0, 'may not be 0 when `maxSurge` is 0')] : []),
    ...notMoreThanAll(maxUnavailable, field),
  ];
}

export function validateDeploymentSpec(object: Doc, version: KubeVersion): readonly FieldError[] {
  const spec = docAt(object, 'spec');
  const deadline = numberAt(spec, 'progressDeadlineSeconds');
  const minReady = numberAt(spec, 'minReadySeconds') ?? 0;
  return [
    ...nonNegative(spec, 'replicas', 'spec'),
    ...validateSelector(spec, 'deployment', version),
    ...selectorMatchesTemplate(spec),
    ...template(spec, version),
    ...keptRunning(spec, 'ReplicaSet'),
    ...validateStrategy(spec),
    ...nonNegative(spec, 'minReadySeconds', 'spec'),
    ...nonNegative(spec, 'revisionHistoryLimit', 'spec'),
    ...nonNegative(spec, 'progressDeadlineSeconds', 'spec'),
    ...(deadline !== undefined && deadline <= minReady ? [invalid('spec.progressDeadlineSeconds', deadline, 'must be greater than minReadySeconds')] : []),
  ];
}

export function validateReplicaSetSpec(object: Doc, version: KubeVersion): readonly FieldError[] {
  const spec = docAt(object, 'spec');
  return [
    ...nonNegative(spec, 'replicas', 'spec'),
    ...nonNegative(spec, 'minReadySeconds', 'spec'),
    // The word is upstream's: a ReplicaSet too is told of a deployment.
    ...validateSelector(spec, 'deployment', version),
    ...selectorMatchesTemplate(spec),
    ...template(spec, version),
    ...keptRunning(spec, 'ReplicaSet'),
  ];
}

/** apps/v1: the selector of a stored object never changes. */
export function selectorImmutable(object: Doc, stored: Doc): readonly FieldError[] {
  const next = asSelector(valueAt(object, 'spec', 'selector'));
  return immutable('spec.selector', next, valueAt(stored, 'spec', 'selector'), next === undefined ? undefined : labelSelectorValue(next));
}

export function validateStatefulSetSpec(object: Doc, version: KubeVersion): readonly FieldError[] {
  const spec = docAt(object, 'spec');
  const management = textAt(spec, 'podManagementPolicy');
  const update = textAt(spec, 'updateStrategy', 'type');
  const errors: FieldError[] = [];
  if (management === '') errors.push(required('spec.podManagementPolicy'));
  else if (management !== 'OrderedReady' && management !== 'Parallel') errors.push(invalid('spec.podManagementPolicy', management, "must be 'OrderedReady' or 'Parallel'"));
  if (update === '') errors.push(required('spec.updateStrategy'));
  else if (update !== 'RollingUpdate' && update !== 'OnDelete') errors.push(invalid('spec.updateStrategy', { go: '…', json: spec['updateStrategy'] }, "must be 'RollingUpdate' or 'OnDelete'"));
  else errors.push(...nonNegative(docAt(spec, 'updateStrategy', 'rollingUpdate'), 'partition', 'spec.updateStrategy.rollingUpdate'));
  return [
    ...errors,
    ...nonNegative(spec, 'replicas', 'spec'),
    ...validateSelector(spec, 'statefulset', version),
    ...selectorMatchesTemplate(spec),
    // Not the pod spec: its mounts may name volumes that only the claims will make. A bad one is refused pod by pod.
    ...validateTemplateMeta(docAt(spec, 'template'), 'spec.template', version),
    ...keptRunning(spec, 'StatefulSet'),
  ];
}

const STATEFUL_MAY_CHANGE: Readonly<Record<KubeVersion, { readonly keys: readonly string[]; readonly text: string }>> = {
  '1.20': { keys: ['replicas', 'template', 'updateStrategy'], text: "updates to statefulset spec for fields other than 'replicas', 'template', and 'updateStrategy' are forbidden" },
  '1.35': {
    keys: ['replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy', 'minReadySeconds'],
    text: "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
  },
};

export function statefulSetSpecFixed(object: Doc, stored: Doc, version: KubeVersion): readonly FieldError[] {
  const { keys, text } = STATEFUL_MAY_CHANGE[version];
  const rest = (o: Doc): Doc => keys.reduce<Doc>((spec, key) => without(spec, key), docAt(o, 'spec'));
  return deepEqual(rest(object), rest(stored)) ? [] : [forbidden('spec', text)];
}

export function validateDaemonSetSpec(object: Doc, version: KubeVersion): readonly FieldError[] {
  const spec = docAt(object, 'spec');
  const errors: FieldError[] = [...validateSelector(spec, 'daemonset', version), ...selectorMatchesTemplate(spec), ...template(spec, version), ...keptRunning(spec, 'DaemonSet')];
  errors.push(...nonNegative(spec, 'minReadySeconds', 'spec'));
  const type = textAt(spec, 'updateStrategy', 'type');
  const rolling = docAt(spec, 'updateStrategy', 'rollingUpdate');
  const at = 'spec.updateStrategy';
  if (type === 'RollingUpdate') {
    const field = `${at}.rollingUpdate.maxUnavailable`;
    errors.push(...intOrPercent(rolling['maxUnavailable'], field), ...intOrPercent(rolling['maxSurge'], `${at}.rollingUpdate.maxSurge`));
    const surge = rolling['maxSurge'];
    if (isZero(rolling['maxUnavailable']) && (surge === undefined || isZero(surge))) errors.push(version === '1.20' ? invalid(field, 0, 'cannot be 0') : required(field, 'cannot be 0 when maxSurge is 0'));
  } else if (type !== 'OnDelete') {
    errors.push(notSupported(`${at}.type`, type, ['RollingUpdate', 'OnDelete']));
  }
  return [...errors, ...nonNegative(spec, 'revisionHistoryLimit', 'spec')];
}

export function validateReplicationControllerSpec(object: Doc, version: KubeVersion): readonly FieldError[] {
  const spec = docAt(object, 'spec');
  const selector = textsAt(spec, 'selector');
  const labels = textsAt(spec, 'template', 'metadata', 'labels');
  const fits = Object.keys(selector).every((key) => labels[key] === selector[key]);
  return [
    ...nonNegative(spec, 'minReadySeconds', 'spec'),
    ...(Object.keys(selector).length === 0 ? [required('spec.selector')] : []),
    ...nonNegative(spec, 'replicas', 'spec'),
    ...(fits ? [] : [invalid('spec.template.metadata.labels', stringMapValue(labels), '`selector` does not match template `labels`')]),
    ...(isDoc(spec['template']) ? [...template(spec, version), ...keptRunning(spec, 'ReplicationController')] : [required('spec.template')]),
  ];
}
