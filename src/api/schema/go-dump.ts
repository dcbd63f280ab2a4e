import { assertUnreachable } from '../../base/assert';
import { canonicalJson } from '../../base/json';
import { isDoc, isList } from '../doc';
import type { Doc } from '../doc';
import { parseQuantity } from '../quantity';
import type { Field, ScalarName, Schema, Struct, TypeRef } from './schema';

/**
 * The text that Kubernetes hashes: a deep dump of a Go value with type names, map keys sorted, pointers followed and methods
 * ignored, as go-spew prints it with `%#v`. Fields without a table (`any`) are dumped as JSON when they are set.
 */
export function goDump(structName: string, value: Doc, schema: Schema): string {
  return dumpStruct(schema.struct(structName), value, schema, `v1.${structName}`);
}

const typed = (goType: string, text: string): string => `(${goType})${text}`;

function dumpStruct(struct: Struct, value: Doc, schema: Schema, goType: string | undefined): string {
  const parts = struct.members.map((m) => {
    if ('struct' in m) return `${m.goName}:${dumpStruct(schema.struct(m.struct), value, schema, `v1.${m.goName}`)}`;
    return `${m.goName}:${dumpField(m, value[m.json], schema)}`;
  });
  const text = `{${parts.join(' ')}}`;
  return goType === undefined ? text : typed(goType, text);
}

function dumpField(field: Field, value: unknown, schema: Schema): string {
  const { type } = field;
  const unset = value === undefined || value === null;
  if (field.pointer) return unset ? `(*${type.goType})<nil>` : typed(`*${type.goType}`, dumpValue(type, value, schema));
  if (type.kind === 'struct') return dumpStruct(schema.struct(type.name), isDoc(value) ? value : {}, schema, type.goType);
  return typed(type.goType, unset && type.kind !== 'scalar' ? '<nil>' : dumpValue(type, value, schema));
}

/** A value without the name of its type. Empty lists and maps are nil after their way through storage. */
function dumpValue(type: TypeRef, value: unknown, schema: Schema): string {
  switch (type.kind) {
    case 'struct':
      return dumpStruct(schema.struct(type.name), isDoc(value) ? value : {}, schema, undefined);
    case 'list':
      return isList(value) && value.length > 0 ? `[${value.map((item) => dumpValue(type.of, item, schema)).join(' ')}]` : '<nil>';
    case 'map': {
      if (!isDoc(value) || Object.keys(value).length === 0) return '<nil>';
      return `map[${Object.keys(value).sort().map((key) => `${key}:${dumpValue(type.of, value[key], schema)}`).join(' ')}]`;
    }
    case 'scalar':
      return dumpScalar(type.name, value);
    default:
      return assertUnreachable(type);
  }
}

function dumpScalar(name: ScalarName, value: unknown): string {
  switch (name) {
    case 'string':
    case 'bytes':
      return typeof value === 'string' ? value : '';
    case 'bool':
      return value === true ? 'true' : 'false';
    case 'int32':
    case 'int64':
    case 'float':
      return typeof value === 'number' ? String(value) : '0';
    case 'Time':
    case 'MicroTime':
      // Only templates are hashed, and they hold no times but the zero one.
      return typeof value === 'string' ? `{Time:(time.Time)${value}}` : '{Time:(time.Time){wall:(uint64)0 ext:(int64)0 loc:(*time.Location)<nil>}}';
    case 'IntOrString':
      return typeof value === 'string'
        ? `{Type:(intstr.Type)1 IntVal:(int32)0 StrVal:(string)${value}}`
        : `{Type:(intstr.Type)0 IntVal:(int32)${typeof value === 'number' ? value : 0} StrVal:(string)}`;
    case 'Quantity':
      return dumpQuantity(typeof value === 'string' ? value : '0');
    case 'any':
      return canonicalJson(value);
    default:
      return assertUnreachable(name);
  }
}

const DECIMAL_SCALE: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, '': 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };

/** A quantity's inside after parsing its canonical text: digits and scale for decimal ones, whole units for binary ones. */
function dumpQuantity(text: string): string {
  const parsed = parseQuantity(text);
  const format = parsed.ok ? parsed.value.format : 'DecimalSI';
  const m = /^(-?[0-9]+)([a-zA-Z]*)([-+0-9]*)$/.exec(text);
  const decimal = format === 'DecimalSI' && m !== null;
  const digits = decimal ? (m[1] ?? '0') : String(parsed.ok ? parsed.value.nanos / 1_000_000_000n : 0);
  const scale = decimal ? (DECIMAL_SCALE[m[2] ?? ''] ?? 0) : 0;
  return `{i:(resource.int64Amount){value:(int64)${digits} scale:(resource.Scale)${scale}} d:(resource.infDecAmount){Dec:(*inf.Dec)<nil>} s:(string)${text} Format:(resource.Format)${format}}`;
}
