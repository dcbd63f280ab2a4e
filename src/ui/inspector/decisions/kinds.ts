/** A document as the components note it: plain data with a `type`. */
export interface Noted {
  readonly type: string;
  readonly [field: string]: unknown;
}

export function isDecision(document: unknown): document is Noted {
  return typeof document === 'object' && document !== null && 'type' in document && typeof document.type === 'string' && !('kind' in document);
}

export const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] => (Array.isArray(value) ? value.filter((x): x is Readonly<Record<string, unknown>> => typeof x === 'object' && x !== null) : []);
export const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
export const textOf = (value: unknown): string => (value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value));
export const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, unknown>>) : {});

/** The document that sums up what a machine decided over several states: the scheduler's table of nodes. */
export function isVerdict(document: unknown): boolean {
  return typeof document === 'object' && document !== null && 'type' in document && document.type === 'scheduling';
}
