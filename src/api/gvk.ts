/** Group, version, kind and resource names, and the texts that Kubernetes makes of them. */

export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

/** `v1` for the core group, `apps/v1` for the others. */
export function apiVersionOf(gv: GroupVersion): string {
  return gv.group === '' ? gv.version : `${gv.group}/${gv.version}`;
}

/** The reverse of apiVersionOf. A text without a slash is a version of the core group. */
export function parseApiVersion(apiVersion: string): GroupVersion {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? { group: '', version: apiVersion } : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

/** `deployments.apps`, `pods`: how messages name a resource. */
export function qualifiedResource(gr: GroupResource): string {
  return gr.group === '' ? gr.resource : `${gr.resource}.${gr.group}`;
}

/** `Deployment.apps`, `Pod`: how 422 messages name a kind. */
export function qualifiedKind(gk: GroupKind): string {
  return gk.group === '' ? gk.kind : `${gk.kind}.${gk.group}`;
}

/** `apps/v1, Kind=Deployment`, `/v1, Kind=Pod`: Go's GroupVersionKind.String, seen in decoding errors. */
export function gvkString(gv: GroupVersion, kind: string): string {
  return `${gv.group}/${gv.version}, Kind=${kind}`;
}

/** `apps/v1, Resource=deployments`, `/v1, Resource=pods`: Go's GroupVersionResource.String. */
export function gvrString(gv: GroupVersion, resource: string): string {
  return `${gv.group}/${gv.version}, Resource=${resource}`;
}
