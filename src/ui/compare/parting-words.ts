import type { Texts } from '../../i18n/en';
import type { Explanations } from '../../i18n/explain/en';
import { componentOf } from '../../trace/components';
import type { Parting, Place } from '../../trace/compare/parting';
import type { ComponentId, Micros, RowRef } from '../../trace/types';
import { duration } from '../format';
import { actorName, stateName, subjectName } from '../texts/words';
import { factWords } from './fact-words';

/** One sentence of where two runs part, and the place of the present run that it is about. */
export interface PartingLine {
  readonly title: string;
  readonly text: string;
  /** What woke the component there. */
  readonly woken: string | undefined;
  readonly component: ComponentId | undefined;
  /** Undefined when the present run does not have the place. */
  readonly place: { readonly at: Micros; readonly ref?: RowRef; readonly subject?: string } | undefined;
}

/** The three first differences in words. */
export function partingLines(t: Texts, explanations: Explanations | undefined, { time, path, result }: Parting): readonly PartingLine[] {
  return [timeLine(t, explanations, time), pathLine(t, explanations, path), resultLine(t, result)];
}

function timeLine(t: Texts, explanations: Explanations | undefined, time: Parting['time']): PartingLine {
  const c = t.compare;
  if (time === undefined) return nowhere(c.firstTime, c.noTime);
  const { left, right } = time;
  return {
    title: c.firstTime, text: c.time(actorName(t, left.actor), stateName(explanations, left.machine, left.state), duration(left.since), duration(right.since)),
    woken: wokenBy(t, left), component: componentOf(left.actor), place: { at: left.at, ref: left.ref },
  };
}

function pathLine(t: Texts, explanations: Explanations | undefined, path: Parting['path']): PartingLine {
  const c = t.compare;
  const of = path?.left ?? path?.right;
  if (path === undefined || of === undefined) return nowhere(c.firstPath, c.noPath);
  const { before, left, right } = path;
  const name = (place: Place): string => stateName(explanations, place.machine, place.state);
  const actor = actorName(t, of.actor);
  const about = of.subject === '' ? '' : c.aboutSubject(subjectName(t, of.subject));
  const text = left !== undefined && right !== undefined
    ? before === undefined ? c.path.begins(actor, about, name(left), name(right)) : c.path.both(actor, about, name(before), name(left), name(right))
    : left !== undefined
      ? before === undefined ? c.path.onlyHere(actor, about, name(left)) : c.path.goesOnHere(actor, about, name(before), name(left))
      : before === undefined ? c.path.onlyThere(actor, about, name(of)) : c.path.goesOnThere(actor, about, name(before), name(of));
  const place = left ?? before;
  return { title: c.firstPath, text, woken: wokenBy(t, of), component: componentOf(of.actor), place: place === undefined ? undefined : { at: place.at, ref: place.ref } };
}

function resultLine(t: Texts, result: Parting['result']): PartingLine {
  const c = t.compare;
  const of = result?.left?.fact ?? result?.right?.fact;
  if (result === undefined || of === undefined) return nowhere(c.firstResult, c.noResult);
  const [left, right] = [result.left?.fact, result.right?.fact];
  const by = actorName(t, result.by);
  const subject = subjectName(t, of.subject);
  return {
    title: c.firstResult,
    text: left !== undefined && right !== undefined ? c.result(by, subject, factWords(c, left, right), factWords(c, right, left)) : c.resultOne(by, subject, left !== undefined ? c.hereWord : c.thereWord),
    woken: undefined, component: componentOf(result.by), place: left === undefined ? undefined : { at: left.time, subject: left.subject },
  };
}

const nowhere = (title: string, text: string): PartingLine => ({ title, text, woken: undefined, component: undefined, place: undefined });

function wokenBy(t: Texts, { wokenBy: message }: Place): string | undefined {
  if (message === undefined) return undefined;
  const label = message.label.replace(/\?.*/, '');
  return message.from === '' ? t.compare.wokenBySelf(label) : t.compare.woken(label, actorName(t, message.from));
}
