import { applyJsonPatch, parseJsonPatch } from '../../api/patch/json-patch';
import { applyMergePatch } from '../../api/patch/merge-patch';
import { applyStrategicMergePatch } from '../../api/patch/strategic-merge';
import { schemaOf } from '../../api/schema/schema';
import type { KubeVersion } from '../../api/version';
import { err, ok, type Result } from '../../base/result';
import { isRecord, stringAt, type Dict } from './document';
import { text, type Failure } from './failure';
import { readDocument } from './yaml-read';

/** `--overrides`: a piece of JSON laid over the object that kubectl built. Models kubectl pkg/cmd/util override_options.go. */
export function applyOverrides(object: Dict, overrides: string, type: string, version: KubeVersion): Result<Dict, Failure> {
  const patch = readDocument(overrides);
  if (!patch.ok) return err(text(patch.error));
  if (type === 'json') {
    const operations = parseJsonPatch(patch.value);
    if (!operations.ok) return err(text(operations.error));
    return orFailure(applyJsonPatch(object, operations.value));
  }
  if (!isRecord(patch.value)) return err(text('the overrides are no JSON object'));
  if (type === 'merge') return ok(applyMergePatch(object, patch.value));
  if (type !== 'strategic') return err(text(`invalid override type: ${type}`));
  const schema = schemaOf(version);
  return orFailure(applyStrategicMergePatch(object, patch.value, schema.ofKind(stringAt(object, 'apiVersion'), stringAt(object, 'kind')), schema));
}

function orFailure(result: Result<Dict, string>): Result<Dict, Failure> {
  return result.ok ? result : err(text(result.error));
}
