import type { Resource, Scheme } from '../../api/scheme';
import type { KubeObject } from '../../api/types';
import { err, ok, type Result } from '../../base/result';
import { bool, choice, string, type FlagSpec, type FlagValues } from './cli/flags';
import { isRecord, withValue } from './document';
import { text, type Failure } from './failure';
import { kindName } from './discovery';
import { renderJsonPath } from './print/jsonpath';
import { sorted, toJson } from './print/json';
import { toYaml } from './print/yaml';

/** `-o` and its companions, which nearly every command has. */
export const PRINT_FLAGS: readonly FlagSpec[] = [bool('allow-missing-template-keys', true), string('output', '', 'o'), bool('show-managed-fields'), string('template')];
export const DRY_RUN_FLAG: FlagSpec = choice('dry-run', 'none', 'unchanged');
export const VALIDATE_FLAG: FlagSpec = choice('validate', 'strict', 'strict');

export type DryRun = 'none' | 'client' | 'server';

/** Models kubectl pkg/cmd/util helpers.go GetDryRunStrategy. */
export function dryRunOf(flags: FlagValues): Result<DryRun, Failure> {
  const value = flags.string('dry-run');
  if (value === 'unchanged') return ok('client');
  if (value === 'none' || value === 'client' || value === 'server') return ok(value);
  const truth = /^(1|t|T|true|TRUE|True)$/.test(value) ? 'client' : /^(0|f|F|false|FALSE|False)$/.test(value) ? 'none' : undefined;
  return truth === undefined ? err(text(`Invalid dry-run value (${value}). Must be "none", "server", or "client".`)) : ok(truth);
}

const FORMATS: readonly string[] = ['go-template', 'go-template-file', 'json', 'jsonpath', 'jsonpath-as-json', 'jsonpath-file', 'kyaml', 'name', 'template', 'templatefile', 'yaml'];

/** How a command prints one object; `done` is the word for what it did. Keeps count, since YAML documents are set apart. */
export type ObjectPrinter = (object: KubeObject, done: string, dryRun?: DryRun) => Result<string, Failure>;

/**
 * `typed`: the command holds Go structs, whose JSON has its fields in the order of the struct; others hold maps, sorted.
 * Models cli-runtime pkg/genericclioptions print_flags.go PrintFlags.ToPrinter.
 */
export function objectPrinter(flags: FlagValues, scheme: Scheme, typed = false): Result<ObjectPrinter, Failure> {
  const output = flags.string('output') || (flags.string('template') !== '' ? 'go-template' : '');
  if (output === '') return ok((object, done, dryRun) => ok(`${objectName(scheme, object)} ${done}${dryRun === 'client' ? ' (dry run)' : dryRun === 'server' ? ' (server dry run)' : ''}\n`));
  if (output === 'name') return ok((object) => ok(`${objectName(scheme, object)}\n`));
  return documentPrinter(flags, output, FORMATS, typed);
}

/** Printers of whole documents: yaml, json, jsonpath. */
export function documentPrinter(flags: FlagValues, output: string, allowed: readonly string[], typed = false): Result<ObjectPrinter, Failure> {
  const keep = flags.bool('show-managed-fields');
  const strip = (object: KubeObject): unknown => {
    const shown = keep ? object : withoutManagedFields(object);
    return typed ? withoutNullTimes(shown) : shown;
  };
  let printed = 0;
  switch (output) {
    case 'yaml': return ok((object) => ok(`${printed++ === 0 ? '' : '---\n'}${toYaml(strip(object))}`));
    case 'json': return ok((object) => ok(`${toJson(typed ? strip(object) : sorted(strip(object)))}\n`));
  }
  const jsonPath = /^jsonpath(?:-as-json)?(?:=([\s\S]*))?$/.exec(output);
  if (jsonPath !== null) {
    const template = jsonPath[1] ?? flags.string('template');
    if (template === '') return err(text('template format specified but no template given'));
    return ok((object) => {
      // Only whole documents are spared managedFields.
      const rendered = renderJsonPath(template, sorted(typed ? withoutNullTimes(object) : object));
      return rendered.ok ? rendered : err(text(rendered.error));
    });
  }
  const known = allowed.find((format) => output === format || output.startsWith(`${format}=`));
  if (known !== undefined) return err(text(`the output format ${JSON.stringify(known)} is not available in this simulation`));
  return err(text(`unable to match a printer suitable for the output format ${JSON.stringify(output)}, allowed formats are: ${allowed.join(',')}`));
}

/** `pod/web`, `deployment.apps/nginx`. */
export function objectName(scheme: Scheme, object: KubeObject): string {
  const resource: Pick<Resource, 'singular' | 'group'> = scheme.kindFor(object.apiVersion, object.kind) ?? {
    singular: object.kind.toLowerCase(), group: object.apiVersion.includes('/') ? (object.apiVersion.split('/')[0] ?? '') : '',
  };
  return `${kindName(resource)}/${object.metadata.name || '<unknown>'}`;
}

export function withoutManagedFields(object: KubeObject): KubeObject {
  if (Array.isArray(object['items'])) return { ...object, items: (object['items'] as readonly unknown[]).map((item) => (isRecord(item) ? stripOne(item) : item)) };
  const stripped = stripOne(object);
  return { ...object, ...stripped };
}

function stripOne(item: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { metadata } = item;
  return isRecord(metadata) && 'managedFields' in metadata ? withValue(item, ['metadata', 'managedFields'], undefined) : item;
}

/** Today's structs leave out times that are not set, whatever the server wrote. */
function withoutNullTimes(value: unknown): unknown {
  if (Array.isArray(value)) return (value as readonly unknown[]).map(withoutNullTimes);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key, each]) => !(key === 'creationTimestamp' && each === null)).map(([key, each]) => [key, withoutNullTimes(each)]));
}
