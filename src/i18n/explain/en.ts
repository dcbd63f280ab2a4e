/** A step or state: its heading, and two to four sentences. `{name}` places are filled from the trace. */
export interface Explanation {
  readonly title: string;
  readonly text: string;
}

export interface StateText {
  readonly name: string;
  readonly text: string;
}

/** The long texts of one language; keys are rules, chapters and `machine.state` of the trace. */
export interface Explanations {
  readonly steps: Readonly<Record<string, Explanation>>;
  readonly chapters: Readonly<Record<string, Explanation>>;
  readonly states: Readonly<Record<string, StateText>>;
}

export const en: Explanations = { steps: {}, chapters: {}, states: {} };
