/** Reading plain documents whose shape is not known here: what is not there is undefined, nothing throws. */
export type Document = Readonly<Record<string, unknown>>;

export function record(value: unknown): Document | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Document) : undefined;
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value at a path of member names. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let here: unknown = value;
  for (const name of path) here = record(here)?.[name];
  return here;
}

export function text(value: unknown, ...path: readonly string[]): string {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : '';
}

export function number(value: unknown, ...path: readonly string[]): number | undefined {
  const found = at(value, ...path);
  return typeof found === 'number' ? found : undefined;
}

export const flag = (value: unknown, ...path: readonly string[]): boolean => at(value, ...path) === true;

/** The image of a pod specification's first container. */
export const firstImage = (podSpec: unknown): string => text(list(at(podSpec, 'containers'))[0], 'image');
