import { getControllerOf } from '../../../api/owner';
import { formatTime, parseTime } from '../../../api/time';
import type { CronJob, CronJobStatus, Job } from '../../../api/types';
import { deepEqual } from '../../../base/json';
import { SECOND } from '../../../kernel/time';
import type { Informer } from '../../client/informer';
import { itemsOf, objectOf, refusalOf, succeeded, type ResourceClient } from '../../client/typed-client';
import { WorkQueue } from '../../client/workqueue';
import { LATENCY } from '../../latencies';
import { BY_CONTROLLER, keyOf, subjectIn, type ControllerContext, type ControllerHandle } from '../context';
import { errorOf, isAlreadyExists, isNamespaceTerminating } from '../errors';
import { call, startWorkers, think, type Step, type Sync } from '../worker';
import { beyondHistory, finishedAs, jobFor, referenceTo } from './jobs';
import { cronJobMachine } from './machine';
import { missedTimes, nextTime, parseSchedule, TOO_MANY, type Schedule } from './schedule';

const POLL = 10 * SECOND;
const ALL = 'all';
/** A little more than the time until the next run, for clocks that differ. */
const NEXT_DELTA = SECOND / 10;

/**
 * Starts Jobs by the clock. Models pkg/controller/cronjob/cronjob_controller.go (until 1.20), cronjob_controllerv2.go (since 1.21).
 */
export class CronJobController {
  private readonly handle: ControllerHandle;
  private readonly queue: WorkQueue;
  private readonly cronJobs: ResourceClient;
  private readonly jobs: ResourceClient;
  private readonly cronJobCache: Informer<CronJob>;
  private readonly jobCache: Informer<Job>;
  private readonly modern: boolean;

  constructor(private readonly context: ControllerContext) {
    this.handle = context.controller('cronjob-controller');
    this.modern = context.behaviour.cronJobQueue;
    this.cronJobs = this.handle.client('batch', 'cronjobs');
    this.jobs = this.handle.client('batch', 'jobs');
    this.queue = new WorkQueue(this.handle.actor, 'cronjobs', this.modern ? undefined : () => 'cronjobs');
    this.cronJobCache = context.informer('batch', 'cronjobs');
    this.jobCache = context.informer('batch', 'jobs');
    if (!this.modern) return;
    const enqueue = (key: string): void => this.queue.add(key, context.manager);
    this.cronJobCache.addHandlers({
      added: (c) => enqueue(keyOf(c)),
      updated: (before, c) => {
        if (before.spec.schedule !== c.spec.schedule || before.spec.timeZone !== c.spec.timeZone) this.queue.addAfter(keyOf(c), this.untilNext(c) ?? 0);
        else enqueue(keyOf(c));
      },
      deleted: (c) => enqueue(keyOf(c)),
    });
    const ofJob = (job: Job): void => {
      const owner = getControllerOf(job);
      if (owner?.kind === 'CronJob') enqueue(`${job.metadata.namespace ?? ''}/${owner.name}`);
    };
    this.jobCache.addHandlers({ added: ofJob, updated: (_, job) => ofJob(job), deleted: ofJob });
  }

  whenReady(then: () => void): void {
    this.handle.whenReady(then);
  }

  start(): void {
    startWorkers({
      actor: this.handle.actor, queue: this.queue, machine: cronJobMachine, count: this.modern ? 5 : 1, subject: this.modern ? subjectIn('cronjobs') : () => 'cronjobs',
      sync: (key) => (this.modern ? this.syncKey(key) : this.syncAll()),
    });
    if (!this.modern) this.queue.add(ALL);
  }

  /** Lists all Jobs and CronJobs and goes through them one by one. */
  private *syncAll(): Sync {
    this.queue.addAfter(ALL, POLL);
    yield* think('TAKEN', LATENCY.controllerSync);
    const jobs = yield* call('LIST_JOBS', (done) => this.jobs.list({}, { limit: '500' }, done));
    const cronJobs = yield* call('LIST_CRON_JOBS', (done) => this.cronJobs.list({}, { limit: '500' }, done));
    if (!succeeded(jobs) || !succeeded(cronJobs)) return undefined;
    for (const cronJob of itemsOf<CronJob>(cronJobs)) {
      const own = itemsOf<Job>(jobs).filter((job) => getControllerOf(job)?.uid === cronJob.metadata.uid);
      const seen = yield* this.put(this.withoutFinished(cronJob, own));
      const started = seen === undefined ? undefined : yield* this.startIfDue(seen);
      // Also when nothing was started or deleted; right after a start this write meets a conflict.
      if (seen !== undefined) yield* this.put(yield* this.cleanUp(started?.cronJob ?? seen, own));
    }
    return undefined;
  }

  /** One CronJob, from the caches. */
  private *syncKey(key: string): Sync {
    yield* think('TAKEN', LATENCY.controllerSync);
    const cached = this.cronJobCache.get(key);
    if (cached === undefined) return undefined;
    const own = [...this.jobCache.byIndex(BY_CONTROLLER, cached.metadata.uid ?? '')];
    const seen = this.withoutFinished(cached, own);
    const started = yield* this.startIfDue(seen);
    const cleaned = yield* this.cleanUp(started?.cronJob ?? seen, own);
    const next = this.untilNext(cleaned);
    if (!deepEqual(cleaned.status, cached.status)) {
      const error = errorOf(yield* call('UPDATE_STATUS', (done) => this.cronJobs.update(cleaned, done, 'status')));
      if (error !== undefined) return error;
    }
    if (next !== undefined && cleaned.spec.suspend !== true) this.queue.addAfter(key, next);
    return undefined;
  }

  /** PUTs the status. Gives back the stored CronJob. */
  private *put(cronJob: CronJob): Generator<Step, CronJob | undefined, unknown> {
    const response = yield* call('UPDATE_STATUS', (done) => this.cronJobs.update(cronJob, done, 'status'));
    return succeeded(response) ? objectOf<CronJob>(response) : undefined;
  }

  /** Takes Jobs that are through, or gone, off the list of active ones. */
  private withoutFinished(cronJob: CronJob, jobs: readonly Job[]): CronJob {
    let { status } = cronJob;
    const drop = (uid: string | undefined): void => {
      status = withActive(status, (status.active ?? []).filter((r) => r.uid !== uid));
    };
    for (const job of jobs) {
      const listed = (status.active ?? []).some((r) => r.uid === job.metadata.uid);
      const as = finishedAs(job);
      if (!listed && as === undefined) this.report(cronJob, 'Warning', 'UnexpectedJob', `Saw a job that the controller did not create or forgot: ${job.metadata.name}`);
      else if (listed && as !== undefined) {
        drop(job.metadata.uid);
        this.report(cronJob, 'Normal', 'SawCompletedJob', this.modern ? `Saw completed job: ${job.metadata.name}, condition: ${as}` : `Saw completed job: ${job.metadata.name}, status: ${as}`);
      }
      const { completionTime } = job.status;
      if (this.modern && as === 'Complete' && completionTime !== undefined && completionTime > (status.lastSuccessfulTime ?? '')) status = { ...status, lastSuccessfulTime: completionTime };
    }
    for (const active of status.active ?? []) {
      if (jobs.some((job) => job.metadata.uid === active.uid)) continue;
      this.report(cronJob, 'Normal', 'MissingJob', `Active job went missing: ${active.name ?? ''}`);
      drop(active.uid);
    }
    return status === cronJob.status ? cronJob : { ...cronJob, status };
  }

  /** Starts a Job if one is due; undefined when none was. Models syncOne, syncCronJob. */
  private *startIfDue(cronJob: CronJob): Generator<Step, { readonly cronJob: CronJob } | undefined, unknown> {
    const due = this.due(cronJob);
    yield* think('LOOK', undefined, { type: 'schedule', cronJob: cronJob.metadata.name, schedule: cronJob.spec.schedule, lastScheduleTime: cronJob.status.lastScheduleTime, due: due === undefined ? 'nothing is due' : formatTime(due) });
    if (due === undefined) return undefined;
    const active = cronJob.status.active ?? [];
    if (cronJob.spec.concurrencyPolicy === 'Forbid' && active.length > 0) {
      this.report(cronJob, 'Normal', 'JobAlreadyActive', 'Not starting job because prior execution is running and concurrency policy is Forbid');
      return undefined;
    }
    let now = cronJob;
    if (cronJob.spec.concurrencyPolicy === 'Replace') for (const { namespace, name, uid } of active) now = yield* this.deleteJob(now, namespace, name ?? '', uid);
    const wanted = jobFor(now, due, this.modern);
    const response = yield* call('CREATE_JOB', (done) => this.jobs.create(wanted, done));
    if (!succeeded(response)) {
      if (!isNamespaceTerminating(response) && !isAlreadyExists(response)) this.report(now, 'Warning', 'FailedCreate', `Error creating job: ${refusalOf(response).message}`);
      return undefined;
    }
    const job = objectOf<Job>(response);
    this.report(now, 'Normal', 'SuccessfulCreate', `Created job ${job.metadata.name}`);
    const changed: CronJob = { ...now, status: { ...withActive(now.status, [...(now.status.active ?? []), referenceTo(job)]), lastScheduleTime: formatTime(due) } };
    // Until 1.20 this write's answer is not kept: the next one is with an old resourceVersion.
    if (!this.modern) yield* this.put(changed);
    return { cronJob: changed };
  }

  /** The latest time that was due and is not too late; undefined when there is none. */
  private due(cronJob: CronJob): number | undefined {
    const { wall } = this.context;
    if (cronJob.metadata.deletionTimestamp !== undefined || cronJob.spec.suspend) return undefined;
    const schedule = this.scheduleOf(cronJob);
    if (schedule === undefined) return undefined;
    const times = missedTimes(schedule, this.earliest(cronJob), wall);
    if (times.length > TOO_MANY) {
      const message = 'too many missed start times';
      if (!this.modern) {
        this.report(cronJob, 'Warning', 'FailedNeedsStart', `Cannot determine if job needs to be started: ${message} (> ${TOO_MANY}). Set or decrease .spec.startingDeadlineSeconds or check clock skew`);
        return undefined;
      }
      this.report(cronJob, 'Warning', 'TooManyMissedTimes', `${message}. Set or decrease .spec.startingDeadlineSeconds or check clock skew`);
    }
    let due = times.at(-1);
    for (let t = due; times.length > TOO_MANY && t !== undefined && t <= wall; t = nextTime(schedule, t)) due = t;
    const deadline = cronJob.spec.startingDeadlineSeconds;
    if (due !== undefined && deadline !== undefined && due + deadline * SECOND < wall) {
      if (this.modern) this.report(cronJob, 'Warning', 'MissSchedule', `Missed scheduled time to start a job: ${formatTime(due)}`);
      return undefined;
    }
    return due;
  }

  private earliest(cronJob: CronJob): number {
    const { lastScheduleTime } = cronJob.status;
    const since = parseTime(lastScheduleTime ?? cronJob.metadata.creationTimestamp ?? '') ?? this.context.wall;
    const deadline = cronJob.spec.startingDeadlineSeconds;
    return deadline === undefined ? since : Math.max(since, this.context.wall - deadline * SECOND);
  }

  private scheduleOf(cronJob: CronJob): Schedule | undefined {
    const parsed = parseSchedule(cronJob.spec.schedule);
    if (parsed.ok) return parsed.value;
    this.report(cronJob, 'Warning', 'UnparseableSchedule', `unparseable schedule: "${cronJob.spec.schedule}" : ${parsed.error}`);
    return undefined;
  }

  /** Microseconds until the next run. */
  private untilNext(cronJob: CronJob): number | undefined {
    const parsed = parseSchedule(cronJob.spec.schedule);
    const next = parsed.ok ? nextTime(parsed.value, this.context.wall) : undefined;
    return next === undefined ? undefined : next - this.context.wall + NEXT_DELTA;
  }

  private *cleanUp(cronJob: CronJob, jobs: readonly Job[]): Generator<Step, CronJob, unknown> {
    let now = cronJob;
    for (const job of beyondHistory(cronJob, jobs)) now = yield* this.deleteJob(now, job.metadata.namespace, job.metadata.name, job.metadata.uid);
    return now;
  }

  private *deleteJob(cronJob: CronJob, namespace: string | undefined, name: string, uid: string | undefined): Generator<Step, CronJob, unknown> {
    const response = yield* call('DELETE_JOB', (done) => this.jobs.delete({ namespace, name }, { kind: 'DeleteOptions', apiVersion: 'batch/v1', propagationPolicy: 'Background' }, done));
    if (!succeeded(response)) {
      this.report(cronJob, 'Warning', 'FailedDelete', `Deleted job: ${refusalOf(response).message}`);
      return cronJob;
    }
    this.report(cronJob, 'Normal', 'SuccessfulDelete', `Deleted job ${name}`);
    return { ...cronJob, status: withActive(cronJob.status, (cronJob.status.active ?? []).filter((r) => r.uid !== uid)) };
  }

  private report(cronJob: CronJob, type: 'Normal' | 'Warning', reason: string, message: string): void {
    this.handle.recorder.event(cronJob, type, reason, message);
  }
}

function withActive(status: CronJobStatus, active: NonNullable<CronJobStatus['active']>): CronJobStatus {
  const { active: _, ...rest } = status;
  return active.length === 0 ? rest : { active, ...rest };
}
