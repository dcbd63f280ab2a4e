import { applyStrategicMergePatch } from '../../../api/patch/strategic-merge';
import type { Schema, Struct } from '../../../api/schema/schema';
import { applyConflictStatus, badRequestStatus } from '../../../api/status';
import type { KubeObject, Status } from '../../../api/types';
import { deepEqual } from '../../../base/json';
import { err, ok, type Result } from '../../../base/result';
import { fieldsOf, isDoc, pathText, valueAt, without, type FieldSet } from './field-set';
import { ownersOf, sameWriter, withOwners, type Owner, type Writer } from './managers';

/** Who owned the fields of an object that nobody had applied yet. */
const BEFORE = 'before-first-apply';

interface Conflict {
  readonly writer: Writer;
  readonly path: string;
}

/**
 * Server-side apply: the config's fields are the applier's from now on; fields that it applied before and now leaves out, and nobody
 * else owns, go away; a field that somebody else owns with another value is a conflict, unless `force` takes it over.
 * Models apimachinery pkg/util/managedfields structuredmerge.go Apply.
 */
export function apply(live: KubeObject | undefined, config: KubeObject, struct: Struct | undefined, schema: Schema, writer: Writer, force: boolean): Result<KubeObject, Status> {
  const fields = fieldsOf(config, struct, schema);
  if (live === undefined) return ok(withOwners(config, [{ writer, fields }]));
  const owners = ownersOf(live) ?? [{ writer: { ...writer, manager: BEFORE, operation: 'Update' }, fields: fieldsOf(live, struct, schema) } satisfies Owner];
  const others = owners.filter((o) => !sameWriter(o.writer, writer));
  const conflicts = force ? [] : withoutOwn(conflictsOf(live, config, fields, others), live, writer, struct, schema);
  if (conflicts.length > 0) return err(conflictStatus(conflicts));
  const before = owners.find((o) => sameWriter(o.writer, writer));
  const merged = applyStrategicMergePatch(live, config, struct, schema);
  if (!merged.ok) return err(badRequestStatus(merged.error));
  let object = merged.value as KubeObject;
  for (const path of before?.fields ?? []) {
    if (!fields.has(path) && !others.some((o) => o.fields.has(path))) object = without(object, path) as KubeObject;
  }
  const taken = (o: Owner): Owner => ({ ...o, fields: new Set([...o.fields].filter((path) => !fields.has(path) || deepEqual(valueAt(live, path), valueAt(config, path)))) });
  // An apply that changes nothing leaves the time of the last one, and so writes nothing.
  const idle = before !== undefined && sameFields(before.fields, fields) && deepEqual(withOwners(object, []), withOwners(live, []));
  return ok(withOwners(object, [...others.map(taken), { writer: idle ? before.writer : writer, fields }]));
}

const sameFields = (a: FieldSet, b: FieldSet): boolean => a.size === b.size && [...a].every((path) => b.has(path));

function conflictsOf(live: KubeObject, config: KubeObject, fields: FieldSet, others: readonly Owner[]): readonly Conflict[] {
  const out: Conflict[] = [];
  for (const path of [...fields].sort()) {
    // That an item is in a list is no matter of dispute, only what it says.
    if (/\n[kv]:[^\n]*$/.test(path) || deepEqual(valueAt(live, path), valueAt(config, path))) continue;
    for (const { writer, fields: owned } of others) if (owned.has(path)) out.push({ writer, path });
  }
  return out;
}

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * What kubectl applied in the old way is its own: no conflict, as long as nobody changed it since.
 * Models apimachinery pkg/util/managedfields/internal lastappliedmanager.go.
 */
function withoutOwn(conflicts: readonly Conflict[], live: KubeObject, writer: Writer, struct: Struct | undefined, schema: Schema): readonly Conflict[] {
  const text = live.metadata.annotations?.[LAST_APPLIED];
  if (conflicts.length === 0 || writer.manager !== 'kubectl' || text === undefined) return conflicts;
  const last = parsed(text);
  if (!isDoc(last)) return conflicts;
  const own = fieldsOf(last, struct, schema);
  return conflicts.filter(({ path }) => !own.has(path) || !deepEqual(valueAt(last, path), valueAt(live, path)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Models apimachinery pkg/util/managedfields/internal conflict.go NewConflictError. */
function conflictStatus(conflicts: readonly Conflict[]): Status {
  const causes = conflicts.map((c) => ({ reason: 'FieldManagerConflict', message: `conflict with ${printWriter(c.writer)}`, field: pathText(c.path) }));
  const [only] = conflicts;
  if (conflicts.length === 1 && only !== undefined) return applyConflictStatus(`Apply failed with 1 conflict: conflict with ${printWriter(only.writer)}: ${pathText(only.path)}`, causes);
  const lines: string[] = [];
  for (const name of [...new Set(conflicts.map((c) => printWriter(c.writer)))].sort()) {
    lines.push(`conflicts with ${name}:`, ...conflicts.filter((c) => printWriter(c.writer) === name).map((c) => `- ${pathText(c.path)}`));
  }
  return applyConflictStatus(`Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`, causes);
}

function printWriter(writer: Writer): string {
  const name = `"${writer.manager}"${writer.subresource === undefined ? '' : ` with subresource "${writer.subresource}"`}`;
  return writer.operation === 'Update' ? `${name} using ${writer.apiVersion}` : name;
}
