import { getControllerOf } from '../../../api/owner';
import { labelSelectorMatches } from '../../../api/selectors/labels';
import type { Job, Pod } from '../../../api/types';
import { deepEqual } from '../../../base/json';
import { SECOND } from '../../../kernel/time';
import type { Informer } from '../../client/informer';
import { WorkQueue } from '../../client/workqueue';
import { BY_CONTROLLER, keyOf, orphansOf, subjectIn, type ControllerContext, type ControllerHandle } from '../context';
import { Expectations } from '../expectations';
import { PodControl } from '../pod-control';
import { startWorkers } from '../worker';
import { backOff, deadlineIn } from './counts';
import { jobMachine } from './machine';
import { syncJob, type JobPorts } from './sync';

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
      deleted: (job) => this.enqueue(keyOf(job)),
    });
    this.pods.addHandlers({
      added: (pod) => (pod.metadata.deletionTimestamp === undefined ? this.podAdded(pod) : this.podDeleted(pod)),
      updated: (before, pod) => this.podUpdated(before, pod), deleted: (pod) => this.podDeleted(pod),
    });
  }

  whenReady(then: () => void): void {
    this.handle.whenReady(then);
  }

  start(): void {
    startWorkers({ actor: this.handle.actor, queue: this.queue, machine: jobMachine, count: WORKERS, subject: subjectIn('jobs'), keepsFailures: true, sync: (key) => syncJob(this.ports, key) });
  }

  private makePorts(): JobPorts {
    const { context, handle } = this;
    const pods = handle.client('', 'pods');
    return {
      behaviour: context.behaviour, jobs: handle.client('batch', 'jobs'), pods, podControl: new PodControl(pods, handle.recorder), recorder: handle.recorder, expectations: this.expectations,
      get: (key) => this.jobs.get(key),
      candidates: (job) => [...this.pods.byIndex(BY_CONTROLLER, job.metadata.uid ?? ''), ...this.pods.byIndex(BY_CONTROLLER, orphansOf(job.metadata.namespace))],
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

  private jobUpdated(before: Job, job: Job): void {
    this.enqueue(keyOf(job));
    if (job.status.startTime === undefined || before.spec.activeDeadlineSeconds === job.spec.activeDeadlineSeconds) return;
    const left = deadlineIn(job, this.context.wall);
    if (left !== undefined) this.queue.addAfter(keyOf(job), Math.max(0, left));
  }

  private ownerOf(pod: Pod): Job | undefined {
    const owner = getControllerOf(pod);
    if (owner?.kind !== 'Job') return undefined;
    const job = this.jobs.get(`${pod.metadata.namespace ?? ''}/${owner.name}`);
    return job?.metadata.uid === owner.uid ? job : undefined;
  }

  private enqueueMatching(pod: Pod): void {
    for (const job of this.jobs.list(pod.metadata.namespace)) if (labelSelectorMatches(job.spec.selector, pod.metadata.labels)) this.enqueue(keyOf(job));
  }

  private podAdded(pod: Pod): void {
    if (getControllerOf(pod) === undefined) {
      this.enqueueMatching(pod);
      return;
    }
    const job = this.ownerOf(pod);
    if (job === undefined) return;
    this.expectations.creationObserved(keyOf(job));
    this.enqueue(keyOf(job), !this.context.behaviour.jobTracking);
  }

  private podUpdated(before: Pod, pod: Pod): void {
    if (pod.metadata.deletionTimestamp !== undefined) {
      this.podDeleted(pod);
      return;
    }
    const immediate = !this.context.behaviour.jobTracking && pod.status.phase !== 'Failed';
    const changedOwner = getControllerOf(before)?.uid !== getControllerOf(pod)?.uid;
    if (changedOwner) {
      const old = this.ownerOf(before);
      if (old !== undefined) this.enqueue(keyOf(old), immediate);
    }
    const job = this.ownerOf(pod);
    if (job !== undefined) this.enqueue(keyOf(job), immediate);
    else if (getControllerOf(pod) === undefined && (changedOwner || !deepEqual(before.metadata.labels, pod.metadata.labels))) this.enqueueMatching(pod);
  }

  private podDeleted(pod: Pod): void {
    const job = this.ownerOf(pod);
    if (job === undefined) return;
    this.expectations.deletionObserved(keyOf(job), keyOf(pod));
    this.enqueue(keyOf(job), !this.context.behaviour.jobTracking);
  }
}
