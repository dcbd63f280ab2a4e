import type { Field, Schema, Struct } from '../../../api/schema/schema';
import { deepEqual } from '../../../base/json';
import { isAtomicDoc, isAtomicItem, isAtomicList, itemStruct, structOf } from './atomic';
import { isDoc, stepFor, UNOWNED, UNOWNED_METADATA, type Doc } from './field-set';
import { ALL, isLeaf, LEAF, ordered, type Fields } from './fields-tree';

/** What a write did: fields that it added or gave another value, and fields that it took away. Undefined: none. */
export interface Changes {
  readonly set: Fields | undefined;
  readonly gone: Fields | undefined;
}

const NOTHING: Changes = { set: undefined, gone: undefined };
const SET: Changes = { set: LEAF, gone: undefined };
const EMPTY: Doc = {};

interface Gathered {
  set: Record<string, Fields> | undefined;
  gone: Record<string, Fields> | undefined;
}

/**
 * Compares two versions of an object, field by field. What they share is not looked at, and what a document sets that was not there
 * is worked out once for each document: the pods of one template share theirs.
 * Models sigs.k8s.io/structured-merge-diff typed Compare.
 */
export class Comparison {
  private readonly known = new WeakMap<object, Fields>();

  constructor(private readonly schema: Schema) {}

  /** `old`: undefined for a new object, which is compared with an empty one of its kind. */
  objects(old: Doc | undefined, now: Doc, struct: Struct | undefined): Changes {
    return this.docs(old ?? (struct?.zero as Doc | undefined) ?? { metadata: EMPTY }, now, struct, UNOWNED);
  }

  private docs(old: Doc, now: Doc, struct: Struct | undefined, unowned: ReadonlySet<string> | undefined): Changes {
    const out: Gathered = { set: undefined, gone: undefined };
    for (const key in now) {
      const [before, value] = [old[key], now[key]];
      if (value === before || value === undefined || unowned?.has(key) === true) continue;
      const change = unowned === UNOWNED && key === 'metadata' && isDoc(value)
        ? this.docs(isDoc(before) ? before : EMPTY, value, structOf(struct?.byName.get(key), this.schema), UNOWNED_METADATA)
        : this.values(before, value, struct?.byName.get(key));
      gather(out, `f:${key}`, change);
    }
    for (const key in old) if (now[key] === undefined && old[key] !== undefined && old[key] !== null && unowned?.has(key) !== true) (out.gone ??= {})[`f:${key}`] = ALL;
    return finished(out);
  }

  private values(before: unknown, value: unknown, field: Field | undefined): Changes {
    if (isDoc(value)) {
      if (isAtomicDoc(field, this.schema)) return deepEqual(before, value) ? NOTHING : SET;
      if (before === undefined) return { set: this.added(value, field), gone: undefined };
      if (isEmpty(value) && !(isDoc(before) && !isEmpty(before))) return isDoc(before) ? NOTHING : SET;
      return this.docs(isDoc(before) ? before : EMPTY, value, structOf(field, this.schema), undefined);
    }
    if (Array.isArray(value)) {
      if (field === undefined || isAtomicList(field) || value.length === 0) return deepEqual(before, value) ? NOTHING : SET;
      if (before === undefined) return { set: this.added(value, field), gone: undefined };
      return this.lists(Array.isArray(before) ? before : [], value, field);
    }
    return value === before || (value === null && before === undefined) ? NOTHING : SET;
  }

  private lists(before: readonly unknown[], list: readonly unknown[], field: Field): Changes {
    const out: Gathered = { set: undefined, gone: undefined };
    const old = new Map(before.map((item) => [stepFor(item, field.mergeKey), item]));
    for (const item of list) {
      const step = stepFor(item, field.mergeKey);
      const was = old.get(step);
      old.delete(step);
      if (was === item) continue;
      if (was === undefined) gather(out, step, { set: this.item(item, field), gone: undefined });
      else if (isDoc(item) && isDoc(was)) gather(out, step, isAtomicItem(field, this.schema) ? (deepEqual(item, was) ? NOTHING : SET) : this.docs(was, item, itemStruct(field, this.schema), undefined));
    }
    for (const step of old.keys()) (out.gone ??= {})[step] = ALL;
    return finished(out);
  }

  /** Everything that a document or keyed list sets. */
  private added(value: unknown, field: Field | undefined): Fields {
    if (isDoc(value) ? isEmpty(value) || isAtomicDoc(field, this.schema) : !Array.isArray(value) || value.length === 0 || isAtomicList(field)) return LEAF;
    const document = value as object;
    let tree = this.known.get(document);
    if (tree === undefined) {
      tree = isDoc(value) ? this.members(value, structOf(field, this.schema)) : this.itemsOf(value as readonly unknown[], field as Field);
      this.known.set(document, tree);
    }
    return tree;
  }

  private members(doc: Doc, struct: Struct | undefined): Fields {
    const out: Record<string, Fields> = { '.': LEAF };
    for (const key in doc) if (doc[key] !== undefined) out[`f:${key}`] = this.added(doc[key], struct?.byName.get(key));
    return ordered(out);
  }

  private itemsOf(list: readonly unknown[], field: Field): Fields {
    const out: Record<string, Fields> = { '.': LEAF };
    for (const item of list) out[stepFor(item, field.mergeKey)] = this.item(item, field);
    return ordered(out);
  }

  private item(item: unknown, field: Field): Fields {
    return isDoc(item) && field.mergeKey !== undefined && !isAtomicItem(field, this.schema) ? this.members(item, itemStruct(field, this.schema)) : LEAF;
  }
}

function gather(out: Gathered, step: string, { set, gone }: Changes): void {
  if (set !== undefined) (out.set ??= {})[step] = set;
  if (gone !== undefined) (out.gone ??= {})[step] = gone;
}

function finished({ set, gone }: Gathered): Changes {
  return set === undefined && gone === undefined ? NOTHING : { set: set === undefined ? undefined : ordered(set), gone };
}

function isEmpty(doc: Doc): boolean {
  return isLeaf(doc as Fields);
}
