import { fieldSelectorMatches, fieldSelectorProblem, parseFieldSelector, requiredFieldValue, type FieldSelector } from '../../../api/selectors/fields';
import { selectorMatches, type Selector } from '../../../api/selectors/labels';
import { parseSelector } from '../../../api/selectors/parse';
import { badRequestStatus } from '../../../api/status';
import type { KubeObject, Status } from '../../../api/types';
import { err, ok, type Result } from '../../../base/result';
import type { RequestContext } from '../request';
import type { Filter } from '../storage/cache-event';

/** What a list or watch picks out. */
export interface Selection {
  /** Undefined: everything. */
  readonly filter: Filter | undefined;
  readonly namespace: string | undefined;
  /** The one name that can match, if a field selector says so. */
  readonly name: string | undefined;
  readonly selects: boolean;
}

/** Reads `labelSelector` and `fieldSelector`. Objects are filtered in their stored form, whose fields selectors name. */
export function selectionOf(data: RequestContext): Result<Selection, Status> {
  const { query } = data.request;
  const { namespace } = data;
  const labels = query['labelSelector'];
  const fields = query['fieldSelector'];
  let labelSelector: Selector = [];
  let fieldSelector: FieldSelector = [];
  if (labels !== undefined && labels !== '') {
    const parsed = parseSelector(labels, data.core.scheme.version);
    if (!parsed.ok) return err(badRequestStatus(parsed.error));
    labelSelector = parsed.value;
  }
  if (fields !== undefined && fields !== '') {
    const parsed = parseFieldSelector(fields);
    if (!parsed.ok) return err(badRequestStatus(parsed.error));
    const problem = fieldSelectorProblem(data.resource.kind, parsed.value, data.core.scheme.version);
    if (problem !== undefined) return err(badRequestStatus(problem));
    fieldSelector = parsed.value;
  }
  return ok({
    filter: filterOf(namespace, labelSelector, fieldSelector), namespace, name: requiredFieldValue(fieldSelector, 'metadata.name'), selects: labelSelector.length + fieldSelector.length > 0,
  });
}

function filterOf(namespace: string | undefined, labels: Selector, fields: FieldSelector): Filter | undefined {
  const parts: Filter[] = [];
  if (namespace !== undefined) parts.push((object) => object.metadata.namespace === namespace);
  const [only] = fields;
  if (fields.length === 1 && only?.field === 'spec.nodeName' && only.equal) {
    // Every kubelet watches so: worth a short cut.
    parts.push((object) => ((object.spec as { readonly nodeName?: string }).nodeName ?? '') === only.value);
  } else if (fields.length > 0) parts.push((object) => fieldSelectorMatches(fields, object));
  if (labels.length > 0) parts.push((object) => selectorMatches(labels, object.metadata.labels));
  const [first, second] = parts;
  if (first === undefined) return undefined;
  if (second === undefined) return first;
  return (object: KubeObject) => parts.every((part) => part(object));
}
