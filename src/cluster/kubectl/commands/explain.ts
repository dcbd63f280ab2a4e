import { schemaOf, type PlacedField, type Schema, type Struct, type TypeRef } from '../../../api/schema/schema';
import type { CommandSpec } from '../cli/command';
import { bool, string } from '../cli/flags';
import { connect } from '../connect';
import { resolveResource } from '../discovery';
import { text } from '../failure';
import { downloadOpenApi, newOpenApiCache } from '../openapi';
import { fail, print, type Program } from '../program';
import type { Invocation } from '../invocation';

export const explain: CommandSpec = {
  path: ['explain'], usage: 'TYPE [--recursive=FALSE|TRUE] [--api-version=api-version-group] [-o|--output=plaintext|plaintext-openapiv2] [options]', about: 'Get documentation for a resource',
  flags: [string('api-version'), string('output', 'plaintext', 'o'), bool('recursive')],
  run,
};

// Models kubectl pkg/cmd/explain explain.go, pkg/explain/v2
function* run(inv: Invocation): Program<number> {
  const { args, flags } = inv;
  const [first, ...more] = args;
  if (first === undefined) return yield* fail(text('You must specify the type of resource to explain. Use "kubectl api-resources" for a complete list of supported resources.'));
  if (more.length > 0) return yield* fail(text('We accept only this format: explain RESOURCE'));
  const output = flags.string('output');
  if (output !== 'plaintext') return yield* fail(text(output === 'plaintext-openapiv2' ? 'the output format "plaintext-openapiv2" is not available in this simulation' : `unrecognized format: ${output}`));
  yield* connect(inv);
  const [word = '', ...path] = first.split('.').filter((part) => part !== '');
  let resource = yield* resolveResource(inv, word);
  const wanted = flags.string('api-version');
  if (wanted !== '') {
    const other = inv.scheme.resources.find((r) => r.resource === resource.resource && r.apiVersion === wanted);
    if (other === undefined) return yield* fail(text(`couldn't find resource for "${wanted}, Resource=${resource.resource}"`));
    resource = other;
  }
  const cache = newOpenApiCache();
  yield* downloadOpenApi(resource.apiVersion, cache);
  if (cache.version2) return yield* fail(text('explain is not available in this simulation against a server that knows no OpenAPI version 3'));
  const schema = schemaOf(inv.scheme.version);
  const struct = schema.ofKind(resource.apiVersion, resource.kind);
  yield* print(`${resource.group === '' ? '' : `GROUP:      ${resource.group}\n`}KIND:       ${resource.kind}\nVERSION:    ${resource.version}\n\n`);
  let at: { readonly field: PlacedField | undefined; readonly struct: Struct | undefined } = { field: undefined, struct };
  for (const name of path) {
    const field = at.struct?.byName.get(name);
    if (field === undefined) return yield* fail(text(`field ${JSON.stringify(name)} does not exist`));
    at = { field, struct: structIn(field.type, schema) };
  }
  yield* print(pageOf(at.field, at.struct, schema, flags.bool('recursive')));
  return 0;
}

/** The server's document has no descriptions; what kubectl writes in their place is its own. */
function pageOf(field: PlacedField | undefined, struct: Struct | undefined, schema: Schema, recursive: boolean): string {
  const head = field === undefined ? '' : `FIELD: ${field.json} <${typeText(field.type)}>${required(field)}\n\n\n`;
  const fields = struct === undefined ? '\n' : `FIELDS:\n${recursive ? tree(struct, schema, 1, []) : inOrder(struct).map((f) => `  ${line(f)}\n    <no description>\n\n`).join('')}\n`;
  return `${head}DESCRIPTION:\n    <empty>\n${fields}`;
}

function tree(struct: Struct, schema: Schema, depth: number, above: readonly string[]): string {
  return inOrder(struct).map((field) => {
    const inner = structIn(field.type, schema);
    // A struct inside itself is named and not entered again.
    const below = inner === undefined || above.includes(inner.name) || inner.name === struct.name ? '' : tree(inner, schema, depth + 1, [...above, struct.name]);
    return `${'  '.repeat(depth)}${line(field)}\n${below}`;
  }).join('');
}

const inOrder = (struct: Struct): readonly PlacedField[] => [...struct.fields].sort((a, b) => (a.json < b.json ? -1 : 1));
const line = (field: PlacedField): string => `${field.json}\t<${typeText(field.type)}>${required(field)}`;
const required = (field: PlacedField): string => (!field.omitEmpty && !field.pointer ? ' -required-' : '');

function structIn(type: TypeRef, schema: Schema): Struct | undefined {
  if (type.kind === 'struct') return schema.struct(type.name);
  return type.kind === 'list' || type.kind === 'map' ? structIn(type.of, schema) : undefined;
}

/** Models kubectl pkg/explain/v2 templates typeGuess. */
function typeText(type: TypeRef): string {
  switch (type.kind) {
    case 'struct': return type.name;
    case 'list': return `[]${typeText(type.of)}`;
    case 'map': return `map[string]${typeText(type.of)}`;
    case 'scalar':
      switch (type.name) {
        case 'bool': return 'boolean';
        case 'int32': case 'int64': return 'integer';
        case 'float': return 'number';
        case 'Quantity': case 'IntOrString': return type.name;
        case 'any': return type.goType.startsWith('v1.') ? type.goType.slice(3) : 'Object';
        default: return 'string';
      }
  }
}
