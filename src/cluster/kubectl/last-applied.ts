import { isRecord, recordAt, withValue, type Dict } from './document';
import { sorted, toCompactJson } from './print/json';

export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** The text that apply keeps in an annotation: the object as applied, without that annotation itself. Models kubectl pkg/util apply.go GetModifiedConfiguration. */
export function appliedConfiguration(object: Dict): string {
  const { [LAST_APPLIED]: _own, ...annotations } = recordAt(object, 'metadata', 'annotations');
  return `${toCompactJson(sorted(withValue(object, ['metadata', 'annotations'], annotations)))}\n`;
}

export function withLastApplied<T extends Dict>(object: T): T {
  const metadata = isRecord(object['metadata']) ? object['metadata'] : {};
  const annotated: unknown = sorted({ ...object, metadata: { ...metadata, annotations: { ...recordAt(metadata, 'annotations'), [LAST_APPLIED]: appliedConfiguration(object) } } });
  return annotated as T;
}

/** The annotation of a live object, read; undefined when it has none. */
export function lastApplied(object: Dict): string | undefined {
  const value = recordAt(object, 'metadata', 'annotations')[LAST_APPLIED];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
