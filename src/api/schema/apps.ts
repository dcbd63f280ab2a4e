/** apps, batch, autoscaling. See meta.ts for the notation. */
export const APPS = `
RollingUpdateDeployment
  maxUnavailable *IntOrString?
  maxSurge *IntOrString?
DeploymentStrategy
  type string?
  rollingUpdate *RollingUpdateDeployment?
DeploymentSpec
  replicas *int32?
  selector *LabelSelector
  template PodTemplateSpec
  strategy DeploymentStrategy? keys
  minReadySeconds int32?
  revisionHistoryLimit *int32?
  paused bool?
  progressDeadlineSeconds *int32?
DeploymentCondition
  type string
  status string
  lastUpdateTime Time?
  lastTransitionTime Time?
  reason string?
  message string?
DeploymentStatus
  observedGeneration int64?
  replicas int32?
  updatedReplicas int32?
  readyReplicas int32?
  availableReplicas int32?
  unavailableReplicas int32?
  terminatingReplicas *int32? +
  conditions []DeploymentCondition? ~type
  collisionCount *int32?
Deployment
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  spec DeploymentSpec?
  status DeploymentStatus?
ReplicaSetSpec
  replicas *int32?
  minReadySeconds int32?
  selector *LabelSelector
  template PodTemplateSpec?
ReplicaSetStatus
  replicas int32
  fullyLabeledReplicas int32?
  readyReplicas int32?
  availableReplicas int32?
  terminatingReplicas *int32? +
  observedGeneration int64?
  conditions []WorkloadCondition? ~type
ReplicaSet
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  spec ReplicaSetSpec?
  status ReplicaSetStatus?
RollingUpdateStatefulSetStrategy
  partition *int32?
  maxUnavailable *IntOrString? +
StatefulSetUpdateStrategy
  type string?
  rollingUpdate *RollingUpdateStatefulSetStrategy?
PersistentVolumeClaimRetentionPolicy
  whenDeleted string?
  whenScaled string?
StatefulSetOrdinals
  start int32
StatefulSetSpec
  replicas *int32?
  selector *LabelSelector
  template PodTemplateSpec
  volumeClaimTemplates []PersistentVolumeClaim?
  serviceName string
  podManagementPolicy string?
  updateStrategy StatefulSetUpdateStrategy?
  revisionHistoryLimit *int32?
  minReadySeconds int32? +
  persistentVolumeClaimRetentionPolicy *PersistentVolumeClaimRetentionPolicy? +
  ordinals *StatefulSetOrdinals? +
StatefulSetStatus
  observedGeneration int64?
  replicas int32
  readyReplicas int32?
  currentReplicas int32?
  updatedReplicas int32?
  currentRevision string?
  updateRevision string?
  collisionCount *int32?
  conditions []WorkloadCondition? ~type
  availableReplicas int32 +
StatefulSet
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  spec StatefulSetSpec?
  status StatefulSetStatus?
RollingUpdateDaemonSet
  maxUnavailable *IntOrString?
  maxSurge *IntOrString? +
DaemonSetUpdateStrategy
  type string?
  rollingUpdate *RollingUpdateDaemonSet?
DaemonSetSpec
  selector *LabelSelector
  template PodTemplateSpec
  updateStrategy DaemonSetUpdateStrategy?
  minReadySeconds int32?
  revisionHistoryLimit *int32?
DaemonSetStatus
  currentNumberScheduled int32
  numberMisscheduled int32
  desiredNumberScheduled int32
  numberReady int32
  observedGeneration int64?
  updatedNumberScheduled int32?
  numberAvailable int32?
  numberUnavailable int32?
  collisionCount *int32?
  conditions []WorkloadCondition? ~type
DaemonSet
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  spec DaemonSetSpec?
  status DaemonSetStatus?
ControllerRevision
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  data any?
  revision int64
ScaleSpec
  replicas int32?
ScaleStatus
  replicas int32
  selector string?
Scale
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  spec ScaleSpec?
  status ScaleStatus?
JobSpec
  parallelism *int32?
  completions *int32?
  activeDeadlineSeconds *int64?
  podFailurePolicy any? +
  successPolicy any? +
  backoffLimit *int32?
  backoffLimitPerIndex *int32? +
  maxFailedIndexes *int32? +
  selector *LabelSelector?
  manualSelector *bool?
  template PodTemplateSpec
  ttlSecondsAfterFinished *int32?
  completionMode *string? +
  suspend *bool? +
  podReplacementPolicy *string? +
  managedBy *string? +
JobCondition
  type string
  status string
  lastProbeTime Time?
  lastTransitionTime Time?
  reason string?
  message string?
UncountedTerminatedPods
  succeeded []string?
  failed []string?
JobStatus
  conditions []JobCondition? ~type
  startTime *Time?
  completionTime *Time?
  active int32?
  succeeded int32?
  failed int32?
  terminating *int32? +
  completedIndexes string? +
  failedIndexes *string? +
  uncountedTerminatedPods *UncountedTerminatedPods? +
  ready *int32? +
Job
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  spec JobSpec?
  status JobStatus?
JobTemplateSpec
  metadata ObjectMeta?
  spec JobSpec?
CronJobSpec
  schedule string
  timeZone *string? +
  startingDeadlineSeconds *int64?
  concurrencyPolicy string?
  suspend *bool?
  jobTemplate JobTemplateSpec
  successfulJobsHistoryLimit *int32?
  failedJobsHistoryLimit *int32?
CronJobStatus
  active []ObjectReference?
  lastScheduleTime *Time?
  lastSuccessfulTime *Time? +
CronJob
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  spec CronJobSpec?
  status CronJobStatus?
CrossVersionObjectReference
  kind string
  name string
  apiVersion string?
HorizontalPodAutoscalerV1Spec
  scaleTargetRef CrossVersionObjectReference
  minReplicas *int32?
  maxReplicas int32
  targetCPUUtilizationPercentage *int32?
HorizontalPodAutoscalerV1Status
  observedGeneration *int64?
  lastScaleTime *Time?
  currentReplicas int32
  desiredReplicas int32
  currentCPUUtilizationPercentage *int32?
HorizontalPodAutoscalerV1
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  spec HorizontalPodAutoscalerV1Spec?
  status HorizontalPodAutoscalerV1Status?
HorizontalPodAutoscalerSpec
  scaleTargetRef CrossVersionObjectReference
  minReplicas *int32?
  maxReplicas int32
  metrics any?
  behavior any?
HorizontalPodAutoscalerStatus
  observedGeneration *int64?
  lastScaleTime *Time?
  currentReplicas int32?
  desiredReplicas int32
  currentMetrics any
  conditions []WorkloadCondition? ~type
HorizontalPodAutoscaler
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  spec HorizontalPodAutoscalerSpec?
  status HorizontalPodAutoscalerStatus?
`;
