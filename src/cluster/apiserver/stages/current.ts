import { applyJsonPatch, parseJsonPatch } from '../../../api/patch/json-patch';
import { applyMergePatch } from '../../../api/patch/merge-patch';
import { applyStrategicMergePatch } from '../../../api/patch/strategic-merge';
import type { Doc } from '../../../api/doc';
import { decodeProblem } from '../../../api/schema/decode';
import { schemaOf } from '../../../api/schema/schema';
import { badRequestStatus, conflictStatus, notFoundStatus, patchRejectedStatus } from '../../../api/status';
import type { KubeObject, Status } from '../../../api/types';
import { err, ok, type Result } from '../../../base/result';
import { draw } from '../../../kernel/latency';
import { LATENCY } from '../../latencies';
import type { RequestEvent } from '../machine';
import { refuse, refuseUnlessStale, type RequestMachine } from '../request';
import { writer } from '../managedfields/account';
import { apply } from '../managedfields/apply';
import { APPLY_PATCH } from '../managedfields/media-type';
import { scaleOf } from '../subresources/scale';
import { notA, patchMisfit } from './patch-misfit';
import { assignPod } from '../subresources/binding';

/**
 * Gets the object that is to be changed. Updates begin with the watch cache's copy, which may be stale; deletions ask etcd.
 * Models apiserver pkg/storage/cacher GuaranteedUpdate, pkg/registry/generic/registry store.go Delete.
 */
export function readCurrent(m: RequestMachine): void {
  const { data } = m;
  if (data.operation === 'update') data.object = data.sent;
  if (data.reloaded) {
    data.reloaded = false;
    m.work(0, foundEvent(m));
    return;
  }
  const cached = data.currentIsFresh || isDeletion(m) ? undefined : data.handler.cache?.get(data.cacheKey);
  if (cached !== undefined) {
    data.current = cached;
    data.currentIsFresh = false;
    m.work(draw(LATENCY.cacheRead, m.actor.random), foundEvent(m));
    return;
  }
  data.core.etcd.range({ key: data.key, prefix: false }, m.subject, ({ kvs }) => {
    const [kv] = kvs;
    data.currentIsFresh = true;
    data.current = kv?.document;
    if (kv !== undefined) m.send(foundEvent(m));
    else missing(m);
  });
}

const isDeletion = (m: RequestMachine): boolean => m.data.operation === 'delete' || m.data.operation === 'deletecollection' || m.data.operation === 'evict';

const FOUND: RequestEvent = { type: 'FOUND' };
const TO_PATCH: RequestEvent = { type: 'FOUND_TO_PATCH' };
const TO_BIND: RequestEvent = { type: 'FOUND_TO_BIND' };
const TO_EVICT: RequestEvent = { type: 'FOUND_TO_EVICT' };

function foundEvent(m: RequestMachine): RequestEvent {
  switch (m.data.operation) {
    case 'patch': return TO_PATCH;
    case 'bind': return TO_BIND;
    case 'evict': return TO_EVICT;
    default: return FOUND;
  }
}

function missing(m: RequestMachine): void {
  const { data } = m;
  if (data.items !== undefined) {
    m.send({ type: 'ITEM' });
    return;
  }
  if (data.operation === 'patch' && data.request.contentType === APPLY_PATCH && data.subresource === undefined) {
    m.send({ type: 'CREATE_BY_APPLY' });
    return;
  }
  if (data.operation === 'update' && data.subresource === undefined && data.handler.strategy.allowCreateOnUpdate) {
    data.operation = 'create';
    m.send({ type: 'CREATE_INSTEAD' });
    return;
  }
  refuse(m, 0, notFoundStatus(data.resource, data.name));
}

/** Applies the patch to what a client would get now. */
export function applyPatch(m: RequestMachine): void {
  const { data } = m;
  const delay = draw(LATENCY.decode, m.actor.random);
  const before = data.current;
  const shown = before === undefined ? undefined : data.subresource === 'scale' ? scaleOf(before, data.core.scheme.version) : data.handler.representation.show(before);
  const patched = data.request.contentType === APPLY_PATCH ? appliedObject(m, shown) : shown === undefined ? undefined : patchedObject(m, shown);
  if (patched === undefined) return;
  if (!patched.ok) {
    refuseUnlessStale(m, delay, patched.error);
    return;
  }
  const { core, request } = data;
  const decoded = core.reader.decode(patched.value, before);
  const validation = core.behaviour.apiServer.fieldValidation ? (request.query['fieldValidation'] ?? 'Warn') : 'Ignore';
  const misfit = request.contentType === APPLY_PATCH ? undefined : patchMisfit(decoded, validation === 'Strict', request.contentType, data.patch, patched.value, core.scheme.version);
  if (misfit !== undefined) {
    refuse(m, delay, misfit);
    return;
  }
  if (validation === 'Warn') for (const field of decoded.unknownFields) (data.warnings ??= []).push(`unknown field "${field}"`);
  const object = decoded.object;
  if (shown === undefined) {
    // An apply to nothing creates.
    data.operation = 'create';
    data.name = object.metadata.name;
  } else if (object.metadata.uid !== shown.metadata.uid) {
    refuse(m, delay, conflictStatus(data.resource, data.name, `Precondition failed: UID in precondition: ${object.metadata.uid ?? ''}, UID in object meta: ${shown.metadata.uid ?? ''}`));
    return;
  }
  data.object = object;
  m.work(delay, { type: 'PATCHED' });
}

/** Server-side apply. Models apiserver pkg/endpoints/handlers patch.go applyPatcher. */
function appliedObject(m: RequestMachine, shown: KubeObject | undefined): Result<KubeObject, Status> {
  const { data } = m;
  const { patch, request, core } = data;
  if (!isDocument(patch)) return err(badRequestStatus('error decoding YAML: yaml: unmarshal errors'));
  const manager = request.query['fieldManager'] ?? '';
  if (manager === '') return err(badRequestStatus('PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch'));
  const config = core.reader.decode({ ...patch, metadata: { ...(patch['metadata'] as object | undefined), ...(data.namespace === undefined ? {} : { namespace: data.namespace }) } } as unknown as KubeObject, undefined);
  const strict = core.behaviour.apiServer.fieldValidation && request.query['fieldValidation'] === 'Strict';
  const problem = decodeProblem(config, strict);
  if (problem !== undefined) return err(badRequestStatus(problem));
  const schema = schemaOf(core.scheme.version);
  const given = config.object;
  const set = { ...patch, metadata: pruneMetadata(given, patch) };
  return apply(shown, set as unknown as KubeObject, schema.ofKind(given.apiVersion, given.kind), schema, writer(data, manager, 'Apply', given.apiVersion), request.query['force'] === 'true');
}

/** Metadata as the client wrote it: decoding adds what the server fills in. */
const pruneMetadata = (given: KubeObject, patch: Doc): object => ({ ...(patch['metadata'] as object | undefined), name: given.metadata.name, ...(given.metadata.namespace === undefined ? {} : { namespace: given.metadata.namespace }) });

const MAP = 'map[string]interface {}';

function patchedObject(m: RequestMachine, shown: KubeObject): Result<KubeObject, Status> {
  const { data } = m;
  const { patch } = data;
  const document: Doc = shown;
  const checks = data.core.behaviour.apiServer.fieldValidation;
  switch (data.request.contentType) {
    case 'application/json-patch+json': {
      if (!Array.isArray(patch)) return err(badRequestStatus(checks ? `error decoding patch: ${notA('[]handlers.jsonPatchOp', patch)}` : notA('jsonpatch.Patch', patch)));
      const operations = parseJsonPatch(patch);
      if (!operations.ok) return err(badRequestStatus(operations.error));
      const result = applyJsonPatch(document, operations.value);
      return result.ok ? ok(result.value as KubeObject) : err(patchRejectedStatus());
    }
    case 'application/merge-patch+json':
      return isDocument(patch) ? ok(applyMergePatch(document, patch) as KubeObject) : err(badRequestStatus(checks ? `error decoding patch: ${notA(MAP, patch)}` : 'Invalid JSON Patch'));
    default: {
      if (!isDocument(patch)) return err(badRequestStatus(notA(MAP, patch)));
      const schema = schemaOf(data.core.scheme.version);
      const result = applyStrategicMergePatch(document, patch, schema.ofKind(shown.apiVersion, shown.kind), schema);
      return result.ok ? ok(result.value as KubeObject) : err(badRequestStatus(result.error));
    }
  }
}

const isDocument = (value: unknown): value is Doc => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Writes the scheduler's choice into the pod. */
export function bindPod(m: RequestMachine): void {
  const { data } = m;
  const delay = draw(LATENCY.registry, m.actor.random);
  if (data.current === undefined || data.object === undefined) return;
  const result = assignPod(data.current, data.object, data.core.strategyContext(), data.resource);
  if (!result.ok) {
    refuseUnlessStale(m, delay, result.error);
    return;
  }
  data.result = result.value;
  m.work(delay, { type: 'BOUND' });
}
