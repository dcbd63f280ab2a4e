import { float64, int32, type Column } from '../kernel/log-column';
import { MESSAGE_KINDS } from '../kernel/log';
import { NONE, type MessageRow, type Micros, type SpanRow } from '../kernel/time';
import { isRestingState } from './resting';
import type { LogTables } from './types';

const COMMAND = MESSAGE_KINDS.indexOf('command');
/** Ctrl-C: a keystroke, but no command of its own. */
const INTERRUPT = '^C';
const KUBECTL = 'kubectl';

/** Rows a block; the index keeps the latest end of each block, so that what is under way at a time is found without looking at every row. */
const BLOCK = 64;
/** Spans at least this long are listed apart: one of them would make its whole block look long. */
const LONG: Micros = 1_000_000;

/** Chains of rows through a column of next rows, built as rows come. */
class Chains {
  private readonly first = int32();
  private readonly last = int32();
  private readonly next = int32();

  /** Appends `row` (rows come in order) to the chain of `owner`, NONE for no chain. */
  add(owner: number, row: number): void {
    while (this.next.length <= row) this.next.push(NONE);
    if (owner === NONE) return;
    while (this.first.length <= owner) {
      this.first.push(NONE);
      this.last.push(NONE);
    }
    if (this.first.get(owner) === NONE) this.first.set(owner, row);
    else this.next.set(this.last.get(owner), row);
    this.last.set(owner, row);
  }

  *of(owner: number): Iterable<number> {
    for (let row = this.firstOf(owner); row !== NONE; row = this.next.get(row)) yield row;
  }

  firstOf(owner: number): number {
    return owner >= 0 && owner < this.first.length ? this.first.get(owner) : NONE;
  }

  lastOf(owner: number): number {
    return owner >= 0 && owner < this.last.length ? this.last.get(owner) : NONE;
  }

  nextOf(row: number): number {
    return row >= 0 && row < this.next.length ? this.next.get(row) : NONE;
  }
}

/**
 * Ways through a log that its columns do not give at once. `extend` after the log grew; what was indexed stays.
 *
 *   message ──causes──▶ spans      span ──sends──▶ messages      instance ──▶ its spans in order
 *   span ──joins──▶ messages       message ──joins──▶ spans      span, message ──▶ the command it goes back to
 */
export class TraceIndex {
  private readonly spansByCause = new Chains();
  private readonly messagesByCause = new Chains();
  private readonly joinsBySpan = new Chains();
  private readonly joinsByMessage = new Chains();
  private readonly spansByInstance = new Chains();
  private readonly previousSpan = int32();
  private readonly spanRoots = int32();
  private readonly messageRoots = int32();
  private readonly spanBlocks = float64();
  private readonly messageBlocks = float64();
  /** When each message became a row, as far as rows before allow: a rising column. */
  private readonly recorded = float64();
  private readonly longSpans: SpanRow[] = [];
  private readonly commandRows: MessageRow[] = [];
  private readonly revisionsByKey = new Chains();
  private readonly revisionsByCause = new Chains();
  private readonly restingStates: (boolean | undefined)[] = [];
  private readonly stringIds = new Map<string, number>();
  private strings = 0;
  private joins = 0;
  private spans = 0;
  private revisions = 0;
  /** Rows that were open when they came: they are in the long list whatever their length. */
  private readonly openAtFirst = new Set<SpanRow>();

  constructor(readonly log: LogTables) {
    this.extend();
  }

  /** Takes in what was appended to the log, and the ends of `changed` spans. */
  extend(changed?: Int32Array): void {
    const { log } = this;
    for (; this.joins < log.joins.span.length; this.joins++) {
      this.joinsBySpan.add(log.joins.span.get(this.joins), this.joins);
      this.joinsByMessage.add(log.joins.message.get(this.joins), this.joins);
    }
    // Causes first: whichever table's next row has its cause indexed goes on.
    for (let more = true; more; ) {
      more = false;
      while (this.spans < log.spans.begin.length && this.lastCauseOf(this.spans) < this.messageRoots.length) {
        this.addSpan(this.spans++);
        more = true;
      }
      while (this.messageRoots.length < log.messages.sent.length && log.messages.cause.get(this.messageRoots.length) < this.spans) {
        this.addMessage(this.messageRoots.length);
        more = true;
      }
    }
    for (; this.revisions < log.revisions.revision.length; this.revisions++) {
      this.revisionsByKey.add(log.revisions.key.get(this.revisions), this.revisions);
      this.revisionsByCause.add(log.revisions.cause.get(this.revisions), this.revisions);
    }
    for (const row of changed ?? []) this.raise(this.spanBlocks, row, log.spans.end.get(row));
  }

  // ---- causes and effects ----

  /** Spans that began because `message` was handled, without those it only joined. */
  spansCausedBy(message: MessageRow): Iterable<SpanRow> {
    return this.spansByCause.of(message);
  }

  /** Messages that were sent in `span`. */
  messagesSentIn(span: SpanRow): Iterable<MessageRow> {
    return this.messagesByCause.of(span);
  }

  /**
   * Further causes of a span: messages merged into it, and answers that the state before it waited for beside the one that
   * ended it.
   */
  *joinedTo(span: SpanRow): Iterable<MessageRow> {
    const previous = this.previousInInstance(span);
    if (previous !== NONE) for (const join of this.joinsBySpan.of(previous)) if (this.isLate(join)) yield this.log.joins.message.get(join);
    for (const join of this.joinsBySpan.of(span)) if (!this.isLate(join)) yield this.log.joins.message.get(join);
  }

  /** Spans of which `message` is a further cause. */
  *joinsOf(message: MessageRow): Iterable<SpanRow> {
    for (const join of this.joinsByMessage.of(message)) {
      const span = this.log.joins.span.get(join);
      const caused = this.isLate(join) ? this.nextInInstance(span) : span;
      if (caused !== NONE) yield caused;
    }
  }

  /** The message came while the machine was in the state already: it is a cause of the state that follows. */
  private isLate(join: number): boolean {
    const { joins, messages, spans } = this.log;
    return messages.delivered.get(joins.message.get(join)) > spans.begin.get(joins.span.get(join));
  }

  // ---- instances ----

  spansOfInstance(instance: number): Iterable<SpanRow> {
    return this.spansByInstance.of(instance);
  }

  firstSpanOf(instance: number): SpanRow {
    return this.spansByInstance.firstOf(instance);
  }

  lastSpanOf(instance: number): SpanRow {
    return this.spansByInstance.lastOf(instance);
  }

  /** The span before or after this one of the same machine instance; NONE at the ends. */
  previousInInstance(span: SpanRow): SpanRow {
    return this.previousSpan.get(span);
  }

  nextInInstance(span: SpanRow): SpanRow {
    return this.spansByInstance.nextOf(span);
  }

  /**
   * The state, of another machine of the same actor, that started a machine or woke it from its rest, as far as the message tells
   * that led to both of them: the last one before it. NONE when the message itself was for this machine.
   */
  starterOf(span: SpanRow, cause: MessageRow): SpanRow {
    const { actor, instance } = this.log.spans;
    let starter: SpanRow = NONE;
    for (const other of this.spansByCause.of(cause)) {
      if (other >= span) break;
      if (actor.get(other) === actor.get(span) && instance.get(other) !== instance.get(span)) starter = other;
    }
    return starter;
  }

  // ---- commands ----

  /** Rows of the `command` messages, in order. */
  get commands(): readonly MessageRow[] {
    return this.commandRows;
  }

  /** The command that a span, or message, goes back to; NONE for what the cluster does by itself. */
  commandOfSpan(span: SpanRow): MessageRow {
    return span < 0 || span >= this.spanRoots.length ? NONE : this.spanRoots.get(span);
  }

  commandOfMessage(message: MessageRow): MessageRow {
    return message < 0 || message >= this.messageRoots.length ? NONE : this.messageRoots.get(message);
  }

  // ---- revisions ----

  /** Rows of the revisions of one key (its string number), oldest first. */
  revisionsOfKey(key: number): Iterable<number> {
    return this.revisionsByKey.of(key);
  }

  revisionsCausedBy(message: MessageRow): Iterable<number> {
    return this.revisionsByCause.of(message);
  }

  /** The row of the last revision written by `time`; NONE before the first. */
  revisionAt(time: Micros): number {
    return upperBound(this.log.revisions.time, time) - 1;
  }

  // ---- strings ----

  /** The number of a string; -1 when the log does not have it. */
  stringId(text: string): number {
    const { strings } = this.log;
    for (; this.strings < strings.length; this.strings++) this.stringIds.set(strings[this.strings] ?? '', this.strings);
    return this.stringIds.get(text) ?? NONE;
  }

  // ---- time ----

  /** Number of spans that began by `time`: they are rows [0, n). */
  spansBegunBy(time: Micros): number {
    return Math.min(upperBound(this.log.spans.begin, time), this.spans);
  }

  /** Spans under way at `time`, in order of row. */
  *spansAt(time: Micros): Iterable<SpanRow> {
    const { begin, end } = this.log.spans;
    const until = this.spansBegunBy(time);
    for (const row of this.longSpans) {
      if (begin.get(row) > time) break;
      const e = end.get(row);
      if (e === NONE || e > time) yield row;
    }
    for (let block = 0; block * BLOCK < until; block++) {
      if (this.spanBlocks.get(block) <= time) continue;
      for (let row = block * BLOCK; row < Math.min((block + 1) * BLOCK, until); row++) {
        const e = end.get(row);
        if (e > time && e - begin.get(row) < LONG && !this.openAtFirst.has(row)) yield row;
      }
    }
  }

  /** Messages on their way at some time in [from, to]. */
  *messagesBetween(from: Micros, to: Micros): Iterable<MessageRow> {
    const { sent, delivered } = this.log.messages;
    // Waits are recorded when they end, so rows after `to` may have begun before it; those are not packets and are left out.
    const until = upperBound(this.recorded, to);
    for (let block = 0; block * BLOCK < until; block++) {
      if (this.messageBlocks.get(block) < from) continue;
      for (let row = block * BLOCK; row < Math.min((block + 1) * BLOCK, until); row++) {
        if (delivered.get(row) >= from && sent.get(row) <= to) yield row;
      }
    }
  }

  /** The highest row among a span's cause and the messages merged into it. */
  private lastCauseOf(row: SpanRow): MessageRow {
    let last = this.log.spans.cause.get(row);
    for (let join = this.joinsBySpan.firstOf(row); join !== NONE; join = this.joinsBySpan.nextOf(join)) if (!this.isLate(join)) last = Math.max(last, this.log.joins.message.get(join));
    return last;
  }

  private addSpan(row: SpanRow): void {
    const { spans } = this.log;
    const cause = spans.cause.get(row);
    const instance = spans.instance.get(row);
    this.spansByCause.add(cause, row);
    const previous = this.spansByInstance.lastOf(instance);
    this.previousSpan.push(previous);
    this.spansByInstance.add(instance, row);
    const end = spans.end.get(row);
    const begin = spans.begin.get(row);
    if (end === NONE) this.openAtFirst.add(row);
    if (end === NONE || end - begin >= LONG) this.longSpans.push(row);
    this.raise(this.spanBlocks, row, end - begin >= LONG ? begin : end);
    this.spanRoots.push(this.rootOf(row, cause, previous));
  }

  /**
   * A span goes back to the latest command that its cause or a message merged into it goes back to; else to that of the span
   * before it in its machine, unless that one was at rest: what a machine has taken up it carries on, whoever gave the sign
   * (a cache that has caught up, a tick). One run of kubectl is one command's, whatever it watches.
   */
  private rootOf(row: SpanRow, cause: MessageRow, previous: SpanRow): MessageRow {
    let root = this.commandOfMessage(cause);
    for (let join = this.joinsBySpan.firstOf(row); join !== NONE; join = this.joinsBySpan.nextOf(join)) {
      if (!this.isLate(join)) root = Math.max(root, this.commandOfMessage(this.log.joins.message.get(join)));
    }
    if (previous !== NONE && this.isKubectl(row)) {
      const own = this.spanRoots.get(previous);
      if (cause !== NONE && this.isInterrupt(cause)) this.messageRoots.set(cause, own);
      return own;
    }
    if (previous === NONE || this.rests(previous)) return Math.max(root, this.rootOfStarter(row, cause));
    // The states of one turn belong together: what was merged into the first led to all of them.
    if (root === NONE || this.log.spans.cause.get(previous) === cause) return Math.max(root, this.spanRoots.get(previous));
    return root;
  }

  /** The command of the state that started or woke this machine, see starterOf. */
  private rootOfStarter(row: SpanRow, cause: MessageRow): MessageRow {
    const starter = this.starterOf(row, cause);
    return starter === NONE ? NONE : this.spanRoots.get(starter);
  }

  private isKubectl(row: SpanRow): boolean {
    const { spans, strings } = this.log;
    return strings[spans.machine.get(row)] === KUBECTL;
  }

  private isInterrupt(row: MessageRow): boolean {
    const { messages, strings } = this.log;
    return messages.kind.get(row) === COMMAND && strings[messages.label.get(row)] === INTERRUPT;
  }

  private rests(row: SpanRow): boolean {
    const state = this.log.spans.state.get(row);
    return (this.restingStates[state] ??= isRestingState(this.log.strings[state] ?? ''));
  }

  private addMessage(row: MessageRow): void {
    const { messages } = this.log;
    const cause = messages.cause.get(row);
    this.messagesByCause.add(cause, row);
    this.raise(this.messageBlocks, row, messages.delivered.get(row));
    const before = row === 0 ? 0 : this.recorded.get(row - 1);
    this.recorded.push(Math.max(before, messages.sent.get(row)));
    if (messages.kind.get(row) !== COMMAND) {
      this.messageRoots.push(this.commandOfSpan(cause));
      return;
    }
    // Which command it interrupts is known once it has woken that command's kubectl.
    const interrupts = this.isInterrupt(row);
    if (!interrupts) this.commandRows.push(row);
    this.messageRoots.push(interrupts ? (this.commandRows.at(-1) ?? NONE) : row);
  }

  private raise(blocks: Column<Float64Array>, row: number, end: Micros): void {
    const block = Math.floor(row / BLOCK);
    while (blocks.length <= block) blocks.push(NONE);
    if (end > blocks.get(block)) blocks.set(block, end);
  }
}

/** Number of leading entries of a rising column that are at most `value`. */
export function upperBound(column: { readonly length: number; get(row: number): number }, value: number): number {
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (column.get(middle) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
