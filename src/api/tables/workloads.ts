import { isConditionTrue } from '../conditions';
import { humanDuration } from '../duration';
import { parseApiVersion, qualifiedKind } from '../gvk';
import { getControllerOf } from '../owner';
import { formatLabels, formatLabelSelector } from '../selectors/labels';
import type { CronJob, Job } from '../types';
import { age, between, layoutContainers, printer, since } from './printer';
import type { PrintContext } from './printer';

const CONTAINERS = 'Containers+ Images+ Selector+';

export const deployment = printer('Deployment', `Name Ready Up-to-date Available Age ${CONTAINERS}`, (d, c) => [
  d.metadata.name, `${d.status.readyReplicas ?? 0}/${d.spec.replicas}`, String(d.status.updatedReplicas ?? 0), String(d.status.availableReplicas ?? 0), age(d, c),
  ...layoutContainers(d.spec.template.spec.containers), formatLabelSelector(d.spec.selector),
]);

export const replicaSet = printer('ReplicaSet', `Name Desired:integer Current:integer Ready:integer Age ${CONTAINERS}`, (r, c) => [
  r.metadata.name, r.spec.replicas, r.status.replicas, r.status.readyReplicas ?? 0, age(r, c), ...layoutContainers(r.spec.template.spec.containers), formatLabelSelector(r.spec.selector),
]);

export const replicationController = printer('ReplicationController', `Name Desired:integer Current:integer Ready:integer Age ${CONTAINERS}`, (r, c) => [
  r.metadata.name, r.spec.replicas, r.status.replicas, r.status.readyReplicas ?? 0, age(r, c), ...layoutContainers(r.spec.template?.spec.containers ?? []), formatLabels(r.spec.selector),
]);

export const statefulSet = printer('StatefulSet', 'Name Ready Age Containers+ Images+', (s, c) => [
  s.metadata.name, `${s.status.readyReplicas ?? 0}/${s.spec.replicas}`, age(s, c), ...layoutContainers(s.spec.template.spec.containers),
]);

export const daemonSet = printer('DaemonSet', `Name Desired:integer Current:integer Ready:integer Up-to-date:integer Available:integer Node_Selector Age ${CONTAINERS}`, (d, c) => [
  d.metadata.name, d.status.desiredNumberScheduled, d.status.currentNumberScheduled, d.status.numberReady, d.status.updatedNumberScheduled ?? 0, d.status.numberAvailable ?? 0,
  formatLabels(d.spec.template.spec.nodeSelector), age(d, c), ...layoutContainers(d.spec.template.spec.containers), formatLabelSelector(d.spec.selector),
]);

function completions(job: Job): string {
  const done = job.status.succeeded ?? 0;
  if (job.spec.completions !== undefined) return `${done}/${job.spec.completions}`;
  const parallelism = job.spec.parallelism ?? 0;
  return parallelism > 1 ? `${done}/1 of ${parallelism}` : `${done}/1`;
}

function jobDuration(job: Job, context: PrintContext): string {
  const { startTime, completionTime } = job.status;
  if (startTime === undefined) return '';
  return completionTime === undefined ? since(startTime, context.now) : humanDuration(between(startTime, completionTime));
}

function jobStatus(job: Job): string {
  const { conditions } = job.status;
  if (isConditionTrue(conditions, 'Complete')) return 'Complete';
  if (isConditionTrue(conditions, 'Failed')) return 'Failed';
  if (job.metadata.deletionTimestamp !== undefined) return 'Terminating';
  if (isConditionTrue(conditions, 'Suspended')) return 'Suspended';
  return isConditionTrue(conditions, 'FailureTarget') ? 'FailureTarget' : 'Running';
}

const jobTail = (job: Job, c: PrintContext): readonly string[] => [
  completions(job), jobDuration(job, c), age(job, c), ...layoutContainers(job.spec.template.spec.containers), formatLabelSelector(job.spec.selector),
];

export const JOB_PRINTERS = {
  '1.20': printer('Job', `Name Completions Duration Age ${CONTAINERS}`, (j, c) => [j.metadata.name, ...jobTail(j, c)]),
  '1.35': printer('Job', `Name Status Completions Duration Age ${CONTAINERS}`, (j, c) => [j.metadata.name, jobStatus(j), ...jobTail(j, c)]),
} as const;

const cronTail = (j: CronJob, c: PrintContext): readonly (string | number)[] => [
  j.spec.suspend ? 'True' : 'False', (j.status.active ?? []).length, j.status.lastScheduleTime === undefined ? '<none>' : since(j.status.lastScheduleTime, c.now), age(j, c),
  ...layoutContainers(j.spec.jobTemplate.spec.template.spec.containers), formatLabelSelector(j.spec.jobTemplate.spec.selector),
];

export const CRON_JOB_PRINTERS = {
  '1.20': printer('CronJob', `Name Schedule Suspend:boolean Active:integer Last_Schedule Age ${CONTAINERS}`, (j, c) => [j.metadata.name, j.spec.schedule, ...cronTail(j, c)]),
  '1.35': printer('CronJob', `Name Schedule Timezone Suspend:boolean Active:integer Last_Schedule Age ${CONTAINERS}`, (j, c) => [j.metadata.name, j.spec.schedule, j.spec.timeZone ?? '<none>', ...cronTail(j, c)]),
} as const;

export const controllerRevision = printer('ControllerRevision', 'Name Controller Revision Age', (r, c) => {
  const owner = getControllerOf(r);
  const name = owner === undefined ? '<none>' : `${qualifiedKind({ group: parseApiVersion(owner.apiVersion).group, kind: owner.kind.toLowerCase() })}/${owner.name}`;
  return [r.metadata.name, name, String(r.revision), age(r, c)];
});

export const podTemplate = printer('PodTemplate', 'Name Containers Images Pod_Labels', (t) => [
  t.metadata.name, ...layoutContainers(t.template.spec.containers), formatLabels(t.template.metadata.labels),
]);

export const horizontalPodAutoscaler = printer('HorizontalPodAutoscaler', 'Name Reference Targets MinPods MaxPods Replicas Age', (h, c) => {
  const target = h.spec.targetCPUUtilizationPercentage;
  const metric = h.spec.metrics?.[0]?.resource;
  const wanted = target ?? metric?.target.averageUtilization;
  const current = h.status.currentCPUUtilizationPercentage;
  const targets = wanted === undefined ? '<none>' : `${c.version === '1.20' ? '' : `${metric?.name ?? 'cpu'}: `}${current === undefined ? '<unknown>' : `${current}%`}/${wanted}%`;
  return [h.metadata.name, `${h.spec.scaleTargetRef.kind}/${h.spec.scaleTargetRef.name}`, targets, h.spec.minReplicas === undefined ? '<unset>' : String(h.spec.minReplicas), String(h.spec.maxReplicas), String(h.status.currentReplicas ?? 0), age(h, c)];
});
