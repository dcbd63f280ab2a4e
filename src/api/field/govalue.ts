import type { LabelSelector } from '../types';
import type { GoValue } from './error';

/** Values as Go's `%#v` prints them, for the releases whose field errors do so. */

const sorted = (m: Readonly<Record<string, string>>): readonly (readonly [string, string])[] =>
  Object.entries(m).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

function goMap(m: Readonly<Record<string, string>> | undefined): string {
  if (m === undefined) return 'map[string]string(nil)';
  return `map[string]string{${sorted(m).map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`).join(', ')}}`;
}

function goStrings(list: readonly string[] | undefined): string {
  return list === undefined ? '[]string(nil)' : `[]string{${list.map((s) => JSON.stringify(s)).join(', ')}}`;
}

/** `map[string]string{"app":"web"}`. */
export function stringMapValue(m: Readonly<Record<string, string>> | undefined): GoValue {
  return { go: goMap(m), json: m === undefined ? null : Object.fromEntries(sorted(m)) };
}

/** `[]string{"a", "b"}`. */
export function stringListValue(list: readonly string[] | undefined): GoValue {
  return { go: goStrings(list), json: list ?? null };
}

/** `v1.LabelSelector{MatchLabels:map[string]string{"app":"web"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}`. */
export function labelSelectorValue(s: LabelSelector): GoValue {
  const expressions = s.matchExpressions === undefined
    ? '[]v1.LabelSelectorRequirement(nil)'
    : `[]v1.LabelSelectorRequirement{${s.matchExpressions.map((e) => `v1.LabelSelectorRequirement{Key:${JSON.stringify(e.key)}, Operator:${JSON.stringify(e.operator)}, Values:${goStrings(e.values)}}`).join(', ')}}`;
  return {
    go: `v1.LabelSelector{MatchLabels:${goMap(s.matchLabels)}, MatchExpressions:${expressions}}`,
    json: {
      ...(s.matchLabels === undefined ? {} : { matchLabels: Object.fromEntries(sorted(s.matchLabels)) }),
      ...(s.matchExpressions === undefined ? {} : { matchExpressions: s.matchExpressions.map((e) => ({ key: e.key, operator: e.operator, ...(e.values === undefined ? {} : { values: e.values }) })) }),
    },
  };
}

/** A uint64, which `%#v` prints in hexadecimal: `0x0`. */
export function unsignedValue(n: number): GoValue {
  return { go: `0x${n.toString(16)}`, json: n };
}
