import { FitAddon } from '@xterm/addon-fit';
import { Terminal, type ITheme } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { drawInput, eraseInput, type DrawnInput } from './input-row';
import { edited, editOf, EMPTY, type Line } from './line-editor';
import { isComplete } from './shell-line';
import { countBy, type Colors, type Piece } from './transcript';

/** What the terminal asks of the page. */
export interface TerminalHandlers {
  /** A whole command was entered. */
  readonly run: (text: string) => void;
  readonly interrupt: () => void;
  /** Completions of the word before the cursor: whole replacements of the line's start. */
  readonly complete: (beforeCursor: string) => readonly string[];
}

export interface TerminalContent {
  readonly pieces: readonly Piece[];
  readonly t: number;
  readonly running: boolean;
  readonly ghost: string;
  /** Enter on an empty line runs the ghost. */
  readonly ghostRuns: boolean;
  readonly history: readonly string[];
}

export interface TerminalView {
  show(content: TerminalContent): void;
  fit(): void;
  focus(): void;
  type(text: string): void;
  retheme(element: Element): void;
  destroy(): void;
}

/** In pixels; a narrow panel shows more columns with the smaller one. */
const FONT_SIZE = { roomy: 12.5, narrow: 11.5 };
const NARROW = 340;

/** What terminals put around pasted text. */
const PASTE_BEGIN = '\x1b[200~';
const PASTE_END = '\x1b[201~';

const rgb = (r: number, g: number, b: number) => (text: string): string => `\x1b[38;2;${r};${g};${b}m${text}\x1b[39m`;
const parse = (hex: string): ((text: string) => string) => rgb(parseInt(hex.slice(1, 3), 16), parseInt(hex.slice(3, 5), 16), parseInt(hex.slice(5, 7), 16));

/** The colours of pieces; they are baked into the text, so they come from the page once. */
export function terminalColors(element: Element): Colors & { readonly dim: (text: string) => string } {
  const style = getComputedStyle(element);
  const get = (name: string): ((text: string) => string) => parse(style.getPropertyValue(name).trim());
  return { prompt: get('--term-prompt'), command: (text) => `\x1b[1m${text}\x1b[22m`, good: get('--term-good'), bad: get('--term-bad'), dim: get('--term-dim') };
}

function themeOf(element: Element): ITheme {
  const style = getComputedStyle(element);
  const get = (name: string): string => style.getPropertyValue(name).trim();
  return { background: get('--term-bg'), foreground: get('--term-ink'), cursor: get('--term-ink'), cursorAccent: get('--term-bg'), selectionBackground: get('--term-select') };
}

/** An xterm whose screen is a function of the playhead, with a line to type on at its end. Loaded after the page. */
export function openTerminal(element: HTMLElement, label: string, handlers: TerminalHandlers): TerminalView {
  const term = new Terminal({
    fontFamily: getComputedStyle(element).getPropertyValue('--mono'), fontSize: FONT_SIZE.roomy, lineHeight: 1.4, cursorBlink: true, cursorStyle: 'block', cursorInactiveStyle: 'outline',
    scrollback: 5000, theme: themeOf(element), screenReaderMode: true, allowProposedApi: false, convertEol: false, minimumContrastRatio: 4.5, fontWeightBold: '600',
  });
  const fitter = new FitAddon();
  term.loadAddon(fitter);
  term.open(element);
  term.textarea?.setAttribute('aria-label', label);
  let colors = terminalColors(element);
  let line: Line = EMPTY;
  let drawn: DrawnInput | undefined;
  let content: TerminalContent = { pieces: [], t: 0, running: true, ghost: '', ghostRuns: false, history: [] };
  let written: readonly Piece[] = [];
  let place = 0;
  let saved = '';

  const redraw = (): void => {
    const erase = eraseInput(drawn);
    const hidden = content.running && line.text === '';
    drawn = hidden ? undefined : drawInput(line, { columns: term.cols, prompt: !content.running, ghost: content.running ? '' : content.ghost, dim: colors.dim, colors });
    term.write(erase + (drawn?.text ?? ''));
  };

  /** Brings the screen to what had come by the playhead: writes on when it can, else begins anew. */
  const sync = (): void => {
    const count = countBy(content.pieces, content.t);
    const onwards = written.length <= count && written.every((piece, i) => piece.at === content.pieces[i]?.at && piece.text === content.pieces[i]?.text);
    const text = content.pieces.slice(onwards ? written.length : 0, count).map((piece) => piece.text).join('');
    if (!onwards) {
      drawn = undefined;
      term.write('\x1b[2J\x1b[3J\x1b[H');
    }
    if (onwards && text === '') {
      redraw();
      return;
    }
    written = content.pieces.slice(0, count);
    term.write(eraseInput(drawn) + text);
    drawn = undefined;
    redraw();
  };

  const set = (next: Line): void => {
    line = next;
    redraw();
  };

  const enter = (): void => {
    const text = line.text.trim() === '' && content.ghostRuns && !content.running ? content.ghost : line.text;
    if (text.trim() === '') return;
    if (!isComplete(text)) {
      set(edited({ ...line, cursor: line.text.length }, { type: 'insert', text: '\n' }));
      return;
    }
    line = EMPTY;
    place = 0;
    redraw();
    handlers.run(text);
  };

  const recall = (direction: 1 | -1): void => {
    const { history } = content;
    const next = place + direction;
    if (next < 0 || next > history.length) return;
    if (place === 0) saved = line.text;
    place = next;
    set(edited(line, { type: 'replace', text: place === 0 ? saved : (history[history.length - place] ?? '') }));
  };

  const complete = (): void => {
    if (line.text === '' && content.ghost !== '') {
      set(edited(line, { type: 'replace', text: content.ghost }));
      return;
    }
    const before = line.text.slice(0, line.cursor);
    const options = handlers.complete(before);
    const [only] = options;
    if (only !== undefined && options.length === 1) set({ text: only + line.text.slice(line.cursor), cursor: only.length });
    else {
      const common = commonStart(options);
      if (common.length > before.length) set({ text: common + line.text.slice(line.cursor), cursor: common.length });
    }
  };

  // Tab leaves the terminal when there is nothing to complete: nobody is trapped in it.
  term.attachCustomKeyEventHandler((event) => {
    if (event.type !== 'keydown') return true;
    if (event.key === 'Tab') {
      const useful = !event.shiftKey && !content.running && (line.text !== '' ? handlers.complete(line.text.slice(0, line.cursor)).length > 0 : false);
      if (useful) event.preventDefault();
      return useful;
    }
    return !((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k' && event.metaKey);
  });
  const listening = term.onData((data) => {
    switch (data) {
      case '\r': enter(); return;
      case '\t': complete(); return;
      case '\x1b[A': case '\x10': recall(1); return;
      case '\x1b[B': case '\x0e': recall(-1); return;
      case '\x03':
        if (content.running) handlers.interrupt();
        set(EMPTY);
        return;
      case '\x0c': term.clear(); return;
    }
    if (data === '\x1b[C' && line.text === '' && content.ghost !== '') {
      complete();
      return;
    }
    const pasted = data.replaceAll(PASTE_BEGIN, '').replaceAll(PASTE_END, '');
    const edit = editOf(pasted);
    if (edit === undefined) return;
    set(edited(line, edit));
    // A pasted text that ends in a line break runs.
    if (edit.type === 'insert' && edit.text.length > 1 && edit.text.endsWith('\n') && isComplete(line.text.trimEnd())) {
      line = edited(line, { type: 'replace', text: line.text.trimEnd() });
      enter();
    }
  });

  return {
    show(next) {
      const news = next.pieces !== content.pieces || next.running !== content.running || next.ghost !== content.ghost || countBy(next.pieces, next.t) !== written.length;
      content = next;
      if (news) sync();
    },
    fit() {
      if (element.clientWidth < 40 || element.clientHeight < 20) return;
      const before = term.cols;
      term.options.fontSize = element.clientWidth < NARROW ? FONT_SIZE.narrow : FONT_SIZE.roomy;
      fitter.fit();
      if (term.cols !== before) {
        written = [];
        drawn = undefined;
        term.write('\x1b[2J\x1b[3J\x1b[H');
        sync();
      }
    },
    focus: () => term.focus(),
    type(text) {
      set(edited(line, { type: 'replace', text }));
      term.focus();
    },
    retheme(from) {
      colors = terminalColors(from);
      term.options.theme = themeOf(from);
    },
    destroy() {
      listening.dispose();
      term.dispose();
    },
  };
}

function commonStart(options: readonly string[]): string {
  let common = options[0] ?? '';
  for (const option of options) while (!option.startsWith(common)) common = common.slice(0, -1);
  return common;
}
