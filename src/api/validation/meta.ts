import { deepEqual } from '../../base/json';
import { docAt, docsAt, isDoc, listAt, numberAt, textAt, textsAt, valueAt } from '../doc';
import type { Doc } from '../doc';
import { forbidden, invalid, required, tooLong } from '../field/error';
import type { BadValue, FieldError } from '../field/error';
import { stringListValue, unsignedValue } from '../field/govalue';
import { isDNS1035Label, isDNS1123Label, isDNS1123Subdomain, isPathSegmentName, isQualifiedName, isValidLabelValue } from '../field/names';
import type { KubeVersion } from '../version';

/** Checks of metadata. Models apimachinery pkg/api/validation ValidateObjectMeta and ValidateObjectMetaUpdate. */

/** Complaints about a name; `prefix` is true for a generateName, whose last character may be one that a name must not end in. */
export type NameCheck = (name: string, prefix: boolean) => readonly string[];

const maskTrailingDash = (name: string): string => (name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name);

export const subdomainName: NameCheck = (name, prefix) => isDNS1123Subdomain(prefix ? maskTrailingDash(name) : name);
export const dns1035Name: NameCheck = (name, prefix) => isDNS1035Label(prefix ? maskTrailingDash(name) : name);
/** RBAC names may hold colons and capitals. */
export const pathSegmentName: NameCheck = (name) => isPathSegmentName(name);
export const labelName = (version: KubeVersion): NameCheck => (name, prefix) => isDNS1123Label(prefix ? maskTrailingDash(name) : name, version);

/** One complaint a message, all about the same value. */
export const each = (field: string, value: BadValue, messages: readonly string[]): readonly FieldError[] => (messages.length === 0 ? NONE : messages.map((m) => invalid(field, value, m)));
const NONE: readonly FieldError[] = [];

export function validateLabels(labels: Readonly<Record<string, string>>, field: string, version: KubeVersion): readonly FieldError[] {
  if (areLabelsValid(labels, version)) return NONE;
  return Object.keys(labels).sort().flatMap((key) => [
    ...each(field, key, isQualifiedName(key, version)),
    ...each(field, labels[key], isValidLabelValue(labels[key] ?? '')),
  ]);
}

/** The common case, without putting them in order first. */
function areLabelsValid(labels: Readonly<Record<string, string>>, version: KubeVersion): boolean {
  for (const key in labels) if (isQualifiedName(key, version).length > 0 || isValidLabelValue(labels[key] ?? '').length > 0) return false;
  return true;
}

const MAX_ANNOTATIONS = 256 * 1024;

export function validateAnnotations(annotations: Readonly<Record<string, string>>, field: string, version: KubeVersion): readonly FieldError[] {
  const keys = Object.keys(annotations).sort();
  const errors = keys.flatMap((key) => each(field, key, isQualifiedName(key.toLowerCase(), version)));
  const size = keys.reduce((n, key) => n + key.length + (annotations[key] ?? '').length, 0);
  return size > MAX_ANNOTATIONS ? [...errors, tooLong(version, field, MAX_ANNOTATIONS)] : errors;
}

function validateOwnerReferences(meta: Doc): readonly FieldError[] {
  const field = 'metadata.ownerReferences';
  const refs = docsAt(meta, 'ownerReferences');
  const errors = refs.flatMap((r) => {
    const out: FieldError[] = [];
    if (textAt(r, 'apiVersion') === '') out.push(invalid(`${field}.apiVersion`, '', 'version must not be empty'));
    for (const [key, word] of [['kind', 'kind'], ['name', 'name'], ['uid', 'uid']] as const) if (textAt(r, key) === '') out.push(invalid(`${field}.${key}`, '', `${word} must not be empty`));
    return out;
  });
  const controllers = refs.filter((r) => r['controller'] === true);
  if (controllers.length < 2) return errors;
  const text = `Only one reference can have Controller set to true. Found "true" in references for ${textAt(controllers[0], 'name')} and ${textAt(controllers[1], 'name')}`;
  return [...errors, invalid(field, { go: '[]v1.OwnerReference{…}', json: refs }, text)];
}

const STANDARD_FINALIZERS: ReadonlySet<string> = new Set(['kubernetes', 'orphan', 'foregroundDeletion']);

export function validateFinalizerName(name: string, field: string, version: KubeVersion): readonly FieldError[] {
  const errors = each(field, name, isQualifiedName(name, version));
  if (errors.length > 0 || name.includes('/') || STANDARD_FINALIZERS.has(name)) return errors;
  return [invalid(field, name, 'name is neither a standard finalizer name nor is it fully qualified')];
}

export interface MetaRules {
  readonly namespaced: boolean;
  readonly name: NameCheck;
  readonly version: KubeVersion;
}

/** Metadata of a new object. */
export function validateObjectMeta(object: unknown, rules: MetaRules): readonly FieldError[] {
  const meta = docAt(object, 'metadata');
  const errors: FieldError[] = [];
  const generateName = textAt(meta, 'generateName');
  if (generateName !== '') errors.push(...each('metadata.generateName', generateName, rules.name(generateName, true)));
  const name = textAt(meta, 'name');
  if (name === '') errors.push(required('metadata.name', 'name or generateName is required'));
  else errors.push(...each('metadata.name', name, rules.name(name, false)));
  const namespace = textAt(meta, 'namespace');
  if (rules.namespaced) {
    if (namespace === '') errors.push(required('metadata.namespace'));
    else errors.push(...each('metadata.namespace', namespace, isDNS1123Label(namespace, rules.version)));
  } else if (namespace !== '') {
    errors.push(forbidden('metadata.namespace', 'not allowed on this type'));
  }
  errors.push(...validateLabels(textsAt(meta, 'labels'), 'metadata.labels', rules.version));
  errors.push(...validateAnnotations(textsAt(meta, 'annotations'), 'metadata.annotations', rules.version));
  errors.push(...validateOwnerReferences(meta));
  for (const f of listAt(meta, 'finalizers')) if (typeof f === 'string') errors.push(...validateFinalizerName(f, 'metadata.finalizers', rules.version));
  return errors;
}

/** `field is immutable`, when two values differ. */
export function immutable(field: string, next: unknown, old: unknown, shown?: BadValue): readonly FieldError[] {
  if (deepEqual(next, old)) return [];
  const value = shown ?? (typeof next === 'string' || typeof next === 'number' || typeof next === 'boolean' ? next : next === undefined || next === null ? undefined : { go: JSON.stringify(next), json: next });
  return [invalid(field, value, 'field is immutable')];
}

/** The complaint of an update without a resourceVersion where the kind requires one. */
export function resourceVersionRequired(): FieldError {
  return invalid('metadata.resourceVersion', unsignedValue(0), 'must be specified for an update');
}

const FIXED = ['name', 'namespace', 'uid', 'creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds'] as const;

/** Metadata of a changed object against what is stored. */
export function validateObjectMetaUpdate(object: unknown, stored: unknown, version: KubeVersion): readonly FieldError[] {
  const next = docAt(object, 'metadata');
  const old = docAt(stored, 'metadata');
  // What is stored was found valid; objects are shared, so that a write of a status mostly comes with that very metadata.
  if (next === old && textAt(next, 'resourceVersion') !== '') return NONE;
  const errors: FieldError[] = [];
  if (old['deletionTimestamp'] !== undefined) {
    const had = listAt(old, 'finalizers');
    const extra = listAt(next, 'finalizers').filter((f): f is string => typeof f === 'string' && !had.includes(f)).sort();
    if (extra.length > 0) errors.push(forbidden('metadata.finalizers', `no new finalizers can be added if the object is being deleted, found new finalizers ${stringListValue(extra).go}`));
  }
  if (textAt(next, 'resourceVersion') === '') errors.push(invalid('metadata.resourceVersion', '', 'must be specified for an update'));
  if ((numberAt(next, 'generation') ?? 0) < (numberAt(old, 'generation') ?? 0)) errors.push(invalid('metadata.generation', numberAt(next, 'generation') ?? 0, 'must not be decremented'));
  for (const key of FIXED) errors.push(...immutable(`metadata.${key}`, next[key], old[key]));
  errors.push(...validateLabels(textsAt(next, 'labels'), 'metadata.labels', version));
  errors.push(...validateAnnotations(textsAt(next, 'annotations'), 'metadata.annotations', version));
  errors.push(...validateOwnerReferences(next));
  return errors;
}

/** `must be greater than or equal to 0`, for a number that is set. */
export function nonNegative(doc: unknown, key: string, field: string): readonly FieldError[] {
  const n = valueAt(doc, key);
  return typeof n === 'number' && n < 0 ? [invalid(`${field}.${key}`, n, 'must be greater than or equal to 0')] : [];
}

/** A LabelSelector object. */
// Models apimachinery pkg/apis/meta/v1/validation ValidateLabelSelector
export function validateLabelSelector(selector: unknown, field: string, version: KubeVersion): readonly FieldError[] {
  if (!isDoc(selector)) return [];
  const errors: FieldError[] = [...validateLabels(textsAt(selector, 'matchLabels'), `${field}.matchLabels`, version)];
  docsAt(selector, 'matchExpressions').forEach((e, i) => {
    const at = `${field}.matchExpressions[${i}]`;
    const operator = textAt(e, 'operator');
    const values = listAt(e, 'values');
    if (operator === 'In' || operator === 'NotIn') {
      if (values.length === 0) errors.push(required(`${at}.values`, "must be specified when `operator` is 'In' or 'NotIn'"));
    } else if (operator === 'Exists' || operator === 'DoesNotExist') {
      if (values.length > 0) errors.push(forbidden(`${at}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
    } else {
      errors.push(invalid(`${at}.operator`, operator, 'not a valid selector operator'));
    }
    errors.push(...each(`${at}.key`, textAt(e, 'key'), isQualifiedName(textAt(e, 'key'), version)));
    values.forEach((v, j) => {
      if (typeof v === 'string' && version !== '1.20') errors.push(...each(`${at}.values[${j}]`, v, isValidLabelValue(v)));
    });
  });
  return errors;
}
