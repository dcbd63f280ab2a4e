import type { KubeVersion } from '../version';

export type Verb = 'create' | 'delete' | 'deletecollection' | 'get' | 'list' | 'patch' | 'update' | 'watch';

export interface Subresource {
  readonly name: string;
  readonly verbs: readonly Verb[];
  /** The kind that is sent or answered, where it is not the parent's own. */
  readonly kind?: string;
  /** `apiVersion` of that kind, where it is not the parent's own. */
  readonly apiVersion?: string;
  /** The releases that have it, where not all do. */
  readonly releases?: readonly KubeVersion[];
}

/** One resource of the API, in all versions of it that are modelled. */
export interface ResourceDef {
  readonly group: string;
  /** Plural, lower case: the path segment. */
  readonly resource: string;
  readonly singular: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly Verb[];
  /** Verbs that a release does not have yet. */
  readonly lacks?: Readonly<Partial<Record<KubeVersion, readonly Verb[]>>> | undefined;
  readonly subresources: readonly Subresource[];
  /** Served versions by release, preferred first; an empty list: not served there. */
  readonly versions: Readonly<Record<KubeVersion, readonly string[]>>;
  /** The part of the etcd key between `/registry/` and the namespace. */
  readonly storagePrefix: string;
  /** `apiVersion` of the stored object where another group's shape is stored (events.k8s.io events are core events). */
  readonly storedAs?: string | undefined;
  /** False for resources that answer but are never stored (reviews, bindings). */
  readonly stored: boolean;
}

/** A resource in one served version of one release. */
export interface Resource extends ResourceDef {
  readonly version: string;
  /** `apps/v1`. */
  readonly apiVersion: string;
  /** Whether this is the version that clients are told to prefer for the group. */
  readonly preferred: boolean;
}
