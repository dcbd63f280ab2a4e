import { decodeProblem } from '../../../api/schema/decode';
import { badRequestStatus, unsupportedMediaTypeStatus } from '../../../api/status';
import type { DeleteOptions, KubeObject, ObjectMeta } from '../../../api/types';
import { draw } from '../../../kernel/latency';
import { LATENCY } from '../../latencies';
import { APPLY_PATCH } from '../managedfields/media-type';
import { kindIn } from '../registry/subresource-kinds';
import { refuse, type RequestContext, type RequestMachine } from '../request';

const PATCH_TYPES = ['application/json-patch+json', 'application/merge-patch+json', 'application/strategic-merge-patch+json', APPLY_PATCH] as const;
const NO_OPTIONS: DeleteOptions = {};

/** Reads the body. Models apiserver pkg/endpoints/handlers create.go, update.go, patch.go, delete.go up to admission. */
export function decode(m: RequestMachine): void {
  const { data } = m;
  const delay = draw(LATENCY.decode, m.actor.random);
  switch (data.operation) {
    case 'patch': readPatch(m, delay); break;
    case 'delete':
    case 'deletecollection': readOptions(m, delay); break;
    default: readBody(m, delay);
  }
}

function readPatch(m: RequestMachine, delay: number): void {
  const { data } = m;
  const type = data.request.contentType ?? '';
  if (!PATCH_TYPES.some((t) => t === type)) {
    refuse(m, delay, unsupportedMediaTypeStatus(PATCH_TYPES));
    return;
  }
  data.patch = data.requestObject = data.request.body;
  m.work(delay, { type: 'DECODED_PATCH' });
}

function readOptions(m: RequestMachine, delay: number): void {
  const { data } = m;
  const { body, query } = data.request;
  const fromQuery = optionsOfQuery(query);
  const options: DeleteOptions = typeof body === 'object' && body !== null ? { ...(body as DeleteOptions), ...fromQuery } : (fromQuery ?? NO_OPTIONS);
  data.requestObject = typeof body === 'object' && body !== null ? { kind: 'DeleteOptions', apiVersion: 'v1', ...body } : undefined;
  if (options.orphanDependents !== undefined && options.propagationPolicy !== undefined) {
    refuse(m, delay, badRequestStatus('orphanDependents and deletionPropagation cannot be both set'));
    return;
  }
  data.options = options;
  if (options.dryRun?.includes('All') === true) data.dryRun = true;
  m.work(delay, data.operation === 'delete' ? { type: 'DECODED_OPTIONS' } : { type: 'DECODED_COLLECTION' });
}

function optionsOfQuery(query: Readonly<Record<string, string>>): DeleteOptions | undefined {
  const grace = query['gracePeriodSeconds'];
  const policy = query['propagationPolicy'];
  if (grace === undefined && policy === undefined) return undefined;
  return {
    ...(grace === undefined ? {} : { gracePeriodSeconds: Number(grace) }),
    ...(policy === 'Orphan' || policy === 'Background' || policy === 'Foreground' ? { propagationPolicy: policy } : {}),
  };
}

function readBody(m: RequestMachine, delay: number): void {
  const { data } = m;
  const { body } = data.request;
  const expected = kindIn(data.resource, data.subresource, data.core.scheme.version);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    refuse(m, delay, badRequestStatus(`couldn't get version/kind; json parse error: unexpected end of JSON input`));
    return;
  }
  const given = body as Partial<KubeObject>;
  const whole: KubeObject = given.kind === undefined || given.apiVersion === undefined || given.metadata === undefined
    ? { metadata: { name: '' }, ...given, kind: given.kind ?? expected.kind, apiVersion: given.apiVersion ?? expected.apiVersion } as KubeObject
    : (body as KubeObject);
  if (whole.apiVersion !== expected.apiVersion) {
    refuse(m, delay, badRequestStatus(`the API version in the data (${whole.apiVersion}) does not match the expected API version (${expected.apiVersion})`));
    return;
  }
  if (whole.kind !== expected.kind) {
    const version = whole.apiVersion.slice(whole.apiVersion.indexOf('/') + 1);
    refuse(m, delay, badRequestStatus(`${whole.kind} in version "${version}" cannot be handled as a ${expected.kind}: converting (${version}.${whole.kind}) to (${goPackage(data.resource.group)}.${expected.kind}): unknown conversion`));
    return;
  }
  const { core } = data;
  const decoded = core.reader.decode(whole, storedFor(data));
  const validation = core.behaviour.apiServer.fieldValidation ? (data.request.query['fieldValidation'] ?? 'Warn') : 'Ignore';
  const problem = decodeProblem(decoded, validation === 'Strict');
  if (problem !== undefined) {
    refuse(m, delay, badRequestStatus(problem));
    return;
  }
  if (validation === 'Warn') for (const field of decoded.unknownFields) (data.warnings ??= []).push(`unknown field "${field}"`);
  data.object = decoded.object;
  m.work(delay, DECODED);
}

const DECODED = { type: 'DECODED' } as const;
const goPackage = (group: string): string => (group === '' ? 'core' : (group.split('.')[0] ?? group));

/** The object as the watch cache has it: a client that read it there sends the same spec back. */
const storedFor = (data: RequestContext): KubeObject | undefined => (data.operation === 'update' && data.subresource !== 'scale' ? data.handler.cache?.get(data.cacheKey) : undefined);

/** Defaults, which upstream gives while it decodes. */
export function applyDefaults(m: RequestMachine): void {
  const { data } = m;
  const delay = draw(LATENCY.defaulting, m.actor.random);
  if (data.object !== undefined) {
    data.object = data.core.reader.withDefaults(data.object, data.operation === 'patch' ? undefined : (data.request.body as KubeObject), data.current ?? storedFor(data));
    if (data.patch === undefined) {
      data.requestObject = data.object;
      if (data.auditName === undefined && data.object.metadata.name !== '') data.auditName = data.object.metadata.name;
    }
  }
  const misplaced = data.operation === 'patch' ? undefined : place(m);
  if (data.operation === 'update') data.sent = data.object;
  if (misplaced !== undefined) refuse(m, delay, badRequestStatus(misplaced));
  else m.work(delay, data.operation === 'update' ? NEEDS_CURRENT : DEFAULTED);
}

const NEEDS_CURRENT = { type: 'NEEDS_CURRENT' } as const;
const DEFAULTED = { type: 'DEFAULTED' } as const;

/** Puts the object where the URL says. Why that is not where the object says, or undefined. Models handlers/rest.go checkName, registry/rest EnsureObjectNamespaceMatchesRequestNamespace. */
function place(m: RequestMachine): string | undefined {
  const { data } = m;
  const { object, namespace } = data;
  if (object === undefined) return undefined;
  let { metadata } = object;
  if (namespace !== undefined && metadata.namespace !== namespace) {
    if (metadata.namespace !== undefined && metadata.namespace !== '') return 'the namespace of the provided object does not match the namespace sent on the request';
    metadata = withNamespace(metadata, namespace);
  } else if (namespace === undefined && metadata.namespace !== undefined) {
    const { namespace: _, ...rest } = metadata;
    metadata = rest;
  }
  if (data.name !== '' && metadata.name !== data.name) {
    if (metadata.name !== '' && metadata.name !== undefined) return `the name of the object (${metadata.name}) does not match the name on the URL (${data.name})`;
    metadata = { ...metadata, name: data.name };
  } else if (data.name === '') data.name = metadata.name ?? '';
  if (metadata !== object.metadata) data.object = { ...object, metadata };
  return undefined;
}

function withNamespace(metadata: ObjectMeta, namespace: string): ObjectMeta {
  return { ...metadata, namespace };
}
