import { stringify } from 'yaml';

/** A document as YAML, for reading. */
export function yamlOf(document: unknown): string {
  return typeof document === 'string' ? document : stringify(document, { lineWidth: 0, aliasDuplicateObjects: false, defaultStringType: 'PLAIN' });
}

export function YamlView({ document, label }: { readonly document: unknown; readonly label: string }) {
  return <pre className="yaml" tabIndex={0} aria-label={label}>{yamlOf(document)}</pre>;
}
