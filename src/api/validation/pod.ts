import { deepEqual } from '../../base/json';
import { docAt, docsAt, inList, isDoc, listAt, numberAt, textAt, textsAt, withKey, without } from '../doc';
import type { Doc } from '../doc';
import { forbidden, invalid, notSupported, required } from '../field/error';
import type { FieldError } from '../field/error';
import { isDNS1123Label, isDNS1123Subdomain, rangeText } from '../field/names';
import type { KubeVersion } from '../version';
import { validateContainers, validateInitContainers } from './container';
import { each, subdomainName, validateAnnotations, validateLabels, validateObjectMeta, validateObjectMetaUpdate } from './meta';
import { validateAffinity, validateNodeName, validateNodeSelector, validateSpread, validateTolerations } from './scheduling';
import { validateVolumes } from './volumes';

/** Pods and templates. Models pkg/apis/core/validation ValidatePodCreate, ValidatePodUpdate and ValidatePodTemplateSpec. */

const MAX_INT32 = 2_147_483_647;
const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'] as const;
const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'] as const;

function oneOf(doc: Doc, key: string, at: string, values: readonly string[]): readonly FieldError[] {
  const value = textAt(doc, key);
  if (value === '') return [required(`${at}.${key}`)];
  return values.includes(value) ? [] : [notSupported(`${at}.${key}`, value, values)];
}

function named(doc: Doc, key: string, at: string, check: (name: string) => readonly string[]): readonly FieldError[] {
  const name = textAt(doc, key);
  return name === '' ? [] : each(`${at}.${key}`, name, check(name));
}

/** The spec at a path: `spec` of a pod, `spec.template.spec` of a workload. */
export function validatePodSpec(spec: Doc, at: string, version: KubeVersion): readonly FieldError[] {
  const volumes = validateVolumes(spec, at, version);
  const deadline = numberAt(spec, 'activeDeadlineSeconds');
  const label = (name: string): readonly string[] => isDNS1123Label(name, version);
  return [
    ...volumes.errors,
    ...validateContainers(spec, at, volumes.names, version),
    ...validateInitContainers(spec, at, volumes.names, version),
    ...oneOf(spec, 'restartPolicy', at, RESTART_POLICIES),
    ...oneOf(spec, 'dnsPolicy', at, DNS_POLICIES),
    ...validateNodeSelector(spec, at, version),
    ...docsAt(spec, 'imagePullSecrets').flatMap((s, i) => (textAt(s, 'name') === '' && version === '1.20' ? [required(`${at}.imagePullSecrets[${i}].name`)] : [])),
    ...validateAffinity(spec, at, version),
    ...validateSpread(spec, at),
    ...named(spec, 'serviceAccountName', at, isDNS1123Subdomain),
    ...validateNodeName(spec, at),
    ...(deadline !== undefined && (deadline < 1 || deadline > MAX_INT32) ? [invalid(`${at}.activeDeadlineSeconds`, deadline, rangeText(1, MAX_INT32))] : []),
    ...named(spec, 'hostname', at, label),
    ...named(spec, 'subdomain', at, label),
    ...validateTolerations(spec, at, version),
    ...named(spec, 'priorityClassName', at, isDNS1123Subdomain),
    ...named(spec, 'runtimeClassName', at, isDNS1123Subdomain),
  ];
}

/** A template at a path. Its label complaints lack `metadata`, as upstream's do. */
export function validatePodTemplate(template: Doc, at: string, version: KubeVersion): readonly FieldError[] {
  return [
    ...validateTemplateMeta(template, at, version),
    ...validatePodSpec(docAt(template, 'spec'), `${at}.spec`, version),
  ];
}

/** Its labels and annotations alone. */
export function validateTemplateMeta(template: Doc, at: string, version: KubeVersion): readonly FieldError[] {
  return [
    ...validateLabels(textsAt(template, 'metadata', 'labels'), `${at}.labels`, version),
    ...validateAnnotations(textsAt(template, 'metadata', 'annotations'), `${at}.annotations`, version),
  ];
}

function onlyForPods(pod: Doc): readonly FieldError[] {
  return ['initContainers', 'containers'].flatMap((list) =>
    docsAt(pod, 'spec', list).flatMap((c, i) => {
      const image = textAt(c, 'image');
      return image !== image.trim() ? [invalid(`spec.${list}[${i}].image`, image, 'must not have leading or trailing whitespace')] : [];
    }),
  );
}

export function validatePod(pod: Doc, version: KubeVersion): readonly FieldError[] {
  return [
    ...validateObjectMeta(pod, { namespaced: true, name: subdomainName, version }),
    ...validatePodSpec(docAt(pod, 'spec'), 'spec', version),
    ...onlyForPods(pod),
    ...(docsAt(pod, 'spec', 'ephemeralContainers').length > 0 ? [forbidden('spec.ephemeralContainers', 'cannot be set on create')] : []),
  ];
}

const MAY_CHANGE: Readonly<Record<KubeVersion, string>> = {
  '1.20': 'pod updates may not change fields other than `spec.containers[*].image`, `spec.initContainers[*].image`, `spec.activeDeadlineSeconds` or `spec.tolerations` (only additions to existing tolerations)',
  '1.35': 'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
};

function deadlineUpdate(next: number | undefined, old: number | undefined): readonly FieldError[] {
  const field = 'spec.activeDeadlineSeconds';
  if (next === undefined) return old === undefined ? [] : [invalid(field, undefined, 'must not update from a positive integer to nil value')];
  if (next < 0 || next > MAX_INT32) return [invalid(field, next, rangeText(0, MAX_INT32))];
  return old !== undefined && old < next ? [invalid(field, next, 'must be less than or equal to previous value')] : [];
}

/** A pod of an update against the stored one. */
export function validatePodUpdate(pod: Doc, stored: Doc, version: KubeVersion): readonly FieldError[] {
  const errors: FieldError[] = [...validateObjectMetaUpdate(pod, stored, version), ...validatePod(pod, version)];
  const next = docAt(pod, 'spec');
  const old = docAt(stored, 'spec');
  for (const list of ['containers', 'initContainers']) {
    if (docsAt(next, list).length === docsAt(old, list).length) continue;
    const word = list === 'containers' ? 'containers' : version === '1.20' ? 'containers' : 'init containers';
    return [...errors, forbidden(`spec.${list}`, `pod updates may not add or remove ${word}`)];
  }
  errors.push(...deadlineUpdate(numberAt(next, 'activeDeadlineSeconds'), numberAt(old, 'activeDeadlineSeconds')));
  const had = listAt(old, 'tolerations');
  const has = listAt(next, 'tolerations');
  const timeless = (t: unknown): unknown => (isDoc(t) ? without(t, 'tolerationSeconds') : t);
  const lost = had.some((t) => !has.some((n) => deepEqual(timeless(n), timeless(t))));
  if (lost) errors.push(forbidden('spec.tolerations', 'existing toleration can not be modified except its tolerationSeconds'));
  if (errors.length > 0) return errors;
  const munged = mungedSpec(next, old);
  return deepEqual(munged, old) ? [] : [forbidden('spec', `${MAY_CHANGE[version]}\n${specDiff(old, munged, version)}`)];
}

/** The new spec with everything that may change set back to what it was. */
function mungedSpec(next: Doc, old: Doc): Doc {
  let out = next;
  for (const list of ['containers', 'initContainers']) {
    const images = docsAt(old, list).map((c) => c['image']);
    let i = 0;
    out = inList(out, list, (c) => withKey(c, 'image', images[i++]));
  }
  for (const key of ['activeDeadlineSeconds', 'tolerations']) {
    const { [key]: _, ...rest } = out;
    out = old[key] === undefined ? rest : { ...rest, [key]: old[key] };
  }
  if (out['terminationGracePeriodSeconds'] === 1 && (numberAt(old, 'terminationGracePeriodSeconds') ?? 0) < 0) out = withKey(out, 'terminationGracePeriodSeconds', old['terminationGracePeriodSeconds']);
  return out;
}

/** The fields that differ, one removed and one added line each; upstream prints a Go diff of the same fields with more context. */
function specDiff(old: Doc, next: Doc, version: KubeVersion): string {
  const lines: string[] = ['  core.PodSpec{'];
  const goName = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1);
  for (const key of [...new Set([...Object.keys(old), ...Object.keys(next)])].sort()) {
    if (deepEqual(old[key], next[key])) continue;
    const [removed, added] = version === '1.20' ? [next[key], old[key]] : [old[key], next[key]];
    lines.push(`- \t${goName(key)}: ${text(removed)},`, `+ \t${goName(key)}: ${text(added)},`);
  }
  return [...lines, '  }', ''].join('\n');
}

const text = (v: unknown): string => (v === undefined ? 'nil' : JSON.stringify(v));
