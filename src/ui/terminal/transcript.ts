/** One command of the session, as far as the terminal shows it. */
export interface TranscriptCommand {
  readonly id: number;
  /** As it was typed, here-document and all. */
  readonly line: string;
  /** Virtual time (µs); undefined while the engine has not taken it. */
  readonly at: number | undefined;
  readonly exit: { readonly at: number } | undefined;
  readonly interruptedAt: number | undefined;
}

export interface TranscriptOutput {
  readonly id: number;
  readonly at: number;
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

export interface Colors {
  readonly prompt: (text: string) => string;
  readonly command: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
}

/** A piece of the screen and when it came. */
export interface Piece {
  readonly at: number;
  readonly text: string;
}

export const PROMPT = '$ ';
export const CONTINUED = '> ';

/** Everything that the terminal ever shows, in order of time. What stands on the screen at `t` is what came by then. */
export function pieces(commands: readonly TranscriptCommand[], outputs: readonly TranscriptOutput[], colors: Colors): readonly Piece[] {
  const all: Piece[] = [];
  for (const command of commands) {
    if (command.at === undefined) continue;
    const typed = command.line.split('\n').map((row, i) => colors.prompt(i === 0 ? PROMPT : CONTINUED) + colors.command(row));
    all.push({ at: command.at, text: `${typed.join('\r\n')}\r\n` });
    for (const output of outputs) if (output.id === command.id) all.push({ at: output.at, text: painted(output, colors) });
    if (command.interruptedAt !== undefined) all.push({ at: command.interruptedAt, text: '^C\r\n' });
  }
  return all.map((piece, i) => ({ piece, i })).sort((a, b) => a.piece.at - b.piece.at || a.i - b.i).map(({ piece }) => piece);
}

function painted(output: TranscriptOutput, colors: Colors): string {
  const paint = output.stream === 'stderr' ? colors.bad : / (created|configured|scaled|exposed|patched|labeled|updated|deleted|unchanged|rolled back|annotated)( |$)/.test(output.text.split('\n')[0] ?? '') ? colors.good : (text: string) => text;
  const body = output.text.endsWith('\n') ? output.text.slice(0, -1) : output.text;
  const rows = body.split('\n').map((row) => (row === '' ? '' : paint(row)));
  return rows.join('\r\n') + (output.text.endsWith('\n') ? '\r\n' : '');
}

/** How many pieces have come by `t`. */
export function countBy(all: readonly Piece[], t: number): number {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.at ?? Infinity) <= t) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The command in the foreground at `t`, if any. */
export function runningAt(commands: readonly TranscriptCommand[], t: number): TranscriptCommand | undefined {
  return commands.find((c) => c.at !== undefined && c.at <= t && (c.exit === undefined || c.exit.at > t) && (c.interruptedAt === undefined || c.interruptedAt > t));
}
