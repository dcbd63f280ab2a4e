import { int32 } from '../kernel/log-column';
import { MESSAGE_KINDS } from '../kernel/log';
import { NONE } from '../kernel/time';
import { messageView } from './rows';
import { REFUSING, STAGES, stageOf, type StageId } from './stages';
import type { Trace } from './trace';
import type { MessageRow, Micros, SpanRow } from './types';
import type { RequestView, StageVerdict, StageView } from './views';

const MACHINE = 'kube-apiserver request';
const RESPONSE = MESSAGE_KINDS.indexOf('response');

/** Looks up what kube-apiserver was doing at any time. */
export class RequestHistory {
  /** First span of every request, in order. */
  private readonly firsts = int32();
  private taken = 0;

  constructor(private readonly trace: Trace) {}

  /** Requests under way at `time`, streams of watches among them. */
  at(time: Micros): readonly RequestView[] {
    const { spans, strings } = this.trace.log;
    const found: RequestView[] = [];
    for (const row of this.trace.index.spansAt(time)) {
      if (strings[spans.machine.get(row)] === MACHINE) found.push(this.view(spans.instance.get(row), row, time));
    }
    return found;
  }

  /** The request that a person looks at: the last one that goes back to the command and has come by `time`; watches do not count. */
  focus(command: MessageRow | undefined, time: Micros): RequestView | undefined {
    this.extend();
    const { index, log } = this.trace;
    for (let i = this.begunBy(time) - 1; i >= 0; i--) {
      const first = this.firsts.get(i);
      if (command !== undefined && index.commandOfSpan(first) !== command) continue;
      const instance = log.spans.instance.get(first);
      const view = this.view(instance, this.spanBy(instance, time), time);
      if (!view.streaming && !view.label.includes('watch=')) return view;
    }
    return undefined;
  }

  /** One request as it was at `time`. */
  of(instance: number, time: Micros): RequestView {
    return this.view(instance, this.spanBy(instance, time), time);
  }

  /** Every request of a command, in order, as it ended. */
  ofCommand(command: MessageRow): readonly RequestView[] {
    this.extend();
    const { index, log } = this.trace;
    const found: RequestView[] = [];
    for (let i = 0; i < this.firsts.length; i++) {
      const first = this.firsts.get(i);
      if (index.commandOfSpan(first) === command) found.push(this.of(log.spans.instance.get(first), Infinity));
    }
    return found;
  }

  /** The stages of a request by `time`, each with its verdict so far. */
  stages(instance: number, time: Micros): readonly StageView[] {
    const { log, index } = this.trace;
    const reached = new Map<StageId, SpanRow>();
    let present: StageId | undefined;
    let refused: StageId | undefined;
    let over = false;
    for (const row of index.spansOfInstance(instance)) {
      if (log.spans.begin.get(row) > time) break;
      const state = log.strings[log.spans.state.get(row)] ?? '';
      const stage = stageOf(state);
      if (state === REFUSING) refused = present;
      reached.set(stage, row);
      present = stage;
      const end = log.spans.end.get(row);
      over = end !== NONE && end <= time;
    }
    const furthest = Math.max(-1, ...[...reached.keys()].map((stage) => STAGES.indexOf(stage)));
    return STAGES.map((id, i) => {
      const span = reached.get(id);
      const verdict: StageVerdict = id === refused ? 'refused' : span === undefined ? (i < furthest ? 'skipped' : 'ahead') : id === present && !over ? 'present' : 'passed';
      return { id, verdict, span };
    });
  }

  private view(instance: number, span: SpanRow, time: Micros): RequestView {
    const { log, index } = this.trace;
    const first = index.firstSpanOf(instance);
    const last = index.lastSpanOf(instance);
    const cause = log.spans.cause.get(first);
    const message = cause === NONE ? undefined : messageView(log, cause);
    const response = this.responseOf(instance, time);
    const command = index.commandOfSpan(first);
    const state = log.strings[log.spans.state.get(span)] ?? '';
    const end = log.spans.end.get(last);
    return {
      instance, message: message?.row, from: message?.from ?? '', label: message?.label ?? '', subject: log.strings[log.spans.subject.get(first)] || message?.subject,
      begin: log.spans.begin.get(first), end: end === NONE ? undefined : end, command: command === NONE ? undefined : command, response, code: response === undefined ? undefined : codeOf(messageView(log, response).label),
      state, span, streaming: state === 'streaming',
    };
  }

  private responseOf(instance: number, time: Micros): MessageRow | undefined {
    const { log, index } = this.trace;
    for (let row = index.lastSpanOf(instance); row !== NONE; row = index.previousInInstance(row)) {
      for (const message of index.messagesSentIn(row)) {
        if (log.messages.kind.get(message) === RESPONSE && log.messages.sent.get(message) <= time) return message;
      }
    }
    return undefined;
  }

  /** The last span of an instance that had begun by `time`, or its first. */
  private spanBy(instance: number, time: Micros): SpanRow {
    const { log, index } = this.trace;
    let row = index.lastSpanOf(instance);
    while (log.spans.begin.get(row) > time && index.previousInInstance(row) !== NONE) row = index.previousInInstance(row);
    return row;
  }

  private begunBy(time: Micros): number {
    const { begin } = this.trace.log.spans;
    let low = 0;
    let high = this.firsts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (begin.get(this.firsts.get(middle)) <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private extend(): void {
    const { log, index } = this.trace;
    const count = index.spansBegunBy(Infinity);
    for (; this.taken < count; this.taken++) {
      if (index.previousInInstance(this.taken) === NONE && log.strings[log.spans.machine.get(this.taken)] === MACHINE) this.firsts.push(this.taken);
    }
  }
}

/** The code of an answer: its label is `201 POST /apis/…`. */
export function codeOf(label: string): number | undefined {
  const code = Number.parseInt(label, 10);
  return Number.isNaN(code) ? undefined : code;
}
