import { describe, expect, it } from 'vitest';
import { schemaOf } from '../../../api/schema/schema';
import type { KubeObject } from '../../../api/types';
import { CONFIG_MAPS, DEPLOYMENTS, deployment, messageIn, objectIn, PODS, ServerWorld } from '../testing/server-world';
import { Comparison } from './compare';
import { ALL, LEAF, subtract, union } from './fields-tree';
import { entriesOf } from './managers';

const MERGE = 'application/merge-patch+json';
const config = (data: Readonly<Record<string, string>>): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'cm' }, data });
const who = (object: KubeObject): readonly string[] => entriesOf(object).map((e) => `${e.manager}${e.subresource === undefined ? '' : `/${e.subresource}`}`);

describe('trees of fields', () => {
  const tree = { 'f:a': { '.': LEAF, 'f:b': LEAF, 'f:c': LEAF }, 'f:d': LEAF };

  it('lose what is taken over, members and all where a field is gone', () => {
    expect(subtract(tree, { 'f:a': { 'f:b': LEAF } })).toEqual({ 'f:a': { '.': {}, 'f:c': {} }, 'f:d': {} });
    expect(subtract(tree, { 'f:a': ALL })).toEqual({ 'f:d': {} });
    expect(subtract(tree, { 'f:a': { 'f:b': LEAF, 'f:c': LEAF } })).toEqual({ 'f:a': {}, 'f:d': {} });
    expect(subtract({ 'f:d': LEAF }, { 'f:d': LEAF })).toBeUndefined();
    expect(subtract(tree, { 'f:x': LEAF })).toBe(tree);
  });

  it('gain in the order of the wire, and stay the same object when they gain nothing', () => {
    expect(Object.keys(union({ 'k:{"name":"b"}': LEAF }, { 'f:z': LEAF, '.': LEAF }))).toEqual(['.', 'f:z', 'k:{"name":"b"}']);
    expect(union({ 'f:a': LEAF }, { 'f:a': { 'f:b': LEAF } })).toEqual({ 'f:a': { '.': {}, 'f:b': {} } });
    expect(union(tree, { 'f:a': { 'f:c': LEAF } })).toBe(tree);
  });
});

describe('what a write changed', () => {
  const comparison = new Comparison(schemaOf('1.35'));
  const struct = schemaOf('1.35').ofKind('v1', 'Pod');
  const pod = (conditions: readonly object[]): Readonly<Record<string, unknown>> => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { containers: [] }, status: { conditions } });

  it('is found in items of keyed lists, by their keys', () => {
    expect(comparison.objects(pod([{ type: 'A', status: 'True' }, { type: 'B', status: 'True' }]), pod([{ type: 'C', status: 'True' }, { type: 'A', status: 'False' }]), struct)).toEqual({
      set: { 'f:status': { 'f:conditions': { 'k:{"type":"A"}': { 'f:status': {} }, 'k:{"type":"C"}': { '.': {}, 'f:status': {}, 'f:type': {} } } } },
      gone: { 'f:status': { 'f:conditions': { 'k:{"type":"B"}': ALL } } },
    });
  });

  it('is nothing where both say the same', () => {
    expect(comparison.objects(pod([{ type: 'A' }]), pod([{ type: 'A' }]), struct)).toEqual({ set: undefined, gone: undefined });
  });
});

describe('managedFields', () => {
  it('name the creator of a Deployment as a real cluster does', () => {
    const world = new ServerWorld('1.35');
    const made = objectIn(world.ask({ method: 'POST', path: DEPLOYMENTS, body: deployment('web', 2), query: { fieldManager: 'kubectl-create' } }));
    expect(entriesOf(made)).toMatchObject([{ manager: 'kubectl-create', operation: 'Update', apiVersion: 'apps/v1', fieldsType: 'FieldsV1' }]);
    expect(entriesOf(made)[0]?.fieldsV1['f:spec']).toMatchObject({
      'f:replicas': {}, 'f:selector': {}, 'f:strategy': { 'f:rollingUpdate': { '.': {}, 'f:maxSurge': {}, 'f:maxUnavailable': {} }, 'f:type': {} },
      'f:template': { 'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} } }, 'f:spec': { 'f:containers': { 'k:{"name":"c"}': { '.': {}, 'f:image': {}, 'f:name': {} } } } },
    });
    expect(entriesOf(made)[0]?.fieldsV1['f:status']).toBeUndefined();
  });

  it('say of a pod only what the client sent, not what admission added', () => {
    const world = new ServerWorld('1.35');
    world.giveServiceAccount();
    const body = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', labels: { run: 'p' } }, spec: { containers: [{ name: 'c', image: 'nginx', ports: [{ containerPort: 80 }] }] } };
    const made = objectIn(world.post(PODS, body));
    expect((made.spec as { readonly volumes?: readonly unknown[] }).volumes).toHaveLength(1);
    // The fields that kubectl run showed in a recording at -v=9.
    expect(entriesOf(made)[0]?.fieldsV1).toEqual({
      'f:metadata': { 'f:labels': { '.': {}, 'f:run': {} } },
      'f:spec': {
        'f:containers': {
          'k:{"name":"c"}': {
            '.': {}, 'f:image': {}, 'f:imagePullPolicy': {}, 'f:name': {},
            'f:ports': { '.': {}, 'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {}, 'f:protocol': {} } },
            'f:resources': {}, 'f:terminationMessagePath': {}, 'f:terminationMessagePolicy': {},
          },
        },
        'f:dnsPolicy': {}, 'f:enableServiceLinks': {}, 'f:restartPolicy': {}, 'f:schedulerName': {}, 'f:securityContext': {}, 'f:terminationGracePeriodSeconds': {},
      },
    });
  });

  it('follow each value to who wrote it last', () => {
    const world = new ServerWorld('1.35');
    world.ask({ method: 'POST', path: DEPLOYMENTS, body: deployment('web', 2), query: { fieldManager: 'kubectl-create' } });
    world.patch(`${DEPLOYMENTS}/web/scale`, { spec: { replicas: 5 } }, MERGE);
    const scaled = objectIn(world.ask({ method: 'GET', path: `${DEPLOYMENTS}/web` }));
    expect([...who(scaled)].sort()).toEqual(['kubectl-create', 'kubectl/scale']);
    expect(entriesOf(scaled).find((e) => e.subresource === 'scale')?.fieldsV1).toEqual({ 'f:spec': { 'f:replicas': {} } });
    expect(entriesOf(scaled).find((e) => e.manager === 'kubectl-create')?.fieldsV1['f:spec']).not.toHaveProperty('f:replicas');
  });

  it('forget what was removed, and an owner who has nothing left', () => {
    const world = new ServerWorld('1.35');
    world.ask({ method: 'POST', path: CONFIG_MAPS, body: config({ a: '1' }), query: { fieldManager: 'one' } });
    world.ask({ method: 'PATCH', path: `${CONFIG_MAPS}/cm`, body: { data: { b: '2' } }, contentType: MERGE, query: { fieldManager: 'two' } });
    const left = objectIn(world.ask({ method: 'PATCH', path: `${CONFIG_MAPS}/cm`, body: { data: { b: null } }, contentType: MERGE, query: { fieldManager: 'three' } }));
    expect(who(left)).toEqual(['one']);
  });

  it('give a server-side apply the name of whoever created the object', () => {
    const world = new ServerWorld('1.35');
    world.ask({ method: 'POST', path: CONFIG_MAPS, body: config({ a: '1' }), query: { fieldManager: 'kubectl-create' } });
    const conflict = world.ask({ method: 'PATCH', path: `${CONFIG_MAPS}/cm`, body: config({ a: '2' }), contentType: 'application/apply-patch+yaml', query: { fieldManager: 'kubectl' } });
    expect(messageIn(conflict)).toBe('Apply failed with 1 conflict: conflict with "kubectl-create" using v1: .data.a');
  });

  it('let kubectl take over what it applied in the old way, unless somebody changed it since', () => {
    const world = new ServerWorld('1.35');
    const annotated = { ...config({ a: '1', b: '1' }), metadata: { name: 'cm', annotations: { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(config({ a: '1', b: '1' })) } } };
    world.ask({ method: 'POST', path: CONFIG_MAPS, body: annotated, query: { fieldManager: 'kubectl-client-side-apply' } });
    world.ask({ method: 'PATCH', path: `${CONFIG_MAPS}/cm`, body: { data: { b: '2' } }, contentType: MERGE, query: { fieldManager: 'other' } });
    const apply = (data: Readonly<Record<string, string>>): string => {
      const answer = world.ask({ method: 'PATCH', path: `${CONFIG_MAPS}/cm`, body: config(data), contentType: 'application/apply-patch+yaml', query: { fieldManager: 'kubectl' } });
      return answer.code === 200 ? 'applied' : messageIn(answer);
    };
    expect(apply({ a: '3', b: '3' })).toBe('Apply failed with 1 conflict: conflict with "other" using v1: .data.b');
    expect(apply({ a: '3' })).toBe('applied');
  });
});
