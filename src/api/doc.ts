/** JSON objects that are read and rebuilt, never written to. Each of these gives back its very input when nothing changes. */
export type Doc = Readonly<Record<string, unknown>>;

export const isDoc = (v: unknown): v is Doc => typeof v === 'object' && v !== null && !Array.isArray(v);
export const isList = (v: unknown): v is readonly unknown[] => Array.isArray(v);

export const absent = (v: unknown): v is undefined | null => v === undefined || v === null;

/** A document without one key. */
export function without(doc: Doc, key: string): Doc {
  if (!(key in doc)) return doc;
  const { [key]: _, ...rest } = doc;
  return rest;
}

/** A document with one key set. */
export function withKey(doc: Doc, key: string, value: unknown): Doc {
  return doc[key] === value && key in doc ? doc : { ...doc, [key]: value };
}

/** Sets a key that is absent or null. */
export function withDefault(doc: Doc, key: string, value: unknown): Doc {
  return absent(doc[key]) ? { ...doc, [key]: value } : doc;
}

/** withDefault for several keys. */
export function withDefaults(doc: Doc, defaults: Doc): Doc {
  let out = doc;
  for (const key in defaults) out = withDefault(out, key, defaults[key]);
  return out;
}

/** Changes the object under a key, if there is one. */
export function inDoc(doc: Doc, key: string, change: (inner: Doc) => Doc): Doc {
  const inner = doc[key];
  return isDoc(inner) ? withKey(doc, key, change(inner)) : doc;
}

/** Changes every object of the list under a key, if there is one. */
export function inList(doc: Doc, key: string, change: (item: Doc) => Doc): Doc {
  const list = doc[key];
  if (!isList(list)) return doc;
  let same = true;
  const out = list.map((item) => {
    const next = isDoc(item) ? change(item) : item;
    if (next !== item) same = false;
    return next;
  });
  return same ? doc : { ...doc, [key]: out };
}

/** The value at a path, or undefined as soon as the path ends. */
export function valueAt(doc: unknown, ...path: readonly string[]): unknown {
  let value = doc;
  for (const key of path) {
    if (!isDoc(value)) return undefined;
    value = value[key];
  }
  return value;
}

export const docAt = (doc: unknown, ...path: readonly string[]): Doc => {
  const value = valueAt(doc, ...path);
  return isDoc(value) ? value : EMPTY;
};
export const listAt = (doc: unknown, ...path: readonly string[]): readonly unknown[] => {
  const value = valueAt(doc, ...path);
  return isList(value) ? value : NONE;
};
export const docsAt = (doc: unknown, ...path: readonly string[]): readonly Doc[] => listAt(doc, ...path).filter(isDoc);
export const textAt = (doc: unknown, ...path: readonly string[]): string => {
  const value = valueAt(doc, ...path);
  return typeof value === 'string' ? value : '';
};
export const numberAt = (doc: unknown, ...path: readonly string[]): number | undefined => {
  const value = valueAt(doc, ...path);
  return typeof value === 'number' ? value : undefined;
};
/** A map of texts, empty when absent. */
export const textsAt = (doc: unknown, ...path: readonly string[]): Readonly<Record<string, string>> => docAt(doc, ...path) as Readonly<Record<string, string>>;

const EMPTY: Doc = {};
const NONE: readonly unknown[] = [];
