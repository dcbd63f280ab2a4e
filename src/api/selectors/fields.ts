import type { Result } from '../../base/result';
import { err, ok } from '../../base/result';
import type { KubeObject } from '../types';
import type { KubeVersion } from '../version';

/** One term of a field selector: `status.phase!=Running`. */
export interface FieldTerm {
  readonly field: string;
  readonly equal: boolean;
  readonly value: string;
}

/** All terms must hold; empty selects everything. */
export type FieldSelector = readonly FieldTerm[];

/** Splits at commas that no backslash hides. */
function splitTerms(text: string): readonly string[] {
  const out: string[] = [];
  let current = '';
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i);
    if (c === '\\' && i + 1 < text.length) {
      current += c + text.charAt(i + 1);
      i++;
    } else if (c === ',') {
      out.push(current);
      current = '';
    } else {
      current += c;
    }
  }
  out.push(current);
  return out;
}

const unescape = (value: string): string => value.replace(/\\([\\,=])/g, '$1');

/** The terms of a `--field-selector` text, or upstream's message. */
// Models apimachinery pkg/fields ParseSelector
export function parseFieldSelector(text: string): Result<FieldSelector, string> {
  const out: FieldTerm[] = [];
  for (const part of [...splitTerms(text)].sort()) {
    if (part === '') continue;
    const m = /^(.*?)(!=|==|=)(.*)$/.exec(part);
    if (m === null) return err(`invalid selector: '${text}'; can't understand '${part}'`);
    out.push({ field: m[1] ?? '', equal: m[2] !== '!=', value: unescape(m[3] ?? '') });
  }
  return ok(out);
}

const NAMES = ['metadata.name', 'metadata.namespace'] as const;

/** What may be selected on, beyond the name, by kind. Kinds that are not listed allow names only, with another message. */
const SUPPORTED: Readonly<Record<string, readonly string[]>> = {
  Pod: [...NAMES, 'spec.nodeName', 'spec.restartPolicy', 'spec.schedulerName', 'spec.serviceAccountName', 'spec.hostNetwork', 'status.phase', 'status.podIP', 'status.podIPs', 'status.nominatedNodeName'],
  Node: ['metadata.name', 'spec.unschedulable'],
  ReplicationController: [...NAMES, 'status.replicas'],
  Event: [
    ...NAMES, 'involvedObject.kind', 'involvedObject.namespace', 'involvedObject.name', 'involvedObject.uid', 'involvedObject.apiVersion',
    'involvedObject.resourceVersion', 'involvedObject.fieldPath', 'reason', 'reportingComponent', 'source', 'type',
  ],
  Namespace: ['metadata.name', 'status.phase'],
  Secret: [...NAMES, 'type'],
  Service: [...NAMES, 'spec.clusterIP', 'spec.type'],
  Job: [...NAMES, 'status.successful'],
  CertificateSigningRequest: ['metadata.name', 'spec.signerName'],
};

const NEWER: ReadonlySet<string> = new Set(['Pod spec.hostNetwork', 'Service spec.clusterIP', 'Service spec.type']);

/** The server's refusal of a selector that names a field it does not index, or undefined when all is well. */
export function fieldSelectorProblem(kind: string, selector: FieldSelector, version: KubeVersion): string | undefined {
  const listed = SUPPORTED[kind];
  for (const { field } of selector) {
    if (listed === undefined || (kind === 'Service' && version === '1.20')) {
      if (!NAMES.some((n) => n === field)) return `"${field}" is not a known field selector: only "metadata.name", "metadata.namespace"`;
    } else if (!listed.includes(field) || (version === '1.20' && NEWER.has(`${kind} ${field}`))) {
      return kind === 'Job' ? `field label "${field}" not supported for Job` : `field label not supported: ${field}`;
    }
  }
  return undefined;
}

/** The field's value as the server indexes it: a text, empty when absent. */
export function fieldValue(object: KubeObject, field: string): string {
  if (field === 'metadata.name') return object.metadata.name;
  if (field === 'metadata.namespace') return object.metadata.namespace ?? '';
  if (object.kind === 'Event' && field === 'source') return text(at(object, ['source', 'component'])) || text(object['reportingComponent']);
  if (object.kind === 'Job' && field === 'status.successful') return text(at(object, ['status', 'succeeded'])) || '0';
  if (field === 'status.podIPs') return '';
  const value = text(at(object, field.split('.')));
  return value === '' && (field === 'spec.unschedulable' || field === 'spec.hostNetwork') ? 'false' : value;
}

function at(object: unknown, path: readonly string[]): unknown {
  let value = object;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

export function fieldSelectorMatches(selector: FieldSelector, object: KubeObject): boolean {
  for (const t of selector) if ((fieldValue(object, t.field) === t.value) !== t.equal) return false;
  return true;
}

/** The value that a field must have, if the selector pins it: how lists and watches find an index or a single name. */
export function requiredFieldValue(selector: FieldSelector, field: string): string | undefined {
  return selector.find((t) => t.field === field && t.equal)?.value;
}
