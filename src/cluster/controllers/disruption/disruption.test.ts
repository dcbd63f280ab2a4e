import { describe, expect, it } from 'vitest';
import { parseTime } from '../../../api/time';
import type { Pod, PodDisruptionBudget } from '../../../api/types';
import { deployment, World } from '../testing/world';
import { stillDisrupted } from './budget';

function protectedBy(spec: Readonly<Record<string, unknown>>, version: '1.20' | '1.35' = '1.20'): World {
  const world = new World(version);
  world.api.put('deployments', deployment('web', 3));
  world.run(1);
  world.readyAll();
  world.run(1);
  world.api.put('poddisruptionbudgets', {
    apiVersion: version === '1.20' ? 'policy/v1beta1' : 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'web', namespace: 'default' },
    spec: { selector: { matchLabels: { app: 'web' } }, ...spec }, status: { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 },
  });
  world.run(1);
  return world;
}

const status = (world: World): PodDisruptionBudget['status'] => world.get<PodDisruptionBudget>('poddisruptionbudgets', 'default/web').status;

describe('the disruption controller', () => {
  it('gives an allowed eviction two minutes', () => {
    const pdb = { status: { disruptedPods: { a: '2026-11-30T17:00:00Z' } } } as unknown as PodDisruptionBudget;
    const pods = [{ metadata: { name: 'a' } }] as unknown as readonly Pod[];
    const at = (text: string): number => parseTime(text) ?? 0;
    expect(stillDisrupted(pdb, pods, at('2026-11-30T17:01:59Z'))).toEqual({ disrupted: { a: '2026-11-30T17:00:00Z' }, recheck: at('2026-11-30T17:02:00Z') });
    expect(stillDisrupted(pdb, pods, at('2026-11-30T17:02:00Z'))).toEqual({ disrupted: {}, recheck: undefined });
  });

  it.each([
    [{ minAvailable: 3 }, 0, 3],
    [{ minAvailable: 1 }, 2, 1],
    [{ minAvailable: '50%' }, 1, 2],
    [{ maxUnavailable: 1 }, 1, 2],
    [{ maxUnavailable: '34%' }, 2, 1],
  ])('with %j allows %i and wants %i healthy', (spec, allowed, desired) => {
    expect(status(protectedBy(spec))).toEqual({ observedGeneration: 1, disruptionsAllowed: allowed, currentHealthy: 3, desiredHealthy: desired, expectedPods: 3 });
  });

  it('says in policy/v1 whether a disruption is allowed', () => {
    expect(status(protectedBy({ minAvailable: 3 }, '1.35')).conditions).toMatchObject([{ type: 'DisruptionAllowed', status: 'False', reason: 'InsufficientPods' }]);
  });

  it('counts a pod that was allowed to go as gone, and forgets that once it terminates', () => {
    const world = protectedBy({ minAvailable: 1 });
    const [pod] = world.pods();
    const name = pod?.metadata.name ?? '';
    world.api.change('poddisruptionbudgets', 'default/web', (p: PodDisruptionBudget) => ({ ...p, status: { ...p.status, disruptionsAllowed: 1, disruptedPods: { [name]: world.now() } } }));
    world.run(1);
    expect(status(world)).toMatchObject({ currentHealthy: 2, disruptionsAllowed: 1, disruptedPods: { [name]: expect.any(String) as string } });
    world.api.change('pods', `default/${name}`, (p: object & { readonly metadata: object }) => ({ ...p, metadata: { ...p.metadata, deletionTimestamp: world.now() } }));
    world.run(1);
    expect(status(world)).toMatchObject({ currentHealthy: 2, disruptionsAllowed: 1 });
    expect(status(world).disruptedPods).toBeUndefined();
  });

  it('follows the readiness of pods', () => {
    const world = protectedBy({ minAvailable: 2 });
    world.api.remove('pods', `default/${world.pods()[0]?.metadata.name ?? ''}`);
    world.run(1);
    expect(status(world)).toMatchObject({ currentHealthy: 2, disruptionsAllowed: 0 });
    world.readyAll();
    world.run(1);
    expect(status(world)).toMatchObject({ currentHealthy: 3, disruptionsAllowed: 1 });
  });
});
