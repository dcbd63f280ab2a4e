import { MESSAGE_KINDS } from '../kernel/log';
import { NONE } from '../kernel/time';
import { codeOf } from './requests-at';
import { messageView } from './rows';
import { REFUSING, stageOf } from './stages';
import { requestOfSpan } from './story-rows';
import type { Trace } from './trace';
import type { Fact, MessageRow, RowRef } from './types';
import type { Journey, Outcome } from './views';

const RESPONSE = MESSAGE_KINDS.indexOf('response');
const WORKLOADS: ReadonlySet<string> = new Set(['pods', 'deployments', 'replicasets', 'statefulsets', 'daemonsets', 'jobs', 'replicationcontrollers']);
/** Words of kubectl's STATUS column that do not mend by themselves. */
const BAD = /Err|BackOff|Error|OOMKilled|Evicted|InvalidImageName|NodeAffinity|OutOf|DeadlineExceeded|CannotRun/;

export interface StoryEnd {
  readonly outcome: Outcome;
  readonly refusal: Journey['refusal'];
  /** Where the story ends: the write that made it ready, else the last one, else what kubectl did last. */
  readonly last: RowRef;
}

/** How a command ended. `revisions` are rows of what it led to, events and leases left out; what later commands did is none of its story. */
export function outcomeOf(trace: Trace, command: MessageRow, revisions: readonly number[]): StoryEnd {
  const lastOfAll = revisions.at(-1);
  if (lastOfAll === undefined) return answered(trace, command);
  const byKey = new Map<number, number[]>();
  for (const row of revisions) {
    const key = trace.log.revisions.key.get(row);
    const rows = byKey.get(key);
    if (rows === undefined) byKey.set(key, [row]);
    else rows.push(row);
  }
  const fact = (row: number | undefined): Fact | undefined => (row === undefined ? undefined : trace.facts.view(row, trace.log.revisions));
  const targets = targetsOf(trace, revisions).map((key) => byKey.get(key) ?? []);
  if (targets.length === 0) return { outcome: 'done', refusal: undefined, last: writeRef(trace, lastOfAll) };
  const settled = targets.map((rows) => settledAt(trace, rows));
  if (settled.every((row) => row !== undefined)) {
    const deleted = targets.every((rows) => fact(rows.at(-1))?.type === 'delete');
    return { outcome: deleted ? 'done' : 'ready', refusal: undefined, last: writeRef(trace, deleted ? lastOfAll : Math.max(...settled)) };
  }
  // What fails to the end is told up to the write that first says so.
  const failing = [...byKey.values()].filter((rows) => isBad(fact(rows.at(-1))));
  const first = Math.min(...failing.map((rows) => rows.find((row) => saysWhy(fact(row))) ?? lastOfAll));
  return failing.length > 0 ? { outcome: 'failing', refusal: undefined, last: writeRef(trace, first) } : { outcome: 'open', refusal: undefined, last: writeRef(trace, lastOfAll) };
}

/** Keys (string numbers) of the workloads that kubectl itself wrote. */
function targetsOf(trace: Trace, revisions: readonly number[]): readonly number[] {
  const keys = new Set<number>();
  for (const row of revisions) {
    if (!WORKLOADS.has(trace.facts.text('resource', row))) continue;
    const asked = trace.log.messages.cause.get(trace.log.revisions.cause.get(row));
    if (asked !== NONE && requestOfSpan(trace, asked)?.from === 'kubectl') keys.add(trace.log.revisions.key.get(row));
  }
  return [...keys];
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

/** Nothing was written: the story ends at kubectl. */
function answered(trace: Trace, command: MessageRow): StoryEnd {
  const { log, index } = trace;
  let last: RowRef = { kind: 'message', row: command };
  let asked = false;
  let refusal: Journey['refusal'];
  const kubectl = [...index.spansCausedBy(command)][0];
  if (kubectl === undefined) return { outcome: 'open', refusal, last };
  for (const row of index.spansOfInstance(log.spans.instance.get(kubectl))) {
    last = { kind: 'span', row };
    for (const message of index.messagesSentIn(row)) asked ||= messageView(log, message).kind === 'http';
    const cause = log.spans.cause.get(row);
    if (cause === NONE || log.messages.kind.get(cause) !== RESPONSE) continue;
    const code = codeOf(messageView(log, cause).label) ?? 0;
    refusal = code >= 400 ? { code, step: refusingStage(trace, cause) } : undefined;
  }
  if (refusal !== undefined) return { outcome: 'refused', refusal, last };
  const state = last.kind === 'span' ? (log.strings[log.spans.state.get(last.row)] ?? '') : '';
  return { outcome: !asked && /fail|error|refus/i.test(state) ? 'usage' : 'done', refusal, last };
}

/** The stage that said no. */
function refusingStage(trace: Trace, response: MessageRow): string {
  const { log, index } = trace;
  let stage = '';
  for (const row of index.spansOfInstance(log.spans.instance.get(log.messages.cause.get(response)))) {
    const state = log.strings[log.spans.state.get(row)] ?? '';
    if (state === REFUSING) return stage;
    stage = stageOf(state);
  }
  return stage;
}
