import type { KubeObject } from '../../../api/types';
import { err, ok, type Result } from '../../../base/result';
import { text, type Failure } from '../failure';
import { findJsonPath, show } from './jsonpath';
import { alignTabs, type TabOptions } from './tabwriter';

export interface CustomColumn {
  readonly header: string;
  /** `{.metadata.name}` */
  readonly path: string;
}

/** Reads `NAME:.metadata.name,IMAGE:.spec.image`. Models kubectl pkg/cmd/get customcolumn.go. */
export function parseCustomColumns(spec: string): Result<readonly CustomColumn[], Failure> {
  const columns: CustomColumn[] = [];
  for (const part of splitColumns(spec)) {
    const colon = part.indexOf(':');
    if (colon < 0) return err(text(`unexpected custom-columns spec: ${part}, expected <header>:<json-path-expr>`));
    columns.push({ header: part.slice(0, colon), path: relaxed(part.slice(colon + 1)) });
  }
  return ok(columns);
}

/** Commas part columns, but not inside brackets. */
function splitColumns(spec: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const c of spec) {
    if (c === '[' || c === '(') depth++;
    if (c === ']' || c === ')') depth--;
    if (c === ',' && depth === 0) {
      parts.push(part);
      part = '';
    } else part += c;
  }
  return [...parts, part];
}

/** `x.y`, `.x.y`, `{x.y}` and `{.x.y}` all mean `{.x.y}`. Models kubectl pkg/cmd/get customcolumn.go RelaxedJSONPathExpression. */
export function relaxed(path: string): string {
  const inner = path.replace(/^\{|\}$/g, '');
  return `{${inner.startsWith('.') || inner.startsWith('$') ? '' : '.'}${inner}}`;
}

export function customColumns(columns: readonly CustomColumn[], objects: readonly KubeObject[], noHeaders: boolean, options: TabOptions): Result<string, Failure> {
  const lines: string[] = noHeaders ? [] : [columns.map((column) => column.header).join('\t')];
  for (const object of objects) {
    const cells: string[] = [];
    for (const { path } of columns) {
      const found = findJsonPath(path, object);
      if (!found.ok) return err(text(found.error));
      cells.push(found.value.length === 0 ? '<none>' : found.value.map(cell).join(','));
    }
    lines.push(cells.join('\t'));
  }
  return ok(lines.length === 0 ? '' : alignTabs(`${lines.join('\n')}\n`, options));
}

/** Go's %v: maps and lists are written as Go writes them. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '<none>';
  if (Array.isArray(value)) return `[${(value as readonly unknown[]).map(cell).join(' ')}]`;
  if (typeof value !== 'object') return show(value);
  return `map[${Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => `${key}:${cell(each)}`).join(' ')}]`;
}
