import type { Resource } from '../../../api/scheme';

export interface ExpectedKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The kind that a resource or subresource takes and answers. */
export function kindIn(resource: Resource, subresource: string | undefined): ExpectedKind {
  if (subresource === undefined) return resource;
  const sub = resource.subresources.find((s) => s.name === subresource);
  if (sub?.kind === undefined) return resource;
  return { kind: sub.kind, apiVersion: sub.apiVersion ?? (sub.kind === 'Eviction' ? 'policy/v1' : resource.apiVersion) };
}
