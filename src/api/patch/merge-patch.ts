import { deepEqual } from '../../base/json';
import { isDoc } from '../doc';
import type { Doc } from '../doc';

/** RFC 7386: null removes, objects merge, everything else replaces. Shares what did not change. */
export function applyMergePatch(doc: Doc, patch: Doc): Doc {
  let out: Record<string, unknown> | undefined;
  for (const key of Object.keys(patch)) {
    const value = patch[key];
    const current = doc[key];
    if (value === null) {
      if (key in doc) delete (out ??= { ...doc })[key];
      continue;
    }
    const next = isDoc(value) ? applyMergePatch(isDoc(current) ? current : {}, value) : value;
    if (next !== current || !(key in doc)) (out ??= { ...doc })[key] = next;
  }
  return out ?? doc;
}

/** The merge patch that leads from one document to the other. Empty when they are equal. */
export function createMergePatch(original: Doc, modified: Doc): Doc {
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(modified).sort()) {
    const before = original[key];
    const after = modified[key];
    if (deepEqual(before, after)) continue;
    if (isDoc(before) && isDoc(after)) out[key] = createMergePatch(before, after);
    else out[key] = after;
  }
  for (const key of Object.keys(original)) if (!(key in modified)) out[key] = null;
  return out;
}

/**
 * The merge patch of `kubectl apply` for kinds without a schema: what is new or different against the live object,
 * and nulls for what the last applied configuration had and the new one has not.
 */
// Models apimachinery pkg/util/jsonmergepatch CreateThreeWayJSONMergePatch
export function createThreeWayJsonMergePatch(original: Doc, modified: Doc, current: Doc): Doc {
  const additions = keep(createMergePatch(current, modified), false);
  const deletions = keep(createMergePatch(original, modified), true);
  return merge(deletions, additions);
}

/** Only the nulls of a patch, or all but them. */
function keep(patch: Doc, nulls: boolean): Doc {
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(patch)) {
    const value = patch[key];
    if (value === null) {
      if (nulls) out[key] = null;
    } else if (isDoc(value)) {
      const inner = keep(value, nulls);
      if (Object.keys(inner).length > 0 || (!nulls && Object.keys(value).length === 0)) out[key] = inner;
    } else if (!nulls) {
      out[key] = value;
    }
  }
  return out;
}

function merge(a: Doc, b: Doc): Doc {
  const out: Record<string, unknown> = { ...a };
  for (const key of Object.keys(b)) {
    const left = out[key];
    const right = b[key];
    out[key] = isDoc(left) && isDoc(right) ? merge(left, right) : right;
  }
  return out;
}
