import { describe, expect, it } from 'vitest';
import type { Namespace, Pod } from '../../api/types';
import { PATCH } from '../client/typed-client';
import { ControlPlane } from './testing/cluster';
import { deployment } from './testing/world';

/** The sequences of writes below are those of the recordings of a real 1.20 cluster. */

const APPS = '/apis/apps/v1/namespaces/default';
const PODS = '/api/v1/namespaces/default/pods';

/** Plays scheduler and kubelets: every pod is bound and ready. */
function ready(plane: ControlPlane): void {
  for (const pod of plane.list(PODS) as unknown as readonly Pod[]) {
    if (pod.spec.nodeName !== undefined) continue;
    plane.request('POST', `${PODS}/${pod.metadata.name}/binding`, { apiVersion: 'v1', kind: 'Binding', metadata: { name: pod.metadata.name }, target: { kind: 'Node', name: 'node-1' } });
    const status = { phase: 'Running', podIP: '10.244.0.9', conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-11-30T17:00:30Z' }] };
    expect(plane.request('PATCH', `${PODS}/${pod.metadata.name}/status`, { status }, PATCH.strategic).code).toBe(200);
  }
  plane.run(1);
}

function web(version: '1.20' | '1.35' = '1.20', seed = 1): ControlPlane {
  const plane = new ControlPlane(version, seed);
  expect(plane.request('POST', `${APPS}/deployments`, deployment('web', 2)).code).toBe(201);
  plane.run(1);
  return plane;
}

const ok = (writes: readonly string[]): readonly string[] => writes.filter((w) => !w.endsWith(' 409'));

describe('controllers on the real API server', () => {
  it('come up without a single refusal', () => {
    for (const version of ['1.20', '1.35'] as const) {
      const plane = new ControlPlane(version);
      const refused = plane.requests(0).filter((r) => r.audit.code === 401 || r.audit.code === 403);
      expect(refused.map((r) => `${r.actor} ${r.audit.uri} ${r.audit.code}`)).toEqual([]);
    }
  });

  it('create a Deployment with the conflict that real clusters have', () => {
    for (const seed of [1, 2, 3]) {
      const writes = web('1.20', seed).writes('deployment-controller');
      expect(writes.slice(0, 4)).toEqual(['create replicasets 201', 'update deployments/status 200', 'update deployments/status 409', 'update deployments/status 200']);
    }
  });

  it('delete in the background from the top', () => {
    const plane = web();
    ready(plane);
    plane.mark();
    plane.request('DELETE', `${APPS}/deployments/web`, { propagationPolicy: 'Background' });
    plane.run(2);
    expect(plane.writes('generic-garbage-collector')).toEqual(['delete replicasets 200', 'delete pods 200', 'delete pods 200']);
  });

  it('delete in the foreground from the leaves', () => {
    const plane = web();
    ready(plane);
    plane.mark();
    plane.request('DELETE', `${APPS}/deployments/web`, { propagationPolicy: 'Foreground' });
    plane.run(2);
    const before = plane.writes('generic-garbage-collector');
    expect(before[0]).toBe('delete replicasets 200');
    expect(plane.list(`${APPS}/deployments`)).toHaveLength(1);
    for (const pod of plane.list(PODS)) plane.request('DELETE', `${PODS}/${pod.metadata.name}`, { gracePeriodSeconds: 0 });
    plane.run(2);
    expect(ok(plane.writes('generic-garbage-collector')).slice(before.length)).toEqual(['patch replicasets 200', 'patch deployments 200']);
    expect([...plane.list(`${APPS}/deployments`), ...plane.list(`${APPS}/replicasets`)]).toEqual([]);
  });

  it('set dependents free, and adopt them again', () => {
    const plane = web();
    ready(plane);
    plane.mark();
    plane.request('DELETE', `${APPS}/deployments/web`, { propagationPolicy: 'Orphan' });
    plane.run(2);
    expect(ok(plane.writes('generic-garbage-collector'))).toEqual(['patch replicasets 200', 'patch deployments 200']);
    plane.mark();
    plane.request('POST', `${APPS}/deployments`, deployment('web', 2));
    plane.run(1);
    expect(plane.writes('deployment-controller').slice(0, 3)).toEqual(['patch replicasets 200', 'update deployments/status 200', 'update deployments/status 409']);
    expect(plane.list(`${APPS}/replicasets`)).toHaveLength(1);
  });

  it('give a namespace what it needs, and empty it again', () => {
    const plane = new ControlPlane('1.20');
    plane.request('POST', '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team-a' } });
    plane.run(1);
    expect(plane.writes('service-account-controller')).toEqual(['create serviceaccounts 201']);
    expect(plane.writes('root-ca-cert-publisher')).toEqual(['create configmaps 201']);
    expect(plane.writes('kube-controller-manager')).toEqual(['create secrets 201', 'update serviceaccounts 200']);
    plane.mark();
    plane.request('DELETE', '/api/v1/namespaces/team-a');
    plane.run(8);
    expect(plane.writes('namespace-controller').slice(-3)).toEqual(['update namespaces/status 200', 'update namespaces/finalize 409', 'update namespaces/finalize 200']);
    expect((plane.list('/api/v1/namespaces') as unknown as readonly Namespace[]).map((n) => n.metadata.name)).not.toContain('team-a');
  });

  it('never break the chain from a request to what it caused', () => {
    const plane = web('1.35');
    const { log } = plane.kernel;
    // Each pod creation leads back to the client that posted the Deployment.
    const rows = Array.from({ length: log.messages.sent.length }, (_, row) => row).filter((row) => log.messageKind(row) === 'http' && (log.strings[log.messages.label.get(row)] ?? '') === `POST ${PODS}`);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      let at = row;
      for (let hops = 0; hops < 400 && log.strings[log.messages.from.get(at)] !== 'kubectl'; hops++) {
        const span = log.messages.cause.get(at);
        expect(span).toBeGreaterThanOrEqual(0);
        at = log.spans.cause.get(span);
        expect(at).toBeGreaterThanOrEqual(0);
      }
      expect(log.strings[log.messages.from.get(at)]).toBe('kubectl');
    }
  });
});
