import { describe, expect, it } from 'vitest';
import type { Deployment, ReplicaSet } from '../../../api/types';
import { deployment, podTemplate, World } from '../testing/world';

const web = 'default/web';

function created(replicas: number, spec: Readonly<Record<string, unknown>> = {}, version: '1.20' | '1.35' = '1.20'): World {
  const world = new World(version);
  world.api.put('deployments', deployment('web', replicas, spec));
  world.run(1);
  return world;
}

const replicaSets = (world: World): readonly ReplicaSet[] => world.api.list('replicasets') as unknown as readonly ReplicaSet[];
const theDeployment = (world: World): Deployment => world.get<Deployment>('deployments', web);

describe('the deployment controller', () => {
  it('creates a ReplicaSet of full size, writes the revision, and loses its second status write to a conflict', () => {
    const world = created(3);
    const writes = world.writes('deployment-controller');
    expect(writes.slice(0, 4)).toEqual(['create replicasets 201', 'update deployments/status 200', 'update deployments/status 409', 'update deployments/status 200']);
    expect(replicaSets(world)).toHaveLength(1);
    expect(replicaSets(world)[0]?.spec.replicas).toBe(3);
    expect(replicaSets(world)[0]?.metadata.annotations).toEqual({
      'deployment.kubernetes.io/revision': '1', 'deployment.kubernetes.io/desired-replicas': '3', 'deployment.kubernetes.io/max-replicas': '4',
    });
    expect(theDeployment(world).metadata.annotations?.['deployment.kubernetes.io/revision']).toBe('1');
    expect(world.events()).toContain(`Normal ScalingReplicaSet Scaled up replica set ${replicaSets(world)[0]?.metadata.name ?? ''} to 3`);
  });

  it('says since 1.21 what a ReplicaSet was scaled from', () => {
    const world = created(2, {}, '1.35');
    expect(world.events()).toContain(`Normal ScalingReplicaSet Scaled up replica set ${replicaSets(world)[0]?.metadata.name ?? ''} from 0 to 2`);
  });

  it('reports completion when all pods are available', () => {
    const world = created(2);
    world.readyAll();
    world.run(1);
    const { status } = theDeployment(world);
    expect(status).toMatchObject({ observedGeneration: 1, replicas: 2, updatedReplicas: 2, readyReplicas: 2, availableReplicas: 2 });
    expect(status.conditions?.map((c) => [c.type, c.status, c.reason])).toEqual([['Available', 'True', 'MinimumReplicasAvailable'], ['Progressing', 'True', 'NewReplicaSetAvailable']]);
  });

  it('scales without a new revision', () => {
    const world = created(2);
    world.readyAll();
    world.run(1);
    world.api.writes.length = 0;
    world.api.change('deployments', web, (d: Deployment) => ({ ...d, spec: { ...d.spec, replicas: 5 } }));
    world.run(1);
    expect(world.writes('deployment-controller').slice(0, 2)).toEqual(['update replicasets 200', 'update deployments/status 200']);
    expect(replicaSets(world).map((rs) => rs.spec.replicas)).toEqual([5]);
    expect(replicaSets(world)[0]?.metadata.annotations).toMatchObject({ 'deployment.kubernetes.io/revision': '1', 'deployment.kubernetes.io/max-replicas': '7' });
    expect(theDeployment(world).status.conditions?.find((c) => c.type === 'Progressing')?.reason).toBe('NewReplicaSetAvailable');
  });

  it('rolls one pod at a time when the surge is one, never below the wanted number', () => {
    const world = created(3, {}, '1.35');
    world.readyAll();
    world.run(1);
    world.api.change('deployments', web, (d: Deployment) => ({ ...d, spec: { ...d.spec, template: podTemplate({ app: 'web' }, 'nginx:1.20') } }));
    for (let i = 0; i < 12; i++) {
      world.run(0.5);
      const available = world.pods().filter((p) => p.metadata.deletionTimestamp === undefined && p.status.phase === 'Running').length;
      const alive = world.pods().filter((p) => p.metadata.deletionTimestamp === undefined).length;
      expect(available).toBeGreaterThanOrEqual(3);
      expect(alive).toBeLessThanOrEqual(4);
      world.readyAll();
      world.reap();
    }
    const [old, now] = [...replicaSets(world)].sort((a, b) => a.spec.replicas - b.spec.replicas);
    expect([old?.spec.replicas, now?.spec.replicas]).toEqual([0, 3]);
    const scaling = world.events().filter((e) => e.includes('ScalingReplicaSet')).map((e) => e.replace(old?.metadata.name ?? '', 'OLD').replace(now?.metadata.name ?? '', 'NEW').replace('Normal ScalingReplicaSet Scaled ', ''));
    expect(scaling).toEqual([
      'up replica set OLD from 0 to 3', 'up replica set NEW from 0 to 1', 'down replica set OLD from 3 to 2', 'up replica set NEW from 1 to 2', 'down replica set OLD from 2 to 1',
      'up replica set NEW from 2 to 3', 'down replica set OLD from 1 to 0',
    ]);
  });

  it('gives a ReplicaSet it rolls back to a new revision and remembers the old one', () => {
    const world = created(1);
    const settle = (): void => {
      for (let i = 0; i < 4; i++) {
        world.readyAll();
        world.reap();
        world.run(0.5);
      }
    };
    settle();
    const first = theDeployment(world).spec.template;
    world.api.change('deployments', web, (d: Deployment) => ({ ...d, spec: { ...d.spec, template: podTemplate({ app: 'web' }, 'nginx:1.20') } }));
    settle();
    world.api.change('deployments', web, (d: Deployment) => ({ ...d, spec: { ...d.spec, template: first } }));
    settle();
    const now = replicaSets(world).find((rs) => rs.spec.replicas === 1);
    expect(now?.metadata.annotations).toMatchObject({ 'deployment.kubernetes.io/revision': '3', 'deployment.kubernetes.io/revision-history': '1' });
    expect(theDeployment(world).metadata.annotations?.['deployment.kubernetes.io/revision']).toBe('3');
  });

  it('waits, with Recreate, until the last old pod is gone', () => {
    const world = created(2, { strategy: { type: 'Recreate' } });
    world.readyAll();
    world.run(1);
    world.api.change('deployments', web, (d: Deployment) => ({ ...d, spec: { ...d.spec, template: podTemplate({ app: 'web' }, 'nginx:1.20') } }));
    world.run(2);
    expect(replicaSets(world)).toHaveLength(1);
    expect(world.pods().every((p) => p.metadata.deletionTimestamp !== undefined)).toBe(true);
    world.reap();
    world.run(2);
    expect(replicaSets(world).map((rs) => rs.spec.replicas).sort()).toEqual([0, 2]);
    expect(world.api.requests.some((r) => r.startsWith('deployment-controller GET') && r.endsWith('/replicasets'))).toBe(true);
  });

  it('leaves a paused rollout alone and says so', () => {
    const world = created(2);
    world.readyAll();
    world.run(1);
    world.api.change('deployments', web, (d: Deployment) => ({ ...d, spec: { ...d.spec, paused: true, template: podTemplate({ app: 'web' }, 'nginx:1.20') } }));
    world.run(1);
    expect(replicaSets(world)).toHaveLength(1);
    expect(theDeployment(world).status.conditions?.find((c) => c.type === 'Progressing')).toMatchObject({ status: 'Unknown', reason: 'DeploymentPaused', message: 'Deployment is paused' });
    world.api.change('deployments', web, (d: Deployment) => ({ ...d, spec: { ...d.spec, paused: false } }));
    world.run(1);
    expect(replicaSets(world)).toHaveLength(2);
  });

  it('gives up waiting at the progress deadline, a second late', () => {
    const world = created(1, { progressDeadlineSeconds: 10 });
    world.run(9);
    expect(theDeployment(world).status.conditions?.find((c) => c.type === 'Progressing')?.reason).not.toBe('ProgressDeadlineExceeded');
    world.run(3);
    const name = replicaSets(world)[0]?.metadata.name ?? '';
    expect(theDeployment(world).status.conditions?.find((c) => c.type === 'Progressing')).toMatchObject({
      status: 'False', reason: 'ProgressDeadlineExceeded', message: `ReplicaSet "${name}" has timed out progressing.`,
    });
  });

  it('adopts a ReplicaSet that an earlier Deployment of that name left', () => {
    const world = created(2);
    world.readyAll();
    world.run(1);
    const [rs] = replicaSets(world);
    world.api.remove('deployments', web);
    world.api.change('replicasets', `default/${rs?.metadata.name ?? ''}`, (x: ReplicaSet) => ({ ...x, metadata: { ...x.metadata, ownerReferences: [] } }));
    world.run(1);
    world.api.writes.length = 0;
    world.api.put('deployments', deployment('web', 2));
    world.run(1);
    expect(world.writes('deployment-controller')).toEqual(['patch replicasets 200', 'update deployments/status 200', 'update deployments/status 409', 'update deployments/status 200']);
    expect(theDeployment(world).status.conditions?.find((c) => c.type === 'Progressing')).toMatchObject({ reason: 'NewReplicaSetAvailable' });
    expect(replicaSets(world)[0]?.metadata.ownerReferences?.[0]?.uid).toBe(theDeployment(world).metadata.uid);
  });

  it('takes another hash when somebody else has a ReplicaSet of that name', () => {
    const world = new World();
    const free = created(1);
    const taken = replicaSets(free)[0]?.metadata.name ?? '';
    world.api.put('replicasets', { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: taken, namespace: 'default' }, spec: { replicas: 0, selector: { matchLabels: { a: 'b' } }, template: podTemplate({ a: 'b' }) }, status: { replicas: 0 } });
    world.api.put('deployments', deployment('web', 1));
    world.run(1);
    expect(world.writes('deployment-controller').slice(0, 3)).toEqual(['create replicasets 409', 'update deployments/status 200', 'create replicasets 201']);
    expect(theDeployment(world).status.collisionCount).toBe(1);
    expect(replicaSets(world).map((rs) => rs.metadata.name)).toHaveLength(2);
  });

  it('deletes old ReplicaSets beyond the history limit', () => {
    const world = created(1, { revisionHistoryLimit: 1 });
    for (const image of ['nginx:1.20', 'nginx:1.21', 'nginx:1.22']) {
      world.api.change('deployments', web, (d: Deployment) => ({ ...d, spec: { ...d.spec, template: podTemplate({ app: 'web' }, image) } }));
      for (let i = 0; i < 4; i++) {
        world.run(0.5);
        world.readyAll();
        world.reap();
      }
    }
    expect(replicaSets(world).map((rs) => rs.metadata.annotations?.['deployment.kubernetes.io/revision']).sort()).toEqual(['3', '4']);
  });

  it('reports that a ReplicaSet cannot be created, and tries again', () => {
    const world = new World();
    let refusals = 0;
    world.api.refuse = (method, t) => (method === 'POST' && t.resource === 'replicasets' && refusals++ < 2 ? { code: 403, reason: 'Forbidden', message: 'exceeded quota' } : undefined);
    world.api.put('deployments', deployment('web', 1));
    world.run(1);
    expect(replicaSets(world)).toHaveLength(1);
    const name = replicaSets(world)[0]?.metadata.name ?? '';
    expect(world.events()).toContain(`Warning ReplicaSetCreateError Failed to create new replica set "${name}": exceeded quota`);
  });
});
