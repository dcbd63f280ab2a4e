import { expect, test } from 'vitest';
import { logFromText, SMALL_RUN, SMALL_RUN_OBJECTS } from '../../trace/testing/log-from-text';
import { traceOf } from '../../trace/trace';
import { effectsAtOnce, effectsTree } from './effects';

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
