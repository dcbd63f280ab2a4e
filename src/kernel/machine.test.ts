import { assign, setup } from 'xstate';
import { describe, expect, it } from 'vitest';
import { Kernel } from './kernel';
import type { Log } from './log';
import { MachineKind, type ActionHandlers } from './machine';
import { xstateStepper } from './xstate-stepper';
import { MILLISECOND, NONE } from './time';

type Event = { readonly type: 'GO' | 'BACK' | 'LOOP' | 'END' };

const definition = setup({
  types: { events: {} as Event, context: {} as { readonly visits: number } },
  actions: { work: () => {}, leave: () => {}, count: assign({ visits: ({ context }) => context.visits + 1 }) },
  delays: { pause: 5 },
}).createMachine({
  id: 'worker', context: { visits: 0 }, initial: 'idle',
  states: {
    idle: { on: { GO: 'working', LOOP: { target: 'idle', reenter: true } } },
    working: { entry: ['count', 'work'], exit: 'leave', on: { BACK: 'idle', END: 'ended' }, after: { pause: 'idle' } },
    ended: { type: 'final' },
  },
});

const kindOf = (actions: Partial<ActionHandlers<Event, undefined>> = {}): MachineKind<Event, undefined> =>
  new MachineKind<Event, undefined>('worker', definition, { work: () => {}, leave: () => {}, ...actions } as ActionHandlers<Event, undefined>);

const spans = (log: Log): readonly string[] =>
  Array.from({ length: log.spans.begin.length }, (_, i) => `${log.strings[log.spans.state.get(i)]} ${log.spans.begin.get(i)}–${log.spans.end.get(i)} cause ${log.spans.cause.get(i)}`);

describe('Machine', () => {
  it('writes a span for each state it visits, closed when it is left', () => {
    const kernel = new Kernel(1);
    const actor = kernel.actor('a');
    const machine = actor.start(kindOf(), { data: undefined });
    actor.timer(100, 'tick', () => machine.send({ type: 'GO' }));
    actor.timer(300, 'tock', () => machine.send({ type: 'END' }));
    kernel.run(1000);
    expect(spans(kernel.log)).toEqual(['idle 0–100 cause -1', 'working 100–300 cause 0', 'ended 300–300 cause 1']);
    expect(machine.done).toBe(true);
  });

  it('makes the message being handled the cause of the span, and the span the cause of what is sent in it', () => {
    const kernel = new Kernel(1);
    const actor = kernel.actor('a');
    const other = kernel.actor('b');
    const machine = actor.start(kindOf({ work: (m) => void m.actor.send(other, { kind: 'http', label: 'hello', delay: 10 }, () => {}) }), { data: undefined });
    other.send(actor, { kind: 'http', label: 'go', delay: 5 }, () => machine.send({ type: 'GO' }));
    kernel.run(1000);
    const { messages } = kernel.log;
    expect(kernel.log.strings[messages.label.get(1)]).toBe('hello');
    expect(messages.cause.get(1)).toBe(1);
    expect(kernel.log.spans.cause.get(1)).toBe(0);
    expect(messages.cause.get(0)).toBe(NONE);
  });

  it('goes on by itself after work, with the cause of the state it worked in', () => {
    const kernel = new Kernel(1);
    const actor = kernel.actor('a');
    const machine = actor.start(kindOf({ work: (m) => m.work(40, { type: 'BACK' }) }), { data: undefined });
    actor.timer(100, 'tick', () => machine.send({ type: 'GO' }));
    kernel.run(1000);
    expect(spans(kernel.log)).toEqual(['idle 0–100 cause -1', 'working 100–140 cause 0', 'idle 140–-1 cause 0']);
    expect(kernel.log.messages.sent.length).toBe(1);
  });

  it('goes on after work on an answer with that answer as the cause', () => {
    const kernel = new Kernel(1);
    const actor = kernel.actor('a');
    const machine = actor.start(kindOf({ work: (m) => void m.actor.send(actor, { kind: 'etcd', label: 'range done', delay: 10 }, () => m.work(0, { type: 'BACK' })) }), { data: undefined });
    actor.timer(100, 'tick', () => machine.send({ type: 'GO' }));
    kernel.run(1000);
    expect(spans(kernel.log)).toEqual(['idle 0–100 cause -1', 'working 100–110 cause 0', 'idle 110–-1 cause 1']);
  });

  it('sends what follows from an answer in the state that asked, and nothing else that it does then', () => {
    const kernel = new Kernel(1);
    const actor = kernel.actor('a');
    const ask = (label: string, done: () => void): void => void actor.send(actor, { kind: 'etcd', label, delay: 10 }, kernel.resuming(done));
    const machine = actor.start(kindOf({ work: () => ask('first', () => ask('second', () => {})) }), { data: undefined });
    actor.timer(100, 'tick', () => machine.send({ type: 'GO' }));
    actor.timer(115, 'tock', () => void actor.send(actor, { kind: 'etcd', label: 'by itself', delay: 10 }, () => {}));
    kernel.run(1000);
    const { messages, strings } = kernel.log;
    const causes = Array.from({ length: messages.sent.length }, (_, i) => `${strings[messages.label.get(i)]} ${messages.cause.get(i)}`);
    expect(causes).toEqual(['tick -1', 'first 1', 'second 1', 'tock -1', 'by itself -1']);
  });

  it('goes on into a state that another machine started with what led to that one, where no message is handled', () => {
    const kernel = new Kernel(1);
    const actor = kernel.actor('a');
    const other = actor.start(kindOf(), { data: undefined });
    const machine = actor.start(kindOf({ work: (m) => {
      const { span } = m;
      kernel.queue.add(kernel.now + 5, () => {
        kernel.currentSpan = span;
        other.send({ type: 'GO' });
      });
    } }), { data: undefined });
    actor.timer(100, 'tick', () => machine.send({ type: 'GO' }));
    kernel.run(102);
    kernel.run(1000);
    expect(spans(kernel.log).at(-1)).toBe('working 105–-1 cause 0');
  });

  it('joins further messages to the state that the event leads to, though it is sent at the end of a step', () => {
    const kernel = new Kernel(1);
    const actor = kernel.actor('a');
    const kind = kindOf({ work: (m) => m.send({ type: 'BACK' }, [0]) });
    const machine = actor.start(kind, { data: undefined });
    actor.send(actor, { kind: 'channel', label: 'early', delay: 50 }, () => {});
    actor.timer(100, 'tick', () => machine.send({ type: 'GO' }));
    kernel.run(1000);
    const { joins } = kernel.log;
    expect(spans(kernel.log)).toEqual(['idle 0–100 cause -1', 'working 100–100 cause 1', 'idle 100–-1 cause 1']);
    expect([joins.span.get(0), joins.message.get(0)]).toEqual([2, 0]);
  });

  it('forgets work of a state that was left meanwhile, even when it is entered again', () => {
    const kernel = new Kernel(1);
    const actor = kernel.actor('a');
    let works = 0;
    const machine = actor.start(kindOf({ work: (m) => {
      works++;
      if (works === 1) m.work(50, { type: 'END' });
    } }), { data: undefined });
    for (const [at, type] of [[10, 'GO'], [20, 'BACK'], [30, 'GO']] as const) actor.timer(at, type, () => machine.send({ type }));
    kernel.run(1000);
    expect(machine.state).toBe('working');
  });

  it('handles events sent from within an action after the step, in order', () => {
    const kernel = new Kernel(1);
    const actor = kernel.actor('a');
    const machine = actor.start(kindOf({ work: (m) => {
      m.send({ type: 'BACK' });
      m.send({ type: 'LOOP' });
      expect(m.state).toBe('working');
    } }), { data: undefined });
    machine.send({ type: 'GO' });
    expect(spans(kernel.log).map((s) => s.split(' ')[0])).toEqual(['idle', 'working', 'idle', 'idle']);
  });

  it('opens a new span when a state is re-entered, and none for an event that changes nothing', () => {
    const kernel = new Kernel(1);
    const machine = kernel.actor('a').start(kindOf(), { data: undefined });
    machine.send({ type: 'LOOP' });
    machine.send({ type: 'BACK' });
    expect(kernel.log.spans.begin.length).toBe(2);
  });

  it('fires delays as timer messages caused by the state, and not after the state was left', () => {
    const kernel = new Kernel(1);
    const actor = kernel.actor('a');
    const machine = actor.start(kindOf(), { data: undefined });
    actor.timer(100, 'tick', () => machine.send({ type: 'GO' }));
    kernel.run(100 + 5 * MILLISECOND);
    expect(machine.state).toBe('idle');
    expect(kernel.log.strings[kernel.log.messages.label.get(1)]).toBe('pause');
    expect(kernel.log.messages.cause.get(1)).toBe(1);
    machine.send({ type: 'GO' });
    machine.send({ type: 'BACK' });
    const before = kernel.log.messages.sent.length;
    kernel.run(kernel.now + 10 * MILLISECOND);
    expect(kernel.log.messages.sent.length).toBe(before);
  });

  it('restores the present span after an action has stepped another machine', () => {
    const kernel = new Kernel(1);
    const actor = kernel.actor('a');
    const inner = actor.start(kindOf(), { data: undefined });
    const seen: number[] = [];
    const outer = actor.start(kindOf({ work: (m) => {
      seen.push(kernel.currentSpan);
      inner.send({ type: 'GO' });
      seen.push(kernel.currentSpan);
      expect(m.span).toBe(kernel.currentSpan);
    } }), { data: undefined });
    outer.send({ type: 'GO' });
    expect(seen[0]).toBe(seen[1]);
    expect(kernel.currentSpan).toBe(NONE);
  });

  it('attaches documents and further causes to the present span', () => {
    const kernel = new Kernel(1);
    const actor = kernel.actor('a');
    const machine = actor.start(kindOf({ work: (m) => m.note({ why: 1 }) }), { data: undefined });
    const rows: number[] = [];
    actor.send(actor, { kind: 'channel', label: 'first', delay: 1 }, (row) => rows.push(row));
    actor.send(actor, { kind: 'channel', label: 'second', delay: 2 }, (row) => {
      machine.send({ type: 'GO' });
      machine.join(rows[0] ?? NONE);
      machine.join(row);
    });
    kernel.run(10);
    expect(kernel.log.payloads[kernel.log.spans.payload.get(machine.span)]).toEqual({ why: 1 });
    expect(kernel.log.joins.message.length).toBe(1);
    expect(kernel.log.joins.message.get(0)).toBe(rows[0]);
  });

  it('writes the same log on the compiled stepper and on XState itself', () => {
    const run = (onXState: boolean): string => {
      const kernel = new Kernel(3);
      const actor = kernel.actor('a');
      const handlers: ActionHandlers<Event, undefined> = { work: (m) => m.work(actor.random.int(9000), { type: 'BACK' }), leave: () => {} };
      const kind = new MachineKind<Event, undefined>('worker', definition, handlers, onXState ? xstateStepper(definition, undefined) : undefined);
      const machine = actor.start(kind, { data: undefined });
      for (let i = 0; i < 50; i++) {
        const type = actor.random.pick(['GO', 'LOOP', 'BACK'] as const);
        actor.timer(actor.random.int(200_000), type, () => machine.send({ type }));
      }
      kernel.run(1_000_000);
      return kernel.log.hash();
    };
    expect(run(false)).toBe(run(true));
  });

  it('refuses a kind whose definition asks for an action that nobody handles', () => {
    expect(() => new MachineKind<Event, undefined>('worker', definition, { work: () => {} })).toThrow(/leave/);
  });
});

describe('Kernel', () => {
  it('stands at the end of the run even if nothing happens', () => {
    const kernel = new Kernel(1);
    kernel.run(77);
    expect(kernel.now).toBe(77);
  });

  it('lets nothing happen that is due after the end', () => {
    const kernel = new Kernel(1);
    let happened = false;
    kernel.actor('a').timer(78, 'late', () => (happened = true));
    kernel.run(77);
    expect(happened).toBe(false);
    kernel.run(78);
    expect(happened).toBe(true);
  });

  it('stops where it is told to', () => {
    const kernel = new Kernel(1);
    const actor = kernel.actor('a');
    let count = 0;
    for (let i = 1; i <= 10; i++) actor.timer(i, 'tick', () => count++);
    kernel.runWhile(() => count < 4, 100);
    expect(count).toBe(4);
    expect(kernel.now).toBe(4);
  });

  it('keeps what is sent over one link in order', () => {
    const kernel = new Kernel(1);
    const link = kernel.actor('a').link(kernel.actor('b'));
    const got: number[] = [];
    for (const [n, delay] of [[1, 50], [2, 10], [3, 60]] as const) link.send({ kind: 'http', label: String(n), delay }, () => got.push(n));
    kernel.run(100);
    expect(got).toEqual([1, 2, 3]);
  });

  it('gives each actor its own stream of randomness, the same for the same seed', () => {
    const first = new Kernel(5).actor('a').random.uint32();
    expect(new Kernel(5).actor('a').random.uint32()).toBe(first);
    expect(new Kernel(5).actor('b').random.uint32()).not.toBe(first);
    expect(new Kernel(6).actor('a').random.uint32()).not.toBe(first);
  });
});
