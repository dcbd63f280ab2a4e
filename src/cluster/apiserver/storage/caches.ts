import type { ResourceDef } from '../../../api/scheme';
import type { KubeObject } from '../../../api/types';
import { invariant } from '../../../base/assert';
import type { WatchCache } from './watch-cache';

const NOTHING: readonly KubeObject[] = [];

/** The watch caches of all stored resources, and look-ups in them for the server's own plugins, as its informers give them upstream. */
export class Caches {
  private readonly byPrefix = new Map<string, WatchCache>();
  private readonly byResource = new Map<string, WatchCache>();

  add(cache: WatchCache): void {
    this.byPrefix.set(cache.resource.storagePrefix, cache);
    this.byResource.set(cache.resource.resource, cache);
  }

  of(resource: ResourceDef): WatchCache | undefined {
    return this.byPrefix.get(resource.storagePrefix);
  }

  /** By plural name, which is unique among the stored kinds. */
  named(resource: string): WatchCache {
    const cache = this.byResource.get(resource);
    invariant(cache !== undefined, `no watch cache for ${resource}`);
    return cache;
  }

  /** `namespace/name` or a name. */
  get(resource: string, key: string): KubeObject | undefined {
    return this.byResource.get(resource)?.get(key);
  }

  inNamespace(resource: string, namespace: string): Iterable<KubeObject> {
    return this.byResource.get(resource)?.inNamespace(namespace) ?? NOTHING;
  }

  all(resource: string): Iterable<KubeObject> {
    return this.byResource.get(resource)?.all() ?? NOTHING;
  }

  values(): Iterable<WatchCache> {
    return this.byPrefix.values();
  }
}
