import { describe, expect, test } from 'vitest';
import type { ResourceRequirements } from '../../../api/types';
import { sampleContainer, samplePod } from '../testing';
import { cpuQuota, cpuShares, oomScoreAdj, podCgroup, qosClass } from './qos';

const pod = (resources: ResourceRequirements) => samplePod({ containers: [sampleContainer('web', { resources })] });
const guaranteed = pod({ limits: { cpu: '500m', memory: '128Mi' }, requests: { cpu: '0.5', memory: '128Mi' } });
const burstable = pod({ requests: { memory: '1Gi' } });

describe('quality of service', () => {
  test('limits equal to requests guarantee, some of it bursts, none of it is best effort', () => {
    expect([guaranteed, burstable, pod({})].map(qosClass)).toEqual(['Guaranteed', 'Burstable', 'BestEffort']);
  });
  test('decides where the control group is', () => {
    const id = 'podcedf2b7a_ddb0_48dd_a439_6c2bac088b43';
    expect([guaranteed, burstable, pod({})].map(podCgroup)).toEqual([
      `/kubepods.slice/kubepods-${id}.slice`, `/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-${id}.slice`, `/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-${id}.slice`,
    ]);
  });
  test('decides who goes first when memory runs out', () => {
    const score = (p: typeof guaranteed, capacity = 4 * 1024 ** 3): number => oomScoreAdj(p, p.spec.containers[0] ?? sampleContainer('x'), capacity);
    expect([guaranteed, burstable, pod({})].map((p) => score(p))).toEqual([-997, 750, 1000]);
    expect(score(pod({ requests: { memory: '1Ki' } }))).toBe(999);
    expect(score(pod({ requests: { memory: '4Gi' } }))).toBe(3);
  });
  test('CPU amounts as the kernel takes them', () => {
    expect([cpuShares(0), cpuShares(250), cpuQuota(0), cpuQuota(5), cpuQuota(1500)]).toEqual([2, 256, 0, 1000, 150_000]);
  });
});
