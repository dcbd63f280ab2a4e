import { describe, expect, it } from 'vitest';
import { deepFreeze } from '../../base/freeze';
import { schemaOf } from '../schema/schema';
import type { Doc } from '../doc';
import { applyJsonPatch, parseJsonPatch } from './json-patch';
import { applyMergePatch, createMergePatch, createThreeWayJsonMergePatch } from './merge-patch';
import { createThreeWayMergePatch, createTwoWayMergePatch } from './strategic-diff';
import { applyStrategicMergePatch } from './strategic-merge';

const schema = schemaOf('1.35');
const strategic = (kind: string, object: Doc, patch: Doc) => {
  const r = applyStrategicMergePatch(deepFreeze(object), deepFreeze(patch), schema.struct(kind), schema);
  return r.ok ? r.value : r.error;
};

describe('strategic merge', () => {
  const web = { spec: { template: { spec: { containers: [{ name: 'nginx', image: 'nginx:1.19', resources: {} }] } } } };

  it('merges containers by name and puts a new one first, as recorded', () => {
    expect(strategic('Deployment', web, { spec: { template: { spec: { containers: [{ name: 'side', image: 'busybox:1.32' }] } } } })).toEqual({
      spec: { template: { spec: { containers: [{ name: 'side', image: 'busybox:1.32' }, { name: 'nginx', image: 'nginx:1.19', resources: {} }] } } },
    });
    expect(strategic('Deployment', web, { spec: { template: { spec: { '$setElementOrder/containers': [{ name: 'nginx' }], containers: [{ name: 'nginx', image: 'nginx:1.20' }] } } } })).toEqual({
      spec: { template: { spec: { containers: [{ name: 'nginx', image: 'nginx:1.20', resources: {} }] } } },
    });
  });

  it('shares what it does not touch and gives back an object that did not change', () => {
    const object = { metadata: { labels: { a: '1' } }, spec: { replicas: 1 } };
    const next = strategic('Deployment', object, { spec: { replicas: 2 } }) as typeof object;
    expect(next.metadata).toBe(object.metadata);
    expect(strategic('Deployment', object, { spec: { replicas: 1 } })).toBe(object);
  });

  it('deletes by $patch, by null and from sets of values', () => {
    const pod = { metadata: { finalizers: ['a', 'b'], ownerReferences: [{ uid: 'u1', name: 'x' }, { uid: 'u2', name: 'y' }], labels: { a: '1' } } };
    expect(strategic('Pod', pod, { metadata: { ownerReferences: [{ $patch: 'delete', uid: 'u1' }], labels: { a: null }, '$deleteFromPrimitiveList/finalizers': ['a'] } })).toEqual({
      metadata: { finalizers: ['b'], ownerReferences: [{ uid: 'u2', name: 'y' }], labels: {} },
    });
    expect(strategic('Pod', pod, { metadata: { finalizers: null } })).toEqual({ metadata: { ownerReferences: pod.metadata.ownerReferences, labels: { a: '1' } } });
  });

  it('replaces a list or a map that says so, and keeps only the retained keys', () => {
    const object = { spec: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } }, template: web.spec.template } };
    expect(strategic('Deployment', object, { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } })).toMatchObject({ spec: { strategy: { type: 'Recreate' } } });
    expect(strategic('Deployment', object, { spec: { template: { spec: { containers: [{ $patch: 'replace' }, { name: 'only' }] } } } })).toMatchObject({ spec: { template: { spec: { containers: [{ name: 'only' }] } } } });
    expect(strategic('Deployment', object, { spec: { template: { $patch: 'replace', spec: { containers: [] } } } })).toMatchObject({ spec: { template: { spec: { containers: [] } } } });
  });

  it('replaces lists that do not merge, such as taints and args', () => {
    expect(strategic('Node', { spec: { taints: [{ key: 'a', effect: 'NoSchedule' }] } }, { spec: { taints: [{ key: 'b', effect: 'NoExecute' }] } })).toEqual({ spec: { taints: [{ key: 'b', effect: 'NoExecute' }] } });
  });

  it('keeps dollar keys that are data', () => {
    expect(strategic('ConfigMap', {}, { data: { $HOME: '/root' } })).toEqual({ data: { $HOME: '/root' } });
  });

  it.each([
    [{ spec: { template: { spec: { containers: [{ image: 'x' }] } } } }, 'map: map[image:x] does not contain declared merge key: name'],
    [{ spec: { template: { spec: { containers: [{ name: 'a', $patch: 'eat' }] } } } }, 'unknown patch type: eat in map: map[$patch:eat name:a]'],
    [{ spec: { $patch: 'eat' } }, 'unknown patch type: eat in map: map[$patch:eat]'],
  ])('refuses %j', (patch, want) => {
    expect(strategic('Deployment', web, patch)).toBe(want);
  });
});

describe('computing patches', () => {
  it('of a pod status as the kubelet sends it', () => {
    const before = { metadata: {}, status: { phase: 'Pending', conditions: [{ type: 'Ready', status: 'False', lastProbeTime: null, lastTransitionTime: 't1', reason: 'R', message: 'm' }, { type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: 't1' }] } };
    const after = { metadata: { uid: 'u' }, status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True', lastProbeTime: null, lastTransitionTime: 't2' }, { type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: 't1' }], podIP: '10.244.0.1' } };
    const r = createTwoWayMergePatch(deepFreeze(before), deepFreeze(after), schema.struct('Pod'), schema);
    expect(JSON.stringify(r.ok && r.value)).toBe('{"metadata":{"uid":"u"},"status":{"$setElementOrder/conditions":[{"type":"Ready"},{"type":"PodScheduled"}],"conditions":[{"lastTransitionTime":"t2","message":null,"reason":null,"status":"True","type":"Ready"}],"phase":"Running","podIP":"10.244.0.1"}}');
    if (r.ok) expect(strategic('Pod', before, r.value)).toEqual(after);
  });

  it('of kubectl apply, byte for byte as recorded, keeping what the cluster defaulted', () => {
    const file = (image: string) => ({ metadata: { labels: { app: 'web' } }, spec: { replicas: 4, strategy: { rollingUpdate: { maxSurge: 1 } }, template: { spec: { containers: [{ image, name: 'web', ports: [{ containerPort: 80 }] }] } } } });
    const live = { metadata: { labels: { app: 'web' }, uid: 'u' }, spec: { replicas: 4, strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } }, template: { spec: { containers: [{ name: 'web', image: 'nginx:1.19', ports: [{ containerPort: 80, protocol: 'TCP' }], resources: {} }], restartPolicy: 'Always' } } }, status: {} };
    const r = createThreeWayMergePatch(file('nginx:1.19'), file('nginx:1.20'), live, schema.struct('Deployment'), schema);
    expect(JSON.stringify(r.ok && r.value)).toBe('{"spec":{"strategy":{"$retainKeys":["rollingUpdate"]},"template":{"spec":{"$setElementOrder/containers":[{"name":"web"}],"containers":[{"image":"nginx:1.20","name":"web"}]}}}}');
  });

  it('of kubectl apply with deletions: only what was applied before goes', () => {
    const last = { metadata: { labels: { a: '1', b: '2' } }, spec: { template: { spec: { containers: [{ name: 'a' }, { name: 'b' }] } } } };
    const next = { metadata: { labels: { a: '1' } }, spec: { template: { spec: { containers: [{ name: 'a' }] } } } };
    const live = { metadata: { labels: { a: '1', b: '2', c: '3' } }, spec: { replicas: 5, template: { spec: { containers: [{ name: 'a' }, { name: 'b' }, { name: 'injected' }] } } } };
    const r = createThreeWayMergePatch(last, next, live, schema.struct('Deployment'), schema);
    expect(r.ok && r.value).toEqual({ metadata: { labels: { b: null } }, spec: { template: { spec: { '$setElementOrder/containers': [{ name: 'a' }], containers: [{ $patch: 'delete', name: 'b' }] } } } });
    if (r.ok) expect(strategic('Deployment', live, r.value)).toEqual({ metadata: { labels: { a: '1', c: '3' } }, spec: { replicas: 5, template: { spec: { containers: [{ name: 'a' }, { name: 'injected' }] } } } });
  });

  it('is empty when nothing changes', () => {
    const doc = { spec: { replicas: 1, template: { spec: { containers: [{ name: 'a' }] } } } };
    expect(createThreeWayMergePatch(doc, doc, doc, schema.struct('Deployment'), schema)).toEqual({ ok: true, value: {} });
  });

  it('for kinds without a schema uses a plain merge patch', () => {
    expect(createThreeWayJsonMergePatch({ a: 1, b: { c: 1, d: 2 } }, { a: 2, b: { d: 2 } }, { a: 1, b: { c: 1, d: 2, e: 3 } })).toEqual({ a: 2, b: { c: null } });
    expect(createMergePatch({ a: [1], b: 1 }, { a: [2], c: {} })).toEqual({ a: [2], b: null, c: {} });
  });
});

describe('merge patch', () => {
  it('replaces lists, merges objects, removes by null', () => {
    const doc = deepFreeze({ a: { b: 1, c: 2 }, l: [1, 2], keep: {} });
    expect(applyMergePatch(doc, { a: { b: null, d: { e: null, f: 1 } }, l: [3] })).toEqual({ a: { c: 2, d: { f: 1 } }, l: [3], keep: {} });
    expect(applyMergePatch(doc, { zz: null })).toBe(doc);
  });
});

describe('JSON patch', () => {
  const doc = deepFreeze({ spec: { replicas: 3, list: ['a', 'c'] }, metadata: { annotations: { 'a/b': '1' } } });
  const apply = (...ops: readonly object[]) => {
    const parsed = parseJsonPatch(ops);
    if (!parsed.ok) return parsed.error;
    const r = applyJsonPatch(doc, parsed.value);
    return r.ok ? r.value : `problem: ${r.error}`;
  };

  it('adds, replaces, removes, moves, copies and tests', () => {
    expect(apply({ op: 'replace', path: '/spec/replicas', value: 2 }, { op: 'add', path: '/spec/list/1', value: 'b' }, { op: 'add', path: '/spec/list/-', value: 'd' }, { op: 'remove', path: '/metadata/annotations/a~1b' }, { op: 'test', path: '/spec/replicas', value: 2 })).toEqual({ spec: { replicas: 2, list: ['a', 'b', 'c', 'd'] }, metadata: { annotations: {} } });
    expect(apply({ op: 'move', from: '/spec/replicas', path: '/n' }, { op: 'copy', from: '/n', path: '/m' })).toEqual({ spec: { list: ['a', 'c'] }, metadata: doc.metadata, n: 3, m: 3 });
  });

  it('fails as a whole when a test fails or a path is missing', () => {
    expect(apply({ op: 'test', path: '/spec/paused', value: true })).toBe('problem: testing value /spec/paused failed');
    expect(apply({ op: 'remove', path: '/spec/nothing' })).toBe('problem: Unable to remove nonexistent key: nothing');
    expect(apply({ op: 'replace', path: '/spec/list/7', value: 'x' })).toBe('problem: Unable to access invalid index: 7');
    expect(parseJsonPatch({ spec: {} }).ok).toBe(false);
  });
});
