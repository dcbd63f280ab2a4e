import { assertUnreachable } from '../../base/assert';
import { canonicalQuantity } from '../quantity';
import { formatMicroTime, formatTime, parseTime } from '../time';
import type { KubeObject } from '../types';
import type { KubeVersion } from '../version';
import { schemaOf, zeroScalar } from './schema';
import type { Field, PlacedField, ScalarName, Schema, Struct, TypeRef } from './schema';

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
  /** Paths cost more than all the rest, so the first pass goes without; a second one names what it found. */
  readonly paths: boolean;
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
  let context: Context = { schema, paths: false, unknown: [] };
  let object = decodeStruct(struct, body, '', '', context) as KubeObject;
  if (context.error !== undefined || context.unknown.length > 0) {
    context = { schema, paths: true, unknown: [] };
    object = decodeStruct(struct, body, '', '', context) as KubeObject;
  }
  return { object, unknownFields: context.unknown, ...(context.error === undefined ? {} : { error: context.error }) };
}

/** The same for a part of an object, such as a template or a spec of known struct. */
export function canonicalPart<T>(structName: string, part: T, version: KubeVersion): T {
  const schema = schemaOf(version);
  return decodeStruct(schema.struct(structName), part as Doc, '', '', { schema, paths: false, unknown: [] }) as T;
}

/**
 * Goes through the members that are there, not through all that might be: most structs hold few of their fields (half of the cost).
 * A pass that names what it finds goes in field order instead, so that the first error is the first of the struct.
 */
function decodeStruct(struct: Struct, value: Doc, path: string, goPath: string, context: Context): Doc {
  const { byName } = struct;
  if (context.paths) for (const key in value) if (!byName.has(key)) context.unknown.push(join(path, key, context));
  const keys = context.paths ? struct.names : Object.keys(value);
  // A canonical document has its keys in field order, their values as they are decoded, and all that Go always writes.
  // As long as it looks like one there are no `members`: the values by field number.
  let members: unknown[] | undefined = context.paths ? [] : undefined;
  let blank = false;
  let last = -1;
  let always = 0;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    const field = byName.get(key);
    if (field === undefined) {
      context.unknown.push(key);
      members ??= membersUntil(i, keys, value, struct);
      continue;
    }
    const raw = value[key];
    if (raw === undefined) {
      blank = true;
      continue;
    }
    const next = raw === null ? field.zero : isPlain(field.plain, raw) ? raw : decodeField(struct, field, raw, path, goPath, context);
    if (next !== raw || field.index < last) members ??= membersUntil(i, keys, value, struct);
    if (members !== undefined) members[field.index] = next;
    last = field.index;
    if (field.zero !== undefined) always++;
  }
  if (members === undefined && always === struct.always) return blank ? { ...value } : value;
  return inFieldOrder(struct, members ?? membersUntil(keys.length, keys, value, struct));
}

/** Whether a value needs no look at all: not empty, and of the right type. */
function isPlain(plain: PlacedField['plain'], raw: unknown): boolean {
  switch (plain) {
    case 'string': return typeof raw === 'string' && raw !== '';
    case 'boolean': return raw === true;
    case 'integer': return Number.isInteger(raw) && raw !== 0;
    case undefined: return false;
  }
}

/** The values of the first keys, by field number. */
function membersUntil(end: number, keys: readonly string[], value: Doc, struct: Struct): unknown[] {
  const members: unknown[] = [];
  for (let i = 0; i < end; i++) {
    const key = keys[i] as string;
    const field = struct.byName.get(key);
    if (field !== undefined) members[field.index] = value[key];
  }
  return members;
}

function inFieldOrder({ fields }: Struct, members: readonly unknown[]): Doc {
  const out: Record<string, unknown> = {};
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i] as PlacedField;
    const next = members[i] ?? field.zero;
    if (next !== undefined) out[field.json] = next;
  }
  return out;
}

function decodeField(struct: Struct, field: Field, raw: unknown, path: string, goPath: string, context: Context): unknown {
  const goField = join(goPath, field.json, context);
  const value = decodeValue(field.type, raw, join(path, field.json, context), goField, context.paths ? `${struct.name}.${goField}` : '', context);
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

const join = (path: string, key: string, context: Context): string => (!context.paths ? '' : path === '' ? key : `${path}.${key}`);

function decodeValue(type: TypeRef, raw: unknown, path: string, goPath: string, goField: string, context: Context): unknown {
  switch (type.kind) {
    case 'scalar':
      return decodeScalar(type.name, type.goType, raw, goField, context);
    case 'struct':
      if (!isDoc(raw)) return mismatch(raw, type.goType, goField, context);
      return decodeStruct(context.schema.struct(type.name), raw, path, goPath, context);
    case 'list': {
      if (!Array.isArray(raw)) return mismatch(raw, type.goType, goField, context);
      const list: readonly unknown[] = raw;
      let out: unknown[] | undefined;
      for (let i = 0; i < list.length; i++) {
        const item = list[i];
        const next = item === null ? emptyItem(type.of, context) : decodeValue(type.of, item, context.paths ? `${path}[${i}]` : '', goPath, goField, context);
        if (out === undefined && next !== item) out = list.slice(0, i);
        if (out !== undefined) out.push(next);
      }
      return out ?? list;
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
  return of.kind === 'struct' ? context.schema.struct(of.name).zero : of.kind === 'scalar' ? zeroScalar(of.name) : null;
}

/** Go writes maps sorted by key. */
function decodeMap(of: TypeRef, raw: Doc, path: string, goPath: string, goField: string, context: Context): Doc {
  const keys = Object.keys(raw);
  let same = true;
  for (let i = 1; i < keys.length; i++) if ((keys[i - 1] as string) > (keys[i] as string)) same = false;
  if (!same) keys.sort();
  const texts = of.kind === 'scalar' && of.name === 'string';
  let out: Record<string, unknown> | undefined = same ? undefined : {};
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    const item = raw[key];
    const next = item === null ? emptyItem(of, context) : texts && typeof item === 'string' ? item : decodeValue(of, item, join(path, key, context), goPath, goField, context);
    if (out === undefined && next !== item) {
      out = {};
      for (let j = 0; j < i; j++) out[keys[j] as string] = raw[keys[j] as string];
    }
    if (out !== undefined) out[key] = next;
  }
  return out ?? raw;
}

const CANONICAL_TIME = /^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]Z$/;

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
      if (name === 'Time' && CANONICAL_TIME.test(raw)) return raw;
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
