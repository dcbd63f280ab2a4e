import { assertUnreachable } from '../../base/assert';
import type { Labels, LabelSelector } from '../types';

export type RequirementOperator = '=' | '==' | '!=' | 'in' | 'notin' | 'exists' | '!' | 'gt' | 'lt';

/** One comma-separated part of a label selector. */
export interface Requirement {
  readonly key: string;
  readonly operator: RequirementOperator;
  /** Sorted, without repetition; empty for exists and `!`. */
  readonly values: readonly string[];
}

/** All requirements must hold; an empty list selects everything. Sorted by key. */
export type Selector = readonly Requirement[];

export const EVERYTHING: Selector = [];

/** Whether one requirement holds. An absent label satisfies `!=`, `notin` and `!`. */
// Models apimachinery pkg/labels Requirement.Matches
export function requirementMatches(r: Requirement, labels: Labels): boolean {
  const value = labels[r.key];
  switch (r.operator) {
    case '=':
    case '==':
    case 'in':
      return value !== undefined && r.values.includes(value);
    case '!=':
    case 'notin':
      return value === undefined || !r.values.includes(value);
    case 'exists':
      return value !== undefined;
    case '!':
      return value === undefined;
    case 'gt':
    case 'lt': {
      const bound = Number(r.values[0]);
      if (value === undefined || !/^[-+]?[0-9]+$/.test(value)) return false;
      return r.operator === 'gt' ? Number(value) > bound : Number(value) < bound;
    }
    default:
      return assertUnreachable(r.operator);
  }
}

const NONE: Labels = {};

export function selectorMatches(selector: Selector, labels: Labels | undefined): boolean {
  const set = labels ?? NONE;
  for (const r of selector) if (!requirementMatches(r, set)) return false;
  return true;
}

/**
 * Whether a LabelSelector object selects these labels, without building requirements: the hot path of controllers.
 * A null selector selects nothing, an empty one everything.
 */
// Models apimachinery pkg/apis/meta/v1 LabelSelectorAsSelector
export function labelSelectorMatches(selector: LabelSelector | undefined, labels: Labels | undefined): boolean {
  if (selector === undefined) return false;
  const set = labels ?? NONE;
  const want = selector.matchLabels;
  if (want !== undefined) for (const key in want) if (set[key] !== want[key]) return false;
  for (const e of selector.matchExpressions ?? []) {
    const value = set[e.key];
    const listed = value !== undefined && (e.values ?? []).includes(value);
    if (e.operator === 'In' && !listed) return false;
    if (e.operator === 'NotIn' && listed) return false;
    if (e.operator === 'Exists' && value === undefined) return false;
    if (e.operator === 'DoesNotExist' && value !== undefined) return false;
  }
  return true;
}

/** Whether every label of the set is there: how a Service selects. An empty set selects everything. */
export function setMatches(set: Labels, labels: Labels | undefined): boolean {
  const have = labels ?? NONE;
  for (const key in set) if (have[key] !== set[key]) return false;
  return true;
}

/** Whether a LabelSelector has no condition at all. */
export function isEmptyLabelSelector(s: LabelSelector): boolean {
  return Object.keys(s.matchLabels ?? {}).length === 0 && (s.matchExpressions ?? []).length === 0;
}

const byKey = (a: Requirement, b: Requirement): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

/** A LabelSelector object as requirements sorted by key. */
export function selectorFromLabelSelector(s: LabelSelector): Selector {
  const out: Requirement[] = Object.entries(s.matchLabels ?? {}).map(([key, value]) => ({ key, operator: '=', values: [value] }));
  for (const e of s.matchExpressions ?? []) {
    const operator = ({ In: 'in', NotIn: 'notin', Exists: 'exists', DoesNotExist: '!' } as const)[e.operator];
    out.push({ key: e.key, operator, values: [...new Set(e.values ?? [])].sort() });
  }
  return out.sort(byKey);
}

export function selectorFromSet(set: Labels): Selector {
  return selectorFromLabelSelector({ matchLabels: set });
}

/** `app=web,tier in (a,b),!old`: what goes into a `labelSelector` parameter and into SELECTOR columns. */
// Models apimachinery pkg/labels Requirement.String
export function formatSelector(selector: Selector): string {
  return selector
    .map(({ key, operator, values }) => {
      switch (operator) {
        case '=':
        case '==':
        case '!=':
          return `${key}${operator}${values[0] ?? ''}`;
        case 'in':
        case 'notin':
          return `${key} ${operator} (${values.join(',')})`;
        case 'exists':
          return key;
        case '!':
          return `!${key}`;
        case 'gt':
          return `${key}>${values[0] ?? ''}`;
        case 'lt':
          return `${key}<${values[0] ?? ''}`;
        default:
          return assertUnreachable(operator);
      }
    })
    .join(',');
}

/** The text of a LabelSelector object; `<none>` when it selects everything. */
// Models apimachinery pkg/apis/meta/v1 FormatLabelSelector
export function formatLabelSelector(s: LabelSelector | undefined): string {
  const text = s === undefined ? '' : formatSelector(selectorFromLabelSelector(s));
  return text === '' ? '<none>' : text;
}

/** Labels as `a=1,b=2`, sorted by key; `<none>` when there are none. */
// Models apimachinery pkg/labels FormatLabels
export function formatLabels(labels: Labels | undefined): string {
  const keys = Object.keys(labels ?? {}).sort();
  return keys.length === 0 ? '<none>' : keys.map((k) => `${k}=${labels?.[k] ?? ''}`).join(',');
}
