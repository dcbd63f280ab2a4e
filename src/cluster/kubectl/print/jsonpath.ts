import { err, ok, type Result } from '../../../base/result';
import { isRecord } from '../document';
import { toCompactJson } from './json';
import { parseTemplate, type Expression, type PathNode, type TemplateNode } from './jsonpath-parse';

/**
 * Fills a JSONPath template (`{.items[*].metadata.name}`, `{range …}…{end}`) from a document. A missing field gives
 * nothing, as with kubectl. The error is Go's. Models client-go util/jsonpath.
 */
export function renderJsonPath(template: string, data: unknown): Result<string, string> {
  const parsed = parseTemplate(template);
  if (!parsed.ok) return err(`error parsing jsonpath ${template}, ${parsed.error}`);
  const out: string[] = [];
  const problem = render(parsed.value, [data], out);
  if (problem === undefined) return ok(out.join(''));
  return err(`error executing jsonpath ${JSON.stringify(template)}: Error executing template: ${problem}. Printing more information for debugging the template:\n\ttemplate was:\n\t\t${template}\n\tobject given to jsonpath engine was:\n\t\t${goSyntax(data)}\n`);
}

/** All values that a path such as `.spec.containers[*].image` finds. */
export function findJsonPath(path: string, data: unknown): Result<readonly unknown[], string> {
  const parsed = parseTemplate(path);
  if (!parsed.ok) return err(parsed.error);
  const node = parsed.value.find((n) => n.kind === 'expression');
  if (node === undefined) return ok([]);
  const found = walk(node.expression, [data]);
  return found;
}

function render(nodes: readonly TemplateNode[], data: readonly unknown[], out: string[]): string | undefined {
  for (const node of nodes) {
    if (node.kind === 'text') out.push(node.text);
    else if (node.kind === 'expression') {
      const found = walk(node.expression, data);
      if (!found.ok) return found.error;
      out.push(found.value.map(show).join(' '));
    } else {
      const found = walk(node.over, data);
      if (!found.ok) return found.error;
      for (const item of found.value) {
        const problem = render(node.body, [item], out);
        if (problem !== undefined) return problem;
      }
    }
  }
  return undefined;
}

function walk(expression: Expression, start: readonly unknown[]): Result<readonly unknown[], string> {
  let values = start;
  for (const node of expression) {
    const next = step(node, values);
    if (!next.ok) return next;
    values = next.value;
  }
  return ok(values);
}

function step(node: PathNode, values: readonly unknown[]): Result<readonly unknown[], string> {
  switch (node.kind) {
    case 'field': return ok(values.flatMap((v) => (isRecord(v) && node.name in v && v[node.name] !== undefined ? [v[node.name]] : [])));
    case 'literal': return ok([node.value]);
    case 'identifier': return err(`unrecognized identifier ${node.name}`);
    case 'wildcard': return ok(values.flatMap(childrenOf));
    case 'recursive': return ok(values.flatMap(descendants));
    case 'slice': return slices(node, values);
    case 'filter': return filters(node, values);
    case 'union': {
      const found: unknown[] = [];
      for (const path of node.paths) {
        const one = walk(path, values);
        if (!one.ok) return one;
        found.push(...one.value);
      }
      return ok(found);
    }
  }
}

function childrenOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[];
  return isRecord(value) ? Object.keys(value).sort().map((key) => value[key]) : [];
}

function descendants(value: unknown): readonly unknown[] {
  if (!Array.isArray(value) && !isRecord(value)) return [];
  return [value, ...childrenOf(value).flatMap(descendants)];
}

function slices(node: Extract<PathNode, { kind: 'slice' }>, values: readonly unknown[]): Result<readonly unknown[], string> {
  const found: unknown[] = [];
  for (const value of values) {
    if (!Array.isArray(value)) {
      if (isRecord(value) || value !== undefined) return err(`${goTypeOf(value)} is not array or slice`);
      continue;
    }
    const list = value as readonly unknown[];
    const at = (i: number): number => (i < 0 ? i + list.length : i);
    if (node.index !== undefined) {
      const i = at(node.index);
      if (i >= list.length || i < 0) return err(`array index out of bounds: index ${i}, length ${list.length}`);
      found.push(list[i]);
    } else {
      const from = at(node.from ?? 0);
      const to = Math.min(at(node.to ?? list.length), list.length);
      for (let i = Math.max(0, from); i < to; i += node.step ?? 1) found.push(list[i]);
    }
  }
  return ok(found);
}

function filters(node: Extract<PathNode, { kind: 'filter' }>, values: readonly unknown[]): Result<readonly unknown[], string> {
  const found: unknown[] = [];
  for (const value of values) {
    if (!Array.isArray(value)) return err(`${toCompactJson(value)} is not array or slice and cannot be filtered`);
    for (const item of value as readonly unknown[]) {
      const left = walk(node.left, [item]);
      if (!left.ok) return left;
      if (node.operator === 'exists') {
        if (left.value.length > 0) found.push(item);
        continue;
      }
      const right = walk(node.right, [item]);
      if (!right.ok) return right;
      if (left.value.length > 1 || right.value.length > 1) return err('can only compare one element at a time');
      if (left.value.length === 1 && right.value.length === 1 && compares(left.value[0], node.operator, right.value[0])) found.push(item);
    }
  }
  return ok(found);
}

function compares(a: unknown, operator: string, b: unknown): boolean {
  switch (operator) {
    case '==': return a === b;
    case '!=': return a !== b;
    default: {
      if (!((typeof a === 'number' && typeof b === 'number') || (typeof a === 'string' && typeof b === 'string'))) return false;
      return operator === '<' ? a < b : operator === '>' ? a > b : operator === '<=' ? a <= b : a >= b;
    }
  }
}

/** Scalars as they are, everything else as compact JSON with sorted keys. */
export function show(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? toCompactJson(sortedDocument(value)) : String(value);
}

function sortedDocument(value: unknown): unknown {
  if (Array.isArray(value)) return (value as readonly unknown[]).map(sortedDocument);
  return isRecord(value) ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, sortedDocument(value[key])])) : value;
}

function goTypeOf(value: unknown): string {
  return isRecord(value) ? 'map[string]interface {}' : typeof value === 'string' ? 'string' : typeof value === 'number' ? 'int64' : typeof value === 'boolean' ? 'bool' : 'nil';
}

/** `map[string]interface {}{"a":1}`: Go's %#v of a document. */
function goSyntax(value: unknown): string {
  if (Array.isArray(value)) return `[]interface {}{${(value as readonly unknown[]).map(goSyntax).join(', ')}}`;
  if (isRecord(value)) return `map[string]interface {}{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${goSyntax(value[key])}`).join(', ')}}`;
  return value === null || value === undefined ? 'interface {}(nil)' : JSON.stringify(value);
}
