import { isRecord } from '../document';

/** What Go's encoder escapes so that JSON can stand in HTML. */
function escapeHtml(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** JSON with an indent, as Go's encoding/json writes it. `undefined` members are left out. */
export function toJson(value: unknown, indent: string | number = 4): string {
  return escapeHtml(JSON.stringify(value, undefined, indent));
}

/** The same in one line. */
export function toCompactJson(value: unknown): string {
  return escapeHtml(JSON.stringify(value) ?? 'null');
}

/** A copy with the keys of every record sorted by code point: how Go prints maps. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return (value as readonly unknown[]).map(sorted);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.keys(value).sort().filter((key) => value[key] !== undefined).map((key) => [key, sorted(value[key])]));
}
