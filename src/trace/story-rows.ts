import { MESSAGE_KINDS } from '../kernel/log';
import { NONE } from '../kernel/time';
import type { Rule, RuleContext, SpanRule } from './chapters/rule';
import { componentOf } from './components';
import { codeOf } from './requests-at';
import { endOf, messageView, spanView } from './rows';
import type { Trace } from './trace';
import type { Fact, MessageRow, MessageView, Micros, RowRef, SpanRow, SpanView } from './types';

const REQUEST_MACHINE = 'kube-apiserver request';
const HTTP = MESSAGE_KINDS.indexOf('http');
const RESPONSE = MESSAGE_KINDS.indexOf('response');

/** Finds the rule that a row of the log follows. Compiled once for a log: most rows are settled by two look-ups. */
export class RuleBook {
  private readonly spanRules = new Map<string, readonly number[]>();
  private readonly byState = new Map<number, readonly number[]>();
  private readonly messageRules = new Map<number, readonly number[]>();
  /** By instance of a machine: the row of the API request that it works for. */
  private readonly requests = new Map<number, MessageRow>();

  constructor(private readonly trace: Trace, readonly rules: readonly Rule[]) {
    rules.forEach((rule, i) => {
      if (rule.on !== 'span') return;
      for (const [machine, states] of [[rule.machine, rule.states] as const, ...Object.entries(rule.alike ?? {})]) {
        for (const state of states) {
          const key = `${rule.component}|${machine}|${state}`;
          this.spanRules.set(key, [...(this.spanRules.get(key) ?? []), i]);
        }
      }
    });
  }

  /** Number of the first rule that the span follows, NONE for none. */
  ofSpan(row: SpanRow): number {
    const { spans, strings } = this.trace.log;
    const key = (spans.actor.get(row) * 0x4000 + spans.machine.get(row)) * 0x4000 + spans.state.get(row);
    let candidates = this.byState.get(key);
    if (candidates === undefined) {
      const component = componentOf(strings[spans.actor.get(row)] ?? '');
      candidates = this.spanRules.get(`${component}|${strings[spans.machine.get(row)] ?? ''}|${strings[spans.state.get(row)] ?? ''}`) ?? [];
      this.byState.set(key, candidates);
    }
    let view: SpanView | undefined;
    let context: RuleContext | undefined;
    for (const i of candidates) {
      const rule = this.rules[i];
      if (rule?.on !== 'span') continue;
      if ((rule.client !== undefined || rule.methods !== undefined) && !this.fitsRequest(rule, row)) continue;
      if (rule.when === undefined) return i;
      if (rule.afterwards === true && spans.end.get(row) === NONE) return NONE;
      view ??= spanView(this.trace.log, row);
      context ??= spanContext(this.trace, row);
      if (rule.when(view, context)) return i;
    }
    return NONE;
  }

  /** Whether the span's rule will be known only when it has ended. */
  isPending(row: SpanRow): boolean {
    const { spans, strings } = this.trace.log;
    if (spans.end.get(row) !== NONE) return false;
    const key = `${componentOf(strings[spans.actor.get(row)] ?? '')}|${strings[spans.machine.get(row)] ?? ''}|${strings[spans.state.get(row)] ?? ''}`;
    return this.spanRules.get(key)?.some((i) => this.rules[i]?.afterwards === true) ?? false;
  }

  /** Whose request a span works for, and by which method; looked up once for each machine instance. */
  private fitsRequest({ client, methods }: SpanRule, row: SpanRow): boolean {
    const { spans, messages, strings } = this.trace.log;
    const instance = spans.instance.get(row);
    let request = this.requests.get(instance);
    if (request === undefined) this.requests.set(instance, (request = requestRowOf(this.trace, row)));
    if (request === NONE) return false;
    if (client !== undefined && (strings[messages.from.get(request)] === 'kubectl') !== (client === 'kubectl')) return false;
    if (methods === undefined) return true;
    const label = strings[messages.label.get(request)] ?? '';
    return methods.some((method) => label.startsWith(method) && label[method.length] === ' ');
  }

  ofMessage(row: MessageRow): number {
    const { messages, strings } = this.trace.log;
    const key = (messages.kind.get(row) * 0x4000 + messages.from.get(row)) * 0x4000 + messages.to.get(row);
    let candidates = this.messageRules.get(key);
    if (candidates === undefined) {
      const kind = MESSAGE_KINDS[messages.kind.get(row)];
      const from = componentOf(strings[messages.from.get(row)] ?? '');
      const to = componentOf(strings[messages.to.get(row)] ?? '');
      candidates = this.rules.flatMap((rule, i) => (rule.on === 'message' && rule.kind === kind && rule.from === from && rule.to === to ? [i] : []));
      this.messageRules.set(key, candidates);
    }
    for (const i of candidates) {
      const rule = this.rules[i];
      if (rule?.on !== 'message') continue;
      const message = messageView(this.trace.log, row);
      if (rule.label?.test(message.label) === false) continue;
      if (rule.when === undefined || rule.when(message, messageContext(this.trace, row))) return i;
    }
    return NONE;
  }

  of(ref: RowRef): number {
    return ref.kind === 'span' ? this.ofSpan(ref.row) : this.ofMessage(ref.row);
  }

  contextOf(ref: RowRef): RuleContext {
    return ref.kind === 'span' ? spanContext(this.trace, ref.row) : messageContext(this.trace, ref.row);
  }
}

/**
 * The API request that a span works for: a span of kube-apiserver's request machine by its own first cause; a span of etcd
 * by that of the span which asked.
 */
export function requestOfSpan(trace: Trace, row: SpanRow): MessageView | undefined {
  const request = requestRowOf(trace, row);
  return request === NONE ? undefined : messageView(trace.log, request);
}

/** The same as a row; NONE for none. */
function requestRowOf(trace: Trace, row: SpanRow): MessageRow {
  const { spans, strings, messages } = trace.log;
  let here = row;
  for (let hops = 0; hops < 3 && here !== NONE; hops++) {
    const cause = spans.cause.get(trace.index.firstSpanOf(spans.instance.get(here)));
    if (cause === NONE) return NONE;
    if (messages.kind.get(cause) === HTTP) return cause;
    if (strings[spans.machine.get(here)] === REQUEST_MACHINE) return NONE;
    here = messages.cause.get(cause);
  }
  return NONE;
}

function spanContext(trace: Trace, row: SpanRow): RuleContext {
  const { spans, messages, strings } = trace.log;
  const instance = spans.instance.get(row);
  return {
    fact: (subject, when = 'before') => (subject === undefined ? undefined : factBy(trace, subject, when === 'before' ? spans.begin.get(row) : endOf(trace.log, { kind: 'span', row }, trace.until))),
    get request() {
      return requestOfSpan(trace, row) ?? sentRequest(trace, row);
    },
    get subject() {
      return subjectOfInstance(trace, instance);
    },
    get news() {
      const cause = spans.cause.get(row);
      return cause === NONE ? '' : (strings[messages.label.get(cause)] ?? '');
    },
    get newsOf() {
      const cause = spans.cause.get(row);
      return cause === NONE ? undefined : strings[messages.subject.get(cause)] || undefined;
    },
    get revision() {
      return revisionNear(trace, row);
    },
    get code() {
      return codeOfInstance(trace, instance);
    },
  };
}

function messageContext(trace: Trace, row: MessageRow): RuleContext {
  const { messages, strings } = trace.log;
  const cause = messages.cause.get(row);
  return {
    fact: (subject) => (subject === undefined ? undefined : factBy(trace, subject, messages.delivered.get(row))),
    get request() {
      return cause === NONE ? undefined : requestOfSpan(trace, cause);
    },
    get subject() {
      return strings[messages.subject.get(row)] || undefined;
    },
    news: '',
    newsOf: undefined,
    get revision() {
      return revisionOfMessage(trace, row);
    },
    get code() {
      return messages.kind.get(row) === RESPONSE ? (codeOf(messageView(trace.log, row).label) ?? 0) : 0;
    },
  };
}

/** The first API request that a span sent, or that the span after it in its machine sends. */
function sentRequest(trace: Trace, row: SpanRow): MessageView | undefined {
  for (const message of trace.index.messagesSentIn(row)) if (trace.log.messages.kind.get(message) === HTTP) return messageView(trace.log, message);
  return undefined;
}

/** A request's machine learns on its way what it is about: the last subject is the most precise. */
function subjectOfInstance(trace: Trace, instance: number): string | undefined {
  return trace.log.strings[trace.log.spans.subject.get(trace.index.lastSpanOf(instance))] || undefined;
}

/** The newest fact of an object by a time. */
export function factBy(trace: Trace, subject: string, time: Micros): Fact | undefined {
  const { facts, log } = trace;
  const row = facts.rowsOf(subject).findLast((r) => log.revisions.time.get(r) <= time);
  return row === undefined ? undefined : facts.view(row, log.revisions);
}

/** The revision that a span's own cause (an etcd transaction), or a message sent in it, led to. */
function revisionNear(trace: Trace, row: SpanRow): number {
  const { spans, revisions } = trace.log;
  for (const revision of trace.index.revisionsCausedBy(spans.cause.get(row))) return revisions.revision.get(revision);
  for (const message of trace.index.messagesSentIn(row)) {
    const revision = revisionOfMessage(trace, message);
    if (revision > 0) return revision;
  }
  return 0;
}

function revisionOfMessage(trace: Trace, row: MessageRow): number {
  for (const revision of trace.index.revisionsCausedBy(row)) return trace.log.revisions.revision.get(revision);
  return 0;
}

function codeOfInstance(trace: Trace, instance: number): number {
  for (let row = trace.index.lastSpanOf(instance); row !== NONE; row = trace.index.previousInInstance(row)) {
    for (const message of trace.index.messagesSentIn(row)) if (trace.log.messages.kind.get(message) === RESPONSE) return codeOf(messageView(trace.log, message).label) ?? 0;
  }
  return 0;
}
