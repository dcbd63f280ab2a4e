import type { Explanations } from './en';

export const zh: Explanations = { steps: {}, chapters: {}, states: {} };
