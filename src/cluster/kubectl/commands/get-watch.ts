import type { KubeObject, Table } from '../../../api/types';
import { isObject } from '../document';
import { refused, statusOf, text } from '../failure';
import type { Invocation } from '../invocation';
import { check, exchange, fail, nextFrame, openWatch, print, type Program } from '../program';
import { ACCEPT, LOG, query, to } from '../requests';
import { customColumns } from '../print/custom-columns';
import { printTable } from '../print/table';
import { TABLE } from '../print/tabwriter';
import { isTable, readAnswer, tableOptions, type Wanted } from './get-answer';
import type { GetPrinter } from './get-printer';

/**
 * Prints what is there, then each change until Ctrl-C. Column widths only grow, as rows come one by one.
 * Models kubectl pkg/cmd/get get.go watch.
 */
export function* watchObjects(inv: Invocation, wanted: readonly Wanted[], severalTypes: boolean, printer: GetPrinter): Program<number> {
  const { flags } = inv;
  const [one, ...others] = wanted;
  if (one === undefined || others.length > 0) return yield* fail(text('you may only specify a single resource type'));
  const { resource, at } = one;
  const accept = printer.kind === 'table' ? ACCEPT.table : ACCEPT.unstructured;
  const selectors = { labelSelector: flags.string('selector'), fieldSelector: flags.string('field-selector') };
  const first = yield* exchange(to(resource, at, {
    method: 'GET', accept, logFrom: at.name === undefined ? LOG.list : LOG.get, query: at.name === undefined ? query({ ...selectors, limit: String(flags.number('chunk-size')) }) : {},
  }));
  if (first.code >= 400) return yield* fail(refused(statusOf(first.body, first.code)));
  const got = readAnswer(resource, at, first.body);
  const remembered: number[] = [];
  let columns = got.table?.columnDefinitions ?? [];
  let headers = true;

  const show = function* (type: string, table: Table | undefined, objects: readonly KubeObject[]): Program<void> {
    if (table !== undefined && table.columnDefinitions.length > 0) columns = table.columnDefinitions;
    if (printer.kind === 'table') {
      if (table === undefined || table.rows.length === 0) return;
      const options = { ...tableOptions(inv, printer, resource, severalTypes), event: flags.bool('output-watch-events') ? type : undefined };
      yield* print(printTable({ ...table, columnDefinitions: columns }, options, headers, remembered));
      headers = false;
      return;
    }
    for (const object of objects) {
      if (printer.kind === 'name') yield* print(printer.nameOf(object));
      else if (printer.kind === 'columns') yield* print(yield* check(customColumns(printer.spec, [object], flags.bool('no-headers') || !headers, { ...TABLE, remembered })));
      else yield* print(yield* check(printer.print(object)));
      headers = false;
    }
  };

  if (!flags.bool('watch-only')) yield* show('ADDED', got.table, got.objects);
  const opened = yield* openWatch(to(resource, { namespace: at.namespace }, {
    method: 'GET', accept, logFrom: 'helper.go:130',
    query: query(at.name === undefined ? { ...selectors, resourceVersion: got.version, watch: 'true' } : { fieldSelector: `metadata.name=${at.name}`, resourceVersion: '0', watch: 'true' }),
  }));
  if (opened.response.code >= 400) return yield* fail(refused(statusOf(opened.response.body, opened.response.code)));
  // A watch that begins with one object repeats it first; a watch that begins after a list does not.
  let skip = at.name !== undefined;
  for (;;) {
    const frame = yield* nextFrame(opened.watch);
    if (frame === 'ended' || frame === 'deadline') return 0;
    if (frame.type === 'BOOKMARK') continue;
    if (frame.type === 'ERROR') return yield* fail(refused(statusOf(frame.object, 500)));
    if (skip) {
      skip = false;
      continue;
    }
    const body: unknown = frame.object;
    yield* show(frame.type, isTable(body) ? body : undefined, isObject(body) ? [body] : []);
  }
}
