import { assertUnreachable } from '../../base/assert';
import { canonicalQuantity } from '../quantity';
import { formatMicroTime, formatTime, parseTime } from '../time';
import type { KubeObject } from '../types';
import type { KubeVersion } from '../version';
import { schemaOf } from './schema';
import type { Field, ScalarName, Schema, Struct, TypeRef } from './schema';

type Doc = Readonly<Record<string, unknown>>;

/** What came of reading a body into a kind's struct. */
export interface Decoded {
  /** As the server would write it: fields in wire order, zero values left out, quantities and times in canonical form. */
  readonly object: KubeObject;
  /** Paths of fields that the struct does not have; they are dropped. */
  readonly unknownFields: readonly string[];
  /** The first value of a wrong type, as Go's decoder words it. The object is then not to be used. */
  readonly error?: string;
}

interface Context {
  readonly schema: Schema;
  readonly unknown: string[];
  error?: string;
}

const isDoc = (v: unknown): v is Doc => typeof v === 'object' && v !== null && !Array.isArray(v);

/**
 * Reads a document as an API server reads a request body, before defaulting. Unchanged parts are shared with the input, and a
 * document that is already in canonical form comes back itself. Kinds without a schema pass through untouched.
 */
export function decode(body: KubeObject, version: KubeVersion): Decoded {
  const schema = schemaOf(version);
  const struct = schema.ofKind(body.apiVersion, body.kind);
  if (struct === undefined) return { object: body, unknownFields: [] };
  const context: Context = { schema, unknown: [] };
  const object = decodeStruct(struct, body, '', '', context) as KubeObject;
  return { object, unknownFields: context.unknown, ...(context.error === undefined ? {} : { error: context.error }) };
}

/** The same for a part of an object, such as a template or a spec of known struct. */
export function canonicalPart<T>(structName: string, part: T, version: KubeVersion): T {
  const schema = schemaOf(version);
  return decodeStruct(schema.struct(structName), part as Doc, '', '', { schema, unknown: [] }) as T;
}

function decodeStruct(struct: Struct, value: Doc, path: string, goPath: string, context: Context): Doc {
  let same = true;
  const out: Record<string, unknown> = {};
  let count = 0;
  for (const key in value) {
    if (struct.byName.has(key)) continue;
    context.unknown.push(join(path, key));
    same = false;
  }
  const keys = Object.keys(value);
  for (const field of struct.fields) {
    const raw = value[field.json];
    const next = raw === undefined || raw === null ? absent(field, raw, context) : decodeField(struct, field, raw, path, goPath, context);
    if (next === undefined) {
      if (raw !== undefined) same = false;
      continue;
    }
    if (same && (keys[count] !== field.json || raw !== next)) same = false;
    out[field.json] = next;
    count++;
  }
  return same && count === keys.length ? value : out;
}

/** What an absent field is on the wire: nothing, or the zero value where Go writes it. */
function absent(field: Field, raw: unknown, context: Context): unknown {
  if (field.pointer) return field.omitEmpty ? undefined : null;
  const t = field.type;
  if (t.kind === 'struct') return decodeStruct(context.schema.struct(t.name), {}, '', '', context);
  if (t.kind === 'scalar') {
    // Since 1.34 a zero creationTimestamp is left out; other zero times are written as null.
    if (t.name === 'Time' || t.name === 'MicroTime') return field.json === 'creationTimestamp' && context.schema.version !== '1.20' ? undefined : null;
    if (t.name === 'Quantity') return '0';
    if (t.name === 'IntOrString') return 0;
    if (field.omitEmpty) return undefined;
    return zero(t.name, raw);
  }
  return field.omitEmpty ? undefined : null;
}

function zero(name: ScalarName, raw: unknown): unknown {
  return name === 'string' ? '' : name === 'bool' ? false : name === 'int32' || name === 'int64' || name === 'float' ? 0 : (raw ?? null);
}

function decodeField(struct: Struct, field: Field, raw: unknown, path: string, goPath: string, context: Context): unknown {
  const goField = join(goPath, field.json);
  const value = decodeValue(field.type, raw, join(path, field.json), goField, `${struct.name}.${goField}`, context);
  if (field.pointer || !field.omitEmpty) return value;
  if (value === '' || value === 0 || value === false) return field.type.kind === 'scalar' && field.type.name === 'IntOrString' ? value : undefined;
  if (field.type.kind === 'list') return Array.isArray(value) && value.length === 0 ? undefined : value;
  if (field.type.kind === 'map') return isDoc(value) && isEmpty(value) ? undefined : value;
  return value;
}

function isEmpty(doc: Doc): boolean {
  for (const _ in doc) return false;
  return true;
}

const join = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

function decodeValue(type: TypeRef, raw: unknown, path: string, goPath: string, goField: string, context: Context): unknown {
  switch (type.kind) {
    case 'scalar':
      return decodeScalar(type.name, type.goType, raw, goField, context);
    case 'struct':
      if (!isDoc(raw)) return mismatch(raw, type.goType, goField, context);
      return decodeStruct(context.schema.struct(type.name), raw, path, goPath, context);
    case 'list': {
      if (!Array.isArray(raw)) return mismatch(raw, type.goType, goField, context);
      let same = true;
      const list: readonly unknown[] = raw;
      const out = list.map((item, i) => {
        const next = item === null ? emptyItem(type.of, context) : decodeValue(type.of, item, `${path}[${i}]`, goPath, goField, context);
        if (next !== item) same = false;
        return next;
      });
      return same ? list : out;
    }
    case 'map': {
      if (!isDoc(raw)) return mismatch(raw, type.goType, goField, context);
      return decodeMap(type.of, raw, path, goPath, goField, context);
    }
    default:
      return assertUnreachable(type);
  }
}

function emptyItem(of: TypeRef, context: Context): unknown {
  return of.kind === 'struct' ? decodeStruct(context.schema.struct(of.name), {}, '', '', context) : of.kind === 'scalar' ? zero(of.name, null) : null;
}

/** Go writes maps sorted by key. */
function decodeMap(of: TypeRef, raw: Doc, path: string, goPath: string, goField: string, context: Context): Doc {
  const keys = Object.keys(raw);
  let same = true;
  for (let i = 1; i < keys.length; i++) if ((keys[i - 1] ?? '') > (keys[i] ?? '')) same = false;
  if (!same) keys.sort();
  const out: Record<string, unknown> = {};
  for (const key of keys) {
    const item = raw[key];
    const next = item === null ? emptyItem(of, context) : decodeValue(of, item, join(path, key), goPath, goField, context);
    if (next !== item) same = false;
    out[key] = next;
  }
  return same ? raw : out;
}

function decodeScalar(name: ScalarName, goType: string, raw: unknown, goField: string, context: Context): unknown {
  switch (name) {
    case 'any':
      return raw;
    case 'string':
    case 'bytes':
      return typeof raw === 'string' ? raw : mismatch(raw, goType === '[]uint8' ? '[]uint8' : 'string', goField, context);
    case 'bool':
      return typeof raw === 'boolean' ? raw : mismatch(raw, 'bool', goField, context);
    case 'int32':
    case 'int64':
      if (typeof raw !== 'number') return mismatch(raw, name, goField, context);
      return Number.isInteger(raw) ? raw : fail(context, `json: cannot unmarshal number ${raw} into Go struct field ${goField} of type ${name}`);
    case 'float':
      return typeof raw === 'number' ? raw : mismatch(raw, 'float64', goField, context);
    case 'IntOrString':
      return typeof raw === 'number' || typeof raw === 'string' ? raw : mismatch(raw, name === 'IntOrString' ? 'intstr.IntOrString' : goType, goField, context);
    case 'Quantity': {
      if (typeof raw !== 'string' && typeof raw !== 'number') return mismatch(raw, 'resource.Quantity', goField, context);
      const q = canonicalQuantity(raw);
      return q.ok ? q.value : fail(context, q.error);
    }
    case 'Time':
    case 'MicroTime': {
      if (typeof raw !== 'string') return mismatch(raw, 'string', goField, context);
      const micros = parseTime(raw);
      if (micros === undefined) return fail(context, `parsing time ${JSON.stringify(raw)} as "2006-01-02T15:04:05${name === 'Time' ? '' : '.000000'}Z07:00": cannot parse ${JSON.stringify(raw)} as "2006"`);
      const text = name === 'Time' ? formatTime(micros) : formatMicroTime(micros);
      return text === raw ? raw : text;
    }
    default:
      return assertUnreachable(name);
  }
}

function mismatch(raw: unknown, goType: string, goField: string, context: Context): undefined {
  const what = Array.isArray(raw) ? 'array' : typeof raw === 'boolean' ? 'bool' : typeof raw === 'object' ? 'object' : typeof raw;
  return fail(context, `json: cannot unmarshal ${what} into Go struct field ${goField} of type ${goType}`);
}

/** Keeps the first error, as the decoder does. */
function fail(context: Context, error: string): undefined {
  context.error ??= error;
  return undefined;
}

/**
 * The message of the 400 that a body of the wrong shape earns, or undefined when it may pass.
 * `strict` is `fieldValidation=Strict`, which servers before 1.25 do not know: they drop unknown fields without a word.
 */
export function decodeProblem(decoded: Decoded, strict: boolean): string | undefined {
  const { kind, apiVersion } = decoded.object;
  const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
  const head = `${kind} in version "${version}" cannot be handled as a ${kind}: `;
  if (decoded.error !== undefined) return head + decoded.error;
  if (!strict || decoded.unknownFields.length === 0) return undefined;
  return `${head}strict decoding error: ${decoded.unknownFields.map((f) => `unknown field "${f}"`).join(', ')}`;
}
