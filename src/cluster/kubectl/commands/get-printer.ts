import type { Resource, Scheme } from '../../../api/scheme';
import type { KubeObject } from '../../../api/types';
import { err, ok, type Result } from '../../../base/result';
import type { FlagValues } from '../cli/flags';
import { kindName } from '../discovery';
import { text, type Failure } from '../failure';
import { documentPrinter, objectName } from '../output-flags';
import { parseCustomColumns, type CustomColumn } from '../print/custom-columns';

export type GetPrinter =
  | { readonly kind: 'table'; readonly wide: boolean; readonly kindOf: (resource: Resource) => string }
  | { readonly kind: 'name'; readonly nameOf: (object: KubeObject) => string }
  | { readonly kind: 'columns'; readonly spec: readonly CustomColumn[] }
  | { readonly kind: 'documents'; readonly print: (object: KubeObject) => Result<string, Failure> };

const FORMATS: readonly string[] = [
  'custom-columns', 'custom-columns-file', 'go-template', 'go-template-file', 'json', 'jsonpath', 'jsonpath-as-json', 'jsonpath-file', 'kyaml', 'name', 'template', 'templatefile', 'wide', 'yaml',
];

/** Models kubectl pkg/cmd/get get_flags.go PrintFlags.ToPrinter. */
export function getPrinter(flags: FlagValues, scheme: Scheme): Result<GetPrinter, Failure> {
  const output = flags.string('output');
  if (output === '' || output === 'wide') return ok({ kind: 'table', wide: output === 'wide', kindOf: kindName });
  if (output === 'name') return ok({ kind: 'name', nameOf: (object) => `${objectName(scheme, object)}\n` });
  const columns = /^custom-columns(?:=([\s\S]*))?$/.exec(output);
  if (columns !== null) {
    const spec = columns[1] ?? flags.string('template');
    if (spec === '') return err(text('custom-columns format specified but no custom columns given'));
    const parsed = parseCustomColumns(spec);
    return parsed.ok ? ok({ kind: 'columns', spec: parsed.value }) : parsed;
  }
  const documents = documentPrinter(flags, output, FORMATS);
  return documents.ok ? ok({ kind: 'documents', print: (object) => documents.value(object, '') }) : documents;
}
