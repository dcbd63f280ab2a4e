/** Something to be said of the page itself, above it, with one thing that can be done about it. */
export interface Told {
  readonly text: string;
  readonly bad: boolean;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** Calls between parts of the page that are no state: "type this into the terminal", "show that box". */
export interface Shell {
  /** Asks whoever registered under `name`; nobody there is no mistake. */
  ask<N extends keyof Wishes>(name: N, wish: Wishes[N]): void;
  on<N extends keyof Wishes>(name: N, answer: (wish: Wishes[N]) => void): () => void;
}

export interface Wishes {
  /** Put a line into the terminal without running it. */
  readonly type: string;
  readonly focusTerminal: undefined;
  /** Give the terminal room for wide tables, or take it back. */
  readonly widenTerminal: boolean;
  /** The next command is to run at the playhead. */
  readonly branch: undefined;
  readonly openSearch: undefined;
  readonly openHelp: undefined;
  readonly openCompare: undefined;
  /** Let the person choose a scenario file. */
  readonly openFile: undefined;
  /** Write it into a file. */
  readonly save: 'scenario' | 'log' | 'map';
  /** Say it above the page; undefined takes back what was said. */
  readonly tell: Told | undefined;
  readonly fitMap: undefined;
  /** Show the timeline's whole run. */
  readonly fitTimeline: undefined;
  /** Say it to people who listen. */
  readonly announce: string;
  /** On a phone: show this panel. */
  readonly reveal: 'terminal' | 'journey' | 'map' | 'timeline' | 'inspector';
}

export function createShell(): Shell {
  const answers = new Map<string, Set<(wish: never) => void>>();
  return {
    ask(name, wish) {
      for (const answer of answers.get(name) ?? []) (answer as (wish: unknown) => void)(wish);
    },
    on(name, answer) {
      const known = answers.get(name) ?? new Set();
      answers.set(name, known);
      known.add(answer);
      return () => known.delete(answer);
    },
  };
}
