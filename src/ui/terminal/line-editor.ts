/** The line that a person is typing. */
export interface Line {
  readonly text: string;
  /** Position in `text`, 0 before the first character. */
  readonly cursor: number;
}

export const EMPTY: Line = { text: '', cursor: 0 };

export type Edit =
  | { readonly type: 'insert'; readonly text: string }
  | { readonly type: 'left' | 'right' | 'wordLeft' | 'wordRight' | 'home' | 'end' }
  | { readonly type: 'backspace' | 'delete' | 'killWord' | 'killToEnd' | 'killToStart' }
  | { readonly type: 'replace'; readonly text: string };

/** One edit, as readline's emacs keys do it. */
export function edited(line: Line, edit: Edit): Line {
  const { text, cursor } = line;
  switch (edit.type) {
    case 'insert': return { text: text.slice(0, cursor) + edit.text + text.slice(cursor), cursor: cursor + edit.text.length };
    case 'left': return { text, cursor: Math.max(0, cursor - 1) };
    case 'right': return { text, cursor: Math.min(text.length, cursor + 1) };
    case 'wordLeft': return { text, cursor: wordStart(text, cursor) };
    case 'wordRight': return { text, cursor: wordEnd(text, cursor) };
    case 'home': return { text, cursor: text.lastIndexOf('\n', cursor - 1) + 1 };
    case 'end': {
      const end = text.indexOf('\n', cursor);
      return { text, cursor: end < 0 ? text.length : end };
    }
    case 'backspace': return cursor === 0 ? line : cut(text, cursor - 1, cursor);
    case 'delete': return cursor === text.length ? line : cut(text, cursor, cursor + 1);
    case 'killWord': return cut(text, wordStart(text, cursor), cursor);
    case 'killToEnd': return cut(text, cursor, text.length);
    case 'killToStart': return cut(text, 0, cursor);
    case 'replace': return { text: edit.text, cursor: edit.text.length };
  }
}

const cut = (text: string, from: number, to: number): Line => ({ text: text.slice(0, from) + text.slice(to), cursor: from });

function wordStart(text: string, cursor: number): number {
  let i = cursor;
  while (i > 0 && text[i - 1] === ' ') i--;
  while (i > 0 && text[i - 1] !== ' ') i--;
  return i;
}

function wordEnd(text: string, cursor: number): number {
  let i = cursor;
  while (i < text.length && text[i] === ' ') i++;
  while (i < text.length && text[i] !== ' ') i++;
  return i;
}

/** What the terminal sends for a key, as an edit; undefined for keys that mean something else. */
export function editOf(data: string): Edit | undefined {
  switch (data) {
    case '\x7f': case '\b': return { type: 'backspace' };
    case '\x1b[3~': return { type: 'delete' };
    case '\x1b[D': case '\x02': return { type: 'left' };
    case '\x1b[C': case '\x06': return { type: 'right' };
    case '\x1bb': case '\x1b[1;5D': case '\x1b[1;3D': return { type: 'wordLeft' };
    case '\x1bf': case '\x1b[1;5C': case '\x1b[1;3C': return { type: 'wordRight' };
    case '\x1b[H': case '\x1bOH': case '\x01': return { type: 'home' };
    case '\x1b[F': case '\x1bOF': case '\x05': return { type: 'end' };
    case '\x17': case '\x1b\x7f': return { type: 'killWord' };
    case '\x0b': return { type: 'killToEnd' };
    case '\x15': return { type: 'killToStart' };
    default: return data.startsWith('\x1b') || (data.length === 1 && data < ' ') ? undefined : { type: 'insert', text: data.replace(/\r\n?/g, '\n') };
  }
}
