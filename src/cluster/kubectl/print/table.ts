import type { Table, TableColumnDefinition, TableRow } from '../../../api/types';
import { formatLabels } from '../../../api/selectors/labels';
import { recordAt, stringAt, stringsAt } from '../document';
import { alignTabs, TABLE } from './tabwriter';

export interface TableOptions {
  readonly wide: boolean;
  readonly noHeaders: boolean;
  readonly showLabels: boolean;
  readonly labelColumns: readonly string[];
  readonly namespace: boolean;
  /** `pod`, `deployment.apps`: put before the name. */
  readonly kind: string | undefined;
  /** A first column: `--output-watch-events`. */
  readonly event?: string | undefined;
}

/** Rows of one table as lines; `remembered` keeps column widths across calls (watch). Models cli-runtime pkg/printers tableprinter.go. */
export function printTable(table: Table, options: TableOptions, headers: boolean, remembered?: number[]): string {
  const shown = table.columnDefinitions.map((column, i) => ({ column, i })).filter(({ column }) => options.wide || column.priority === 0);
  const lines: string[] = [];
  if (headers && !options.noHeaders) lines.push(headerOf(shown.map(({ column }) => column), options));
  for (const row of table.rows) lines.push(rowOf(row, shown.map(({ i }) => i), table.columnDefinitions, options));
  if (lines.length === 0) return '';
  return alignTabs(`${lines.join('\n')}\n`, remembered === undefined ? TABLE : { ...TABLE, remembered });
}

function headerOf(columns: readonly TableColumnDefinition[], options: TableOptions): string {
  return [
    ...(options.event === undefined ? [] : ['EVENT']), ...(options.namespace ? ['NAMESPACE'] : []), ...columns.map((column) => column.name.toUpperCase()),
    ...options.labelColumns.map((label) => (label.split('/').at(-1) ?? '').toUpperCase()), ...(options.showLabels ? ['LABELS'] : []),
  ].join('\t');
}

function rowOf(row: TableRow, shown: readonly number[], columns: readonly TableColumnDefinition[], options: TableOptions): string {
  const cells = shown.map((i) => cellText(row.cells[i]));
  const nameAt = shown.findIndex((i) => columns[i]?.format === 'name' && columns[i]?.type === 'string');
  if (options.kind !== undefined && nameAt >= 0) cells[nameAt] = `${options.kind}/${cells[nameAt] ?? ''}`;
  const labels = stringsAt(recordAt(row, 'object', 'metadata'), 'labels');
  return [
    ...(options.event === undefined ? [] : [options.event]), ...(options.namespace ? [stringAt(row, 'object', 'metadata', 'namespace')] : []), ...cells,
    ...options.labelColumns.map((label) => labels[label] ?? ''), ...(options.showLabels ? [formatLabels(labels)] : []),
  ].join('\t');
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  const end = cell.search(/[\f\n\r]/);
  return end < 0 ? cell : `${cell.slice(0, end)}...`;
}
