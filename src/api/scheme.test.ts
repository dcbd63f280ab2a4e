import { describe, expect, it } from 'vitest';
import { gvkString, gvrString, parseApiVersion, qualifiedKind, qualifiedResource } from './gvk';
import { etcdKey, resourcePath, schemeFor } from './scheme';

const old = schemeFor('1.20');
const current = schemeFor('1.35');
const found = (scheme: typeof old, text: string) => {
  const r = scheme.resolve(text);
  return r === undefined ? undefined : `${r.apiVersion} ${r.resource}`;
};

describe('names that a person types', () => {
  it.each([
    ['deploy', 'apps/v1 deployments'],
    ['deployment', 'apps/v1 deployments'],
    ['Deployments', 'apps/v1 deployments'],
    ['deployments.apps', 'apps/v1 deployments'],
    ['deployments.v1.apps', 'apps/v1 deployments'],
    ['deployments.v2.apps', undefined],
    ['po', 'v1 pods'],
    ['events', 'v1 events'],
    ['events.events.k8s.io', 'events.k8s.io/v1 events'],
    ['roles.rbac', 'rbac.authorization.k8s.io/v1 roles'],
    ['hpa', 'autoscaling/v2 horizontalpodautoscalers'],
    ['unicorns', undefined],
  ])('%s means %s', (text, want) => {
    expect(found(current, text)).toBe(want);
  });
});

describe('what each release serves', () => {
  it('has cron jobs, budgets and slices only as v1beta1 in 1.20', () => {
    expect(found(old, 'cronjob')).toBe('batch/v1beta1 cronjobs');
    expect(found(old, 'pdb')).toBe('policy/v1beta1 poddisruptionbudgets');
    expect(found(old, 'endpointslices')).toBe('discovery.k8s.io/v1beta1 endpointslices');
    expect(old.kindFor('batch/v1', 'CronJob')).toBeUndefined();
    expect(current.kindFor('batch/v1beta1', 'CronJob')).toBeUndefined();
    expect(old.resolve('hpa')?.apiVersion).toBe('autoscaling/v1');
  });

  it('serves 37 group-versions in 1.20, as the recorded discovery asks for', () => {
    expect(1 + old.groups.reduce((n, g) => n + g.versions.length, 0)).toBe(37);
  });

  it('asks for the kinds of `get all` in the recorded order', () => {
    expect(old.category('all').map((r) => r.resource)).toEqual([
      'pods', 'replicationcontrollers', 'services', 'daemonsets', 'deployments', 'replicasets', 'statefulsets', 'horizontalpodautoscalers', 'jobs', 'cronjobs',
    ]);
  });
});

describe('texts', () => {
  it('writes group and kind as messages do', () => {
    expect(qualifiedResource({ group: 'apps', resource: 'deployments' })).toBe('deployments.apps');
    expect(qualifiedResource({ group: '', resource: 'pods' })).toBe('pods');
    expect(qualifiedKind({ group: 'apps', kind: 'Deployment' })).toBe('Deployment.apps');
    expect(gvkString(parseApiVersion('v1'), 'Pod')).toBe('/v1, Kind=Pod');
    expect(gvrString(parseApiVersion('apps/v1'), 'deployments')).toBe('apps/v1, Resource=deployments');
  });

  it('keeps the odd etcd prefixes', () => {
    const key = (text: string, ns: string | undefined, name?: string) => {
      const r = current.resolve(text);
      return r === undefined ? '' : etcdKey(r, ns, name);
    };
    expect(key('node', undefined, 'node-1')).toBe('/registry/minions/node-1');
    expect(key('svc', 'default', 'web')).toBe('/registry/services/specs/default/web');
    expect(key('endpoints', 'default', 'web')).toBe('/registry/services/endpoints/default/web');
    expect(key('deploy', 'default', 'web')).toBe('/registry/deployments/default/web');
    expect(key('rc', 'default')).toBe('/registry/controllers/default/');
    expect(key('ing', undefined)).toBe('/registry/ingress/');
  });

  it('builds paths', () => {
    const pods = current.resourceFor('', 'v1', 'pods');
    const deployments = current.resourceFor('apps', 'v1', 'deployments');
    if (pods === undefined || deployments === undefined) throw new Error('not served');
    expect(resourcePath(pods, { namespace: 'default', name: 'web', subresource: 'status' })).toBe('/api/v1/namespaces/default/pods/web/status');
    expect(resourcePath(deployments)).toBe('/apis/apps/v1/deployments');
  });
});

it('lets services be deleted as a collection only after 1.20', () => {
  expect(current.resolve('services')?.verbs).toContain('deletecollection');
  expect(old.resolve('services')?.verbs).not.toContain('deletecollection');
  expect(old.resolve('services')?.verbs).toContain('delete');
  expect(old.resolve('pods')?.verbs).toContain('deletecollection');
});

describe('subresources', () => {
  it('of pods grew after 1.20', () => {
    const names = (scheme: typeof old) => scheme.resolve('pods')?.subresources.map((s) => s.name) ?? [];
    expect(names(current)).toContain('resize');
    expect(names(old)).not.toContain('resize');
    expect(names(old)).toContain('binding');
  });
});
