export interface TabOptions {
  readonly minWidth: number;
  readonly padding: number;
  /** Column widths of what was written before, which later rows keep; grows. */
  readonly remembered?: number[];
}

/** Tables of kubectl: at least 6 wide, 3 blanks between. Models kubectl pkg/printers tabwriter.go GetNewTabWriter. */
export const TABLE: TabOptions = { minWidth: 6, padding: 3 };
/** Descriptions. Models kubectl pkg/describe describe.go tabbedString. */
export const DESCRIPTION: TabOptions = { minWidth: 0, padding: 2 };

/**
 * Aligns text in which cells end with tabs. A column is a run of neighbouring lines that have such a cell; the text after
 * the last tab of a line belongs to no column. Models Go text/tabwriter.
 */
export function alignTabs(text: string, options: TabOptions): string {
  const ended = text.endsWith('\n');
  const lines = (ended ? text.slice(0, -1) : text).split('\n').map((line) => line.split('\t'));
  const out: string[] = [];
  format(lines, 0, lines.length, [], options, out);
  return out.join('\n') + (ended ? '\n' : '');
}

const width = (text: string): number => [...text].length;

function format(lines: readonly (readonly string[])[], from: number, to: number, widths: readonly number[], options: TabOptions, out: string[]): void {
  const column = widths.length;
  let start = from;
  for (let i = from; i < to; i++) {
    if (column >= (lines[i]?.length ?? 0) - 1) continue;
    write(lines, start, i, widths, out);
    start = i;
    let end = i;
    let wide = options.minWidth;
    for (; end < to && column < (lines[end]?.length ?? 0) - 1; end++) wide = Math.max(wide, width(lines[end]?.[column] ?? '') + options.padding);
    if (options.remembered !== undefined) {
      wide = Math.max(wide, options.remembered[column] ?? 0);
      options.remembered[column] = wide;
    }
    format(lines, start, end, [...widths, wide], options, out);
    start = end;
    i = end;
  }
  write(lines, start, to, widths, out);
}

function write(lines: readonly (readonly string[])[], from: number, to: number, widths: readonly number[], out: string[]): void {
  for (let i = from; i < to; i++) {
    const cells = lines[i] ?? [];
    out.push(cells.map((cell, j) => (j < widths.length ? cell + ' '.repeat(Math.max(0, (widths[j] ?? 0) - width(cell))) : cell)).join(''));
  }
}
