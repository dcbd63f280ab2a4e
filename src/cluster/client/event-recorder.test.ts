import { expect, it } from 'vitest';
import { schemeFor } from '../../api/scheme';
import type { KubeObject } from '../../api/types';
import { Kernel } from '../../kernel/kernel';
import { SECOND } from '../../kernel/time';
import { ApiClient } from './api-client';
import { EventRecorder, nanosHex } from './event-recorder';
import type { ApiServer, Exchange } from './http';

/** An API server that answers everything with success and remembers it. */
function recorded(ordered: boolean): { readonly kernel: Kernel; readonly recorder: EventRecorder; readonly seen: { readonly method: string; readonly path: string; readonly body: Readonly<Record<string, unknown>> }[] } {
  const kernel = new Kernel(7);
  const actor = kernel.actor('kube-apiserver');
  const seen: { method: string; path: string; body: Readonly<Record<string, unknown>> }[] = [];
  const server: ApiServer = {
    actor, url: '', unreachable: () => undefined,
    serve: (exchange: Exchange) => {
      const { method, path, body } = exchange.request;
      seen.push({ method, path, body: body as Readonly<Record<string, unknown>> });
      kernel.queue.add(kernel.now + 5000, () => exchange.respond({ code: 200, body, contentType: '', headers: {} }, {
        request: exchange.row, verb: '', uri: '', user: '', resource: '', subresource: undefined, namespace: undefined, name: undefined, code: 200, requestObject: undefined, response: undefined,
      }));
    },
  };
  const api = new ApiClient(kernel.actor('c'), server, { credential: { kind: 'none' }, userAgent: 'test' });
  return { kernel, recorder: new EventRecorder(api, schemeFor('1.20'), { component: 'deployment-controller', ordered }), seen };
}

const web: KubeObject = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'default', uid: 'u', resourceVersion: '7' } };

it('posts an event about an object, named after it and the time', () => {
  const { kernel, recorder, seen } = recorded(false);
  recorder.event(web, 'Normal', 'ScalingReplicaSet', 'Scaled up');
  kernel.run(SECOND);
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({ method: 'POST', path: '/api/v1/namespaces/default/events' });
  expect(seen[0]?.body).toMatchObject({
    involvedObject: { kind: 'Deployment', namespace: 'default', name: 'web', uid: 'u', apiVersion: 'apps/v1', resourceVersion: '7' }, reason: 'ScalingReplicaSet', message: 'Scaled up', type: 'Normal', count: 1, source: { component: 'deployment-controller' },
    firstTimestamp: '2026-11-30T17:00:00Z', lastTimestamp: '2026-11-30T17:00:00Z',
  });
  expect((seen[0]?.body['metadata'] as { readonly name: string }).name).toMatch(/^web\.[0-9a-f]{16}$/);
});

it('raises the count of an event that it posted before', () => {
  const { kernel, recorder, seen } = recorded(true);
  recorder.event(web, 'Normal', 'R', 'same');
  recorder.event(web, 'Normal', 'R', 'same');
  kernel.run(SECOND);
  expect(seen.map((s) => s.method)).toEqual(['POST', 'PATCH']);
  expect(seen[1]?.body).toMatchObject({ count: 2, message: 'same' });
  expect(seen[1]?.path).toBe(`/api/v1/namespaces/default/events/${(seen[0]?.body['metadata'] as { readonly name: string }).name}`);
});

it('posts one after the other where the release does', () => {
  const { kernel, recorder, seen } = recorded(true);
  for (let i = 0; i < 6; i++) recorder.event(web, 'Normal', 'R', `m${i}`);
  kernel.run(SECOND);
  expect(seen.map((s) => s.body['message'])).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm5']);
});

it('writes the wall clock in nanoseconds as sixteen hexadecimal digits', () => {
  expect(nanosHex(1_796_058_134_763_000, 0)).toMatch(/^18ece[0-9a-f]{11}$/);
});
