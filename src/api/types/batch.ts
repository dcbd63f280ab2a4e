/** batch: work that ends. CronJob was v1beta1 before 1.21 and is v1 since. */
import type { ConditionStatus, LabelSelector, ObjectMeta, TemplateMeta } from './meta';
import type { ObjectReference, PodTemplateSpec } from './pod';

export interface JobSpec {
  readonly parallelism?: number;
  readonly completions?: number;
  readonly activeDeadlineSeconds?: number;
  readonly podFailurePolicy?: unknown;
  readonly successPolicy?: unknown;
  readonly backoffLimit: number;
  readonly backoffLimitPerIndex?: number;
  readonly maxFailedIndexes?: number;
  readonly selector?: LabelSelector;
  readonly manualSelector?: boolean;
  readonly template: PodTemplateSpec;
  readonly ttlSecondsAfterFinished?: number;
  readonly completionMode?: 'NonIndexed' | 'Indexed';
  readonly suspend?: boolean;
  readonly podReplacementPolicy?: 'TerminatingOrFailed' | 'Failed';
  readonly managedBy?: string;
}

export interface JobCondition {
  readonly type: 'Complete' | 'Failed' | 'Suspended' | 'FailureTarget' | 'SuccessCriteriaMet';
  readonly status: ConditionStatus;
  readonly lastProbeTime: string | null;
  readonly lastTransitionTime: string | null;
  readonly reason?: string;
  readonly message?: string;
}

export interface JobStatus {
  readonly conditions?: readonly JobCondition[];
  readonly startTime?: string;
  readonly completionTime?: string;
  readonly active?: number;
  readonly succeeded?: number;
  readonly failed?: number;
  readonly terminating?: number;
  readonly completedIndexes?: string;
  readonly uncountedTerminatedPods?: { readonly succeeded?: readonly string[]; readonly failed?: readonly string[] };
  readonly ready?: number;
}

export type Job = {
  readonly apiVersion: 'batch/v1';
  readonly kind: 'Job';
  readonly metadata: ObjectMeta;
  readonly spec: JobSpec;
  readonly status: JobStatus;
};

export interface JobTemplateSpec {
  readonly metadata: TemplateMeta;
  readonly spec: JobSpec;
}

export interface CronJobSpec {
  readonly schedule: string;
  readonly timeZone?: string;
  readonly startingDeadlineSeconds?: number;
  readonly concurrencyPolicy: 'Allow' | 'Forbid' | 'Replace';
  readonly suspend: boolean;
  readonly jobTemplate: JobTemplateSpec;
  readonly successfulJobsHistoryLimit: number;
  readonly failedJobsHistoryLimit: number;
}

export interface CronJobStatus {
  readonly active?: readonly ObjectReference[];
  readonly lastScheduleTime?: string;
  readonly lastSuccessfulTime?: string;
}

export type CronJob = {
  readonly apiVersion: 'batch/v1' | 'batch/v1beta1';
  readonly kind: 'CronJob';
  readonly metadata: ObjectMeta;
  readonly spec: CronJobSpec;
  readonly status: CronJobStatus;
};
