import type { Resource } from '../../../api/scheme';
import type { KubeVersion } from '../../../api/version';

export interface ExpectedKind {
  readonly apiVersion: string;
  readonly kind: string;
}

const EVICTION: Readonly<Record<KubeVersion, string>> = { '1.20': 'policy/v1beta1', '1.35': 'policy/v1' };

/** The kind that a resource or subresource takes and answers. */
export function kindIn(resource: Resource, subresource: string | undefined, release: KubeVersion): ExpectedKind {
  if (subresource === undefined) return resource;
  const sub = resource.subresources.find((s) => s.name === subresource);
  if (sub?.kind === undefined) return resource;
  return { kind: sub.kind, apiVersion: sub.apiVersion ?? (sub.kind === 'Eviction' ? EVICTION[release] : resource.apiVersion) };
}
