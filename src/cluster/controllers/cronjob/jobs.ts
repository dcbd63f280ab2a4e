import { controllerRef } from '../../../api/owner';
import { formatTime, parseTime } from '../../../api/time';
import type { CronJob, Job, ObjectReference } from '../../../api/types';

/** Making and sorting the Jobs of a CronJob. Pure. */

const SCHEDULED_AT = 'batch.kubernetes.io/cronjob-scheduled-timestamp';

export const finishedAs = (job: Job): 'Complete' | 'Failed' | undefined => {
  const type = (job.status.conditions ?? []).find((c) => (c.type === 'Complete' || c.type === 'Failed') && c.status === 'True')?.type;
  return type === 'Complete' || type === 'Failed' ? type : undefined;
};

/** The Job for one time of the schedule: the name says which, in seconds until 1.20, in minutes since. Models pkg/controller/cronjob/utils.go getJobFromTemplate. */
export function jobFor(cronJob: CronJob, scheduled: number, modern: boolean): { readonly apiVersion: 'batch/v1'; readonly kind: 'Job'; readonly metadata: object; readonly spec: Job['spec'] } {
  const { labels, annotations } = cronJob.spec.jobTemplate.metadata;
  const seconds = Math.floor(scheduled / 1_000_000);
  const all = modern ? { ...annotations, [SCHEDULED_AT]: formatTime(scheduled) } : annotations;
  return {
    apiVersion: 'batch/v1', kind: 'Job',
    metadata: {
      name: `${cronJob.metadata.name}-${modern ? Math.floor(seconds / 60) : seconds}`, ...(cronJob.metadata.namespace === undefined ? {} : { namespace: cronJob.metadata.namespace }),
      ...(labels === undefined ? {} : { labels }), ...(all === undefined ? {} : { annotations: all }), ownerReferences: [controllerRef(cronJob)],
    },
    spec: cronJob.spec.jobTemplate.spec,
  };
}

export function referenceTo(job: Job): ObjectReference {
  const { namespace, name, uid, resourceVersion } = job.metadata;
  return {
    kind: 'Job', ...(namespace === undefined ? {} : { namespace }), name, ...(uid === undefined ? {} : { uid }), apiVersion: 'batch/v1', ...(resourceVersion === undefined ? {} : { resourceVersion }),
  };
}

/** Finished Jobs beyond the history limits, oldest first. Models pkg/controller/cronjob/cronjob_controller.go cleanupFinishedJobs. */
export function beyondHistory(cronJob: CronJob, jobs: readonly Job[]): readonly Job[] {
  const oldest = (a: Job, b: Job): number => (parseTime(a.status.startTime ?? '') ?? Infinity) - (parseTime(b.status.startTime ?? '') ?? Infinity) || (a.metadata.name < b.metadata.name ? -1 : 1);
  const excess = (as: 'Complete' | 'Failed', limit: number): readonly Job[] => {
    const ended = jobs.filter((job) => finishedAs(job) === as).sort(oldest);
    return ended.slice(0, Math.max(0, ended.length - limit));
  };
  return [...excess('Complete', cronJob.spec.successfulJobsHistoryLimit), ...excess('Failed', cronJob.spec.failedJobsHistoryLimit)];
}
