import type { Resource } from '../../api/scheme';
import type { KubeObject } from '../../api/types';
import { bool, slice, string, type FlagSpec, type FlagValues } from './cli/flags';
import { refreshDiscovery } from './discovery';
import { isRecord, recordAt, stringAt, withValue, type Dict } from './document';
import { text } from './failure';
import type { Invocation } from './invocation';
import type { ClientConfig } from './kubeconfig';
import { downloadOpenApi, newOpenApiCache, type OpenApiCache } from './openapi';
import { sorted, toCompactJson } from './print/json';
import { die, fail, visited, type Program } from './program';
import { readDocument, splitDocuments } from './yaml-read';

/** One object out of a file, with what discovery knows of it. */
export interface Manifest {
  readonly object: KubeObject;
  readonly resource: Resource;
  readonly namespace: string | undefined;
  /** The file, or `STDIN`: what messages name. */
  readonly source: string;
}

export function fileFlags(recursive = false): readonly FlagSpec[] {
  return [slice('filename', 'f'), string('kustomize', '', 'k'), bool('recursive', recursive, 'R')];
}

export function hasFiles(flags: FlagValues): boolean {
  return flags.has('filename') && (flags.list('filename').length > 0 || flags.string('kustomize') !== '');
}

interface Text {
  readonly source: string;
  readonly text: string;
}

/** The texts that -f names: files, directories, `-`. */
function* readTexts(inv: Invocation): Program<readonly Text[]> {
  if (inv.flags.string('kustomize') !== '') return yield* fail(text('kustomize is not available in this simulation'));
  const texts: Text[] = [];
  for (const path of inv.flags.list('filename')) {
    if (path === '-') {
      texts.push({ source: 'STDIN', text: inv.stdin ?? '' });
      continue;
    }
    if (/^https?:\/\//.test(path)) return yield* fail(text(`unable to read URL ${JSON.stringify(path)}: this simulation has no other network`));
    const file = inv.files[path] ?? inv.files[path.replace(/^\.\//, '')];
    if (file !== undefined) {
      texts.push({ source: path, text: file });
      continue;
    }
    const directory = `${path.replace(/^\.\/(?=.)/, '').replace(/\/$/, '')}/`;
    const inside = Object.keys(inv.files).filter((name) => (directory === './' || name.startsWith(directory)) && /\.(json|yaml|yml)$/.test(name)).sort();
    if (inside.length === 0) return yield* fail(text(`the path ${JSON.stringify(path)} does not exist`));
    for (const name of inside) texts.push({ source: name, text: inv.files[name] ?? '' });
  }
  return texts;
}

/**
 * Visits the objects of all files, one after the other as they are read: parsed, checked against what the server says of
 * itself, given their namespace. Models cli-runtime pkg/resource builder.go and visitor.go StreamVisitor.
 */
export function* eachManifest(inv: Invocation, config: ClientConfig, validate: boolean, visit: (manifest: Manifest) => Program<void> | undefined): Program<void> {
  const openApi = newOpenApiCache();
  for (const { source, text: content } of yield* readTexts(inv)) {
    for (const document of splitDocuments(content)) {
      const read = readDocument(document);
      if (!read.ok) return yield* fail(text(`error parsing ${source}: ${read.error}`));
      if (read.value === null || read.value === undefined) continue;
      for (const manifest of yield* accept(inv, config, source, read.value, validate, openApi)) yield* visited(visit(manifest));
    }
  }
}

/** The objects of all files, all read before anything is done with them. */
export function* readManifests(inv: Invocation, config: ClientConfig, validate = false): Program<readonly Manifest[]> {
  const manifests: Manifest[] = [];
  yield* eachManifest(inv, config, validate, (manifest) => {
    manifests.push(manifest);
    return undefined;
  });
  return manifests;
}

function* accept(inv: Invocation, config: ClientConfig, source: string, value: unknown, validate: boolean, openApi: OpenApiCache): Program<readonly Manifest[]> {
  if (validate) yield* validateShape(source, value);
  if (!isRecord(value)) return yield* fail(text(`unable to decode ${JSON.stringify(source)}: json: cannot unmarshal ${Array.isArray(value) ? 'array' : typeof value} into Go value of type unstructured.detector`));
  if (stringAt(value, 'kind') === '') return yield* fail(text(`unable to decode ${JSON.stringify(source)}: Object 'Kind' is missing in '${toCompactJson(sorted(value))}'`));
  if (Array.isArray(value['items']) && stringAt(value, 'kind').endsWith('List')) {
    const found: Manifest[] = [];
    for (const item of value['items'] as readonly unknown[]) found.push(...(yield* accept(inv, config, source, item, validate, openApi)));
    return found;
  }
  const apiVersion = stringAt(value, 'apiVersion');
  const resource = inv.scheme.kindFor(apiVersion, stringAt(value, 'kind'));
  yield { kind: 'discover', document: { apiVersion, kind: stringAt(value, 'kind'), resource: resource?.resource } };
  if (validate) yield* downloadOpenApi(apiVersion, openApi);
  if (resource === undefined) {
    yield* refreshDiscovery(inv);
    return yield* die(`error: resource mapping not found for name: ${JSON.stringify(stringAt(value, 'metadata', 'name'))} namespace: ${JSON.stringify(stringAt(value, 'metadata', 'namespace'))} from ${JSON.stringify(source)}: no matches for kind ${JSON.stringify(stringAt(value, 'kind'))} in version ${JSON.stringify(apiVersion)}\nensure CRDs are installed first`);
  }
  return [yield* place(config, source, value, resource)];
}

/** Gives the object its namespace, or refuses another one than asked for. */
function* place(config: ClientConfig, source: string, value: Dict, resource: Resource): Program<Manifest> {
  const own = stringAt(value, 'metadata', 'namespace');
  if (resource.namespaced && config.namespaceGiven && own !== '' && own !== config.namespace) {
    return yield* fail(text(`the namespace from the provided object ${JSON.stringify(own)} does not match the namespace ${JSON.stringify(config.namespace)}. You must pass '--namespace=${own}' to perform this operation.`));
  }
  const namespace = resource.namespaced ? own || config.namespace : undefined;
  // Unstructured objects are maps: their keys go over the wire in order.
  const placed: unknown = sorted(withValue(value, ['metadata'], { ...recordAt(value, 'metadata'), ...(namespace === undefined ? {} : { namespace }) }));
  return { object: placed as KubeObject, resource, namespace, source };
}

/** Models kubectl pkg/validation schema.go: what it demands of any object. */
function* validateShape(source: string, value: unknown): Program<void> {
  const problems: string[] = [];
  if (!isRecord(value)) problems.push('invalid object to validate');
  else {
    if (stringAt(value, 'apiVersion') === '') problems.push('apiVersion not set');
    if (stringAt(value, 'kind') === '') problems.push('kind not set');
  }
  if (problems.length === 0) return;
  const all = problems.length === 1 ? problems.join('') : `[${problems.join(', ')}]`;
  yield* fail(text(`error validating ${JSON.stringify(source)}: error validating data: ${all}; if you choose to ignore these errors, turn validation off with --validate=false`));
}
