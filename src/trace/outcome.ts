import { NONE } from '../kernel/time';
import { kubectlEnd } from './kubectl-end';
import { endOf } from './rows';
import { requestOfSpan } from './story-rows';
import type { Trace } from './trace';
import type { Fact, MessageRow, RowRef } from './types';
import type { StoryEnd } from './views';

const WORKLOADS: ReadonlySet<string> = new Set(['pods', 'deployments', 'replicasets', 'statefulsets', 'daemonsets', 'jobs', 'replicationcontrollers']);
/** Words of kubectl's STATUS column that do not mend by themselves. */
const BAD = /Err|BackOff|Error|OOMKilled|Evicted|InvalidImageName|NodeAffinity|OutOf|DeadlineExceeded|CannotRun/;

/** How a command ended. `revisions` are rows of what it led to, events and leases left out; what later commands did is none of its story. */
export function outcomeOf(trace: Trace, command: MessageRow, revisions: readonly number[]): StoryEnd {
  const kubectl = kubectlEnd(trace, command);
  const lastOfAll = revisions.at(-1);
  if (lastOfAll === undefined) return { outcome: kubectl.outcome, refusal: kubectl.refusal, last: kubectl.last };
  const end = writtenEnd(trace, command, revisions, lastOfAll);
  // Part of it may have been done before kubectl gave up.
  if (kubectl.outcome !== 'refused' && kubectl.outcome !== 'failing') return end;
  return end.outcome === 'failing' ? { ...end, refusal: kubectl.refusal } : { outcome: kubectl.outcome, refusal: kubectl.refusal, last: later(trace, end.last, kubectl.last) };
}

function writtenEnd(trace: Trace, command: MessageRow, revisions: readonly number[], lastOfAll: number): StoryEnd {
  const byKey = new Map<number, number[]>();
  for (const row of revisions) {
    const key = trace.log.revisions.key.get(row);
    const rows = byKey.get(key);
    if (rows === undefined) byKey.set(key, [row]);
    else rows.push(row);
  }
  const fact = (row: number | undefined): Fact | undefined => (row === undefined ? undefined : trace.facts.view(row, trace.log.revisions));
  const settle = (key: number): Settled => settledOf(trace, command, byKey.get(key) ?? []);
  let targets = targetsOf(trace, revisions).map(settle);
  // What kubectl wrote was as wanted at once (a label, a taint, no workload at all): the story is what followed from it.
  const atOnce = targets.every(({ rows, settled }) => settled === rows[0]);
  if (atOnce) targets = [...byKey.keys()].filter((key) => WORKLOADS.has(fact(byKey.get(key)?.[0])?.resource ?? '')).map(settle);
  const done: StoryEnd = { outcome: 'done', refusal: undefined, last: writeRef(trace, lastOfAll) };
  if (targets.every(({ settled }) => settled !== undefined)) {
    if (targets.every(({ rows, settled }) => settled === rows[0] || fact(rows.at(-1))?.type === 'delete')) return done;
    return { outcome: 'ready', refusal: undefined, last: writeRef(trace, Math.max(...targets.map(({ settled }) => settled ?? NONE))) };
  }
  // What fails to the end is told up to the write that first says so: of a Job its own verdict, else that of a pod.
  const verdict = targets.find(({ rows }) => hasFailed(fact(rows.at(-1))))?.rows.find((row) => hasFailed(fact(row)));
  const failing = [...byKey.values()].filter((rows) => isBad(fact(rows.at(-1))));
  if (verdict === undefined && failing.length === 0) return { outcome: 'open', refusal: undefined, last: writeRef(trace, Math.max(...targets.flatMap(({ rows }) => rows.at(-1) ?? lastOfAll))) };
  const first = verdict ?? Math.min(...failing.map((rows) => rows.find((row) => saysWhy(fact(row))) ?? lastOfAll));
  return { outcome: 'failing', refusal: undefined, last: writeRef(trace, first) };
}

/** Rows of one object as far as they are this command's story, and the one after which it stayed as wanted. */
interface Settled {
  readonly rows: readonly number[];
  readonly settled: number | undefined;
}

/** An object's story ends where kubectl writes it for a later command: what came after was wanted by that one. */
function settledOf(trace: Trace, command: MessageRow, rows: readonly number[]): Settled {
  const first = rows[0];
  if (first === undefined) return { rows, settled: undefined };
  let until = Infinity;
  for (const row of trace.index.revisionsOfKey(trace.log.revisions.key.get(first))) {
    if (row > first && trace.index.commandOfMessage(trace.log.revisions.cause.get(row)) > command && isByKubectl(trace, row)) {
      until = row;
      break;
    }
  }
  const own = rows.filter((row) => row < until);
  return { rows: own, settled: settledAt(trace, own) };
}

/** The one that ended later. */
function later(trace: Trace, a: RowRef, b: RowRef): RowRef {
  return endOf(trace.log, a, trace.until) > endOf(trace.log, b, trace.until) ? a : b;
}

/** Keys (string numbers) of the workloads that kubectl itself wrote. */
function targetsOf(trace: Trace, revisions: readonly number[]): readonly number[] {
  const keys = new Set<number>();
  for (const row of revisions) {
    if (!WORKLOADS.has(trace.facts.text('resource', row))) continue;
    if (isByKubectl(trace, row)) keys.add(trace.log.revisions.key.get(row));
  }
  return [...keys];
}

/** Whether kubectl's own request led to a revision. */
function isByKubectl(trace: Trace, revision: number): boolean {
  const cause = trace.log.revisions.cause.get(revision);
  const asked = cause === NONE ? NONE : trace.log.messages.cause.get(cause);
  return asked !== NONE && requestOfSpan(trace, asked)?.from === 'kubectl';
}

/** The write, among those of one object, after which it stayed as wanted. */
function settledAt(trace: Trace, rows: readonly number[]): number | undefined {
  let settled: number | undefined;
  for (const row of rows) {
    if (!isSettled(trace.facts.view(row, trace.log.revisions))) settled = undefined;
    else settled ??= row;
  }
  return settled;
}

function isSettled(fact: Fact): boolean {
  if (fact.type === 'delete') return true;
  if (fact.deleting) return false;
  switch (fact.resource) {
    case 'pods': return fact.phase === 'Succeeded' || (fact.wanted > 0 && fact.ready === fact.wanted);
    case 'jobs': return fact.word === 'Complete' || fact.word === 'SuccessCriteriaMet';
    case 'deployments': case 'statefulsets': return fact.ready === fact.wanted && fact.updated === fact.wanted && fact.current === fact.wanted;
    default: return fact.ready === fact.wanted && fact.current === fact.wanted;
  }
}

/** A Job's verdict that it has failed. */
function hasFailed(fact: Fact | undefined): boolean {
  return fact?.resource === 'jobs' && (fact.word === 'Failed' || fact.word === 'FailureTarget');
}

function isBad(fact: Fact | undefined): boolean {
  if (fact?.resource !== 'pods' || fact.type === 'delete') return false;
  return BAD.test(fact.word) || fact.phase === 'Failed' || (fact.phase === 'Pending' && fact.node === '');
}

/** A pod's failure that its own status tells. A pod without a node is only waiting until the scheduler has written why. */
function saysWhy(fact: Fact | undefined): boolean {
  return fact !== undefined && (BAD.test(fact.word) || fact.phase === 'Failed' || (isBad(fact) && fact.type === 'update'));
}

/** A write as a row: the span of etcd that applied it, else the message that asked for it. */
function writeRef(trace: Trace, revision: number): RowRef {
  const cause = trace.log.revisions.cause.get(revision);
  const time = trace.log.revisions.time.get(revision);
  for (const row of trace.index.spansCausedBy(cause)) if (trace.log.spans.begin.get(row) === time) return { kind: 'span', row };
  return { kind: 'message', row: cause };
}
