import { tableFor, type TableOptions } from '../../../api/tables/table';
import type { KubeList, KubeObject, ListMeta } from '../../../api/types';
import { wallMicros } from '../../clock';
import type { RequestContext } from '../request';
import type { Representation } from '../storage/cache-event';

/** Whether the client asks for a Table: what `kubectl get` prints. */
export const wantsTable = (accept: string): boolean => accept.includes('as=Table') && accept.includes('g=meta.k8s.io');

/** How this client's watch shows an object. */
export function representationFor(data: RequestContext): Representation {
  const { representation } = data.handler;
  if (!wantsTable(data.request.accept)) return representation;
  // Ages differ with the time of the answer, so tables are not shared between watchers.
  return { key: `table ${data.exchange.row}`, show: (object) => table(data, [object], {}) };
}

/** An answer in the form that the client accepts: an object or a list in its version, or a Table. Statuses stay as they are. */
export function shown(data: RequestContext, result: unknown): unknown {
  if (typeof result !== 'object' || result === null || !('kind' in result) || result.kind === 'Status') return result;
  const { show } = data.handler.representation;
  const { accept } = data.request;
  if (isList(result)) return wantsTable(accept) ? table(data, result.items, result.metadata) : result;
  const object = result as KubeObject;
  if (data.subresource === 'scale' || object.kind !== data.resource.kind) return object;
  return wantsTable(accept) ? table(data, [object], { resourceVersion: object.metadata.resourceVersion ?? '' }) : show(object);
}

const isList = (result: object): result is KubeList => 'items' in result && Array.isArray(result.items);

function table(data: RequestContext, objects: readonly KubeObject[], metadata: ListMeta): KubeObject {
  const include = data.request.query['includeObject'];
  const options: TableOptions = {
    now: wallMicros(data.core.kernel.now), version: data.core.scheme.version, metadata, ...(include === 'None' || include === 'Metadata' || include === 'Object' ? { include } : {}),
  };
  // Tables print stored objects; what a client sees of them (their name and labels) is the same in every version.
  return tableFor(data.resource, objects, options) as unknown as KubeObject;
}
