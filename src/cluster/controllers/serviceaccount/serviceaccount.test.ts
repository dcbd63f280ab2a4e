import { describe, expect, it } from 'vitest';
import type { Secret, ServiceAccount } from '../../../api/types';
import { World } from '../testing/world';

function withNamespace(version: '1.20' | '1.35'): World {
  const world = new World(version);
  world.api.put('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team-a' }, spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } });
  world.run(2);
  return world;
}

describe('what a new namespace gets', () => {
  it('gets a default service account and the root certificate', () => {
    const world = withNamespace('1.35');
    expect(world.writes('service-account-controller')).toEqual(['create serviceaccounts 201']);
    expect(world.writes('root-ca-cert-publisher')).toEqual(['create configmaps 201']);
    expect(world.api.get('serviceaccounts', 'team-a/default')).toBeDefined();
    expect(world.api.get('configmaps', 'team-a/kube-root-ca.crt')?.metadata.annotations).toHaveProperty(['kubernetes.io/description']);
    expect(world.api.list('secrets')).toEqual([]);
  });

  it('gets, up to 1.23, a token Secret that the service account names', () => {
    const world = withNamespace('1.20');
    expect(world.writes('kube-controller-manager')).toEqual(['create secrets 201', 'update serviceaccounts 200']);
    const account = world.get<ServiceAccount>('serviceaccounts', 'team-a/default');
    const [secret] = (world.api.list('secrets') as unknown as readonly Secret[]).filter((s) => s.metadata.namespace === 'team-a');
    expect(secret?.metadata.name).toMatch(/^default-token-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    expect(account.secrets).toEqual([{ name: secret?.metadata.name }]);
    expect(secret?.metadata.annotations).toEqual({ 'kubernetes.io/service-account.name': 'default', 'kubernetes.io/service-account.uid': account.metadata.uid });
  });

  it('gets its service account back when somebody deletes it, and the old token goes', () => {
    const world = withNamespace('1.20');
    const before = world.get<ServiceAccount>('serviceaccounts', 'team-a/default');
    world.api.remove('serviceaccounts', 'team-a/default');
    world.run(2);
    const after = world.get<ServiceAccount>('serviceaccounts', 'team-a/default');
    expect(after.metadata.uid).not.toBe(before.metadata.uid);
    const secrets = (world.api.list('secrets') as unknown as readonly Secret[]).filter((s) => s.metadata.namespace === 'team-a');
    expect(secrets.map((s) => s.metadata.annotations?.['kubernetes.io/service-account.uid'])).toEqual([after.metadata.uid]);
  });

  it('gets its certificate back when somebody changes it', () => {
    const world = withNamespace('1.35');
    world.api.change('configmaps', 'team-a/kube-root-ca.crt', (map: object) => ({ ...map, data: { 'ca.crt': 'forged' } }));
    world.run(1);
    expect((world.api.get('configmaps', 'team-a/kube-root-ca.crt')?.['data'] as { readonly 'ca.crt': string })['ca.crt']).toMatch(/^-----BEGIN CERTIFICATE-----\n/);
  });
});
