import { deepEqual } from '../../base/json';
import type { Result } from '../../base/result';
import { err, ok } from '../../base/result';
import { isDoc, isList, without } from '../doc';
import type { Doc } from '../doc';
import { PatchProblem } from './meta';

/** One step of an RFC 6902 patch. */
export interface JsonPatchOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

const OPS: ReadonlySet<unknown> = new Set(['add', 'remove', 'replace', 'move', 'copy', 'test']);

/** A request body as operations, or why it is none (the server's 400). */
export function parseJsonPatch(body: unknown): Result<readonly JsonPatchOperation[], string> {
  if (!isList(body)) return err(`error decoding patch: json: cannot unmarshal ${isDoc(body) ? 'object' : typeof body} into Go value of type jsonpatch.Patch`);
  if (body.length > 10_000) return err(`The allowed maximum operations in a JSON patch is 10000, got ${body.length}`);
  const out: JsonPatchOperation[] = [];
  for (const step of body) {
    if (!isDoc(step) || !OPS.has(step['op']) || typeof step['path'] !== 'string') return err(`Unexpected kind: ${isDoc(step) ? String(step['op']) : 'unknown'}`);
    out.push(step as unknown as JsonPatchOperation);
  }
  return ok(out);
}

const tokens = (path: string): readonly string[] =>
  path === '' ? [] : path.slice(1).split('/').map((t) => t.replace(/~1/g, '/').replace(/~0/g, '~'));

function get(doc: unknown, path: readonly string[]): unknown {
  let value = doc;
  for (const t of path) {
    if (isList(value)) value = value[index(value, t, false)];
    else if (isDoc(value) && t in value) value = value[t];
    else return undefined;
  }
  return value;
}

function index(list: readonly unknown[], token: string, end: boolean): number {
  if (token === '-' && end) return list.length;
  const n = Number(token);
  const at = n < 0 ? list.length + n : n;
  if (!/^-?[0-9]+$/.test(token) || at < 0 || at > (end ? list.length : list.length - 1)) throw new PatchProblem(`Unable to access invalid index: ${token}`);
  return at;
}

/** The document with `change` applied at the parent of the path's last token. Only the path to it is copied. */
function at(doc: unknown, path: readonly string[], change: (parent: unknown, token: string) => unknown): unknown {
  const [head, ...rest] = path;
  if (head === undefined) throw new PatchProblem('missing path');
  if (rest.length === 0) return change(doc, head);
  if (isList(doc)) {
    const i = index(doc, head, false);
    return doc.map((item, j) => (j === i ? at(item, rest, change) : item));
  }
  if (isDoc(doc) && head in doc) return { ...doc, [head]: at(doc[head], rest, change) };
  throw new PatchProblem(`missing path: ${path.join('/')}`);
}

function add(doc: unknown, path: string, value: unknown): unknown {
  if (path === '') return value;
  return at(doc, tokens(path), (parent, token) => {
    if (isList(parent)) {
      const i = index(parent, token, true);
      return [...parent.slice(0, i), value, ...parent.slice(i)];
    }
    if (isDoc(parent)) return { ...parent, [token]: value };
    throw new PatchProblem(`add operation does not apply: doc is missing path: "${path}"`);
  });
}

function remove(doc: unknown, path: string): unknown {
  return at(doc, tokens(path), (parent, token) => {
    if (isList(parent)) {
      const i = index(parent, token, false);
      return parent.filter((_, j) => j !== i);
    }
    if (isDoc(parent) && token in parent) return without(parent, token);
    throw new PatchProblem(`Unable to remove nonexistent key: ${token}`);
  });
}

function replace(doc: unknown, path: string, value: unknown): unknown {
  if (path === '') return value;
  return at(doc, tokens(path), (parent, token) => {
    if (isList(parent)) {
      const i = index(parent, token, false);
      return parent.map((item, j) => (j === i ? value : item));
    }
    if (isDoc(parent) && token in parent) return { ...parent, [token]: value };
    throw new PatchProblem(`replace operation does not apply: doc is missing key: ${path}`);
  });
}

function step(doc: unknown, o: JsonPatchOperation): unknown {
  switch (o.op) {
    case 'add':
      return add(doc, o.path, o.value);
    case 'remove':
      return remove(doc, o.path);
    case 'replace':
      return replace(doc, o.path, o.value);
    case 'copy':
      return add(doc, o.path, get(doc, tokens(o.from ?? '')));
    case 'move': {
      const value = get(doc, tokens(o.from ?? ''));
      return add(remove(doc, o.from ?? ''), o.path, value);
    }
    default: {
      const have = get(doc, tokens(o.path));
      // A null is equal to an absent member, as the upstream library has it.
      if (!deepEqual(have ?? null, o.value ?? null)) throw new PatchProblem(`testing value ${o.path} failed`);
      return doc;
    }
  }
}

/** The patched document, sharing what did not change; or why an operation does not apply (the server then answers 422 without saying why). */
export function applyJsonPatch(doc: Doc, operations: readonly JsonPatchOperation[]): Result<Doc, string> {
  try {
    const out = operations.reduce<unknown>(step, doc);
    return isDoc(out) ? ok(out) : err('the patched document is not an object');
  } catch (e) {
    if (e instanceof PatchProblem) return err(e.message);
    throw e;
  }
}
