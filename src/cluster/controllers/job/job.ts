import { getControllerOf } from '../../../api/owner';
import type { Job, Pod } from '../../../api/types';
import { SECOND } from '../../../kernel/time';
import type { Informer } from '../../client/informer';
import { WorkQueue } from '../../client/workqueue';
import { BY_CONTROLLER, keyOf, subjectIn, type ControllerContext, type ControllerHandle } from '../context';
import { Expectations } from '../expectations';
import { candidatesFor, ownerIn, Owners, watchPods } from '../owners';
import { PodControl } from '../pod-control';
import { startWorkers } from '../worker';
import { backOff, deadlineIn } from './counts';
import { jobMachine } from './machine';
import { isTracked, syncJob, syncOrphan, type JobPorts } from './sync';

const WORKERS = 5;
const BASE_BACKOFF = 10 * SECOND;
const MAX_BACKOFF = 360 * SECOND;

/**
 * Runs pods until as many have succeeded as a Job asks for.
 * Models pkg/controller/job/job_controller.go.
 */
export class JobController {
  private readonly handle: ControllerHandle;
  private readonly queue: WorkQueue;
  /** Pods that are still tracked, though their Job is gone. */
  private readonly orphans: WorkQueue | undefined;
  private readonly jobs: Informer<Job>;
  private readonly pods: Informer<Pod>;
  private readonly expectations = new Expectations();
  private readonly ports: JobPorts;

  constructor(private readonly context: ControllerContext) {
    this.handle = context.controller('job-controller');
    this.queue = context.behaviour.jobTracking
      ? new WorkQueue(this.handle.actor, 'jobs', undefined, { base: SECOND, max: 60 * SECOND })
      : new WorkQueue(this.handle.actor, 'jobs', undefined, { base: BASE_BACKOFF, max: MAX_BACKOFF });
    this.jobs = context.informer('batch', 'jobs');
    this.pods = context.informer('', 'pods');
    this.ports = this.makePorts();
    this.jobs.addHandlers({
      added: (job) => this.enqueue(keyOf(job)), updated: (before, job) => this.jobUpdated(before, job),
      deleted: (job) => {
        this.enqueue(keyOf(job));
        for (const pod of this.pods.byIndex(BY_CONTROLLER, job.metadata.uid ?? '')) this.orphaned(pod);
      },
    });
    const { jobTracking } = context.behaviour;
    this.orphans = jobTracking ? new WorkQueue(this.handle.actor, 'job_orphan_pod', undefined, { base: SECOND, max: 60 * SECOND }) : undefined;
    this.pods.addHandlers({ added: (pod) => this.orphaned(pod), updated: (_, pod) => this.orphaned(pod) });
    watchPods(this.pods, {
      owners: new Owners('Job', this.jobs), expectations: this.expectations,
      enqueue: (job, pod, before) => this.enqueue(keyOf(job), pod === undefined || (!jobTracking && (before === undefined || pod.status.phase !== 'Failed'))),
    });
  }

  whenReady(then: () => void): void {
    this.handle.whenReady(then);
  }

  start(): void {
    startWorkers({ actor: this.handle.actor, queue: this.queue, machine: jobMachine, count: WORKERS, subject: subjectIn('jobs'), keepsFailures: true, sync: (key) => syncJob(this.ports, key) });
    if (this.orphans !== undefined) startWorkers({ actor: this.handle.actor, queue: this.orphans, machine: jobMachine, count: 1, subject: subjectIn('pods'), sync: (key) => syncOrphan(this.ports, this.pods.get(key), (pod) => this.jobOf(pod)) });
  }

  private jobOf(pod: Pod): Job | undefined {
    return ownerIn(this.jobs, 'Job', pod);
  }

  /** Models enqueueOrphanPod and who calls it. */
  private orphaned(pod: Pod): void {
    if (this.orphans === undefined || !isTracked(pod)) return;
    const kind = getControllerOf(pod)?.kind;
    if ((kind === undefined || kind === 'Job') && this.jobOf(pod) === undefined) this.orphans.add(keyOf(pod), this.context.manager);
  }

  private makePorts(): JobPorts {
    const { context, handle } = this;
    const pods = handle.client('', 'pods');
    return {
      behaviour: context.behaviour, jobs: handle.client('batch', 'jobs'), pods, podControl: new PodControl(pods, handle.recorder), recorder: handle.recorder, expectations: this.expectations,
      get: (key) => this.jobs.get(key),
      candidates: (job) => candidatesFor(this.pods, job),
      now: () => context.kernel.now, wall: () => context.wall,
      retries: (key) => this.queue.numRequeues(key), forget: (key) => this.queue.forget(key), requeueAfter: (key, delay) => this.queue.addAfter(key, delay),
    };
  }

  /** A look that a failed pod caused waits for the back-off; since tracking, looks are gathered for a second. Models enqueueController, getBackoff. */
  private enqueue(key: string, immediate = true): void {
    const delay = this.context.behaviour.jobTracking ? (immediate ? 0 : SECOND) : immediate ? 0 : backOff(this.queue.numRequeues(key), MAX_BACKOFF);
    if (delay === 0) this.queue.add(key, this.context.manager);
    else this.queue.addAfter(key, delay);
  }

  /** Since tracking, a changed status, mostly the controller's own, is no reason to hurry. Models updateJob. */
  private jobUpdated(before: Job, job: Job): void {
    this.enqueue(keyOf(job), !this.context.behaviour.jobTracking || before.metadata.generation !== job.metadata.generation);
    if (job.status.startTime === undefined || before.spec.activeDeadlineSeconds === job.spec.activeDeadlineSeconds) return;
    const left = deadlineIn(job, this.context.wall);
    if (left !== undefined) this.queue.addAfter(keyOf(job), Math.max(0, left));
  }
}
