import { describe, expect, it } from 'vitest';
import type { Job, Pod } from '../../../api/types';
import { podTemplate, World } from '../testing/world';
import { backOff, isComplete, pastLimitByRestarts, wantedActive } from './counts';

const job = (spec: Readonly<Record<string, unknown>> = {}): unknown => ({
  apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'j', namespace: 'default' },
  spec: { parallelism: 1, completions: 1, backoffLimit: 6, selector: { matchLabels: { job: 'j' } }, template: podTemplate({ job: 'j' }, 'busybox', { restartPolicy: 'Never' }), ...spec }, status: {},
});

function created(version: '1.20' | '1.35', spec: Readonly<Record<string, unknown>> = {}): World {
  const world = new World(version);
  world.api.put('jobs', job(spec));
  world.run(2);
  return world;
}

/** Plays kubelet: the pods that run come to their end. */
function end(world: World, phase: 'Succeeded' | 'Failed'): void {
  for (const pod of world.pods()) {
    if (pod.status.phase === 'Succeeded' || pod.status.phase === 'Failed') continue;
    world.api.change('pods', `default/${pod.metadata.name}`, (p: Pod) => ({ ...p, status: { ...p.status, phase, containerStatuses: [{ name: 'c', restartCount: 0, ready: false, image: '', imageID: '', lastState: {}, state: { terminated: { exitCode: 0, finishedAt: world.now() } } }] } }));
  }
}

const theJob = (world: World): Job => world.get<Job>('jobs', 'default/j');
const conditions = (world: World): readonly string[] => (theJob(world).status.conditions ?? []).map((c) => `${c.type} ${c.reason ?? ''}`.trim());

describe('the job controller', () => {
  it('in 1.20 gets the Job before each status write, and ends with a bare Complete', () => {
    const world = created('1.20');
    expect(world.writes('job-controller').slice(0, 2)).toEqual(['create pods 201', 'update jobs/status 200']);
    const verbs = world.api.requests.filter((r) => r.startsWith('job-controller') && r.includes('/jobs/')).map((r) => r.split(' ')[1]);
    expect(verbs.slice(0, 2)).toEqual(['GET', 'PUT']);
    expect(theJob(world).status).toMatchObject({ active: 1 });
    end(world, 'Succeeded');
    world.run(2);
    expect(theJob(world).status).toMatchObject({ succeeded: 1, completionTime: expect.any(String) as string });
    expect(theJob(world).status.active).toBeUndefined();
    expect(conditions(world)).toEqual(['Complete']);
    expect(world.events()).toContain('Normal Completed Job completed');
  });

  it('in 1.20 retries a failed pod at once, then after 10 and 20 seconds, and gives its verdict late', () => {
    const world = created('1.20', { backoffLimit: 2 });
    const times: number[] = [];
    for (let i = 0; i < 80; i++) {
      end(world, 'Failed');
      world.run(0.5);
      if (world.pods().length > times.length + 1) times.push(i / 2);
    }
    expect(times).toHaveLength(2);
    expect(times[0]).toBeLessThan(1);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(9.5);
    expect(conditions(world)).toEqual(['Failed BackoffLimitExceeded']);
    expect(theJob(world).status.failed).toBe(3);
    expect(world.events()).toContain('Warning BackoffLimitExceeded Job has reached the specified backoff limit');
  });

  it('deletes the pods of a Job that takes too long', () => {
    const world = created('1.20', { activeDeadlineSeconds: 5 });
    world.readyAll();
    world.run(5);
    expect(conditions(world)).toEqual(['Failed DeadlineExceeded']);
    expect(world.writes('job-controller')).toContain('delete pods 200');
    expect(theJob(world).status.failed).toBe(1);
  });

  it('runs as many side by side as it may, until all completions are there', () => {
    const world = created('1.20', { parallelism: 2, completions: 5 });
    const most: number[] = [];
    for (let i = 0; i < 10 && conditions(world).length === 0; i++) {
      most.push(world.pods().filter((p) => p.status.phase === 'Pending').length);
      end(world, 'Succeeded');
      world.run(1);
    }
    expect(Math.max(...most)).toBe(2);
    expect(world.pods()).toHaveLength(5);
    expect(conditions(world)).toEqual(['Complete']);
  });

  it('since 1.26 writes down ended pods before it lets them go, and announces its end', () => {
    const world = created('1.35');
    const [pod] = world.pods();
    expect(pod?.metadata.finalizers).toEqual(['batch.kubernetes.io/job-tracking']);
    world.api.writes.length = 0;
    end(world, 'Succeeded');
    world.run(3);
    expect(world.writes('job-controller')).toEqual(['update jobs/status 200', 'patch pods 200', 'update jobs/status 200']);
    const first = world.api.writes.find((w) => w.what === 'jobs/status')?.body as Job;
    expect(first.status.uncountedTerminatedPods).toEqual({ succeeded: [pod?.metadata.uid] });
    expect(conditions(world)).toEqual(['SuccessCriteriaMet CompletionsReached', 'Complete CompletionsReached']);
    expect(theJob(world).status).toMatchObject({ succeeded: 1, ready: 0, terminating: 0, uncountedTerminatedPods: {} });
  });

  it('since 1.26 waits ten seconds after a failure and fails after the limit', () => {
    const world = created('1.35', { backoffLimit: 1 });
    end(world, 'Failed');
    world.run(5);
    expect(world.pods()).toHaveLength(1);
    world.run(8);
    expect(world.pods()).toHaveLength(2);
    end(world, 'Failed');
    world.run(3);
    expect(conditions(world)).toEqual(['FailureTarget BackoffLimitExceeded', 'Failed BackoffLimitExceeded']);
  });
});

describe('counting', () => {
  const j = (spec: object): Job => ({ spec: { backoffLimit: 6, template: { spec: { restartPolicy: 'OnFailure' } }, ...spec } }) as unknown as Job;

  it('wants no more pods than completions are missing', () => {
    expect(wantedActive(j({ parallelism: 3, completions: 5 }), 0, 4)).toBe(1);
    expect(wantedActive(j({ parallelism: 3 }), 2, 1)).toBe(2);
    expect(wantedActive(j({ parallelism: 1, completions: 5 }), 3, 0)).toBe(1);
  });

  it('is complete without a number of completions when one succeeded and none runs', () => {
    expect(isComplete(j({}), 0, 1)).toBe(true);
    expect(isComplete(j({}), 1, 1)).toBe(false);
  });

  it('counts restarts in place against the limit', () => {
    const pod = (restartCount: number): Pod => ({ status: { phase: 'Running', containerStatuses: [{ restartCount }] } }) as unknown as Pod;
    expect(pastLimitByRestarts(j({ backoffLimit: 3 }), [pod(2)])).toBe(false);
    expect(pastLimitByRestarts(j({ backoffLimit: 3 }), [pod(2), pod(1)])).toBe(true);
  });

  it('doubles the back-off up to its cap', () => {
    expect([0, 1, 2, 3, 9].map((n) => backOff(n, 360_000_000) / 1_000_000)).toEqual([0, 10, 20, 40, 360]);
  });
});
