/** A step or chapter: its heading, and two to four sentences. `{name}` places are filled from the trace. */
export interface Explanation {
  readonly title: string;
  readonly text: string;
}

/** A chapter, with a heading for narrow places: a word or two. */
export interface ChapterText extends Explanation {
  readonly short: string;
}

/** A state of a machine: its name for a reader, and what it means. */
export interface StateText {
  readonly name: string;
  readonly text: string;
}

/** States of one machine, `state: [name, text]`, under the keys `machine.state`. */
export function statesOf(machine: string, rows: Readonly<Record<string, readonly [name: string, text: string]>>): Readonly<Record<string, StateText>> {
  return Object.fromEntries(Object.entries(rows).map(([state, [name, text]]) => [`${machine}.${state}`, { name, text }]));
}
