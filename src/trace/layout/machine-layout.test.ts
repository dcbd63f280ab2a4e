import { describe, expect, it } from 'vitest';
import type { MachineDescription } from '../types';
import { layoutMachine } from './machine-layout';

const state = (path: string, kind: 'atomic' | 'compound' | 'final' = 'atomic'): MachineDescription['states'][number] => ({ path, parent: path.includes('.') ? path.split('.')[0] : undefined, kind, description: undefined, entry: [] });
const go = (from: string, to: string, event = 'NEXT'): MachineDescription['transitions'][number] => ({ from, to, event, guard: undefined });

const MACHINE: MachineDescription = {
  id: 'worker', description: undefined, initial: 'idle',
  states: [state('idle'), state('working'), state('leading', 'compound'), state('leading.holding'), state('leading.renewing'), state('done', 'final')],
  transitions: [go('idle', 'working', 'TAKEN'), go('working', 'idle', 'DONE'), go('working', 'working', 'MORE'), go('working', 'leading', 'LEAD'), go('leading.holding', 'leading.renewing'), go('leading', 'done', 'LOST'), go('', 'idle', 'FAILED')],
};
const CROWDED: MachineDescription = {
  ...MACHINE, states: [...MACHINE.states, ...['a', 'b', 'c'].map((path) => state(path)), state('refused', 'final')],
  transitions: [...MACHINE.transitions, go('idle', 'a'), go('a', 'b'), go('b', 'c'), ...['idle', 'working', 'leading', 'a', 'b', 'c'].map((from) => go(from, 'refused', 'REFUSE'))],
};
const layout = layoutMachine(MACHINE, { textWidth: (text) => text.length * 7 });

describe('a machine’s drawing', () => {
  it('has a box for each state that a machine can be in, none on another', () => {
    expect(layout.states.map((s) => s.path)).toEqual(['idle', 'working', 'leading.holding', 'leading.renewing', 'done']);
    for (const a of layout.states) {
      for (const b of layout.states) {
        if (a === b) continue;
        expect(Math.abs(a.x - b.x) >= (a.w + b.w) / 2 || Math.abs(a.y - b.y) >= (a.h + b.h) / 2, `${a.path} and ${b.path}`).toBe(true);
      }
    }
  });

  it('begins at the initial state and marks what goes back up', () => {
    const top = layout.states.toSorted((a, b) => a.y - b.y)[0];
    expect(top).toMatchObject({ path: 'idle', initial: true });
    expect(layout.arrows.find((a) => a.from === 'working' && a.to === 'idle')).toMatchObject({ back: true, events: ['DONE', 'FAILED'] });
    expect(layout.arrows.find((a) => a.from === 'working' && a.to === 'working')).toMatchObject({ loop: true });
  });

  it('leads into the first state of a nested one, and out of each', () => {
    const arrows = layout.arrows.map((a) => `${a.from}→${a.to}`);
    expect(arrows).toEqual(expect.arrayContaining(['working→leading.holding', 'leading.holding→done', 'leading.renewing→done']));
  });

  it('tells in the box, not by arrows, of an event that leads there from many states', () => {
    const crowded = layoutMachine(CROWDED, { textWidth: (text) => text.length * 7 });
    expect(crowded.arrows.some((a) => a.events.includes('REFUSE'))).toBe(false);
    const refused = crowded.states.find((s) => s.path === 'refused');
    expect(refused?.fromMany).toEqual([{ event: 'REFUSE', states: 7 }]);
    expect(refused?.y).toBeGreaterThan(crowded.states.find((s) => s.path === 'c')?.y ?? 0);
  });

  it('is the same each time', () => {
    expect(layoutMachine(MACHINE, { textWidth: (text) => text.length * 7 })).toEqual(layout);
  });
});
