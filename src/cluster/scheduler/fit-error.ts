import type { Rejection } from './framework';

const NOTE_LIMIT = 1024;
const CUT = ' ...';

export const NO_NODES = 'no nodes available to schedule pods';

/** Why no node would do. */
export interface Diagnosis {
  readonly nodeCount: number;
  readonly rejected: readonly Rejection[];
  /** Said before any node was asked. */
  readonly preFilter: Rejection | undefined;
  /** What holds for the nodes that nobody asked. */
  readonly absentReason: string | undefined;
  readonly postFilter: string;
}

/** `0/3 nodes are available: 1 Insufficient cpu, 2 …. preemption: …` */
// Models pkg/scheduler/framework/types.go FitError.Error
export function fitErrorMessage(d: Diagnosis, preFilterCountsNodes: boolean): string {
  let message = `0/${d.nodeCount} nodes are available:`;
  if (d.preFilter !== undefined && !preFilterCountsNodes) message += ` ${d.preFilter.reasons.join(', ')}.`;
  else {
    const counts = new Map<string, number>();
    const add = (reason: string, by: number): void => void counts.set(reason, (counts.get(reason) ?? 0) + by);
    if (d.preFilter !== undefined) for (const reason of d.preFilter.reasons) add(reason, d.nodeCount);
    for (const r of d.rejected) for (const reason of r.reasons) add(reason, 1);
    const absent = d.nodeCount - d.rejected.length;
    if (d.absentReason !== undefined && absent > 0) add(d.absentReason, absent);
    const list = [...counts].map(([reason, n]) => `${n} ${reason}`).sort();
    if (list.length > 0) message += ` ${list.join(', ')}.`;
  }
  return d.postFilter === '' ? message : `${message} ${d.postFilter}`;
}

/** What fits into an event. */
export function truncateNote(message: string): string {
  return message.length <= NOTE_LIMIT ? message : message.slice(0, NOTE_LIMIT - CUT.length) + CUT;
}
