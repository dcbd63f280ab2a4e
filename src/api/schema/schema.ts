import { defined, invariant } from '../../base/assert';
import type { KubeVersion } from '../version';
import { APPS } from './apps';
import { CONTAINER } from './container';
import { CORE } from './core';
import { META } from './meta';
import { POD } from './pod';
import { POLICY } from './policy';
import { VOLUME } from './volume';

/** The parsed form of the tables in this folder; meta.ts explains their notation. */

export type ScalarName = 'string' | 'bool' | 'int32' | 'int64' | 'float' | 'bytes' | 'Time' | 'MicroTime' | 'Quantity' | 'IntOrString' | 'any';

export type TypeRef =
  | { readonly kind: 'scalar'; readonly name: ScalarName; readonly goType: string }
  | { readonly kind: 'struct'; readonly name: string; readonly goType: string }
  | { readonly kind: 'list'; readonly of: TypeRef; readonly goType: string }
  | { readonly kind: 'map'; readonly of: TypeRef; readonly goType: string };

export interface Field {
  readonly json: string;
  readonly goName: string;
  readonly type: TypeRef;
  readonly pointer: boolean;
  readonly omitEmpty: boolean;
  /** Lists of objects that a strategic merge patch merges by this key. */
  readonly mergeKey: string | undefined;
  /** Lists of plain values that a strategic merge patch merges as a set. */
  readonly mergeSet: boolean;
  readonly retainKeys: boolean;
  /** A struct or map that a strategic merge patch replaces whole. */
  readonly replace: boolean;
}

/** A field in its place in a struct. */
export interface PlacedField extends Field {
  readonly index: number;
  /** What the field is on the wire when it is absent: undefined for nothing, or the zero value where Go writes it. */
  readonly zero: unknown;
  /** Values of this type, other than the empty one, are on the wire as they are: most fields are texts, flags and counts. */
  readonly plain: 'string' | 'boolean' | 'integer' | undefined;
}

export interface EmbeddedStruct {
  readonly goName: string;
  readonly struct: string;
}

export interface Struct {
  readonly name: string;
  /** In wire order, embedded structs spelt out. */
  readonly fields: readonly PlacedField[];
  readonly byName: ReadonlyMap<string, PlacedField>;
  readonly names: readonly string[];
  /** The struct with nothing in it, as it is on the wire. */
  readonly zero: Readonly<Record<string, unknown>>;
  /** How many fields are always on the wire. */
  readonly always: number;
  /** In Go's order, embedded structs as such. */
  readonly members: readonly (Field | EmbeddedStruct)[];
}

const SCALARS: Readonly<Record<ScalarName, string>> = {
  string: 'string', bool: 'bool', int32: 'int32', int64: 'int64', float: 'float64', bytes: '[]uint8', Time: 'v1.Time', MicroTime: 'v1.MicroTime',
  Quantity: 'resource.Quantity', IntOrString: 'intstr.IntOrString', any: 'interface {}',
};

const isScalar = (name: string): name is ScalarName => name in SCALARS;
const qualify = (name: string): string => (name.includes('.') ? name : `v1.${name}`);

function typeRef(text: string): TypeRef {
  if (text.startsWith('[]')) {
    const of = typeRef(text.slice(2));
    return { kind: 'list', of, goType: `[]${of.goType}` };
  }
  if (text.startsWith('{}')) {
    const of = typeRef(text.slice(2));
    return { kind: 'map', of, goType: `map[string]${of.goType}` };
  }
  const [base = '', go] = text.split(':');
  if (isScalar(base)) return { kind: 'scalar', name: base, goType: go === undefined ? SCALARS[base] : qualify(go) };
  return { kind: 'struct', name: base, goType: qualify(base) };
}

const served = (only: string | undefined, version: KubeVersion): boolean => only === undefined || (only === '-') === (version === '1.20');

function parseField(line: string, version: KubeVersion): Field | undefined {
  const [json = '', spec = '', ...flags] = line.trim().split(/\s+/);
  if (!served(flags.find((f) => f === '+' || f === '-'), version)) return undefined;
  const omitEmpty = spec.endsWith('?');
  const bare = omitEmpty ? spec.slice(0, -1) : spec;
  const pointer = bare.startsWith('*');
  const parsed = typeRef(pointer ? bare.slice(1) : bare);
  const go = flags.find((f) => f.startsWith('t='))?.slice(2);
  const merge = flags.find((f) => f.startsWith('~'));
  return {
    json,
    goName: flags.find((f) => f.startsWith('go='))?.slice(3) ?? (json === 'metadata' ? 'ObjectMeta' : json.charAt(0).toUpperCase() + json.slice(1)),
    type: go === undefined ? parsed : { ...parsed, goType: qualify(go) },
    pointer: pointer || (parsed.kind === 'scalar' && parsed.name === 'any'),
    omitEmpty,
    mergeSet: merge === '~',
    retainKeys: flags.includes('keys'),
    replace: flags.includes('replace'),
    mergeKey: merge === undefined || merge === '~' ? undefined : merge.slice(1),
  };
}

function parseTables(text: string, version: KubeVersion): ReadonlyMap<string, Struct> {
  const members = new Map<string, (Field | EmbeddedStruct)[]>();
  let current: (Field | EmbeddedStruct)[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    if (!line.startsWith(' ')) {
      invariant(!members.has(line.trim()), `struct ${line} twice`);
      current = [];
      members.set(line.trim(), current);
    } else if (line.startsWith('  . ')) {
      const [struct = '', goName = struct, only] = line.trim().slice(2).split(/\s+/);
      if (served(only, version)) current.push({ struct, goName });
    } else {
      const field = parseField(line, version);
      if (field !== undefined) current.push(field);
    }
  }
  const out = new Map<string, Struct>();
  const flat = (name: string): readonly Field[] =>
    defined(members.get(name), `struct ${name}`).flatMap((m) => ('struct' in m ? flat(m.struct) : [m]));
  const struct = (name: string): Struct => {
    const known = out.get(name);
    if (known !== undefined) return known;
    // Member by member: all fields are then of one shape for the engine, and decoding, which goes through so many, is a third faster.
    const fields = flat(name).map(({ json, goName, type, pointer, omitEmpty, mergeKey, mergeSet, retainKeys, replace }, index): PlacedField => ({
      json, goName, type, pointer, omitEmpty, mergeKey, mergeSet, retainKeys, replace, index,
      zero: zeroOf({ json, type, pointer, omitEmpty }, version, (other) => struct(other).zero), plain: plainOf(type),
    }));
    const always = fields.filter((f) => f.zero !== undefined);
    const zero = Object.fromEntries(always.map((f) => [f.json, f.zero]));
    const made = { name, fields, byName: new Map(fields.map((f) => [f.json, f])), names: fields.map((f) => f.json), zero, always: always.length, members: members.get(name) ?? [] };
    out.set(name, made);
    return made;
  };
  for (const name of members.keys()) struct(name);
  return out;
}

function zeroOf(field: Pick<Field, 'json' | 'type' | 'pointer' | 'omitEmpty'>, version: KubeVersion, zeroStruct: (name: string) => unknown): unknown {
  if (field.pointer) return field.omitEmpty ? undefined : null;
  const t = field.type;
  if (t.kind === 'struct') return zeroStruct(t.name);
  if (t.kind === 'scalar') {
    // Since 1.34 a zero creationTimestamp is left out; other zero times are written as null.
    if (t.name === 'Time' || t.name === 'MicroTime') return field.json === 'creationTimestamp' && version !== '1.20' ? undefined : null;
    if (t.name === 'Quantity') return '0';
    if (t.name === 'IntOrString') return 0;
    if (field.omitEmpty) return undefined;
    return zeroScalar(t.name);
  }
  return field.omitEmpty ? undefined : null;
}

function plainOf(type: TypeRef): PlacedField['plain'] {
  if (type.kind !== 'scalar') return undefined;
  switch (type.name) {
    case 'string':
    case 'bytes': return 'string';
    case 'bool': return 'boolean';
    case 'int32':
    case 'int64': return 'integer';
    default: return undefined;
  }
}

export function zeroScalar(name: ScalarName): unknown {
  return name === 'string' ? '' : name === 'bool' ? false : name === 'int32' || name === 'int64' || name === 'float' ? 0 : null;
}

const TABLES = META + VOLUME + CONTAINER + POD + CORE + APPS + POLICY;

/** Where one name stands for different structs in different group-versions. */
const BY_KIND: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  ['Event', { 'events.k8s.io/v1': 'EventsV1Event', 'events.k8s.io/v1beta1': 'EventsV1Event' }],
  ['HorizontalPodAutoscaler', { 'autoscaling/v1': 'HorizontalPodAutoscalerV1' }],
]);

/** The structs of a release's API, by name. Immutable. */
export class Schema {
  private readonly structs: ReadonlyMap<string, Struct>;

  constructor(readonly version: KubeVersion) {
    this.structs = parseTables(TABLES, version);
  }

  /** A struct that another one names. */
  struct(name: string): Struct {
    const struct = this.structs.get(name);
    if (struct === undefined) throw new Error(`invariant: struct ${name} is undefined`);
    return struct;
  }

  /** The struct of a kind; undefined for kinds that have no table, which are then passed through as they are. */
  ofKind(apiVersion: string, kind: string): Struct | undefined {
    return this.structs.get(BY_KIND.get(kind)?.[apiVersion] ?? kind);
  }

  names(): readonly string[] {
    return [...this.structs.keys()];
  }
}

const SCHEMAS: Readonly<Record<KubeVersion, Schema>> = { '1.20': new Schema('1.20'), '1.35': new Schema('1.35') };

export function schemaOf(version: KubeVersion): Schema {
  return SCHEMAS[version];
}
