import { err, ok, type Result } from '../../../base/result';

export type PathNode =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  /** A bare word, which means nothing: an error once the template is filled. */
  | { readonly kind: 'identifier'; readonly name: string }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'recursive' }
  | { readonly kind: 'slice'; readonly index: number | undefined; readonly from: number | undefined; readonly to: number | undefined; readonly step: number | undefined }
  | { readonly kind: 'filter'; readonly left: Expression; readonly operator: string; readonly right: Expression }
  | { readonly kind: 'union'; readonly paths: readonly Expression[] };
export type Expression = readonly PathNode[];

export type TemplateNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'expression'; readonly expression: Expression }
  | { readonly kind: 'range'; readonly over: Expression; readonly body: readonly TemplateNode[] };

/** Reads a template: text, `{expression}`, `{"text"}`, `{range expression}` … `{end}`. */
export function parseTemplate(template: string): Result<readonly TemplateNode[], string> {
  const stack: { over: Expression; body: TemplateNode[] }[] = [{ over: [], body: [] }];
  let at = 0;
  const add = (node: TemplateNode): void => {
    stack.at(-1)?.body.push(node);
  };
  while (at < template.length) {
    const open = template.indexOf('{', at);
    if (open < 0) {
      add({ kind: 'text', text: template.slice(at) });
      break;
    }
    if (open > at) add({ kind: 'text', text: template.slice(at, open) });
    const close = endOfAction(template, open + 1);
    if (close < 0) {
      // Read from the left, an earlier mistake is told first.
      const begun = parseExpression(template.slice(open + 1));
      return begun.ok ? err('unclosed action') : begun;
    }
    const action = template.slice(open + 1, close).trim();
    at = close + 1;
    if (action === 'end') {
      const top = stack.pop();
      if (top === undefined || stack.length === 0) return err('not in range, nothing to end');
      add({ kind: 'range', over: top.over, body: top.body });
      continue;
    }
    const isRange = /^range\s/.test(action);
    const expression = parseExpression(isRange ? action.slice(5).trim() : action);
    if (!expression.ok) return expression;
    if (isRange) stack.push({ over: expression.value, body: [] });
    else add({ kind: 'expression', expression: expression.value });
  }
  return stack.length > 1 ? err('unterminated range') : ok(stack[0]?.body ?? []);
}

/** The `}` that ends an action, quotes and brackets respected; -1 without one. */
function endOfAction(text: string, from: number): number {
  let quote = '';
  for (let i = from; i < text.length; i++) {
    const c = text.charAt(i);
    if (quote !== '') {
      if (c === '\\') i++;
      else if (c === quote) quote = '';
    } else if (c === '"' || c === "'") quote = c;
    else if (c === '}') return i;
  }
  return -1;
}

export function parseExpression(text: string): Result<Expression, string> {
  const nodes: PathNode[] = [];
  let rest = text;
  while (rest !== '') {
    const node = parseNode(rest);
    if (!node.ok) return node;
    if (node.value.node !== undefined) nodes.push(node.value.node);
    rest = node.value.rest;
  }
  return ok(nodes);
}

interface Parsed {
  /** Undefined for what selects nothing new: `$`, `@`, blanks. */
  readonly node: PathNode | undefined;
  readonly rest: string;
}

function parseNode(text: string): Result<Parsed, string> {
  const c = text.charAt(0);
  if (/\s/.test(c) || c === '$' || c === '@') return ok({ node: undefined, rest: text.slice(1) });
  if (text.startsWith('..')) return ok({ node: { kind: 'recursive' }, rest: /^\.\.[[*.]/.test(text) ? text.slice(2) : `.${text.slice(2)}` });
  if (c === '[') return parseBrackets(text);
  if (c === '"' || c === "'") return parseQuoted(text, c);
  if (c === '.') {
    if (text.charAt(1) === '*') return ok({ node: { kind: 'wildcard' }, rest: text.slice(2) });
    if (text.charAt(1) === '[' || text === '.') return ok({ node: undefined, rest: text.slice(1) });
    const match = /^\.((?:\\.|[^\s.[\](){},|'"=!<>@$?])+)/.exec(text);
    if (match === null) return err(`unrecognized character in action: U+${(text.charCodeAt(1) || 0).toString(16).toUpperCase().padStart(4, '0')} '${text.charAt(1)}'`);
    return ok({ node: { kind: 'field', name: (match[1] ?? '').replace(/\\(.)/g, '$1') }, rest: text.slice(match[0].length) });
  }
  if (c === '*') return ok({ node: { kind: 'wildcard' }, rest: text.slice(1) });
  const number = /^[+-]?\d+(\.\d+)?/.exec(text);
  if (number !== null) return ok({ node: { kind: 'literal', value: Number(number[0]) }, rest: text.slice(number[0].length) });
  const word = /^[A-Za-z_][A-Za-z0-9_]*/.exec(text)?.[0];
  if (word === 'true' || word === 'false') return ok({ node: { kind: 'literal', value: word === 'true' }, rest: text.slice(word.length) });
  if (word !== undefined) return ok({ node: { kind: 'identifier', name: word }, rest: text.slice(word.length) });
  return err(`unrecognized character in action: U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')} '${c}'`);
}

function parseQuoted(text: string, quote: string): Result<Parsed, string> {
  let value = '';
  for (let i = 1; i < text.length; i++) {
    const c = text.charAt(i);
    if (c === quote) return ok({ node: { kind: 'literal', value }, rest: text.slice(i + 1) });
    if (c === '\\') {
      i++;
      const escaped = text.charAt(i);
      value += ({ n: '\n', t: '\t', r: '\r' } as Readonly<Record<string, string>>)[escaped] ?? escaped;
    } else value += c;
  }
  return err('unterminated quoted string');
}

function parseBrackets(text: string): Result<Parsed, string> {
  const close = closingBracket(text);
  if (close < 0) return err('unterminated array');
  const inner = text.slice(1, close).trim();
  const rest = text.slice(close + 1);
  if (inner === '*') return ok({ node: { kind: 'wildcard' }, rest });
  const filter = /^\?\((.*)\)$/.exec(inner);
  if (filter !== null) return parseFilter(filter[1] ?? '', rest);
  const quoted = /^(['"])(.*)\1$/.exec(inner);
  if (quoted !== null && !/['"]\s*,/.test(inner)) return ok({ node: { kind: 'field', name: (quoted[2] ?? '').replace(/\\(.)/g, '$1') }, rest });
  if (inner.includes(',')) return parseUnion(inner, rest);
  const slice = /^(-?\d+)?(:(-?\d+)?)?(:(-?\d+)?)?$/.exec(inner);
  if (slice === null || inner === '') return err(`invalid array index ${inner}`);
  const n = (part: string | undefined): number | undefined => (part === undefined ? undefined : Number(part));
  const isIndex = slice[2] === undefined;
  return ok({ node: { kind: 'slice', index: isIndex ? n(slice[1]) : undefined, from: n(slice[1]), to: n(slice[3]), step: n(slice[5]) }, rest });
}

function parseUnion(inner: string, rest: string): Result<Parsed, string> {
  const paths: Expression[] = [];
  for (const part of inner.split(',')) {
    const path = parseExpression(`[${part.trim()}]`);
    if (!path.ok) return err(`invalid array index ${part.trim()}`);
    paths.push(path.value);
  }
  return ok({ node: { kind: 'union', paths }, rest });
}

function parseFilter(condition: string, rest: string): Result<Parsed, string> {
  const match = /^(.*?)(==|!=|<=|>=|<|>)(.*)$/.exec(condition);
  const left = parseExpression((match === null ? condition : (match[1] ?? '')).trim());
  if (!left.ok) return left;
  if (match === null) return ok({ node: { kind: 'filter', left: left.value, operator: 'exists', right: [] }, rest });
  const right = parseExpression((match[3] ?? '').trim());
  if (!right.ok) return right;
  return ok({ node: { kind: 'filter', left: left.value, operator: match[2] ?? '', right: right.value }, rest });
}

function closingBracket(text: string): number {
  let depth = 0;
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i);
    if (quote !== '') quote = c === quote ? '' : quote;
    else if (c === '"' || c === "'") quote = c;
    else if (c === '[') depth++;
    else if (c === ']' && --depth === 0) return i;
  }
  return -1;
}
