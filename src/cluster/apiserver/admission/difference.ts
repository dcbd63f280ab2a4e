/** One step of the difference between two documents, as in a JSON patch. */
export interface Change {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string;
  readonly value?: unknown;
}

/** What changed, as a short list of paths. Parts that the documents share cost nothing. */
export function difference(before: unknown, after: unknown): readonly Change[] {
  const out: Change[] = [];
  compare('', before, after, out);
  return out;
}

function compare(path: string, before: unknown, after: unknown, out: Change[]): void {
  if (before === after) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    const common = Math.min(before.length, after.length);
    for (let i = 0; i < common; i++) if (before[i] !== after[i]) compare(`${path}/${i}`, before[i], after[i], out);
    for (let i = common; i < after.length; i++) out.push({ op: 'add', path: `${path}/${i}`, value: after[i] });
    for (let i = before.length - 1; i >= common; i--) out.push({ op: 'remove', path: `${path}/${i}` });
    return;
  }
  if (isObject(before) && isObject(after)) {
    for (const key in after) {
      const b = before[key];
      const a = after[key];
      if (a === b || a === undefined) continue;
      const at = `${path}/${escape(key)}`;
      if (b === undefined) out.push({ op: 'add', path: at, value: a });
      else compare(at, b, a, out);
    }
    for (const key in before) if (before[key] !== undefined && after[key] === undefined) out.push({ op: 'remove', path: `${path}/${escape(key)}` });
    return;
  }
  out.push({ op: 'replace', path, value: after });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

const escape = (key: string): string => (key.includes('/') || key.includes('~') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key);
