import { deepEqual } from '../../../base/json';
import type { KubeObject } from '../../../api/types';
import type { Strategy } from './strategy';

/** The fields besides metadata that say what is wanted, for kinds without a spec. */
const META: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'status']);

export function withGeneration(object: KubeObject, generation: number | undefined): KubeObject {
  if (object.metadata.generation === generation) return object;
  if (generation !== undefined) return { ...object, metadata: { ...object.metadata, generation } };
  const { generation: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

export function withStatus(object: KubeObject, status: unknown): KubeObject {
  if (object.status === status) return object;
  if (status === undefined) {
    const { status: _, ...rest } = object;
    return rest as KubeObject;
  }
  return { ...object, status };
}

/** Whether what is wanted differs: the spec, or for kinds without one any field but metadata and status. */
export function wantsOther(a: KubeObject, b: KubeObject): boolean {
  if ('spec' in a || 'spec' in b) return !deepEqual(a.spec, b.spec);
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) if (!META.has(key) && !deepEqual(a[key], b[key])) return true;
  return false;
}

/** The next generation when something that counts was changed. */
export const bump = (object: KubeObject, old: KubeObject, changed: boolean): KubeObject =>
  withGeneration(object, changed ? (old.metadata.generation ?? 0) + 1 : old.metadata.generation);

/** Everything of the stored object but what a status write may bring: status and metadata. */
export function statusOnly(object: KubeObject, old: KubeObject): KubeObject {
  const status = object.status;
  const kept = { ...old, metadata: object.metadata };
  return withStatus(kept, status);
}

export interface PlainOptions {
  readonly allowCreateOnUpdate?: boolean;
  readonly allowUnconditionalUpdate?: boolean;
  readonly garbageCollection?: Strategy['garbageCollection'];
  readonly generation?: boolean;
  readonly ttlSeconds?: number;
  /** What a new object's status is, whatever the client sent; undefined leaves it alone. */
  readonly status?: unknown;
}

/** A strategy for kinds about which little is particular. */
export function plain(o: PlainOptions = {}): Strategy {
  const hasStatus = 'status' in o;
  return {
    allowCreateOnUpdate: o.allowCreateOnUpdate ?? false,
    allowUnconditionalUpdate: o.allowUnconditionalUpdate ?? true,
    garbageCollection: o.garbageCollection ?? 'background',
    generation: o.generation === true,
    ...(o.ttlSeconds === undefined ? {} : { ttlSeconds: o.ttlSeconds }),
    prepareForCreate: (object) => {
      const fresh = hasStatus ? withStatus(object, o.status) : object;
      return o.generation === true ? withGeneration(fresh, 1) : withGeneration(fresh, undefined);
    },
    prepareForUpdate: (object, old) => {
      const kept = hasStatus || 'status' in old ? withStatus(object, old.status) : object;
      return bump(kept, old, o.generation === true && wantsOther(object, old));
    },
    prepareForStatusUpdate: statusOnly,
  };
}
