/** Fills `{name}` places; a place without a value stays as it is, so that a gap shows. */
export function fill(template: string, params: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = params[name];
    return value === undefined ? place : String(value);
  });
}
