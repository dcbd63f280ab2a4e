import type { KubeObject } from '../../../api/types';
import { isRecord, type Dict } from '../document';
import { heading, labelsAndAnnotations } from './common';
import type { Page } from './page';

const SKIPPED: readonly string[] = ['.metadata.managedFields', '.metadata.name', '.metadata.namespace', '.metadata.labels', '.metadata.annotations'];
const ACRONYMS: readonly string[] = ['API', 'URL', 'UID', 'OSB', 'GUID'];

/** Kinds without a describer of their own: every field, key by key. Models kubectl pkg/describe describe.go genericDescriber. */
export function genericLines(page: Page, object: KubeObject): void {
  heading(page, object);
  if (object.metadata.namespace === undefined) page.line(0, 'Namespace:\t');
  labelsAndAnnotations(page, object);
  fieldLines(page, object, 0, '');
}

function fieldLines(page: Page, content: Dict, level: number, path: string): void {
  for (const field of Object.keys(content).sort()) {
    const value = content[field];
    if (value === undefined || SKIPPED.includes(`${path}.${field}`)) continue;
    const label = labelOf(field);
    if (isRecord(value)) {
      page.line(level, `${label}:`);
      fieldLines(page, value, level + 1, `${path}.${field}`);
    } else if (Array.isArray(value)) {
      page.line(level, `${label}:`);
      for (const item of value as readonly unknown[]) {
        if (isRecord(item)) fieldLines(page, item, level + 1, `${path}.${field}`);
        else page.line(level + 1, plain(item));
      }
    } else page.line(level, `${label}:\t${plain(value)}`);
  }
}

const plain = (value: unknown): string => (value === null ? '<nil>' : String(value));

/** `creationTimestamp` reads `Creation Timestamp`. Models kubectl pkg/describe describe.go smartLabelFor. */
function labelOf(field: string): string {
  const parts = field.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^A-Za-z\d]+/g) ?? [];
  return parts.filter((part) => part !== '_').map((part) => (ACRONYMS.includes(part.toUpperCase()) ? part.toUpperCase() : part.charAt(0).toUpperCase() + part.slice(1))).join(' ');
}
