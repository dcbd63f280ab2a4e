import { en } from '../../src/i18n/explain/en';
import { fill } from '../../src/i18n/fill';

/** A chapter's heading as the page shows it. */
export function chapterTitle(id: string): string {
  const text = en.chapters[id];
  if (text === undefined) throw new Error(`no chapter is called ${id}`);
  return text.title;
}

/** A step's heading as the page shows it, its places filled with `params`. */
export function stepTitle(rule: string, params: Readonly<Record<string, string | number>> = {}): string {
  const text = en.steps[rule];
  if (text === undefined) throw new Error(`no step follows from a rule called ${rule}`);
  return fill(text.title, params);
}

/** The same with anything in its places. */
export const stepPattern = (rule: string): RegExp =>
  new RegExp(`^${stepTitle(rule).split(/\{\w+\}/).map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('.+')}(×\\d+)?$`);
