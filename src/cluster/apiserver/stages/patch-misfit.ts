import { invalid } from '../../../api/field/error';
import type { Decoded } from '../../../api/schema/decode';
import { invalidStatus } from '../../../api/status';
import type { Status } from '../../../api/types';
import type { KubeVersion } from '../../../api/version';

const NOBODY = { group: '', kind: '' } as const;

/** What Go's decoder says of a patch that has not the shape of its kind. */
export function notA(type: string, patch: unknown): string {
  const what = Array.isArray(patch) ? 'array' : typeof patch === 'boolean' ? 'bool' : typeof patch;
  return `json: cannot unmarshal ${what} into Go value of type ${type}`;
}

/**
 * The 422 of a patch whose result is no object of its kind. A strategic merge patch is shown as Go prints maps, and its result is
 * converted field by field; the result of the others is JSON and is decoded.
 * Models apiserver pkg/endpoints/handlers patch.go applyPatchToCurrentObject, applyPatchToObject.
 */
export function patchMisfit(decoded: Decoded, strict: boolean, contentType: string | undefined, patch: unknown, patched: unknown, version: KubeVersion): Status | undefined {
  const strategic = contentType === 'application/strategic-merge-patch+json';
  const unknown = strict && decoded.unknownFields.length > 0 ? `strict decoding error: ${decoded.unknownFields.map((f) => `unknown field "${f}"`).join(', ')}` : undefined;
  const why = decoded.error === undefined ? unknown : strategic ? converterText(decoded.error) : decoded.error;
  return why === undefined ? undefined : invalidStatus(NOBODY, '', [invalid('patch', strategic ? goText(patch) : JSON.stringify(patched), why)], version);
}

const MISMATCH = /^json: cannot unmarshal (\w+) into Go struct field \S+ of type (.+)$/;
const SCALAR = /^(string|bool|u?int\d*|float\d*)$/;

/** The decoder's complaint in the converter's words. Models apimachinery pkg/runtime converter.go fromUnstructured. */
function converterText(error: string): string {
  const [, what = '', type = ''] = MISMATCH.exec(error) ?? [];
  if (what === '') return error;
  const from = what === 'number' ? 'int64' : what === 'object' ? 'map' : what === 'array' ? 'slice' : what;
  if (SCALAR.test(type)) return from === 'int64' && type === 'string' ? 'cannot convert int64 to string' : `unrecognized type: ${type}`;
  if (type.startsWith('[]')) return `cannot restore slice from ${from}`;
  if (type.startsWith('map[')) return `cannot restore map from ${from}`;
  // Types that read themselves do so from JSON.
  return type.startsWith('resource.') || type.startsWith('intstr.') ? error : `cannot restore struct from: ${from}`;
}

/** A document as Go prints it with %+v: `map[spec:map[replicas:2]]`. */
function goText(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (typeof value !== 'object') return String(value);
  return `map[${Object.entries(value).filter(([, v]) => v !== undefined).sort(([a], [b]) => (a < b ? -1 : 1)).map(([k, v]) => `${k}:${goText(v)}`).join(' ')}]`;
}
