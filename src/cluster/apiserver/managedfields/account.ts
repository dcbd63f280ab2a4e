import { schemaOf } from '../../../api/schema/schema';
import type { KubeObject } from '../../../api/types';
import { deepEqual } from '../../../base/json';
import type { RequestContext } from '../request';
import { afterUpdate, entriesOf, entryOf, managerOf, withEntries, type Writer } from './managers';
import { APPLY_PATCH } from './media-type';

/**
 * A new object with the account of who set what. Status is the controllers' to write, so that of a new object is nobody's; what
 * admission adds afterwards is nobody's either. Models apiserver pkg/endpoints/handlers create.go createHandler.
 */
export function accountedNew(data: RequestContext, object: KubeObject): KubeObject {
  if (data.request.contentType === APPLY_PATCH) return object;
  const { set } = data.core.comparison.objects(undefined, object, structIn(data, object));
  if (set === undefined) return object;
  const { 'f:status': _, ...fields } = set;
  return withEntries(object, Object.keys(fields).length === 0 ? [] : [entryOf(writerOf(data), fields)]);
}

/**
 * The changed object with the account brought up to date. An object that has none, because the server itself made it, goes on without.
 * Models apimachinery pkg/util/managedfields fieldmanager.go UpdateNoErrors, skipnonapplied.go.
 */
export function accounted(data: RequestContext, object: KubeObject, current: KubeObject): KubeObject {
  if (data.request.contentType === APPLY_PATCH) return object;
  const kept = entriesOf(current);
  const given = entriesOf(object);
  const base = given.length === 0 || given === kept || deepEqual(given, kept) ? kept : given;
  const entries = base.length === 0 ? base : afterUpdate(base, data.core.comparison.objects(current, object, structIn(data, object)), writerOf(data));
  return entries === given ? object : withEntries(object, entries);
}

const structIn = (data: RequestContext, object: KubeObject): ReturnType<ReturnType<typeof schemaOf>['ofKind']> => schemaOf(data.core.scheme.version).ofKind(object.apiVersion, object.kind);

const writerOf = (data: RequestContext): Writer => writer(data, managerOf(data.request.query, data.request.userAgent), 'Update', data.resource.apiVersion);

/** Who writes. Entries have a subresource since 1.22; before, one manager has one entry. */
export function writer(data: RequestContext, manager: string, operation: Writer['operation'], apiVersion: string): Writer {
  const entry = schemaOf(data.core.scheme.version).struct('ManagedFieldsEntry');
  return { manager, operation, apiVersion, subresource: entry.byName.has('subresource') ? data.subresource : undefined, time: data.core.strategyContext().timestamp };
}
