import { expect, test } from 'vitest';
import { logFromText, SMALL_RUN, SMALL_RUN_OBJECTS } from './testing/log-from-text';
import { traceOf } from './trace';
import { directEffects, effectsAtOnce, effectsTree } from './effects';

const trace = traceOf(logFromText(SMALL_RUN, SMALL_RUN_OBJECTS));
const rows = (refs: Iterable<{ readonly kind: string; readonly row: number }>): string[] => [...refs].map(({ kind, row }) => `${kind === 'span' ? 's' : 'm'}${row}`);

test('what a machine sends later, while it answers the same message, came of its earlier state too', () => {
  // s3 is authentication; the write to etcd is sent in s5, of the same request.
  expect(rows(effectsAtOnce(trace, { kind: 'span', row: 3 }))).toContain('m2');
});

test('a message wakes a machine once, however many states it then goes through', () => {
  expect(rows(effectsAtOnce(trace, { kind: 'message', row: 1 }))).toEqual(['s3']);
});

test('the tree leads from the keystroke down to the kubelet, and says where it was cut', () => {
  const flat = (node: ReturnType<typeof effectsTree>): string[] => [...rows([node.ref]), ...node.effects.flatMap(flat)];
  expect(flat(effectsTree(trace, { kind: 'message', row: 0 }, 100))).toContain('s10');
  const cut = effectsTree(trace, { kind: 'message', row: 0 }, 2);
  expect(flat(cut)).toHaveLength(2);
  expect(cut.effects[0]?.cut).toBe(true);
});

test('strictly, a state leads to what it sent, and a message to each state that it led to', () => {
  expect(rows(directEffects(trace, { kind: 'message', row: 1 }))).toEqual(['s3', 's4', 's5']);
  expect(rows(directEffects(trace, { kind: 'span', row: 7 }))).toEqual(['m3', 'm4']);
});

test('of a keystroke came all but what was there before', () => {
  const all = new Set<string>();
  const collect = (node: ReturnType<typeof effectsTree>): void => {
    for (const name of rows([node.ref])) all.add(name);
    node.effects.forEach(collect);
  };
  collect(effectsTree(trace, { kind: 'message', row: 0 }, 1000));
  for (let row = 0; row < 10; row++) expect(all).toContain(`m${row}`);
  expect(all).not.toContain('s0');
});
