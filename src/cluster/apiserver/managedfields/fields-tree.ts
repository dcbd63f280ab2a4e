/**
 * A set of fields in the form of `fieldsV1`: a node without members is a field of the set; one with members is one if it has a dot.
 * Trees are shared and never changed.
 */
export interface Fields {
  readonly [step: string]: Fields;
}

export const LEAF: Fields = Object.freeze({});
/** In a tree of what is gone: the field and everything below it. */
export const ALL: Fields = Object.freeze({ '.': LEAF });

export function isLeaf(node: Fields): boolean {
  for (const _ in node) return false;
  return true;
}

const isMember = (node: Fields): boolean => node['.'] !== undefined || isLeaf(node);

/** The node with its steps in the order of the wire: the dot, fields, keys, values. */
export function ordered(node: Fields): Fields {
  const steps = Object.keys(node);
  let last = '';
  for (const step of steps) {
    if (step < last) return Object.fromEntries(steps.sort().map((s) => [s, node[s] ?? LEAF]));
    last = step;
  }
  return node;
}

/** What is in the first and not in the second; the first itself if that is all of it, undefined if nothing is left. */
export function subtract(node: Fields, minus: Fields): Fields | undefined {
  if (minus === ALL) return undefined;
  const drop = isMember(minus);
  if (isLeaf(node)) return drop ? undefined : node;
  let out: Record<string, Fields> | undefined;
  for (const step in minus) {
    const [child, less] = [node[step], minus[step]];
    if (step === '.' || child === undefined || less === undefined) continue;
    const next = subtract(child, less);
    if (next === child) continue;
    out ??= { ...node };
    if (next === undefined) delete out[step];
    else out[step] = next;
  }
  if (drop && node['.'] !== undefined) {
    out ??= { ...node };
    delete out['.'];
  }
  if (out === undefined) return node;
  if (isLeaf(out)) return undefined;
  for (const step in out) if (step !== '.') return out;
  return LEAF;
}

/** What is in either; the first itself if it holds the second. */
export function union(a: Fields, b: Fields): Fields {
  if (a === b) return a;
  let out: Record<string, Fields> | undefined;
  if (isMember(b) ? !isMember(a) : isLeaf(a)) out = { ...a, '.': LEAF };
  else if (isLeaf(a) && !isLeaf(b)) out = { '.': LEAF };
  for (const step in b) {
    const [mine, other] = [a[step], b[step]];
    if (step === '.' || other === undefined) continue;
    const next = mine === undefined ? other : union(mine, other);
    if (next === mine) continue;
    out ??= { ...a };
    out[step] = next;
  }
  return out === undefined ? a : ordered(out);
}
