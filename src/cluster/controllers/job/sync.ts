import { formatTime } from '../../../api/time';
import type { Job, JobStatus, Pod } from '../../../api/types';
import type { EventRecorder } from '../../client/event-recorder';
import { objectOf, PATCH, type ResourceClient } from '../../client/typed-client';
import type { ControllerBehaviour } from '../../versions';
import { LATENCY } from '../../latencies';
import { claim } from '../claim';
import { keyOf } from '../context';
import { errorOf, isNotFound } from '../errors';
import type { Expectations } from '../expectations';
import { podFromTemplate, type PodControl } from '../pod-control';
import { podsToDelete } from '../pod-ranking';
import { slowStart } from '../slow-start';
import { call, callAll, think, type Step, type Sync, type SyncError } from '../worker';
import { backOff, countPods, deadlineIn, finishedAt, isComplete, isFinished, jobCondition, pastLimitByRestarts, wantedActive, type PodCounts } from './counts';

export const TRACKING = 'batch.kubernetes.io/job-tracking';
const STATUS_RETRIES = 3;
const MINUTE = 60_000_000;
const MAX_POD_BACKOFF = 10 * MINUTE;

/** What the job controller sees and may do. */
export interface JobPorts {
  readonly behaviour: ControllerBehaviour;
  readonly jobs: ResourceClient;
  readonly pods: ResourceClient;
  readonly podControl: PodControl;
  readonly recorder: EventRecorder;
  readonly expectations: Expectations;
  readonly get: (key: string) => Job | undefined;
  readonly candidates: (job: Job) => Iterable<Pod>;
  readonly now: () => number;
  readonly wall: () => number;
  readonly retries: (key: string) => number;
  readonly forget: (key: string) => void;
  readonly requeueAfter: (key: string, delay: number) => void;
}

/** What a sync decided, before the status is written. */
interface Verdict {
  readonly failed: { readonly reason: string; readonly message: string } | undefined;
  readonly counts: PodCounts;
  /** Pods that run once all that was asked for is done. */
  active: number;
  error: SyncError | undefined;
}

/** Models pkg/controller/job/job_controller.go syncJob. */
export function* syncJob(ports: JobPorts, key: string): Sync {
  yield* think('TAKEN', LATENCY.controllerSync);
  const cached = ports.get(key);
  if (cached === undefined) {
    ports.expectations.forget(key);
    return undefined;
  }
  if (isFinished(cached) || cached.spec.suspend === true) return undefined;
  const trusted = ports.expectations.satisfied(key, ports.now());
  yield* think('LIST_PODS');
  const claimed = yield* claim({ owner: cached, selector: cached.spec.selector, candidates: ports.candidates(cached), client: ports.pods, owners: ports.jobs });
  if (claimed.error !== undefined) return claimed.error;
  const job = started(ports, key, cached);
  return ports.behaviour.jobTracking ? yield* syncTracked(ports, key, job, claimed.objects, trusted) : yield* syncCounted(ports, key, cached, job, claimed.objects, trusted);
}

/** The first look at a Job is when it starts. */
function started(ports: JobPorts, key: string, job: Job): Job {
  if (job.status.startTime !== undefined) return job;
  // Once only: later controllers do so at every look, as a shorter wait of the same key takes the place of a longer one.
  if (job.spec.activeDeadlineSeconds !== undefined && !ports.behaviour.jobTracking) ports.requeueAfter(key, job.spec.activeDeadlineSeconds * 1_000_000);
  return { ...job, status: { ...job.status, startTime: formatTime(ports.wall()) } };
}

const DEADLINE = { reason: 'DeadlineExceeded', message: 'Job was active longer than specified deadline' };
const LIMIT = { reason: 'BackoffLimitExceeded', message: 'Job has reached the specified backoff limit' };

/** Makes or deletes pods, or deletes them all when the Job failed. */
function* manage(ports: JobPorts, key: string, job: Job, pods: readonly Pod[], counts: PodCounts, failed: Verdict['failed'], trusted: boolean, startedSoon: number): Generator<Step, Verdict, unknown> {
  const active = counts.active.length;
  const wanted = failed !== undefined ? 0 : wantedActive(job, active, counts.succeeded);
  yield* think('COMPARE', undefined, {
    type: 'compareJob', active, succeeded: counts.succeeded, failed: counts.failed, completions: job.spec.completions ?? 'any', parallelism: job.spec.parallelism ?? 1, backoffLimit: job.spec.backoffLimit,
    result: failed !== undefined ? failed.message : !trusted ? 'waits: the cache has not seen all that was asked for' : startedSoon > 0 && wanted > active ? `waits ${Math.ceil(startedSoon / 1_000_000)} s after a failure` : wanted > active ? `create ${wanted - active}` : wanted < active ? `delete ${active - wanted}` : 'nothing to do',
  });
  const verdict: Verdict = { failed, counts, active: failed === undefined ? active : 0, error: undefined };
  if (failed !== undefined) verdict.error = yield* deletePods(ports, key, job, counts.active);
  else if (trusted && job.metadata.deletionTimestamp === undefined && wanted < active) {
    const { chosen } = podsToDelete(counts.active, pods, active - wanted, { deletionCost: ports.behaviour.deletionCost, wall: ports.wall() });
    verdict.error = yield* deletePods(ports, key, job, chosen);
    verdict.active = wanted;
  } else if (trusted && job.metadata.deletionTimestamp === undefined && wanted > active && startedSoon <= 0) yield* createPods(ports, key, job, wanted - active, verdict);
  return verdict;
}

function* deletePods(ports: JobPorts, key: string, job: Job, pods: readonly Pod[]): Generator<Step, SyncError | undefined, unknown> {
  let failure: SyncError | undefined;
  if (pods.length > 0) ports.expectations.expectDeletions(key, pods.map(keyOf), ports.now());
  yield* callAll('DELETE_PODS', pods.map((pod) => ports.podControl.delete(pod)), (response, i) => {
    const pod = pods[i];
    if (pod === undefined) return;
    if (response.code >= 400) ports.expectations.deletionObserved(key, keyOf(pod));
    failure ??= ports.podControl.deleted(job, pod, response);
  });
  return failure;
}

function* createPods(ports: JobPorts, key: string, job: Job, count: number, verdict: Verdict): Generator<Step, void, unknown> {
  const { expectations, podControl } = ports;
  expectations.expectCreations(key, count, ports.now());
  const made = podFromTemplate(job.spec.template, job);
  const pod = ports.behaviour.jobTracking ? { ...made, metadata: { ...made.metadata, finalizers: [...(made.metadata.finalizers ?? []), TRACKING] } } : made;
  const { error, missing } = yield* slowStart({ podControl, expectations, key, owner: job, pods: Array.from({ length: count }, () => pod) });
  verdict.error ??= error;
  verdict.active += count - missing;
}

/** Until 1.22: the status is counted from the pods that are there. */
function* syncCounted(ports: JobPorts, key: string, cached: Job, job: Job, pods: readonly Pod[], trusted: boolean): Sync {
  const counts = countPods(pods);
  const newFailure = counts.failed > (job.status.failed ?? 0);
  const overLimit = newFailure && counts.active.length !== (job.spec.parallelism ?? 1) && ports.retries(key) + 1 > job.spec.backoffLimit;
  const deadline = deadlineIn(job, ports.wall());
  const failed = overLimit || pastLimitByRestarts(job, pods) ? LIMIT : deadline !== undefined && deadline <= 0 ? DEADLINE : undefined;
  const verdict = yield* manage(ports, key, job, pods, counts, failed, trusted, 0);
  let status: JobStatus = { ...job.status, ...numbers({ active: verdict.active, succeeded: counts.succeeded, failed: counts.failed + (failed === undefined ? 0 : counts.active.length) }) };
  if (failed !== undefined) {
    status = { ...status, conditions: [...(status.conditions ?? []), jobCondition('Failed', failed.reason, failed.message, ports.wall())] };
    ports.recorder.event(job, 'Warning', failed.reason, failed.message);
  } else if (isComplete(job, verdict.active, counts.succeeded)) {
    status = { ...status, conditions: [...(status.conditions ?? []), jobCondition('Complete', '', '', ports.wall())], completionTime: formatTime(ports.wall()) };
    ports.recorder.event(job, 'Normal', 'Completed', 'Job completed');
  }
  if (counts.succeeded > (cached.status.succeeded ?? 0)) ports.forget(key);
  yield* think('COMPUTE_STATUS');
  if (sameNumbers(cached.status, status)) return verdict.error;
  const error = yield* getAndUpdate(ports, job, status);
  if (error !== undefined) return error;
  // An error brings the key back after its back-off, which is how a failed pod delays the next look.
  if (newFailure && !isFinished({ ...job, status })) return { message: `failed pod(s) detected for job key "${key}"` };
  ports.forget(key);
  return verdict.error;
}

function numbers(n: { readonly active: number; readonly succeeded: number; readonly failed: number }): Partial<JobStatus> {
  return Object.fromEntries(Object.entries(n).map(([k, v]) => [k, v === 0 ? undefined : v]));
}

const sameNumbers = (a: JobStatus, b: JobStatus): boolean =>
  (a.active ?? 0) === (b.active ?? 0) && (a.succeeded ?? 0) === (b.succeeded ?? 0) && (a.failed ?? 0) === (b.failed ?? 0) && (a.conditions ?? []).length === (b.conditions ?? []).length;

/** Models pkg/controller/job/job_controller.go updateJobStatus (until 1.22). */
function* getAndUpdate(ports: JobPorts, job: Job, status: JobStatus): Sync {
  const { namespace, name } = job.metadata;
  for (let attempt = 0; ; attempt++) {
    const got = yield* call('GET_AGAIN', (done) => ports.jobs.get({ namespace, name }, done));
    const missing = errorOf(got);
    if (missing !== undefined) return missing;
    const wanted: Job = { ...objectOf<Job>(got), status: withoutUndefined(status) };
    const error = errorOf(yield* call('UPDATE_STATUS', (done) => ports.jobs.update(wanted, done, 'status'), { type: 'status', status }));
    if (error === undefined || attempt >= STATUS_RETRIES) return error;
  }
}

const withoutUndefined = (status: JobStatus): JobStatus => Object.fromEntries(Object.entries(status).filter(([, v]) => v !== undefined));

/**
 * Since 1.26: ended pods keep a finalizer until they are written down, so that none is lost or counted twice; a Job says first
 * what it is about to become, and becomes it when its last pod has stopped.
 * Models pkg/controller/job/job_controller.go trackJobStatusAndRemoveFinalizers.
 */
function* syncTracked(ports: JobPorts, key: string, job: Job, pods: readonly Pod[], trusted: boolean): Sync {
  const ended = pods.filter((p) => (p.status.phase === 'Succeeded' || p.status.phase === 'Failed') && p.metadata.finalizers?.includes(TRACKING) === true);
  // What an earlier look wrote down as uncounted counts too, though its pods may have lost the finalizer meanwhile.
  const uncountedBefore = job.status.uncountedTerminatedPods;
  const uids = (phase: string, before: readonly string[] | undefined): readonly string[] => [...new Set([...(before ?? []), ...ended.filter((p) => p.status.phase === phase).map((p) => p.metadata.uid ?? '')])];
  const [newlySucceeded, newlyFailed] = [uids('Succeeded', uncountedBefore?.succeeded), uids('Failed', uncountedBefore?.failed)];
  const live = countPods(pods);
  const counts: PodCounts = { ...live, succeeded: (job.status.succeeded ?? 0) + newlySucceeded.length, failed: (job.status.failed ?? 0) + newlyFailed.length };
  const deadline = deadlineIn(job, ports.wall());
  const announced = job.status.conditions?.find((c) => c.type === 'FailureTarget' && c.status === 'True');
  const failed = announced !== undefined ? { reason: announced.reason ?? '', message: announced.message ?? '' }
    : counts.failed > job.spec.backoffLimit || pastLimitByRestarts(job, pods) ? LIMIT : deadline !== undefined && deadline <= 0 ? DEADLINE : undefined;
  if (failed === undefined && deadline !== undefined) ports.requeueAfter(key, deadline);
  const wait = failed === undefined ? untilRetry(ports, job, ended, counts) : 0;
  if (wait > 0) ports.requeueAfter(key, wait);
  const verdict = yield* manage(ports, key, job, pods, counts, failed, trusted, wait);
  yield* think('COMPUTE_STATUS');
  const interim = failed !== undefined ? jobCondition('FailureTarget', failed.reason, failed.message, ports.wall())
    : isComplete(job, verdict.active, counts.succeeded) ? jobCondition('SuccessCriteriaMet', 'CompletionsReached', 'Reached expected number of succeeded pods', ports.wall()) : undefined;
  const conditions = interim === undefined || job.status.conditions?.some((c) => c.type === interim.type) === true ? job.status.conditions : [...(job.status.conditions ?? []), interim];
  const common: JobStatus = withoutUndefined({
    ...job.status, ...(conditions === undefined ? {} : { conditions }), ...numbers({ active: verdict.active, succeeded: job.status.succeeded ?? 0, failed: job.status.failed ?? 0 }),
    ready: live.ready, terminating: live.terminating + (failed === undefined ? 0 : live.active.length), uncountedTerminatedPods: {},
  });
  let current = job;
  if (ended.length > 0) {
    const uncounted = { ...(newlySucceeded.length > 0 ? { succeeded: newlySucceeded } : {}), ...(newlyFailed.length > 0 ? { failed: newlyFailed } : {}) };
    const recorded = yield* call('RECORD_UNCOUNTED', (done) => ports.jobs.update({ ...current, status: { ...common, uncountedTerminatedPods: uncounted } }, done, 'status'), { type: 'uncounted', ...uncounted });
    const error = errorOf(recorded);
    if (error !== undefined) return error;
    current = objectOf<Job>(recorded);
    const lost = yield* removeFinalizers(ports, ended);
    if (lost !== undefined) return lost;
  }
  const status = finished(ports, withoutUndefined({ ...common, ...numbers({ active: verdict.active, succeeded: counts.succeeded, failed: counts.failed }) }), interim);
  if (newlySucceeded.length + newlyFailed.length === 0 && sameNumbers(job.status, status) && job.status.ready === status.ready && job.status.terminating === status.terminating && job.status.startTime !== undefined) return verdict.error;
  const response = yield* call('UPDATE_STATUS', (done) => ports.jobs.update({ ...current, status }, done, 'status'), { type: 'status', status });
  const error = errorOf(response);
  if (error !== undefined) return isNotFound(response) ? undefined : error;
  const last = status.conditions?.at(-1);
  if (last?.type === 'Complete') ports.recorder.event(job, 'Normal', 'Completed', 'Job completed');
  if (last?.type === 'Failed') ports.recorder.event(job, 'Warning', last.reason ?? '', last.message ?? '');
  return verdict.error;
}

/** Complete or Failed, once nothing runs or terminates any more. */
function finished(ports: JobPorts, status: JobStatus, interim: ReturnType<typeof jobCondition> | undefined): JobStatus {
  if (interim === undefined || (status.active ?? 0) > 0 || (status.terminating ?? 0) > 0) return status;
  const final = jobCondition(interim.type === 'FailureTarget' ? 'Failed' : 'Complete', interim.reason ?? '', interim.message ?? '', ports.wall());
  return { ...status, conditions: [...(status.conditions ?? []), final], ...(final.type === 'Complete' ? { completionTime: formatTime(ports.wall()) } : {}) };
}

/** How long to wait before the next pod: 10 s doubling with each failure in a row, counted from the end of the last one. */
function untilRetry(ports: JobPorts, job: Job, ended: readonly Pod[], counts: PodCounts): number {
  if (counts.failed === 0 || ended.length === 0 && (job.status.failed ?? 0) === 0) return 0;
  const failures = [...ports.candidates(job)].filter((p) => p.status.phase === 'Failed').map((p) => finishedAt(p, ports.wall()));
  return failures.length === 0 ? 0 : Math.max(0, Math.max(...failures) + backOff(counts.failed, MAX_POD_BACKOFF) - ports.wall());
}

export const isTracked = (pod: Pod): boolean => pod.metadata.finalizers?.includes(TRACKING) === true;

/**
 * A pod whose Job is gone: nobody will count it any more, so nothing holds it. `pod` and `job`: as the caches have them.
 * Models pkg/controller/job/job_controller.go syncOrphanPod.
 */
export function* syncOrphan(ports: JobPorts, pod: Pod | undefined, job: (pod: Pod) => Job | undefined): Sync {
  yield* think('TAKEN', LATENCY.controllerSync);
  if (pod === undefined || !isTracked(pod) || job(pod) !== undefined) return undefined;
  return yield* removeFinalizers(ports, [pod]);
}

function* removeFinalizers(ports: JobPorts, pods: readonly Pod[]): Sync {
  let failure: SyncError | undefined;
  const requests = pods.map(({ metadata: { namespace, name, uid } }) => (done: Parameters<typeof ports.pods.get>[1]) =>
    ports.pods.patch({ namespace, name }, PATCH.strategic, { metadata: { uid, '$deleteFromPrimitiveList/finalizers': [TRACKING] } }, done));
  yield* callAll('REMOVE_FINALIZERS', requests, (response) => {
    if (!isNotFound(response)) failure ??= errorOf(response);
  });
  return failure;
}
