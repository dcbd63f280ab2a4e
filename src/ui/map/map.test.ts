import { describe, expect, test } from 'vitest';
import type { Fact } from '../../trace/types';
import type { Packet } from '../../trace/views';
import { shapeOf } from './draw/packets';
import type { Box } from './geometry';
import { headingOn, pointOn } from './geometry';
import { packetLabel, readableState } from './map-texts';
import { pack } from './pack';
import { lookOf, shortName, SHAPES } from './phase';
import { placePackets } from './place-packets';
import { planMap } from './plan';

const nodes = (count: number): string[] => Array.from({ length: count }, (_, i) => `node-${i + 1}`);
const plan = (aspect: number, count = 3) => planMap({ aspect, nodes: nodes(count), stages: 10, controllers: 3 });
const apart = (a: Box, b: Box): boolean => a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;

describe('the plan', () => {
  test.each([[1.4, 1], [1.4, 3], [1.4, 10], [0.6, 3], [0.6, 5], [2.4, 3]])('at aspect %s with %s nodes no box lies on another', (aspect, count) => {
    const { kubectl, apiserver, etcd, controllers, scheduler, waiting, nodes: at, world } = plan(aspect, count);
    const boxes = [kubectl, apiserver, etcd, controllers, scheduler, waiting, ...at.values()];
    const clashes = boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => !apart(a, b)));
    expect(clashes).toEqual([]);
    expect(boxes.every((b) => b.x >= world.x && b.y >= world.y && b.x + b.w <= world.x + world.w && b.y + b.h <= world.y + world.h)).toBe(true);
  });

  test('is tall in a narrow panel and wide in a wide one', () => {
    expect([plan(0.5).orientation, plan(1.5).orientation]).toEqual(['tall', 'wide']);
  });

  test('leads from kube-apiserver to everybody who talks to it', () => {
    expect([...plan(1.4).edges.keys()]).toEqual(['kubectl', 'etcd', 'controllers', 'kube-scheduler', 'kubelet:node-1', 'kubelet:node-2', 'kubelet:node-3']);
  });
});

describe('pods in a box', () => {
  const box = { w: 198, h: 90 };
  test.each([[3, 'large'], [24, 'medium'], [300, 'small']] as const)('%s pods are drawn %s, all inside and none on another', (count, size) => {
    const packing = pack(count, box);
    expect(packing.size).toBe(size);
    expect(packing.cells).toHaveLength(count);
    expect(packing.cells.every(({ x, y }) => x > 0 && x < box.w && y > 0 && y < box.h)).toBe(true);
    expect(new Set(packing.cells.map(({ x, y }) => `${x},${y}`)).size).toBe(count);
  });
});

test.each([90, 62, 54, 46])('in a box %s high the name and the word of a large pod stay inside', (h) => {
  const { size, radius, cells } = pack(2, { w: 160, h });
  expect(size).toBe('large');
  expect(cells.every(({ y }) => y - radius >= 0 && y + radius + 25 <= h + 1)).toBe(true);
});

describe('a pod’s look', () => {
  const pod = (over: Partial<Fact>): Fact => ({ deleting: false, word: 'Running', phase: 'Running', ready: 1, wanted: 1, node: 'node-1', ...over }) as Fact;
  test.each([
    ['pending', { phase: 'Pending', word: 'Pending', node: '', ready: 0 }], ['creating', { phase: 'Pending', word: 'ContainerCreating', ready: 0 }], ['unready', { ready: 0 }], ['running', {}],
    ['succeeded', { phase: 'Succeeded', word: 'Completed' }], ['failed', { phase: 'Pending', word: 'ImagePullBackOff', ready: 0 }], ['failed', { word: 'CrashLoopBackOff', ready: 0 }], ['terminating', { deleting: true }],
  ] as const)('is %s', (look, over) => expect(lookOf(pod(over))).toBe(look));

  test('is told by shape where it matters most: waiting, running, completed and failing differ without colour', () => {
    expect(new Set([SHAPES.pending, SHAPES.running, SHAPES.succeeded, SHAPES.failed]).size).toBe(4);
  });

  test('has a short name that tells it from its siblings', () => {
    expect([shortName('nginx-7c5ddbdf54-df5mk'), shortName('web'), shortName('a-long-name-x')]).toEqual(['df5mk', 'web', 'a-long…']);
  });
});

describe('packets', () => {
  const packet = (over: Partial<Packet>): Packet => ({ row: 1, kind: 'http', from: 'kubectl', to: 'kube-apiserver', fromComponent: 'kubectl', toComponent: 'kube-apiserver', label: 'POST /x', subject: undefined, progress: 0, count: 1, traced: true, ...over });
  const near = new Set<string>();

  test('a request travels to kube-apiserver, its answer the other way', () => {
    const [there, back] = placePackets(plan(1.4), [packet({}), packet({ kind: 'response', from: 'kube-apiserver', to: 'kubectl', fromComponent: 'kube-apiserver', toComponent: 'kubectl' })], near);
    expect(there === undefined ? undefined : pointOn(there.curve, 1).x).toBeGreaterThan(100);
    expect(Math.abs(headingOn(there?.curve ?? (back?.curve as never), 0.5))).toBeLessThan(20);
    expect(Math.abs(headingOn(back?.curve ?? (there?.curve as never), 0.5))).toBeGreaterThan(160);
  });

  test('a CRI call stays inside its node', () => {
    const p = plan(1.4);
    const [call] = placePackets(p, [packet({ kind: 'cri', from: 'kubelet:node-2', to: 'containerd:node-2', fromComponent: 'kubelet', toComponent: 'containerd' })], near);
    const box = p.nodes.get('node-2');
    const at = call === undefined ? undefined : pointOn(call.curve, 0.5);
    expect(box !== undefined && at !== undefined && at.x > box.x && at.x < box.x + box.w && at.y > box.y && at.y < box.y + box.h).toBe(true);
  });

  test('waits in queues and timers are not drawn', () => {
    expect(placePackets(plan(1.4), [packet({ kind: 'queue' }), packet({ kind: 'timer' })], near)).toEqual([]);
  });

  test('kinds differ in shape', () => {
    expect(new Set(['http', 'response', 'watch', 'etcd', 'cri', 'cni'].map(shapeOf)).size).toBe(6);
  });

  test('a label keeps the verb and the end of the path', () => {
    expect(packetLabel({ label: 'POST /apis/apps/v1/namespaces/default/deployments?fieldManager=x', count: 1 })).toBe('POST deployments');
    expect(packetLabel({ label: 'PATCH /api/v1/namespaces/default/pods/nginx-7c5ddbdf54-df5mk/status', count: 3 })).toBe('PATCH pods/…df5mk/status ×3');
    expect(packetLabel({ label: 'GET /api/v1/nodes/node-1', count: 1 })).toBe('GET nodes/node-1');
  });

  test('states read as words', () => {
    expect(['creatingReplicaSet', 'a.sendingSigterm', 'delegatingIpam'].map(readableState)).toEqual(['creating ReplicaSet', 'sending SIGTERM', 'delegating IPAM']);
  });
});
