import type { Fact, Micros } from '../types';
import { contentOf, writesOf, type Side } from './parting';

/** An object that the two runs left in different shape; undefined where a run does not have it (any more). */
export interface ObjectComparison {
  /** Its common name. */
  readonly subject: string;
  readonly left: Fact | undefined;
  readonly right: Fact | undefined;
  /** When the left run wrote it last. */
  readonly at: Micros | undefined;
}

/** Objects that commands led to and that ended different, in the order in which they were first written. */
export function endsOf(left: Side, right: Side): readonly ObjectComparison[] {
  const [l, r] = [writesOf(left), writesOf(right)];
  return [...new Set([...l.keys(), ...r.keys()])].flatMap((subject): readonly ObjectComparison[] => {
    const [a, b] = [l.get(subject)?.at(-1)?.fact, r.get(subject)?.at(-1)?.fact];
    const [x, y] = [present(a), present(b)];
    if (x === undefined && y === undefined) return [];
    // Whether the last write made it or changed it is history, not shape.
    if (x !== undefined && y !== undefined && contentOf({ ...x, type: 'update' }) === contentOf({ ...y, type: 'update' })) return [];
    return [{ subject, left: x, right: y, at: a?.time }];
  });
}

const present = (fact: Fact | undefined): Fact | undefined => (fact?.type === 'delete' ? undefined : fact);
