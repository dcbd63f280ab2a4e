import type { Scheme } from '../../api/scheme';
import type { ApiRequest } from '../client/http';
import type { VersionBehaviour } from '../versions';

export interface StaticAnswer {
  readonly code: number;
  readonly body: unknown;
  readonly contentType: string;
}

const json = (body: unknown): StaticAnswer => ({ code: 200, body, contentType: 'application/json' });
const text = (body: string): StaticAnswer => ({ code: 200, body, contentType: 'text/plain; charset=utf-8' });

/** Paths that are no resource. Undefined: nothing is served there. */
export function staticAnswer(core: { readonly scheme: Scheme; readonly behaviour: VersionBehaviour }, request: ApiRequest): StaticAnswer | undefined {
  const { path, accept } = request;
  const { scheme, behaviour } = core;
  const aggregated = accept.includes('as=APIGroupDiscoveryList') && behaviour.controllers.aggregatedDiscovery;
  switch (path) {
    case '/healthz':
    case '/livez':
    case '/readyz': return text('ok');
    case '/version': return json(versionInfo(behaviour));
    case '/api': return aggregated ? aggregatedAnswer(scheme, true) : json({ kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: '127.0.0.1:6443' }] });
    case '/apis': return aggregated ? aggregatedAnswer(scheme, false) : json({ kind: 'APIGroupList', apiVersion: 'v1', groups: scheme.groups.map((g) => groupOf(g.group, g.versions)) });
    case '/openapi/v2': return json({ swagger: '2.0', info: { title: 'Kubernetes', version: behaviour.gitVersion }, paths: {} });
    case '/openapi/v3': return behaviour.apiServer.openapiV3 ? json({ paths: openapiPaths(scheme) }) : undefined;
    default: return groupAnswer(core, path);
  }
}

function groupAnswer(core: { readonly scheme: Scheme; readonly behaviour: VersionBehaviour }, path: string): StaticAnswer | undefined {
  const { scheme, behaviour } = core;
  if (path.startsWith('/openapi/v3/')) {
    const known = behaviour.apiServer.openapiV3 && path.slice('/openapi/v3/'.length) in openapiPaths(scheme);
    return known ? json({ openapi: '3.0.0', info: { title: 'Kubernetes', version: behaviour.gitVersion }, paths: {} }) : undefined;
  }
  const parts = path.split('/');
  if (parts[1] === 'api' && parts.length === 3) return parts[2] === 'v1' ? json(resourceList(scheme, '', 'v1')) : undefined;
  if (parts[1] !== 'apis') return undefined;
  const group = scheme.groups.find((g) => g.group === parts[2]);
  if (group === undefined) return undefined;
  if (parts.length === 3) return json({ kind: 'APIGroup', apiVersion: 'v1', ...groupOf(group.group, group.versions) });
  const [, , , version = ''] = parts;
  return parts.length === 4 && group.versions.includes(version) ? json(resourceList(scheme, group.group, version)) : undefined;
}

function groupOf(name: string, versions: readonly string[]): object {
  const listed = versions.map((version) => ({ groupVersion: `${name}/${version}`, version }));
  return { name, versions: listed, preferredVersion: listed[0] };
}

/** Models apimachinery pkg/apis/meta/v1 APIResourceList. */
function resourceList(scheme: Scheme, group: string, version: string): object {
  const resources = scheme.resources.filter((r) => r.group === group && r.version === version).flatMap((r) => [
    {
      name: r.resource, singularName: r.singular, namespaced: r.namespaced, kind: r.kind, verbs: r.verbs,
      ...(r.shortNames.length === 0 ? {} : { shortNames: r.shortNames }), ...(r.categories.length === 0 ? {} : { categories: r.categories }),
    },
    ...r.subresources.map((s) => ({ name: `${r.resource}/${s.name}`, singularName: '', namespaced: r.namespaced, ...foreign(s.apiVersion), kind: s.kind ?? r.kind, verbs: s.verbs })),
  ]);
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: group === '' ? version : `${group}/${version}`, resources };
}

function foreign(apiVersion: string | undefined): object {
  if (apiVersion === undefined) return {};
  const [group = '', version = ''] = apiVersion.split('/');
  return { group, version };
}

/** Models apidiscovery.k8s.io/v2 APIGroupDiscoveryList: all groups with all resources in one document. */
function aggregatedAnswer(scheme: Scheme, core: boolean): StaticAnswer {
  const groups = core ? [{ group: '', versions: ['v1'] }] : scheme.groups;
  const items = groups.map((g) => ({
    metadata: g.group === '' ? { creationTimestamp: null } : { name: g.group, creationTimestamp: null },
    versions: g.versions.map((version) => ({
      version, freshness: 'Current',
      resources: scheme.resources.filter((r) => r.group === g.group && r.version === version).map((r) => ({
        resource: r.resource, responseKind: { group: '', version: '', kind: r.kind }, scope: r.namespaced ? 'Namespaced' : 'Cluster', singularResource: r.singular, verbs: r.verbs,
        ...(r.shortNames.length === 0 ? {} : { shortNames: r.shortNames }), ...(r.categories.length === 0 ? {} : { categories: r.categories }),
        ...(r.subresources.length === 0 ? {} : { subresources: r.subresources.map((s) => ({ subresource: s.name, responseKind: { group: '', version: '', kind: s.kind ?? r.kind }, verbs: s.verbs })) }),
      })),
    })),
  }));
  return { code: 200, body: { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', metadata: {}, items }, contentType: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' };
}

function openapiPaths(scheme: Scheme): Readonly<Record<string, { readonly serverRelativeURL: string }>> {
  const names = ['api', 'api/v1', 'apis', ...scheme.groups.flatMap((g) => [`apis/${g.group}`, ...g.versions.map((v) => `apis/${g.group}/${v}`)]), 'version'];
  return Object.fromEntries(names.map((name) => [name, { serverRelativeURL: `/openapi/v3/${name}?hash=0` }]));
}

function versionInfo({ gitVersion, gitCommit }: VersionBehaviour): object {
  const [, major = '', minor = ''] = /^v(\d+)\.(\d+)/.exec(gitVersion) ?? [];
  return { major, minor, gitVersion, gitCommit, gitTreeState: 'clean', platform: 'linux/amd64', compiler: 'gc', goVersion: minor === '20' ? 'go1.15.5' : 'go1.25.0' };
}
