import { convert } from '../../../api/conversion';
import { apiVersionOf } from '../../../api/gvk';
import type { Resource } from '../../../api/scheme';
import type { KubeObject } from '../../../api/types';
import type { KubeVersion } from '../../../api/version';

/** From a served version to the stored one and back. */
export interface Conversion {
  readonly toStored: (object: KubeObject) => KubeObject;
  readonly toServed: (object: KubeObject) => KubeObject;
}

/** Undefined where the served version is the stored one. */
export function conversionFor(resource: Resource, release: KubeVersion): Conversion | undefined {
  const stored = resource.storedAs ?? apiVersionOf({ group: resource.group, version: resource.versions[release][0] ?? resource.version });
  if (stored === resource.apiVersion) return undefined;
  return { toStored: (object) => convert(object, stored), toServed: (object) => convert(object, resource.apiVersion) };
}
