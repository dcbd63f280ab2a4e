import { setup } from 'xstate';
import { workerActions, type WorkerEvent } from '../worker';

export type CronJobEvent = WorkerEvent<'TAKEN' | 'LIST_JOBS' | 'LIST_CRON_JOBS' | 'LOOK' | 'DELETE_JOB' | 'CREATE_JOB' | 'UPDATE_STATUS'>;

const steps = { LOOK: 'checkingSchedule', DELETE_JOB: 'deletingJob', CREATE_JOB: 'creatingJob', UPDATE_STATUS: 'updatingStatus' } as const;
const ends = { DONE: 'idle', FAILED: 'requeueing' } as const;

/**
 * A worker of the cron job controller. Until 1.20 there is one, which lists everything each ten seconds; since 1.21 each CronJob
 * is a key that comes when it is due.
 * Models pkg/controller/cronjob/cronjob_controller.go syncAll, cronjob_controllerv2.go sync.
 */
export const cronJobMachine = setup({ types: { events: {} as CronJobEvent }, actions: workerActions }).createMachine({
  id: 'cron job worker',
  initial: 'idle',
  states: {
    idle: { description: 'waits', on: { TAKEN: 'beginning' } },
    beginning: { entry: 'readCache', on: { DONE: 'idle', LIST_JOBS: 'listingJobs', LOOK: 'checkingSchedule' } },
    listingJobs: { entry: 'request', on: { ...ends, LIST_CRON_JOBS: 'listingCronJobs' } },
    listingCronJobs: { entry: 'request', on: { ...ends, ...steps } },
    checkingSchedule: { description: 'which Jobs are through, and is a new one due?', entry: 'decide', on: { ...ends, ...steps, LOOK: { target: 'checkingSchedule', reenter: true } } },
    creatingJob: { entry: 'request', on: { ...ends, ...steps } },
    deletingJob: { entry: 'request', on: { ...ends, ...steps, DELETE_JOB: { target: 'deletingJob', reenter: true } } },
    updatingStatus: { entry: 'request', on: { ...ends, ...steps, UPDATE_STATUS: { target: 'updatingStatus', reenter: true } } },
    requeueing: { on: { REQUEUED: 'idle' } },
  },
});
