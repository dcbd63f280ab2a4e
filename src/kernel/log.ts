import { fnv1a32, fnv1a32Int } from '../base/fnv';
import { canonicalJson } from '../base/json';
import { float64, int32, uint8 } from './log-column';
import type { MachineDescription } from './log-machines';
import { NONE, type MessageRow, type Micros, type Revision, type SpanRow } from './time';

/** Raised by one whenever a table or column changes its meaning; saved logs of older versions are upgraded. */
export const LOG_VERSION = 1;

/**
 * How a message travelled.
 *
 *   command   a person's line to kubectl            cri      kubelet ⇄ container runtime
 *   http      client → kube-apiserver               cni      runtime ⇄ network plugin
 *   response  kube-apiserver → client               queue    from being added to a work queue until taken from it
 *   watch     one event down a watch stream         timer    from being set until it fired
 *   etcd      kube-apiserver ⇄ etcd                 channel  inside one process, between its parts
 *   packet    a network packet
 */
export const MESSAGE_KINDS = ['command', 'http', 'response', 'watch', 'etcd', 'cri', 'cni', 'queue', 'timer', 'channel', 'packet'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];
const kindNumber: ReadonlyMap<MessageKind, number> = new Map(MESSAGE_KINDS.map((kind, i) => [kind, i]));

export const CHANGE_TYPES = ['create', 'update', 'delete'] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];

export interface SpanInput {
  readonly begin: Micros;
  readonly actor: string;
  readonly machine: string;
  readonly instance: number;
  readonly state: string;
  readonly cause: MessageRow;
  readonly subject: string | undefined;
}

export interface MessageInput {
  readonly sent: Micros;
  readonly delivered: Micros;
  readonly from: string;
  readonly to: string;
  readonly kind: MessageKind;
  readonly label: string;
  readonly cause: SpanRow;
  readonly subject: string | undefined;
  readonly payload: unknown;
}

/**
 * The one log. Columns, not objects; strings and documents are interned and referred to by number.
 *
 *   spans      begin end actor machine instance state cause→messages subject payload
 *   messages   sent delivered from to kind label cause→spans subject payload
 *   revisions  revision time key type object→payloads cause→messages
 *   joins      span message: further causes of a span (a work queue merges several adds into one)
 *
 * Strings: 0 is the empty string and stands for "none". Payloads: 0 is undefined and stands for "none".
 */
export class Log {
  readonly version = LOG_VERSION;
  readonly spans = {
    begin: float64(), end: float64(), actor: int32(), machine: int32(), instance: int32(), state: int32(), cause: int32(), subject: int32(), payload: int32(),
  };
  readonly messages = {
    sent: float64(), delivered: float64(), from: int32(), to: int32(), kind: uint8(), label: int32(), cause: int32(), subject: int32(), payload: int32(),
  };
  readonly revisions = { revision: int32(), time: float64(), key: int32(), type: uint8(), object: int32(), cause: int32() };
  readonly joins = { span: int32(), message: int32() };
  readonly strings: string[] = [''];
  readonly payloads: unknown[] = [undefined];
  /** The definition of every machine that stepped, by its name: what the page draws. */
  readonly machines = new Map<string, MachineDescription>();

  private readonly stringIds = new Map<string, number>([['', 0]]);
  private readonly payloadIds = new Map<unknown, number>([[undefined, 0]]);

  intern(text: string): number {
    let id = this.stringIds.get(text);
    if (id === undefined) {
      id = this.strings.push(text) - 1;
      this.stringIds.set(text, id);
    }
    return id;
  }

  internPayload(document: unknown): number {
    let id = this.payloadIds.get(document);
    if (id === undefined) {
      id = this.payloads.push(document) - 1;
      this.payloadIds.set(document, id);
    }
    return id;
  }

  /** Appends an open span (end -1). */
  openSpan(span: SpanInput): SpanRow {
    const subject = span.subject === undefined ? 0 : this.intern(span.subject);
    return this.appendSpan(span.begin, this.intern(span.actor), this.intern(span.machine), span.instance, this.intern(span.state), span.cause, subject);
  }

  /** The same with numbers of interned strings: spans are too many to look their names up each time. */
  appendSpan(begin: Micros, actor: number, machine: number, instance: number, state: number, cause: MessageRow, subject: number): SpanRow {
    const t = this.spans;
    t.end.push(NONE);
    t.actor.push(actor);
    t.machine.push(machine);
    t.instance.push(instance);
    t.state.push(state);
    t.cause.push(cause);
    t.subject.push(subject);
    t.payload.push(0);
    return t.begin.push(begin);
  }

  closeSpan(row: SpanRow, end: Micros): void {
    this.spans.end.set(row, end);
  }

  /** Attaches a document to a span: a decision, a result, a reason. */
  explainSpan(row: SpanRow, document: unknown): void {
    this.spans.payload.set(row, this.internPayload(document));
  }

  addMessage(m: MessageInput): MessageRow {
    return this.appendMessage(m.sent, m.delivered, this.intern(m.from), this.intern(m.to), m.kind, m.label, m.cause, m.subject, m.payload);
  }

  /** The same with the numbers of the two names. */
  appendMessage(sent: Micros, delivered: Micros, from: number, to: number, kind: MessageKind, label: string, cause: SpanRow, subject: string | undefined, payload: unknown): MessageRow {
    const t = this.messages;
    t.delivered.push(delivered);
    t.from.push(from);
    t.to.push(to);
    t.kind.push(kindNumber.get(kind) ?? 0);
    t.label.push(this.intern(label));
    t.cause.push(cause);
    t.subject.push(subject === undefined ? 0 : this.subjectId(subject, cause));
    t.payload.push(payload === undefined ? 0 : this.internPayload(payload));
    return t.sent.push(sent);
  }

  /** Most messages are about what the span that sends them is about, whose number is at hand. */
  private subjectId(subject: string, cause: SpanRow): number {
    if (cause !== NONE) {
      const id = this.spans.subject.get(cause);
      if (this.strings[id] === subject) return id;
    }
    return this.intern(subject);
  }

  addRevision(revision: Revision, time: Micros, key: string, type: ChangeType, object: unknown, cause: MessageRow): number {
    const t = this.revisions;
    t.time.push(time);
    t.key.push(this.intern(key));
    t.type.push(CHANGE_TYPES.indexOf(type));
    t.object.push(this.internPayload(object));
    t.cause.push(cause);
    return t.revision.push(revision);
  }

  /** Says that `message` is a further cause of `span`. */
  join(span: SpanRow, message: MessageRow): void {
    this.joins.span.push(span);
    this.joins.message.push(message);
  }

  messageKind(row: MessageRow): MessageKind {
    return MESSAGE_KINDS[this.messages.kind.get(row)] ?? 'channel';
  }

  /** A digest of everything in the log, payloads included: equal for equal runs on every engine. Eight hex digits. */
  hash(): string {
    let h = 0x811c9dc5;
    for (const table of [this.spans, this.messages, this.revisions, this.joins]) {
      for (const column of Object.values(table)) {
        for (let row = 0; row < column.length; row++) h = fnv1a32Int(h, column.get(row));
      }
    }
    for (const text of this.strings) h = fnv1a32(text, h);
    for (const document of this.payloads) h = fnv1a32(canonicalJson(document), h);
    return (h >>> 0).toString(16).padStart(8, '0');
  }
}
