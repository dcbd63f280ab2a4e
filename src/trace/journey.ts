import { Column } from '../kernel/log-column';
import { NONE } from '../kernel/time';
import type { Params, RuleBase, RuleContext } from './chapters/rule';
import { CHAPTER_COMPONENTS, RULES } from './chapters/rules';
import { componentOf } from './components';
import { criticalPath } from './critical-path';
import { outcomeOf } from './outcome';
import { isResting } from './resting';
import { beginOf, endOf, messageView, sameRef, spanView } from './rows';
import { RuleBook } from './story-rows';
import type { Trace } from './trace';
import type { MessageRow, Micros, RowRef, SpanRow } from './types';
import type { Chapter, Command, CriticalPath, Journey, Step, StoryEnd } from './views';

/** Occurrences of a step that are kept one by one. */
const MOST_OCCURRENCES = 60;

/** All rows of one command that follow one rule, in order. */
interface Found {
  readonly kind: RowRef['kind'];
  readonly rows: Column<Int32Array>;
}

/** Where the way leads through an object or a machine: its first and its last place. */
interface Place {
  readonly first: number;
  last: number;
}

/** Objects and machines that the way leads through. */
interface Thread {
  readonly subjects: ReadonlyMap<number, Place>;
  readonly instances: ReadonlyMap<number, Place>;
}

/** Above every place of an object. */
const SAME_MACHINE = 1e9;

interface Draft {
  readonly found: Map<number, Found>;
  /** Rows of the revisions that the command led to, events and leases left out. */
  readonly revisions: number[];
}

/**
 * Tells each command's story. Every row that goes back to a command and follows a rule is an occurrence of that rule's step.
 * The step stands where it happened on the way from Enter to Ready, or, when it is beside that way, where it happened first.
 */
export class Storyteller {
  private readonly book: RuleBook;
  private readonly drafts = new Map<MessageRow, Draft>();
  private readonly told = new Map<MessageRow, { readonly version: number; readonly journey: Journey; readonly path: CriticalPath }>();
  /** Spans whose rule will be known when they have ended. */
  private pending: SpanRow[] = [];
  private spans = 0;
  private messages = 0;
  private revisions = 0;

  /** `version` says when a story must be told anew; while rows stream in that may be less often than the log grows. */
  constructor(private readonly trace: Trace, private readonly version: () => number = () => trace.version) {
    this.book = new RuleBook(trace, RULES);
  }

  journeys(): readonly Journey[] {
    return this.trace.index.commands.map((command, ordinal) => this.tell(command, ordinal).journey);
  }

  journey(command: MessageRow): Journey | undefined {
    const ordinal = this.trace.index.commands.indexOf(command);
    return ordinal < 0 ? undefined : this.tell(command, ordinal).journey;
  }

  /** The step that a row is an occurrence of, in the journey of the command that the row goes back to. */
  stepOf(ref: RowRef): Step | undefined {
    const { index } = this.trace;
    const command = ref.kind === 'span' ? index.commandOfSpan(ref.row) : index.commandOfMessage(ref.row);
    const rule = this.book.rules[this.book.of(ref)];
    return rule === undefined || command === NONE ? undefined : this.journey(command)?.steps.find((step) => step.rule === rule.id);
  }

  /** From Enter to the write that made it ready, or to the last thing that followed. */
  path(command: MessageRow): CriticalPath | undefined {
    const ordinal = this.trace.index.commands.indexOf(command);
    return ordinal < 0 ? undefined : this.tell(command, ordinal).path;
  }

  private tell(row: MessageRow, ordinal: number): { readonly journey: Journey; readonly path: CriticalPath } {
    const { trace } = this;
    const known = this.told.get(row);
    const version = this.version();
    if (known?.version === version) return known;
    this.extend();
    const draft = this.draft(row);
    const message = messageView(trace.log, row);
    const command: Command = { row, ordinal, line: message.label, sent: message.sent };
    const end = outcomeOf(trace, row, draft.revisions);
    const path = criticalPath(trace, row, end.last);
    const told = { version, journey: this.compose(command, draft, end, path), path };
    this.told.set(row, told);
    return told;
  }

  private compose(command: Command, draft: Draft, end: StoryEnd, path: CriticalPath): Journey {
    const onPath = this.anchors(path);
    const thread = this.threadOf(path);
    const told = [...draft.found].filter(([rule]) => onPath.has(rule) || this.book.rules[rule]?.onlyOnWay !== true);
    const steps = told.map(([rule, found]) => this.step(rule, found, onPath.get(rule), thread));
    steps.sort((a, b) => a.begin - b.begin || a.end - b.end);
    return {
      command, verb: verbOf(command.line), outcome: end.outcome, refusal: end.refusal, begin: command.sent, end: Math.max(command.sent, ...steps.map((s) => s.end), path.end),
      chapters: chaptersOf(steps), steps,
    };
  }

  /** The first row on the path of each rule, or the last one. */
  private anchors(path: CriticalPath): ReadonlyMap<number, RowRef> {
    const anchors = new Map<number, RowRef>();
    const add = (ref: RowRef): void => {
      const rule = this.book.of(ref);
      if (rule !== NONE && (!anchors.has(rule) || (this.book.rules[rule]?.tell === 'last' && !(ref.kind === 'span' && this.goesOn(ref.row, rule))))) anchors.set(rule, ref);
    };
    for (const row of path.spans) add({ kind: 'span', row });
    for (const row of path.messages) add({ kind: 'message', row });
    return anchors;
  }

  private step(number: number, { kind, rows }: Found, onPath: RowRef | undefined, thread: Thread): Step {
    const { trace, book } = this;
    const rule = book.rules[number];
    if (rule === undefined) throw new Error(`invariant: no rule ${number}`);
    const onTheWay = rule.tell === 'thread' ? undefined : onPath;
    const anchor = rule.tell === 'end' ? { kind, row: rows.get(rows.length - 1) } : (onTheWay ?? { kind, row: this.beside(kind, rows, rule.tell === 'last', thread) });
    const context = book.contextOf(anchor);
    const told = anchor.kind === 'span' && rule.on === 'span' ? tellRow(rule, spanView(trace.log, anchor.row), context)
      : anchor.kind === 'message' && rule.on === 'message' ? tellRow(rule, messageView(trace.log, anchor.row), context) : undefined;
    if (told === undefined) throw new Error(`invariant: rule ${rule.id} found a ${anchor.kind}`);
    const actor = anchor.kind === 'span' ? spanView(trace.log, anchor.row).actor : messageView(trace.log, anchor.row).from;
    return {
      id: `${told.chapter}/${rule.id}`, rule: rule.id, chapter: told.chapter, component: componentOf(actor), actor, begin: beginOf(trace.log, anchor), end: this.endOfStep(anchor, number),
      anchor, occurrences: Array.from({ length: Math.min(rows.length, MOST_OCCURRENCES) }, (_, i) => ({ kind, row: rows.get(i) })), count: rows.length, params: { ...told.params, count: rows.length }, onPath: onPath !== undefined && sameRef(anchor, onPath), bad: rule.bad ?? false,
    };
  }

  private threadOf(path: CriticalPath): Thread {
    const { spans } = this.trace.log;
    const thread = { subjects: new Map<number, Place>(), instances: new Map<number, Place>() };
    const visit = (places: Map<number, Place>, key: number, at: number): void => {
      const known = places.get(key);
      if (known === undefined) places.set(key, { first: at, last: at });
      else known.last = at;
    };
    path.spans.forEach((row, at) => {
      visit(thread.instances, spans.instance.get(row), at);
      if (spans.subject.get(row) !== 0) visit(thread.subjects, spans.subject.get(row), at);
    });
    return thread;
  }

  /**
   * Beside the way a step is told of a machine that the way leads through, or else of an object that it leads through, the
   * first of several, or the last for a rule that tells the last: the story keeps to one request, one pod.
   */
  private beside(kind: RowRef['kind'], rows: Column<Int32Array>, last: boolean, thread: Thread): number {
    const { spans, messages } = this.trace.log;
    const near = (place: Place | undefined): number => (place === undefined ? -1 : last ? place.last : SAME_MACHINE - 1 - place.first);
    const rankOf = (row: number): number => {
      if (kind === 'message') return near(thread.subjects.get(messages.subject.get(row)));
      const instance = near(thread.instances.get(spans.instance.get(row)));
      return instance < 0 ? near(thread.subjects.get(spans.subject.get(row))) : SAME_MACHINE + instance;
    };
    let best = rows.get(last ? rows.length - 1 : 0);
    let rank = -1;
    for (let i = 0; i < rows.length; i++) {
      const row = rows.get(last ? rows.length - 1 - i : i);
      const here = rankOf(row);
      if (here > rank) [best, rank] = [row, here];
    }
    return best;
  }

  /** A step lasts as long as its machine goes from one state of the rule to the next; a state of rest is but entered. */
  private endOfStep(anchor: RowRef, rule: number): Micros {
    const { trace, book } = this;
    if (anchor.kind === 'message') return endOf(trace.log, anchor, trace.until);
    let row = anchor.row;
    if (isResting(trace.log, row)) return beginOf(trace.log, anchor);
    for (let next = trace.index.nextInInstance(row); next !== NONE && !isResting(trace.log, next) && book.ofSpan(next) === rule && this.goesOn(next, rule); next = trace.index.nextInInstance(row)) row = next;
    return endOf(trace.log, { kind: 'span', row }, trace.until);
  }

  private extend(): void {
    const { trace, book } = this;
    const spans = trace.index.spansBegunBy(Infinity);
    const pending = this.pending;
    this.pending = [];
    for (const row of pending) this.noteSpan(row);
    for (; this.spans < spans; this.spans++) this.noteSpan(this.spans);
    for (; this.messages < trace.log.messages.sent.length; this.messages++) {
      const command = trace.index.commandOfMessage(this.messages);
      if (command === NONE) continue;
      const rule = book.ofMessage(this.messages);
      if (rule !== NONE) this.note(command, rule, { kind: 'message', row: this.messages });
    }
    for (; this.revisions < trace.facts.length; this.revisions++) {
      const command = trace.index.commandOfMessage(trace.log.revisions.cause.get(this.revisions));
      if (command === NONE) continue;
      const resource = trace.facts.text('resource', this.revisions);
      if (resource !== 'events' && resource !== 'leases') this.draft(command).revisions.push(this.revisions);
    }
  }

  private noteSpan(row: SpanRow): void {
    const { trace, book } = this;
    const command = trace.index.commandOfSpan(row);
    if (command === NONE) return;
    const rule = book.ofSpan(row);
    if (rule === NONE && book.isPending(row)) this.pending.push(row);
    if (rule !== NONE && !this.goesOn(row, rule)) this.note(command, rule, { kind: 'span', row });
  }

  /** The span before it in its machine is the same step already: other states of one turn. */
  private goesOn(row: SpanRow, rule: number): boolean {
    const { spans } = this.trace.log;
    const previous = this.trace.index.previousInInstance(row);
    if (previous === NONE || this.book.ofSpan(previous) !== rule) return false;
    return spans.state.get(previous) !== spans.state.get(row) || spans.cause.get(previous) === spans.cause.get(row);
  }

  private note(command: MessageRow, rule: number, ref: RowRef): void {
    const { found } = this.draft(command);
    let known = found.get(rule);
    if (known === undefined) found.set(rule, (known = { kind: ref.kind, rows: new Column((n) => new Int32Array(n), 16) }));
    known.rows.push(ref.row);
  }

  private draft(command: MessageRow): Draft {
    let draft = this.drafts.get(command);
    if (draft === undefined) this.drafts.set(command, (draft = { found: new Map(), revisions: [] }));
    return draft;
  }
}

function tellRow<Row>({ chapter, params }: Pick<RuleBase<Row>, 'chapter' | 'params'>, row: Row, context: RuleContext): { readonly chapter: string; readonly params: Params } {
  return { chapter: typeof chapter === 'string' ? chapter : chapter(row, context), params: params?.(row, context) ?? {} };
}

/** Chapters in the order of their first step. On the way each lasts until the way leads into the next one; beside it, until its own last step ends. */
function chaptersOf(steps: readonly Step[]): readonly Chapter[] {
  const groups = new Map<string, Step[]>();
  for (const step of steps) {
    const group = groups.get(step.chapter);
    if (group === undefined) groups.set(step.chapter, [step]);
    else group.push(step);
  }
  const chapters = [...groups].map(([id, own]) => ({ id, own, first: own.find((s) => s.onPath) ?? own[0] }));
  chapters.sort((a, b) => (a.first?.begin ?? 0) - (b.first?.begin ?? 0));
  return chapters.map(({ id, own, first }, i) => {
    const next = first?.onPath === true ? chapters.slice(i + 1).find((other) => other.first?.onPath) : undefined;
    return { id, component: CHAPTER_COMPONENTS[id] ?? first?.component ?? 'kubectl', begin: first?.begin ?? 0, end: next?.first?.begin ?? Math.max(...own.map((s) => s.end)), steps: own };
  });
}

/** `kubectl -n x create deployment web …` is `create deployment`. */
export function verbOf(line: string): string {
  const words = line.trim().split(/\s+/).filter((word) => !word.startsWith('-'));
  const at = words[0] === 'kubectl' ? 1 : 0;
  const verb = words[at] ?? '';
  return ['create', 'rollout', 'set', 'config', 'auth', 'certificate'].includes(verb) && words[at + 1] !== undefined ? `${verb} ${words[at + 1] ?? ''}` : verb;
}
