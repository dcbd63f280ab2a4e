import { createThreeWayJsonMergePatch } from '../../api/patch/merge-patch';
import { createThreeWayMergePatch } from '../../api/patch/strategic-diff';
import { schemaOf } from '../../api/schema/schema';
import type { KubeObject } from '../../api/types';
import type { KubeVersion } from '../../api/version';
import { err, ok, type Result } from '../../base/result';
import { isRecord, type Dict } from './document';
import { lastApplied, withLastApplied } from './last-applied';
import { sorted } from './print/json';
import { readDocument } from './yaml-read';

export interface Patch {
  readonly contentType: string;
  readonly body: Dict;
}

/**
 * What `apply` sends for an object that exists: merged from what was applied last, what is wanted and what is there.
 * Kinds without a Go struct get a plain merge patch. Models kubectl pkg/cmd/apply patcher.go patchSimple.
 */
export function applyPatch(version: KubeVersion, wanted: KubeObject, live: KubeObject): Result<Patch, string> {
  const before = readDocument(lastApplied(live) ?? '{}');
  const original: Dict = before.ok && isRecord(before.value) ? before.value : {};
  const modified = withLastApplied(wanted);
  const schema = schemaOf(version);
  const struct = schema.ofKind(live.apiVersion, live.kind);
  if (struct === undefined) return ok({ contentType: 'application/merge-patch+json', body: ordered(createThreeWayJsonMergePatch(original, modified, live)) });
  const patch = createThreeWayMergePatch(original, modified, live, struct, schema);
  return patch.ok ? ok({ contentType: 'application/strategic-merge-patch+json', body: ordered(patch.value) }) : err(patch.error);
}

function ordered(patch: Dict): Dict {
  const inOrder: unknown = sorted(patch);
  return inOrder as Dict;
}
