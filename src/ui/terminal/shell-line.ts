/** What a shell would hand to kubectl: the command, and what stands behind `<<EOF`. */
export interface ShellLine {
  readonly line: string;
  readonly stdin: string | undefined;
}

const HEREDOC = /<<-?\s*(['"]?)(\w+)\1/;

/** Whether Enter runs it: false while a quote, a trailing backslash or a here-document is open. */
export function isComplete(text: string): boolean {
  const heredoc = HEREDOC.exec(text);
  if (heredoc !== null) {
    const [, , word = ''] = heredoc;
    return text.slice(heredoc.index).split('\n').slice(1).some((row) => row.trim() === word);
  }
  if (/(^|[^\\])(\\\\)*\\$/.test(text)) return false;
  return !openQuote(text);
}

function openQuote(text: string): boolean {
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const c = text[i] ?? '';
    if (quote === '' && c === '\\') i++;
    else if (quote === '"' && c === '\\') i++;
    else if (quote === '' && (c === "'" || c === '"')) quote = c;
    else if (c === quote) quote = '';
  }
  return quote !== '';
}

/** Joins continued lines and takes a here-document out. */
export function shellLine(text: string): ShellLine {
  const heredoc = HEREDOC.exec(text);
  if (heredoc === null) return { line: joined(text), stdin: undefined };
  const [whole, , word = ''] = heredoc;
  const firstBreak = text.indexOf('\n', heredoc.index);
  const rows = text.slice(firstBreak + 1).split('\n');
  const end = rows.findIndex((row) => row.trim() === word);
  const before = text.slice(0, firstBreak < 0 ? text.length : firstBreak).replace(whole, ' ');
  return { line: joined(before).replace(/ {2,}/g, ' '), stdin: `${rows.slice(0, end < 0 ? rows.length : end).join('\n')}\n` };
}

/** What one would type for it: the reverse of `shellLine`. */
export function typedText({ line, stdin }: ShellLine): string {
  if (stdin === undefined) return line;
  const rows = stdin.replace(/\n$/, '').split('\n');
  let word = 'EOF';
  while (rows.some((row) => row.trim() === word)) word += '_';
  return [`${line} <<${word}`, ...rows, word].join('\n');
}

const joined = (text: string): string => text.replace(/\\\n\s*/g, '').trim();
