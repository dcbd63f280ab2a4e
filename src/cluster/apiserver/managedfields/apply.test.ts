import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../../api/types';
import type { ApiResponse } from '../../client/http';
import { CONFIG_MAPS, DEPLOYMENTS, deployment, messageIn, objectIn, ServerWorld, statusIn } from '../testing/server-world';
import { fromFieldsV1, pathText, toFieldsV1 } from './field-set';
import type { ManagedFieldsEntry } from './managers';

const both = ['1.20', '1.35'] as const;

function applyAs(world: ServerWorld, manager: string, path: string, object: unknown, force = false): ApiResponse {
  return world.ask({ method: 'PATCH', path, body: object, contentType: 'application/apply-patch+yaml', query: { fieldManager: manager, force: String(force) } });
}

const managers = (object: KubeObject): readonly ManagedFieldsEntry[] => (object.metadata as { readonly managedFields?: readonly ManagedFieldsEntry[] }).managedFields ?? [];
const config = (data: Readonly<Record<string, string>>): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'ssa' }, data });

describe('sets of fields', () => {
  it('are read and written as FieldsV1', () => {
    const document = { 'f:spec': { 'f:containers': { 'k:{"name":"web"}': { '.': {}, 'f:image': {}, 'f:name': {} } } }, 'f:data': { 'f:a': {} } };
    expect(toFieldsV1(fromFieldsV1(document))).toEqual(document);
    expect([...fromFieldsV1(document)].map(pathText)).toEqual(['.spec.containers[name="web"]', '.spec.containers[name="web"].image', '.spec.containers[name="web"].name', '.data.a']);
  });
});

describe.each(both)('server-side apply in %s', (version) => {
  it('creates what is not there and says who owns what', () => {
    const world = new ServerWorld(version);
    const made = applyAs(world, 'one', `${CONFIG_MAPS}/ssa`, config({ a: '1' }));
    expect(made.code).toBe(201);
    expect(managers(objectIn(made))).toMatchObject([{ manager: 'one', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:data': { 'f:a': {} } } }]);
  });

  it('refuses to change what somebody else applied, in his name, and takes it over by force', () => {
    const world = new ServerWorld(version);
    applyAs(world, 'one', `${CONFIG_MAPS}/ssa`, config({ a: '1' }));
    const conflict = applyAs(world, 'two', `${CONFIG_MAPS}/ssa`, config({ a: '2' }));
    expect(statusIn(conflict)).toMatchObject({ code: 409, reason: 'Conflict', message: 'Apply failed with 1 conflict: conflict with "one": .data.a', details: { causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "one"', field: '.data.a' }] } });
    const forced = applyAs(world, 'two', `${CONFIG_MAPS}/ssa`, config({ a: '2' }), true);
    expect(forced.code).toBe(200);
    expect(objectIn(forced)['data']).toEqual({ a: '2' });
    expect(managers(objectIn(forced)).map((m) => m.manager)).toEqual(['two']);
  });

  it('lets two own one value, and drops what its only owner leaves out', () => {
    const world = new ServerWorld(version);
    applyAs(world, 'one', `${CONFIG_MAPS}/ssa`, config({ a: '1', b: '1' }));
    expect(applyAs(world, 'two', `${CONFIG_MAPS}/ssa`, config({ a: '1' })).code).toBe(200);
    expect(objectIn(applyAs(world, 'one', `${CONFIG_MAPS}/ssa`, config({})))['data']).toEqual({ a: '1' });
  });

  it('writes nothing when nothing changes', () => {
    const world = new ServerWorld(version);
    applyAs(world, 'one', `${CONFIG_MAPS}/ssa`, config({ a: '1' }));
    world.settle(3_000_000);
    const before = world.etcd.store.revision;
    expect(applyAs(world, 'one', `${CONFIG_MAPS}/ssa`, config({ a: '1' })).code).toBe(200);
    expect(world.etcd.store.revision).toBe(before);
  });

  it('counts an ordinary write of an applied object as ownership', () => {
    const world = new ServerWorld(version);
    applyAs(world, 'one', `${DEPLOYMENTS}/web`, deployment('web', 2));
    world.patch(`${DEPLOYMENTS}/web/scale`, { spec: { replicas: 5 } }, 'application/merge-patch+json');
    const conflict = messageIn(applyAs(world, 'one', `${DEPLOYMENTS}/web`, deployment('web', 3)));
    const scale = version === '1.20' ? '' : ' with subresource "scale"';
    expect(conflict).toBe(`Apply failed with 1 conflict: conflict with "kubectl"${scale} using apps/v1: .spec.replicas`);
  });

  it('asks for the name of the manager', () => {
    const world = new ServerWorld(version);
    expect(applyAs(world, '', `${CONFIG_MAPS}/ssa`, config({ a: '1' })).code).toBe(400);
  });
});
