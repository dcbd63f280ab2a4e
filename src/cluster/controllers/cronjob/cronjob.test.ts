import { describe, expect, it } from 'vitest';
import { formatTime, parseTime } from '../../../api/time';
import type { CronJob, Job } from '../../../api/types';
import { podTemplate, World } from '../testing/world';
import { missedTimes, nextTime, parseSchedule } from './schedule';

const cronJob = (version: '1.20' | '1.35', world: World, spec: Readonly<Record<string, unknown>> = {}): unknown => ({
  apiVersion: version === '1.20' ? 'batch/v1beta1' : 'batch/v1', kind: 'CronJob', metadata: { name: 'tick', namespace: 'default', creationTimestamp: world.now() },
  spec: {
    schedule: '* * * * *', concurrencyPolicy: 'Allow', suspend: false, successfulJobsHistoryLimit: 1, failedJobsHistoryLimit: 1,
    jobTemplate: { metadata: {}, spec: { parallelism: 1, completions: 1, backoffLimit: 6, selector: { matchLabels: { job: 'tick' } }, template: podTemplate({ job: 'tick' }, 'busybox', { restartPolicy: 'Never' }) } }, ...spec,
  },
  status: {},
});

function created(version: '1.20' | '1.35', spec: Readonly<Record<string, unknown>> = {}): World {
  const world = new World(version);
  world.api.put('cronjobs', cronJob(version, world, spec));
  return world;
}

const jobs = (world: World): readonly string[] => world.api.list('jobs').map((j) => j.metadata.name).sort();
const finish = (world: World): void => {
  for (const job of world.api.list('jobs') as unknown as readonly Job[]) {
    if (job.status.conditions !== undefined) continue;
    world.api.change('jobs', `default/${job.metadata.name}`, (j: Job) => ({ ...j, status: { ...j.status, startTime: world.now(), completionTime: world.now(), conditions: [{ type: 'Complete', status: 'True', lastProbeTime: null, lastTransitionTime: null }] } }));
  }
};

describe('the cron job controller', () => {
  it('names a Job after the second it was due, up to 1.20, and looks every ten seconds', () => {
    const world = created('1.20');
    world.run(70);
    const due = (parseTime('2026-11-30T17:01:00Z') ?? 0) / 1_000_000;
    expect(jobs(world)).toEqual([`tick-${due}`]);
    const lists = world.api.requests.filter((r) => r.startsWith('cronjob-controller GET') && r.endsWith('/jobs')).length;
    expect(lists).toBeGreaterThanOrEqual(6);
    expect(world.writes('cronjob-controller')).toContain('update cronjobs/status 409');
  });

  it('names it after the minute since, and comes when it is due', () => {
    const world = created('1.35');
    world.run(54);
    const due = (parseTime('2026-11-30T17:01:00Z') ?? 0) / 60_000_000;
    expect(jobs(world)).toEqual([`tick-${due}`]);
    expect(world.get<CronJob>('cronjobs', 'default/tick').status).toMatchObject({ lastScheduleTime: '2026-11-30T17:01:00Z', active: [{ kind: 'Job', name: `tick-${due}` }] });
    expect(world.writes('cronjob-controller').slice(0, 2)).toEqual(['create jobs 201', 'update cronjobs/status 200']);
  });

  it.each(['1.20', '1.35'] as const)('keeps as much history as it is told to, in %s', (version) => {
    const world = created(version);
    for (let minute = 0; minute < 4; minute++) {
      world.run(60);
      finish(world);
    }
    world.run(15);
    finish(world);
    world.run(15);
    expect(jobs(world).length).toBeLessThanOrEqual(2);
    expect(world.events().some((e) => e.startsWith('Normal SuccessfulDelete Deleted job tick-'))).toBe(true);
  });

  it('starts nothing while a Job runs and the policy is Forbid', () => {
    const world = created('1.35', { concurrencyPolicy: 'Forbid' });
    world.run(150);
    expect(jobs(world)).toHaveLength(1);
    expect(world.events()).toContain('Normal JobAlreadyActive Not starting job because prior execution is running and concurrency policy is Forbid');
  });

  it('deletes the running Job first when the policy is Replace', () => {
    const world = created('1.35', { concurrencyPolicy: 'Replace' });
    world.run(150);
    expect(jobs(world)).toHaveLength(1);
    expect(world.writes('cronjob-controller').filter((w) => w.startsWith('delete'))).toHaveLength(1);
  });

  it('starts nothing when suspended', () => {
    const world = created('1.35', { suspend: true });
    world.run(150);
    expect(jobs(world)).toEqual([]);
  });
});

describe('schedules', () => {
  const at = (text: string): number => parseTime(text) ?? 0;
  const next = (schedule: string, after: string): string => {
    const parsed = parseSchedule(schedule);
    if (!parsed.ok) return parsed.error;
    const t = nextTime(parsed.value, at(after));
    return t === undefined ? 'never' : formatTime(t);
  };

  it.each([
    ['*/15 * * * *', '2026-11-30T17:14:59Z', '2026-11-30T17:15:00Z'],
    ['0 3 * * *', '2026-11-30T17:00:00Z', '2026-12-01T03:00:00Z'],
    ['0 0 * * mon', '2026-11-30T17:00:00Z', '2026-12-07T00:00:00Z'],
    ['0 0 13 * 5', '2026-11-30T17:00:00Z', '2026-12-04T00:00:00Z'],
    ['30 6-8/2 1,15 jan *', '2026-11-30T17:00:00Z', '2027-01-01T06:30:00Z'],
    ['@hourly', '2026-11-30T17:00:00Z', '2026-11-30T18:00:00Z'],
    ['@every 1m30s', '2026-11-30T17:00:00Z', '2026-11-30T17:01:30Z'],
    ['0 0 29 2 *', '2026-11-30T17:00:00Z', '2028-02-29T00:00:00Z'],
    ['0 0 31 2 *', '2026-11-30T17:00:00Z', 'never'],
    ['* * *', '2026-11-30T17:00:00Z', 'expected exactly 5 fields, found 3: [* * *]'],
    ['61 * * * *', '2026-11-30T17:00:00Z', 'end of range (61) above maximum (59): 61'],
  ])('%s after %s: %s', (schedule, after, expected) => {
    expect(next(schedule, after)).toBe(expected);
  });

  it('counts missed times up to a hundred and one', () => {
    const parsed = parseSchedule('* * * * *');
    expect(parsed.ok && missedTimes(parsed.value, at('2026-11-30T17:00:00Z'), at('2026-11-30T17:03:30Z')).map(formatTime)).toEqual(['2026-11-30T17:01:00Z', '2026-11-30T17:02:00Z', '2026-11-30T17:03:00Z']);
    expect(parsed.ok && missedTimes(parsed.value, 0, at('2026-11-30T17:00:00Z')).length).toBe(101);
  });
});
