import type { Texts } from '../../i18n/en';
import type { Fact } from '../../trace/types';

/** What is worth saying of an object, in the order of weight. */
const ASPECTS: readonly { readonly of: (f: Fact) => string | number | boolean; readonly say: (t: Texts['compare'], f: Fact) => string }[] = [
  { of: (f) => f.node, say: (t, f) => (f.node === '' ? t.noNode : t.onNode(f.node)) },
  { of: (f) => f.word, say: (_, f) => f.word },
  { of: (f) => `${f.ready}/${f.wanted}`, say: (t, f) => t.ready(f.ready, f.wanted) },
  { of: (f) => f.current, say: (t, f) => t.current(f.current) },
  { of: (f) => f.updated, say: (t, f) => t.updated(f.updated) },
  { of: (f) => f.available, say: (t, f) => t.available(f.available) },
  { of: (f) => f.restarts, say: (t, f) => t.restarts(f.restarts) },
  { of: (f) => f.detail, say: (_, f) => f.detail },
  { of: (f) => f.deleting, say: (t, f) => (f.deleting ? t.deleting : '') },
  { of: (f) => f.schedulable, say: (t, f) => (f.schedulable ? '' : t.unschedulable) },
];

/** What an object is, as far as it differs from its counterpart; all of it, when it has none. */
export function factWords(t: Texts['compare'], fact: Fact | undefined, other: Fact | undefined): string {
  if (fact === undefined) return t.absent;
  const told = ASPECTS.filter(({ of }) => (other === undefined ? isTold(of(fact)) : of(fact) !== of(other))).map(({ say }) => say(t, fact)).filter((words) => words !== '');
  return told.length === 0 ? t.other : told.slice(0, 3).join(', ');
}

const isTold = (value: string | number | boolean): boolean => value !== '' && value !== 0 && value !== false && value !== '0/0';
