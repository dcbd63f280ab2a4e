import { isPodActive, isPodReady } from '../../../api/pods';
import { formatTime, parseTime } from '../../../api/time';
import type { Job, JobCondition, Pod } from '../../../api/types';

/** What the pods of a Job say, and what follows. Pure; `wall` is the wall clock in microseconds. */

const SECOND = 1_000_000;

export const isFinished = (job: Job): boolean => (job.status.conditions ?? []).some((c) => (c.type === 'Complete' || c.type === 'Failed') && c.status === 'True');

export interface PodCounts {
  readonly active: readonly Pod[];
  readonly succeeded: number;
  readonly failed: number;
  readonly ready: number;
  readonly terminating: number;
}

/** Models pkg/controller/job/job_controller.go getStatus. */
export function countPods(pods: readonly Pod[]): PodCounts {
  const active = pods.filter(isPodActive);
  return {
    active, succeeded: pods.filter((p) => p.status.phase === 'Succeeded').length, failed: pods.filter((p) => p.status.phase === 'Failed').length,
    ready: active.filter(isPodReady).length,
    terminating: pods.filter((p) => p.metadata.deletionTimestamp !== undefined && p.status.phase !== 'Succeeded' && p.status.phase !== 'Failed').length,
  };
}

/** Restarts in place count against the back-off limit too. Models pkg/controller/job/job_controller.go pastBackoffLimitOnFailure. */
export function pastLimitByRestarts(job: Job, pods: readonly Pod[]): boolean {
  if (job.spec.template.spec.restartPolicy !== 'OnFailure') return false;
  let restarts = 0;
  for (const pod of pods) {
    if (pod.status.phase !== 'Running' && pod.status.phase !== 'Pending') continue;
    for (const c of [...(pod.status.initContainerStatuses ?? []), ...(pod.status.containerStatuses ?? [])]) restarts += c.restartCount;
  }
  return job.spec.backoffLimit === 0 ? restarts > 0 : restarts >= job.spec.backoffLimit;
}

/** Microseconds until the deadline of a Job; undefined when it has none or has not started. */
export function deadlineIn(job: Job, wall: number): number | undefined {
  const started = parseTime(job.status.startTime ?? '');
  return job.spec.activeDeadlineSeconds === undefined || started === undefined ? undefined : started + job.spec.activeDeadlineSeconds * SECOND - wall;
}

/**
 * How many pods should run: no more than the parallelism, no more than completions are missing.
 * Models pkg/controller/job/job_controller.go manageJob.
 */
export function wantedActive(job: Job, active: number, succeeded: number): number {
  const parallelism = job.spec.parallelism ?? 1;
  if (active > parallelism) return parallelism;
  if (job.spec.completions === undefined) return succeeded > 0 ? active : parallelism;
  return Math.max(active, Math.min(parallelism, job.spec.completions - succeeded));
}

/** Whether the Job has all it asked for. */
export function isComplete(job: Job, active: number, succeeded: number): boolean {
  return job.spec.completions === undefined ? succeeded > 0 && active === 0 : succeeded >= job.spec.completions;
}

export function jobCondition(type: JobCondition['type'], reason: string, message: string, wall: number): JobCondition {
  const now = formatTime(wall);
  return { type, status: 'True', lastProbeTime: now, lastTransitionTime: now, ...(reason === '' ? {} : { reason }), ...(message === '' ? {} : { message }) };
}

const BASE = 10 * SECOND;

/** The wait after so many failures: 10 s doubling, capped. Models pkg/controller/job/backoff_utils.go, getBackoff. */
export const backOff = (failures: number, cap: number): number => (failures <= 0 ? 0 : Math.min(BASE * 2 ** (failures - 1), cap));

/** When a pod ended, microseconds since 1970. Models pkg/controller/job/backoff_utils.go getFinishedTime. */
export function finishedAt(pod: Pod, wall: number): number {
  const times = (pod.status.containerStatuses ?? []).map((c) => parseTime(c.state?.terminated?.finishedAt ?? '') ?? 0);
  const latest = Math.max(0, ...times);
  return latest > 0 ? latest : (parseTime(pod.metadata.deletionTimestamp ?? '') ?? wall);
}
