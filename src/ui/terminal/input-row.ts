import type { Line } from './line-editor';
import { CONTINUED, PROMPT, type Colors } from './transcript';

/** Control sequences that draw the typed line below what is on the screen, and where the cursor then stands. */
export interface DrawnInput {
  readonly text: string;
  /** Rows between the first row of the input and the cursor. */
  readonly cursorRow: number;
}

export interface InputLook {
  readonly columns: number;
  /** False while a command runs: what is typed ahead has no prompt. */
  readonly prompt: boolean;
  /** Shown dim behind an empty line. */
  readonly ghost: string;
  readonly dim: (text: string) => string;
  readonly colors: Colors;
}

export const CLEAR_DOWN = '\x1b[J';
const up = (rows: number): string => (rows > 0 ? `\x1b[${rows}A` : '');

/** Takes the input away: the cursor goes to its first column. */
export const eraseInput = (drawn: DrawnInput | undefined): string => (drawn === undefined ? '' : `\r${up(drawn.cursorRow)}${CLEAR_DOWN}`);

export function drawInput(line: Line, { columns, prompt, ghost, dim, colors }: InputLook): DrawnInput {
  const rows = line.text.split('\n');
  const lead = (i: number): string => (i > 0 ? CONTINUED : prompt ? PROMPT : '');
  const body = rows.map((row, i) => colors.prompt(lead(i)) + row).join('\r\n');
  const heights = rows.map((row, i) => Math.floor((lead(i).length + row.length) / columns) + 1);
  // A row that fills the last column: the cursor only wraps when something follows.
  const wrap = (lead(rows.length - 1).length + (rows[rows.length - 1] ?? '').length) % columns === 0 && line.text !== '' ? ' \r' : '';
  const before = line.text.slice(0, line.cursor).split('\n');
  const row = before.length - 1;
  const column = lead(row).length + (before[row] ?? '').length;
  const cursorRow = heights.slice(0, row).reduce((sum, h) => sum + h, 0) + Math.floor(column / columns);
  const shownGhost = line.text === '' && ghost !== '' ? ghost.slice(0, Math.max(0, columns - PROMPT.length - 1)) : '';
  const total = heights.reduce((sum, h) => sum + h, 0);
  const back = `\r${up(total - 1 - cursorRow)}${column % columns > 0 ? `\x1b[${column % columns}C` : ''}`;
  return { text: body + wrap + (shownGhost === '' ? '' : dim(shownGhost)) + back, cursorRow };
}
