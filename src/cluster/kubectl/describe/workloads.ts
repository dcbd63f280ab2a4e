import { humanDuration } from '../../../api/duration';
import { parseTime } from '../../../api/time';
import type { KubeObject } from '../../../api/types';
import { deepEqual } from '../../../base/json';
import { dig, isRecord, listAt, numberAt, recordAt, stringAt, stringsAt, withValue, type Dict } from '../document';
import { conditionLines, controlledBy, heading, labelLines, labelsAndAnnotations, podCounts, replicasOf, selectorText, time } from './common';
import type { Page } from './page';
import { templateLines } from './pod';
import { formatLabels } from '../../../api/selectors/labels';

/** What the describers of workloads need beside the object. */
export interface Around {
  readonly pods: readonly KubeObject[];
  readonly replicaSets: readonly KubeObject[];
}

export function deploymentLines(page: Page, d: KubeObject, around: Around): void {
  const n = (key: string): number => numberAt(d, 'status', key);
  heading(page, d);
  page.line(0, `CreationTimestamp:\t${time(d.metadata.creationTimestamp ?? '')}`);
  labelsAndAnnotations(page, d);
  page.line(0, `Selector:\t${selectorText(d)}`);
  page.line(0, `Replicas:\t${replicasOf(d)} desired | ${n('updatedReplicas')} updated | ${n('replicas')} total | ${n('availableReplicas')} available | ${n('unavailableReplicas')} unavailable`);
  page.line(0, `StrategyType:\t${stringAt(d, 'spec', 'strategy', 'type')}`);
  page.line(0, `MinReadySeconds:\t${numberAt(d, 'spec', 'minReadySeconds')}`);
  const rolling = dig(d, 'spec', 'strategy', 'rollingUpdate');
  if (isRecord(rolling)) page.line(0, `RollingUpdateStrategy:\t${String(rolling['maxUnavailable'])} max unavailable, ${String(rolling['maxSurge'])} max surge`);
  templateLines(page, dig(d, 'spec', 'template'));
  conditionLines(page, d);
  const own = around.replicaSets.filter((rs) => rs.metadata.ownerReferences?.some((o) => o.controller === true && o.uid === d.metadata.uid) === true);
  const current = newReplicaSet(d, own);
  page.line(0, `OldReplicaSets:\t${replicaSetText(own.filter((rs) => rs !== current))}`);
  page.line(0, `NewReplicaSet:\t${replicaSetText(current === undefined ? [] : [current])}`);
}

function replicaSetText(sets: readonly KubeObject[]): string {
  return sets.length === 0 ? '<none>' : sets.map((rs) => `${rs.metadata.name} (${numberAt(rs, 'status', 'replicas')}/${replicasOf(rs)} replicas created)`).join(', ');
}

/** The replica set with the deployment's template. Models kubectl pkg/util/deployment deployment.go findNewReplicaSet. */
export function newReplicaSet(deployment: KubeObject, sets: readonly KubeObject[]): KubeObject | undefined {
  const wanted = comparable(dig(deployment, 'spec', 'template'));
  return [...sets].sort((a, b) => ((a.metadata.creationTimestamp ?? '') < (b.metadata.creationTimestamp ?? '') ? -1 : 1)).find((rs) => deepEqual(comparable(dig(rs, 'spec', 'template')), wanted));
}

function comparable(template: unknown): Dict {
  const { 'pod-template-hash': _hash, ...labels } = stringsAt(template, 'metadata', 'labels');
  return withValue(withValue(template, ['metadata', 'labels'], labels), ['metadata', 'creationTimestamp'], undefined);
}

export function replicaSetLines(page: Page, rs: KubeObject, around: Around): void {
  heading(page, rs);
  page.line(0, `Selector:\t${selectorText(rs)}`);
  labelsAndAnnotations(page, rs);
  const owner = controlledBy(rs);
  if (owner !== undefined) page.line(0, `Controlled By:\t${owner}`);
  page.line(0, `Replicas:\t${numberAt(rs, 'status', 'replicas')} current / ${replicasOf(rs)} desired`);
  page.line(0, `Pods Status:\t${podCounts(around.pods)}`);
  templateLines(page, dig(rs, 'spec', 'template'));
  conditionLines(page, rs);
}

export function statefulSetLines(page: Page, s: KubeObject, around: Around): void {
  heading(page, s);
  page.line(0, `CreationTimestamp:\t${time(s.metadata.creationTimestamp ?? '')}`);
  page.line(0, `Selector:\t${selectorText(s)}`);
  labelsAndAnnotations(page, s);
  page.line(0, `Replicas:\t${replicasOf(s)} desired | ${numberAt(s, 'status', 'replicas')} total`);
  page.line(0, `Update Strategy:\t${stringAt(s, 'spec', 'updateStrategy', 'type')}`);
  const rolling = dig(s, 'spec', 'updateStrategy', 'rollingUpdate');
  if (isRecord(rolling)) {
    page.line(1, `Partition:\t${numberAt(rolling, 'partition')}`);
    if (rolling['maxUnavailable'] !== undefined) page.line(1, `MaxUnavailable:\t${String(rolling['maxUnavailable'])}`);
  }
  page.line(0, `Pods Status:\t${podCounts(around.pods)}`);
  templateLines(page, dig(s, 'spec', 'template'));
  const claims = listAt(s, 'spec', 'volumeClaimTemplates');
  page.line(0, `Volume Claims:${claims.length === 0 ? '\t<none>' : ''}`);
  for (const claim of claims) {
    page.line(1, `Name:\t${stringAt(claim, 'metadata', 'name')}`);
    page.line(1, `StorageClass:\t${stringAt(claim, 'spec', 'storageClassName')}`);
    labelLines(page, 'Labels', stringsAt(claim, 'metadata', 'labels'), '  ');
    labelLines(page, 'Annotations', stringsAt(claim, 'metadata', 'annotations'), '  ');
    page.line(1, `Capacity:\t${stringAt(claim, 'spec', 'resources', 'requests', 'storage') || '<default>'}`);
    page.line(1, `Access Modes:\t[${listAt(claim, 'spec', 'accessModes').join(' ')}]`);
  }
}

export function daemonSetLines(page: Page, ds: KubeObject, around: Around): void {
  const n = (key: string): number => numberAt(ds, 'status', key);
  heading(page, ds);
  page.line(0, `Selector:\t${selectorText(ds)}`);
  page.line(0, `Node-Selector:\t${formatLabels(stringsAt(ds, 'spec', 'template', 'spec', 'nodeSelector'))}`);
  labelsAndAnnotations(page, ds);
  page.line(0, `Desired Number of Nodes Scheduled: ${n('desiredNumberScheduled')}`);
  page.line(0, `Current Number of Nodes Scheduled: ${n('currentNumberScheduled')}`);
  page.line(0, `Number of Nodes Scheduled with Up-to-date Pods: ${n('updatedNumberScheduled')}`);
  page.line(0, `Number of Nodes Scheduled with Available Pods: ${n('numberAvailable')}`);
  page.line(0, `Number of Nodes Misscheduled: ${n('numberMisscheduled')}`);
  page.line(0, `Pods Status:\t${podCounts(around.pods)}`);
  templateLines(page, dig(ds, 'spec', 'template'));
}

export function jobLines(page: Page, job: KubeObject): void {
  const status = (key: string): string => stringAt(job, 'status', key);
  heading(page, job);
  if (isRecord(dig(job, 'spec', 'selector'))) page.line(0, `Selector:\t${selectorText(job)}`);
  labelsAndAnnotations(page, job);
  const owner = controlledBy(job);
  if (owner !== undefined) page.line(0, `Controlled By:\t${owner}`);
  const spec = recordAt(job, 'spec');
  if (typeof spec['parallelism'] === 'number') page.line(0, `Parallelism:\t${spec['parallelism']}`);
  page.line(0, `Completions:\t${typeof spec['completions'] === 'number' ? spec['completions'] : '<unset>'}`);
  if (typeof spec['completionMode'] === 'string') page.line(0, `Completion Mode:\t${spec['completionMode']}`);
  if (typeof spec['suspend'] === 'boolean') page.line(0, `Suspend:\t${String(spec['suspend'])}`);
  if (typeof spec['backoffLimit'] === 'number') page.line(0, `Backoff Limit:\t${spec['backoffLimit']}`);
  if (typeof spec['ttlSecondsAfterFinished'] === 'number') page.line(0, `TTL Seconds After Finished:\t${spec['ttlSecondsAfterFinished']}`);
  if (status('startTime') !== '') page.line(0, `Start Time:\t${time(status('startTime'))}`);
  if (status('completionTime') !== '') page.line(0, `Completed At:\t${time(status('completionTime'))}`);
  const began = parseTime(status('startTime'));
  const ended = parseTime(status('completionTime'));
  if (began !== undefined && ended !== undefined) page.line(0, `Duration:\t${humanDuration((ended - began) / 1_000_000)}`);
  if (typeof spec['activeDeadlineSeconds'] === 'number') page.line(0, `Active Deadline Seconds:\t${spec['activeDeadlineSeconds']}s`);
  const n = (key: string): number => numberAt(job, 'status', key);
  const ready = dig(job, 'status', 'ready');
  page.line(0, `Pods Statuses:\t${n('active')} Active${typeof ready === 'number' ? ` (${ready} Ready)` : ''} / ${n('succeeded')} Succeeded / ${n('failed')} Failed`);
  if (stringAt(job, 'spec', 'completionMode') === 'Indexed') page.line(0, `Completed Indexes:\t${status('completedIndexes') || '<none>'}`);
  templateLines(page, dig(job, 'spec', 'template'));
}

export function cronJobLines(page: Page, cron: KubeObject): void {
  const spec = recordAt(cron, 'spec');
  const job = recordAt(spec, 'jobTemplate', 'spec');
  const number = (value: unknown): string => (typeof value === 'number' ? String(value) : '<unset>');
  heading(page, cron);
  labelsAndAnnotations(page, cron);
  page.line(0, `Schedule:\t${stringAt(spec, 'schedule')}`);
  if (stringAt(spec, 'timeZone') !== '') page.line(0, `Time Zone:\t${stringAt(spec, 'timeZone')}`);
  page.line(0, `Concurrency Policy:\t${stringAt(spec, 'concurrencyPolicy')}`);
  page.line(0, `Suspend:\t${spec['suspend'] === true ? 'True' : 'False'}`);
  page.line(0, `Successful Job History Limit:\t${number(spec['successfulJobsHistoryLimit'])}`);
  page.line(0, `Failed Job History Limit:\t${number(spec['failedJobsHistoryLimit'])}`);
  page.line(0, `Starting Deadline Seconds:\t${typeof spec['startingDeadlineSeconds'] === 'number' ? `${spec['startingDeadlineSeconds']}s` : '<unset>'}`);
  page.line(0, `Selector:\t${isRecord(job['selector']) ? selectorText({ spec: job }) : '<unset>'}`);
  page.line(0, `Parallelism:\t${number(job['parallelism'])}`);
  page.line(0, `Completions:\t${number(job['completions'])}`);
  if (typeof job['activeDeadlineSeconds'] === 'number') page.line(0, `Active Deadline Seconds:\t${job['activeDeadlineSeconds']}s`);
  templateLines(page, job['template']);
  const last = stringAt(cron, 'status', 'lastScheduleTime');
  page.line(0, `Last Schedule Time:\t${last === '' ? '<unset>' : time(last)}`);
  const active = listAt(cron, 'status', 'active');
  page.line(0, `Active Jobs:\t${active.length === 0 ? '<none>' : active.map((a) => stringAt(a, 'name')).join(', ')}`);
}
