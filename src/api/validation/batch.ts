import { docAt, isDoc, textAt, textsAt, valueAt } from '../doc';
import type { Doc } from '../doc';
import { invalid, notSupported, required } from '../field/error';
import type { FieldError } from '../field/error';
import { labelSelectorValue } from '../field/govalue';
import type { LabelSelector } from '../types';
import type { KubeVersion } from '../version';
import { immutable, nonNegative, validateLabelSelector } from './meta';
import { validatePodTemplate } from './pod';
import { selectorMatchesTemplate } from './workloads';

/** Jobs and cron jobs. Models pkg/apis/batch/validation. */

function prefixed(errors: readonly FieldError[], from: string, to: string): readonly FieldError[] {
  return errors.map((e) => (e.field.startsWith(from) ? { ...e, field: to + e.field.slice(from.length) } : e));
}

function jobSpec(spec: Doc, version: KubeVersion): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const key of ['parallelism', 'completions', 'activeDeadlineSeconds', 'backoffLimit', 'ttlSecondsAfterFinished']) errors.push(...nonNegative(spec, key, 'spec'));
  errors.push(...validatePodTemplate(docAt(spec, 'template'), 'spec.template', version));
  const policy = textAt(spec, 'template', 'spec', 'restartPolicy');
  const field = 'spec.template.spec.restartPolicy';
  if (policy !== 'OnFailure' && policy !== 'Never') {
    if (version !== '1.20' && policy === 'Always') errors.push(required(field, 'valid values: "OnFailure", "Never"'));
    else errors.push(notSupported(field, policy, ['OnFailure', 'Never']));
  }
  return errors;
}

/** A Job after its selector was generated. */
export function validateJobSpec(object: Doc, version: KubeVersion): readonly FieldError[] {
  const spec = docAt(object, 'spec');
  const selector = spec['selector'];
  const errors = jobSpec(spec, version);
  if (!isDoc(selector)) return [...errors, required('spec.selector')];
  return [...errors, ...validateLabelSelector(selector, 'spec.selector', version), ...selectorMatchesTemplate(spec)];
}

export function jobSpecFixed(object: Doc, stored: Doc): readonly FieldError[] {
  const at = (key: string): readonly FieldError[] => {
    const next = valueAt(object, 'spec', key);
    const shown = key === 'selector' && isDoc(next) ? labelSelectorValue(next as LabelSelector) : undefined;
    return immutable(`spec.${key}`, next, valueAt(stored, 'spec', key), shown);
  };
  return [...at('completions'), ...at('selector'), ...at('template')];
}

/** Five fields of the cron syntax, or a name such as `@hourly`. The complaint names the first thing that is wrong. */
function scheduleProblem(schedule: string): string | undefined {
  if (/^@(yearly|annually|monthly|weekly|daily|midnight|hourly)$/.test(schedule) || /^@every \d/.test(schedule)) return undefined;
  if (schedule.startsWith('@')) return `unrecognized descriptor: ${schedule}`;
  const fields = schedule.replace(/^(CRON_)?TZ=\S+\s+/, '').trim().split(/\s+/);
  if (fields.length !== 5) return `expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`;
  const bounds = [[0, 59], [0, 23], [1, 31], [1, 12], [0, 6]] as const;
  for (const [i, [low, high]] of bounds.entries()) {
    for (const part of (fields[i] ?? '').split(',')) {
      const m = /^(\*|\?|([0-9]+|[A-Za-z]{3})(?:-([0-9]+|[A-Za-z]{3}))?)(?:\/([0-9]+))?$/.exec(part);
      if (m === null) return `failed to parse int from ${part}: strconv.Atoi: parsing ${JSON.stringify(part)}: invalid syntax`;
      for (const text of [m[2], m[3]]) {
        if (text === undefined || /[A-Za-z]/.test(text)) continue;
        if (Number(text) < low) return `beginning of range (${text}) below minimum (${low}): ${part}`;
        if (Number(text) > high) return `end of range (${text}) above maximum (${high}): ${part}`;
      }
    }
  }
  return undefined;
}

const POLICIES = ['Allow', 'Forbid', 'Replace'] as const;
/** A job's name is the cron job's and eleven more characters. */
const MAX_NAME = 52;

export function validateCronJobSpec(object: Doc, version: KubeVersion): readonly FieldError[] {
  const spec = docAt(object, 'spec');
  const errors: FieldError[] = [];
  const schedule = textAt(spec, 'schedule');
  if (schedule === '') errors.push(required('spec.schedule'));
  else {
    const problem = scheduleProblem(schedule);
    if (problem !== undefined) errors.push(invalid('spec.schedule', schedule, problem));
  }
  errors.push(...nonNegative(spec, 'startingDeadlineSeconds', 'spec'));
  const policy = textAt(spec, 'concurrencyPolicy');
  if (policy === '') errors.push(required('spec.concurrencyPolicy'));
  else if (!POLICIES.some((p) => p === policy)) errors.push(notSupported('spec.concurrencyPolicy', policy, POLICIES));
  errors.push(...prefixed(jobSpec(docAt(spec, 'jobTemplate', 'spec'), version), 'spec', 'spec.jobTemplate.spec'));
  errors.push(...nonNegative(spec, 'successfulJobsHistoryLimit', 'spec'), ...nonNegative(spec, 'failedJobsHistoryLimit', 'spec'));
  const name = textAt(object, 'metadata', 'name');
  if (name.length > MAX_NAME) errors.push(invalid('metadata.name', name, `must be no more than ${MAX_NAME} characters`));
  return errors;
}

/** The selector and labels that the server gives a Job that brings none; to be followed by defaulting. */
// Models pkg/registry/batch/job generateSelector
export function generateJobSelector(job: Doc, version: KubeVersion): Doc {
  if (valueAt(job, 'spec', 'manualSelector') === true || isDoc(valueAt(job, 'spec', 'selector'))) return job;
  const uid = textAt(job, 'metadata', 'uid');
  const name = textAt(job, 'metadata', 'name');
  const old = { 'controller-uid': uid, 'job-name': name };
  const labels = version === '1.20' ? old : { 'batch.kubernetes.io/controller-uid': uid, 'batch.kubernetes.io/job-name': name, ...old };
  const spec = docAt(job, 'spec');
  const template = docAt(spec, 'template');
  return {
    ...job,
    spec: {
      ...spec,
      selector: { matchLabels: version === '1.20' ? { 'controller-uid': uid } : { 'batch.kubernetes.io/controller-uid': uid } },
      template: { ...template, metadata: { ...docAt(template, 'metadata'), labels: { ...textsAt(template, 'metadata', 'labels'), ...labels } } },
    },
  };
}

