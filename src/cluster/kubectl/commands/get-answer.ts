import type { Resource } from '../../../api/scheme';
import type { KubeObject, Table } from '../../../api/types';
import { recordAt } from '../document';
import type { Invocation } from '../invocation';
import { itemsOf, type At } from '../requests';
import type { TableOptions } from '../print/table';
import type { GetPrinter } from './get-printer';

/** One thing that get asks for: an object by name, or all of a type. */
export interface Wanted {
  readonly resource: Resource;
  readonly at: At;
}

/** What came for it: a table or objects. */
export interface Got {
  readonly resource: Resource;
  readonly table: Table | undefined;
  readonly objects: readonly KubeObject[];
  readonly version: string;
}

export function readAnswer(resource: Resource, at: At, body: unknown): Got {
  const version = String(recordAt(body, 'metadata')['resourceVersion'] ?? '');
  if (isTable(body)) return { resource, table: body, objects: [], version };
  const list = Array.isArray(recordAt(body)['items']);
  return { resource, table: undefined, objects: list ? itemsOf(body, resource) : at.name === undefined ? [] : itemsOf({ items: [body] }, resource), version };
}

export function isTable(body: unknown): body is Table {
  return recordAt(body)['kind'] === 'Table' && Array.isArray(recordAt(body)['rows']);
}

export function tableOptions(inv: Invocation, printer: Extract<GetPrinter, { kind: 'table' }>, resource: Resource, severalTypes: boolean): TableOptions {
  const { flags } = inv;
  return {
    wide: printer.wide, noHeaders: flags.bool('no-headers'), showLabels: flags.bool('show-labels'), labelColumns: flags.list('label-columns'),
    namespace: flags.bool('all-namespaces') && resource.namespaced, kind: severalTypes || flags.bool('show-kind') ? printer.kindOf(resource) : undefined,
  };
}
