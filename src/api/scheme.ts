import { apiVersionOf, parseApiVersion } from './gvk';
import { GROUPS } from './scheme/groups';
import type { Resource, ResourceDef } from './scheme/resource';
import { RESOURCES } from './scheme/table';
import type { KubeVersion } from './version';

export type { Resource, ResourceDef, Subresource, Verb } from './scheme/resource';

/** What one release serves: lookups over the table of resources. Shared and immutable; get one with schemeFor. */
export interface Scheme {
  readonly version: KubeVersion;
  /** Every served resource in every served version, in discovery order. */
  readonly resources: readonly Resource[];
  /** Served groups without the core one, in the order of `/apis`, with their versions, preferred first. */
  readonly groups: readonly { readonly group: string; readonly versions: readonly string[] }[];
  /** By path: `('apps', 'v1', 'deployments')`. Undefined: not served. */
  resourceFor(group: string, version: string, plural: string): Resource | undefined;
  /** By an object's own words: `('apps/v1', 'Deployment')`. Undefined: no such kind. */
  kindFor(apiVersion: string, kind: string): Resource | undefined;
  /**
   * By what a person types after `kubectl get`: `deploy`, `deployment`, `Deployments`, `deployments.apps`,
   * `deployments.v1.apps`. The preferred version of the first group that has it.
   */
  resolve(text: string): Resource | undefined;
  /** Resources in a category, in the order in which kubectl asks for them; empty when there is no such category. */
  category(name: string): readonly Resource[];
}

function serve(def: ResourceDef, release: KubeVersion): readonly Resource[] {
  const { group, resource, singular, kind, namespaced, shortNames, categories, lacks, versions, storagePrefix, storedAs, stored } = def;
  const verbs = def.verbs.filter((v) => lacks?.[release]?.includes(v) !== true);
  const subresources = def.subresources.filter((s) => s.releases?.includes(release) ?? true);
  // Member by member: all resources are then of one shape for the engine, which every stage of every request reads.
  return versions[release].map((version, i) => ({
    group, resource, singular, kind, namespaced, shortNames, categories, verbs, lacks, subresources, versions, storagePrefix, storedAs, stored,
    version, apiVersion: apiVersionOf({ group, version }), preferred: i === 0,
  }));
}

function names(r: ResourceDef): readonly string[] {
  return [r.resource, r.singular, ...r.shortNames];
}

function build(release: KubeVersion): Scheme {
  const resources = GROUPS.flatMap((g) =>
    g.versions[release].flatMap((version) =>
      RESOURCES.filter((r) => r.group === g.group).flatMap((r) => serve(r, release)).filter((r) => r.version === version),
    ),
  );
  const byPath = new Map<string, Map<string, Map<string, Resource>>>();
  for (const r of resources) {
    const group = byPath.get(r.group) ?? new Map<string, Map<string, Resource>>();
    byPath.set(r.group, group.set(r.version, (group.get(r.version) ?? new Map<string, Resource>()).set(r.resource, r)));
  }
  const resourceFor = (group: string, version: string, plural: string): Resource | undefined => byPath.get(group)?.get(version)?.get(plural);
  const byKind = new Map(resources.map((r) => [`${r.apiVersion} ${r.kind}`, r]));
  const byName = new Map<string, Resource[]>();
  for (const r of resources) {
    if (!r.preferred) continue;
    for (const name of new Set(names(r))) byName.set(name, [...(byName.get(name) ?? []), r]);
  }
  return {
    version: release,
    resources,
    groups: GROUPS.filter((g) => g.group !== '' && g.versions[release].length > 0).map((g) => ({ group: g.group, versions: g.versions[release] })),
    resourceFor,
    kindFor: (apiVersion, kind) => byKind.get(`${apiVersion} ${kind}`),
    resolve: (text) => {
      const [head = '', ...rest] = text.toLowerCase().split('.');
      const candidates = byName.get(head) ?? [];
      if (rest.length === 0) return candidates[0];
      const group = rest.join('.');
      const exact = candidates.find((r) => r.group === group);
      if (exact !== undefined) return exact;
      const [version = '', ...tail] = rest;
      const versioned = candidates.find((r) => r.group === tail.join('.'));
      if (versioned !== undefined) return resourceFor(versioned.group, version, versioned.resource);
      return candidates.find((r) => r.group.startsWith(`${group}.`));
    },
    category: (name) => resources.filter((r) => r.preferred && r.categories.includes(name)),
  };
}

const SCHEMES: Readonly<Record<KubeVersion, Scheme>> = { '1.20': build('1.20'), '1.35': build('1.35') };

/** The API of a release. */
export function schemeFor(release: KubeVersion): Scheme {
  return SCHEMES[release];
}

/** The resource of an object, by its apiVersion and kind. */
export function resourceOf(scheme: Scheme, object: { readonly apiVersion: string; readonly kind: string }): Resource | undefined {
  return scheme.kindFor(object.apiVersion, object.kind);
}

/**
 * Where etcd keeps an object: `/registry/pods/default/web`, `/registry/minions/node-1`.
 * Without a name: the prefix of all such objects (of the namespace, if given), ending in a slash.
 */
export function etcdKey(resource: ResourceDef, namespace: string | undefined, name?: string): string {
  const base = `/registry/${resource.storagePrefix}/`;
  const within = resource.namespaced && namespace !== undefined && namespace !== '' ? `${base}${namespace}/` : base;
  return name === undefined ? within : within + name;
}

/**
 * The path of a resource: `/api/v1/namespaces/default/pods/web/status`.
 * A namespaced resource without a namespace gives the path across all namespaces.
 */
export function resourcePath(
  resource: Pick<Resource, 'group' | 'version' | 'resource' | 'namespaced'>,
  at: { readonly namespace?: string | undefined; readonly name?: string | undefined; readonly subresource?: string | undefined } = {},
): string {
  const root = resource.group === '' ? `/api/${resource.version}` : `/apis/${resource.group}/${resource.version}`;
  const scope = resource.namespaced && at.namespace !== undefined && at.namespace !== '' ? `/namespaces/${at.namespace}` : '';
  const name = at.name === undefined ? '' : `/${at.name}`;
  const sub = at.subresource === undefined ? '' : `/${at.subresource}`;
  return `${root}${scope}/${resource.resource}${name}${sub}`;
}

/** The group of an object's apiVersion. */
export function groupOf(object: { readonly apiVersion: string }): string {
  return parseApiVersion(object.apiVersion).group;
}
