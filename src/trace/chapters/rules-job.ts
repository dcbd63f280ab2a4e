import type { Rule } from './rule';
import { counts, queue, status, worker } from './worker';

const JOB = 'job worker';
const CRON_JOB = 'cron job worker';

/** Jobs, and the CronJobs that make them. */
export const JOB_RULES: readonly Rule[] = [
  queue('job.queue', /^jobs queue/),
  worker(JOB, 'job.compare', ['gettingJob', 'listingPods', 'comparing'], { params: counts }),
  worker(JOB, 'job.create', ['creatingPods'], { params: counts }),
  worker(JOB, 'job.delete', ['deletingPods'], { params: counts }),
  worker(JOB, 'job.track', ['recordingUncounted', 'removingFinalizers'], { chapter: 'status', tell: 'last' }),
  status(JOB, 'job.status'),
  worker(CRON_JOB, 'cronjob.schedule', ['beginning', 'listingJobs', 'listingCronJobs', 'checkingSchedule']),
  worker(CRON_JOB, 'cronjob.create', ['creatingJob']),
  worker(CRON_JOB, 'cronjob.history', ['deletingJob']),
  status(CRON_JOB, 'cronjob.status'),
];
