import { assertUnreachable } from '../../../base/assert';
import { schemaOf, type EmbeddedStruct, type Field, type ScalarName, type Schema, type Struct, type TypeRef } from '../../../api/schema/schema';
import { parseTime } from '../../../api/time';
import type { KubeVersion } from '../../../api/version';
import { isRecord, type Dict } from '../document';
import { fromBase64, utf8, varint } from './bytes';
import { fieldNumber, UNKNOWN_SHAPES } from './numbers';

type Bytes = readonly number[];

const VARINT = 0;
const LENGTH = 2;

const tag = (number: number, wire: number): Bytes => varint(number * 8 + wire);
const delimited = (number: number, body: Bytes): Bytes => [...tag(number, LENGTH), ...varint(body.length), ...body];
const text = (number: number, value: string): Bytes => delimited(number, utf8(value));
const integer = (number: number, value: number): Bytes => [...tag(number, VARINT), ...varint(value)];

/** `k8s` and a zero: what a body of this form begins with. */
const MAGIC: Bytes = [0x6b, 0x38, 0x73, 0x00];

/**
 * An object in the protobuf form that typed clients and API servers speak; undefined for kinds whose shape is not known here.
 * Models apimachinery runtime/serializer/protobuf Encode and the generated Marshal functions: Go's zero values are written
 * unless the field is a pointer, a list or a map.
 */
export function encodeProtobuf(object: Dict, version: KubeVersion): Bytes | undefined {
  const apiVersion = String(object['apiVersion'] ?? '');
  const kind = String(object['kind'] ?? '');
  const raw = encodeKind(object, apiVersion, kind, schemaOf(version));
  if (raw === undefined) return undefined;
  // The envelope: the type, the object, and an empty encoding and type of content.
  return [...MAGIC, ...delimited(1, [...text(1, apiVersion), ...text(2, kind)]), ...delimited(2, raw), ...text(3, ''), ...text(4, '')];
}

function encodeKind(object: Dict, apiVersion: string, kind: string, schema: Schema): Bytes | undefined {
  if (kind === 'Status') return encodeStatus(object, schema);
  const list = kind.endsWith('List') && Array.isArray(object['items']);
  const struct = schema.ofKind(apiVersion, list ? kind.slice(0, -4) : kind);
  if (struct === undefined) return undefined;
  try {
    if (!list) return encodeStruct(struct, object, schema);
    const items = (object['items'] as readonly unknown[]).flatMap((item) => delimited(2, encodeStruct(struct, item, schema)));
    return [...delimited(1, encodeStruct(schema.struct('ListMeta'), object['metadata'], schema)), ...items];
  } catch (error) {
    if (error instanceof UnknownShape) return undefined;
    throw error;
  }
}

class UnknownShape extends Error {}

function encodeStatus(status: Dict, schema: Schema): Bytes {
  const details = isRecord(status['details']) ? status['details'] : undefined;
  const of = (from: Dict, key: string): string => String(from[key] ?? '');
  const causes = details !== undefined && Array.isArray(details['causes']) ? (details['causes'] as readonly unknown[]).filter(isRecord) : [];
  return [
    ...delimited(1, encodeStruct(schema.struct('ListMeta'), status['metadata'], schema)), ...text(2, of(status, 'status')), ...text(3, of(status, 'message')), ...text(4, of(status, 'reason')),
    ...(details === undefined ? [] : delimited(5, [
      ...text(1, of(details, 'name')), ...text(2, of(details, 'group')), ...text(3, of(details, 'kind')),
      ...causes.flatMap((c) => delimited(4, [...text(1, of(c, 'reason')), ...text(2, of(c, 'message')), ...text(3, of(c, 'field'))])),
      ...integer(5, Number(details['retryAfterSeconds'] ?? 0)), ...text(6, of(details, 'uid')),
    ])),
    ...integer(6, Number(status['code'] ?? 0)),
  ];
}

const json = (member: Field | EmbeddedStruct | undefined): string | undefined => (member !== undefined && 'json' in member ? member.json : undefined);

function encodeStruct(struct: Struct, value: unknown, schema: Schema): Bytes {
  if (UNKNOWN_SHAPES.has(struct.name)) throw new UnknownShape(struct.name);
  const from: Dict = isRecord(value) ? value : {};
  const fields: { readonly number: number; readonly bytes: Bytes }[] = [];
  // Kind and apiVersion of a whole object stand in the envelope.
  const { members } = struct;
  const skipped = json(members[0]) === 'kind' && json(members[1]) === 'apiVersion' ? 2 : 0;
  let number = 0;
  for (const member of members.slice(skipped)) {
    const name = 'json' in member ? member.json : `.${member.goName}`;
    number = fieldNumber(struct.name, name, number);
    fields.push({ number, bytes: 'json' in member ? encodeField(number, struct, member, from[member.json], schema) : delimited(number, encodeStruct(schema.struct(member.struct), from, schema)) });
  }
  return fields.sort((a, b) => a.number - b.number).flatMap((f) => f.bytes);
}

function encodeField(number: number, struct: Struct, field: Field, value: unknown, schema: Schema): Bytes {
  const absent = value === undefined || value === null;
  const { type } = field;
  if (absent && (field.pointer || type.kind === 'list' || type.kind === 'map' || (type.kind === 'scalar' && type.name === 'bytes'))) return [];
  if (type.kind === 'scalar' && type.name === 'any') return delimited(number, rawJson(struct, value));
  if (type.kind === 'list') return Array.isArray(value) ? (value as readonly unknown[]).flatMap((item) => encodeValue(number, type.of, item, schema)) : [];
  if (type.kind === 'map') {
    if (!isRecord(value)) return [];
    return Object.keys(value).sort().flatMap((key) => delimited(number, [...text(1, key), ...encodeValue(2, type.of, value[key], schema)]));
  }
  return encodeValue(number, type, value, schema);
}

/** Two kinds of free-form parts are messages with their JSON in field 1. */
function rawJson(struct: Struct, value: unknown): Bytes {
  if (struct.name !== 'ManagedFieldsEntry' && struct.name !== 'ControllerRevision') throw new UnknownShape(struct.name);
  return text(1, JSON.stringify(value));
}

function encodeValue(number: number, type: TypeRef, value: unknown, schema: Schema): Bytes {
  switch (type.kind) {
    case 'scalar': return encodeScalar(number, type.name, value);
    case 'struct': return delimited(number, encodeStruct(schema.struct(type.name), value, schema));
    // A list inside a map is a message with the list as field 1.
    case 'list': return delimited(number, Array.isArray(value) ? (value as readonly unknown[]).flatMap((item) => encodeValue(1, type.of, item, schema)) : []);
    case 'map': throw new UnknownShape(type.goType);
    default: return assertUnreachable(type);
  }
}

function encodeScalar(number: number, name: ScalarName, value: unknown): Bytes {
  switch (name) {
    case 'string': return text(number, typeof value === 'string' ? value : '');
    case 'bool': return integer(number, value === true ? 1 : 0);
    case 'int32':
    case 'int64': return integer(number, typeof value === 'number' ? value : 0);
    case 'bytes': return delimited(number, typeof value === 'string' ? fromBase64(value) : []);
    case 'Quantity': return delimited(number, text(1, value === undefined || value === null ? '0' : String(value as string | number)));
    case 'IntOrString': return delimited(number, typeof value === 'string' ? [...integer(1, 1), ...integer(2, 0), ...text(3, value)] : [...integer(1, 0), ...integer(2, typeof value === 'number' ? value : 0), ...text(3, '')]);
    case 'Time':
    case 'MicroTime': return delimited(number, timestamp(value));
    case 'float':
    case 'any': throw new UnknownShape(name);
    default: return assertUnreachable(name);
  }
}

/** Seconds and nanoseconds; Go's zero time is an empty message. */
function timestamp(value: unknown): Bytes {
  const micros = typeof value === 'string' ? parseTime(value) : undefined;
  if (micros === undefined) return [];
  const seconds = Math.floor(micros / 1_000_000);
  return [...integer(1, seconds), ...integer(2, (micros - seconds * 1_000_000) * 1000)];
}
