import { isAlias, LineCounter, parseDocument, visit, type YAMLError } from 'yaml';
import { err, ok, type Result } from '../../base/result';

/** Cuts a stream at its `---` lines. Models apimachinery pkg/util/yaml decoder.go YAMLReader. */
export function splitDocuments(text: string): readonly string[] {
  const documents: string[] = [];
  let lines: string[] = [];
  for (const line of text.split('\n')) {
    if (/^---\s*(#.*)?$/.test(line)) {
      documents.push(lines.join('\n'));
      lines = [];
    } else lines.push(line);
  }
  documents.push(lines.join('\n'));
  return documents.filter((document) => !/^(\s*(#.*)?\n?)*$/.test(document));
}

/** One document as plain values, read by the rules of YAML 1.1. The error is worded as go-yaml does, as far as it can be. */
export function readDocument(text: string): Result<unknown, string> {
  if (/^\s*\{/.test(text)) {
    const json = readJson(text);
    if (json.ok) return json;
  }
  const lineCounter = new LineCounter();
  const document = parseDocument(text, {
    version: '1.1', lineCounter, uniqueKeys: false, prettyErrors: false,
    customTags: (tags) => tags.filter((tag) => typeof tag === 'string' ? !UNWANTED.includes(tag) : !UNWANTED.some((name) => tag.tag.endsWith(`:${name}`) || ('format' in tag && tag.format === 'TIME'))),
  });
  const [first] = document.errors;
  if (first !== undefined) {
    if (/^\s*\{/.test(text) && first.code === 'MISSING_CHAR' && first.message.includes('must end with')) return err('unexpected EOF');
    return err(`error converting YAML to JSON: yaml: ${describeError(first, text, lineCounter)}`);
  }
  const anchor = unknownAnchor(document);
  if (anchor !== undefined) return err(`error converting YAML to JSON: yaml: unknown anchor '${anchor}' referenced`);
  return ok(document.toJS({ mapAsMap: false }) as unknown);
}

/** go-yaml keeps times as text; base-60 numbers too. */
const UNWANTED: readonly string[] = ['timestamp', 'intTime', 'floatTime', 'binary', 'set', 'omap', 'pairs'];

function readJson(text: string): Result<unknown, undefined> {
  try {
    return ok(JSON.parse(text) as unknown);
  } catch {
    return err(undefined);
  }
}

function unknownAnchor(document: ReturnType<typeof parseDocument>): string | undefined {
  let missing: string | undefined;
  visit(document, (_key, node) => {
    if (isAlias(node) && node.resolve(document) === undefined) missing ??= node.source;
  });
  return missing;
}

/** Puts an error of our reader into go-yaml's words. A parser's error names the line before, a scanner's the line itself; line 1 is not named. */
function describeError(error: YAMLError, text: string, lines: LineCounter): string {
  const start = error.pos[0];
  const line = lines.linePos(start).line;
  const parser = (message: string): string => (line > 1 ? `line ${line - 1}: ${message}` : message);
  const scanner = (message: string, at = line): string => (at > 1 ? `line ${at}: ${message}` : message);
  switch (error.code) {
    case 'BAD_INDENT':
      if (error.message.startsWith('Flow map')) return parser("did not find expected ',' or '}'");
      if (error.message.startsWith('Flow sequence')) return parser("did not find expected ',' or ']'");
      return parser('did not find expected key');
    case 'BLOCK_AS_IMPLICIT_KEY': case 'MULTILINE_IMPLICIT_KEY': {
      const colon = text.slice(start).search(/:(\s|$)/);
      return scanner('mapping values are not allowed in this context', colon < 0 ? line : lines.linePos(start + colon).line);
    }
    case 'TAB_AS_INDENT':
      return scanner(/[^\s:]\s*$/.test(text.slice(0, start).trimEnd()) && !text.slice(0, start).trimEnd().endsWith(':') ? 'found a tab character that violates indentation' : 'found character that cannot start any token');
    case 'BAD_SCALAR_START': return scanner('found character that cannot start any token');
    case 'BAD_DQ_ESCAPE': return scanner('found unknown escape character');
    case 'MISSING_CHAR':
      if (error.message.startsWith('Missing closing')) return scanner('found unexpected end of stream', endLine(text));
      if (error.message.startsWith('Flow map') || error.message.includes('flow map')) return parser("did not find expected ',' or '}'");
      if (error.message.startsWith('Flow sequence')) return parser("did not find expected ',' or ']'");
      if (error.message.startsWith('Implicit map keys')) return scanner("could not find expected ':'", nextContentLine(text, line));
      return parser('did not find expected key');
    case 'UNEXPECTED_TOKEN':
      if (error.message.includes('block-seq-ind')) return scanner('block sequence entries are not allowed in this context');
      if (error.message.includes('flow-map-end') || error.message.includes('flow-seq-end')) return parser('did not find expected node content');
      if (error.message.includes('at node end')) return parser("did not find expected '-' indicator");
      return parser('did not find expected key');
    default: return parser('did not find expected key');
  }
}

const endLine = (text: string): number => text.split('\n').length;

/** The first line after `line` that holds something; the line behind the last when there is none. */
function nextContentLine(text: string, line: number): number {
  const lines = text.split('\n');
  for (let i = line; i < lines.length; i++) if (!/^\s*(#.*)?$/.test(lines[i] ?? '')) return i + 1;
  return lines.length;
}
