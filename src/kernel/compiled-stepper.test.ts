import { assign, setup } from 'xstate';
import { describe, expect, it } from 'vitest';
import { compileStepper } from './compiled-stepper';
import { expectSteppersEqual } from './stepper-equality';

interface Context {
  readonly count: number;
  readonly last: string;
}
type Event = { readonly type: 'GO' | 'BACK' | 'IN' | 'OUT' | 'AGAIN' | 'COUNT' | 'END' } | { readonly type: 'SET'; readonly value: number };

const base = setup({
  types: { context: {} as Context, events: {} as Event, input: {} as { readonly from: number } },
  actions: {
    enter: (_, _params: { readonly place: string }) => {},
    exit: () => {},
    travel: (_, _params: { readonly count: number }) => {},
    increment: assign({ count: ({ context }) => context.count + 1 }),
    remember: assign(({ event }) => ({ last: event.type })),
    setTo: assign({ count: (_, params: { readonly value: number }) => params.value }),
  },
  guards: { small: ({ context }) => context.count < 3, even: ({ context }) => context.count % 2 === 0 },
  delays: { short: 10, growing: ({ context }) => 100 * context.count },
});

const nested = base.createMachine({
  id: 'nested',
  context: ({ input }) => ({ count: input.from, last: '' }),
  initial: 'a',
  entry: { type: 'enter', params: { place: 'root' } },
  on: { COUNT: { actions: ['increment', { type: 'travel', params: ({ context }) => ({ count: context.count }) }] } },
  states: {
    a: {
      entry: { type: 'enter', params: { place: 'a' } },
      exit: 'exit',
      initial: 'one',
      on: { BACK: '.one', OUT: 'b', AGAIN: { target: 'a', reenter: true, actions: 'remember' } },
      states: {
        one: { entry: 'increment', on: { GO: [{ target: 'two', guard: 'small' }, { target: '#nested.c', actions: 'remember' }] } },
        two: {
          exit: 'exit', initial: 'deep', after: { short: 'one', growing: { target: '#nested.b', guard: 'even' } },
          states: { deep: { on: { IN: 'deeper', GO: { target: 'deep', reenter: true } } }, deeper: { entry: { type: 'enter', params: { place: 'deeper' } }, on: { OUT: '#nested.a.one' } } },
        },
      },
    },
    b: { entry: ['increment', { type: 'enter', params: ({ context }) => ({ place: `b${context.count}` }) }], after: { 500: 'a' }, on: { SET: { actions: { type: 'setTo', params: ({ event }) => ({ value: event.value }) } }, '*': { target: 'a.two', actions: 'remember' } } },
    c: { on: { BACK: 'a', END: 'done', GO: { guard: 'even', target: 'b' } } },
    done: { type: 'final', entry: 'remember' },
  },
});

describe('compiled stepper', () => {
  it('steps nested states, guards, assigns, delays and re-entries as XState does', () => {
    const events = ['GO', 'BACK', 'IN', 'OUT', 'AGAIN', 'COUNT', 'END', { type: 'SET', value: 0 }, { type: 'SET', value: 7 }];
    expect(expectSteppersEqual(nested, { from: 0 }, events, { walks: 300, length: 80 })).toEqual([]);
    expect(expectSteppersEqual(nested, { from: 2 }, events, { walks: 100, seed: 2 })).toEqual([]);
  });

  it('visits every state of that machine in those walks, so that the comparison means something', () => {
    const stepper = compileStepper(nested);
    const seen = new Set<string>();
    const visit = (types: readonly string[]): void => {
      let step = stepper.start({ from: 0 });
      seen.add(step.snapshot.state);
      for (const type of types) {
        step = stepper.step(step.snapshot, { type });
        seen.add(step.snapshot.state);
      }
    };
    visit(['GO', 'IN', 'OUT']);
    visit(['OUT', 'COUNT']);
    visit(['COUNT', 'COUNT', 'GO', 'END']);
    expect([...seen].sort()).toEqual(['a.one', 'a.two.deep', 'a.two.deeper', 'b', 'c', 'done']);
  });

  it('starts the delays of a state when it is entered and cancels them when it is left', () => {
    const stepper = compileStepper(nested);
    const inTwo = stepper.step(stepper.start({ from: 0 }).snapshot, { type: 'GO' });
    expect(inTwo.effects.filter((e) => e.kind === 'delay').map((e) => e.delay)).toEqual([10, 100]);
    const left = stepper.step(inTwo.snapshot, { type: 'BACK' });
    expect(left.effects.filter((e) => e.kind === 'cancel')).toHaveLength(2);
  });

  it('does nothing at all for an event that no state knows', () => {
    const stepper = compileStepper(nested);
    const { snapshot } = stepper.start({ from: 0 });
    const step = stepper.step(snapshot, { type: 'nonsense' });
    expect(step.snapshot).toBe(snapshot);
    expect(step.entered).toBe(false);
    expect(step.effects).toEqual([]);
  });

  it('gives a guard the context as earlier actions of earlier steps left it', () => {
    const stepper = compileStepper(nested);
    let step = stepper.start({ from: 1 });
    step = stepper.step(step.snapshot, { type: 'COUNT' });
    step = stepper.step(step.snapshot, { type: 'GO' });
    expect(step.snapshot.state).toBe('c');
  });

  it.each([
    ['eventless transitions', setup({}).createMachine({ initial: 'a', states: { a: { always: 'b' }, b: {} } })],
    ['parallel states', setup({}).createMachine({ type: 'parallel', states: { a: {}, b: {} } })],
    ['inline actions', setup({}).createMachine({ entry: () => {} })],
  ])('refuses %s', (_what, machine) => {
    expect(() => compileStepper(machine)).toThrow(/invariant/);
  });
});

describe('expectSteppersEqual', () => {
  it('finds a difference when there is one', () => {
    const impure = setup({
      types: { context: {} as { readonly n: number }, events: {} as { readonly type: 'GO' } },
      actions: { draw: assign({ n: () => counter() }) },
    }).createMachine({ id: 'impure', context: { n: 0 }, on: { GO: { actions: 'draw' } } });
    let calls = 0;
    function counter(): number {
      return ++calls;
    }
    expect(expectSteppersEqual(impure, undefined, ['GO']).length).toBeGreaterThan(0);
  });
});
