import type { KubeVersion } from '../api/version';
import { defined } from '../base/assert';

/** kube-scheduler: which plugins run, what they weigh and what they say. */
export interface SchedulerBehaviour {
  /** Filter plugins in the order in which they run: the first that objects rejects a node. */
  readonly filters: readonly string[];
  readonly scores: readonly (readonly [plugin: string, weight: number])[];
  /** Score plugins without an opinion on the pod are left out (since 1.26); before they gave everybody the same. */
  readonly skipsScores: boolean;
  readonly untoleratedTaint: (key: string, value: string) => string;
  readonly nodeAffinityMismatch: string;
  readonly nodeNameMismatch: string;
  readonly volumeNodeMismatch: string;
  /** Inter-pod affinity gives a general reason before the precise one. */
  readonly interPodGeneralReason: string | undefined;
  /** A pod that no node is even asked about: counted a node, or said once. */
  readonly preFilterCountsNodes: boolean;
  /** PreFilter may narrow the nodes to those that a pod names. */
  readonly preFilterNarrows: boolean;
  /** Requests above what a node could ever give: no preemption helps. */
  readonly oversizedIsUnresolvable: boolean;
  /** Balance: standard deviation of the real fractions, left out for pods without requests; before, the difference of the non-zero ones. */
  readonly balance: 'deviation' | 'difference';
  /** Default spreading counts only nodes that have all topology labels, zones too. */
  readonly defaultSpreadNeedsZones: boolean;
  /** Whether FailedScheduling says what became of preemption. */
  readonly tellsPreemption: boolean;
  /** DynamicResources runs before DefaultPreemption and adds its words. */
  readonly dynamicResources: boolean;
  readonly preempted: (preemptor: string, uid: string, node: string) => string;
  /** Victims first get the condition DisruptionTarget. */
  readonly disruptionTarget: boolean;
  /** Preemption goes on beside the scheduling cycles; the preemptor waits at the queue's door meanwhile. */
  readonly asyncPreemption: boolean;
  /** The node that was freed for a pod is asked before all others (since 1.22). */
  readonly triesNominatedFirst: boolean;
  /** Plugins say which events are worth a retry; before, every event moved every pod. */
  readonly queueingHints: boolean;
  /** An idle scheduler takes pods from the back-off queue early. */
  readonly popsFromBackoff: boolean;
  /** A pod stays unschedulable this long, in seconds, before it is tried anyway. */
  readonly unschedulableSeconds: number;
  /** A change of managedFields counts as a change of the pod: the scheduler's own status patch queues it again. */
  readonly ownPatchRequeues: boolean;
  /** The count that the first repetition of an event gets. */
  readonly firstSeriesCount: number;
  /** Pods whose volumes must be bound first get nominatedNodeName meanwhile. */
  readonly nominatesBeforePreBind: boolean;
  readonly bindFailure: (message: string) => string;
}

/** Every difference between the Kubernetes versions that are modelled, one row a behaviour. Sources: facts KUBERNETES.md §0.1, RECORDED.md. */
export interface VersionBehaviour {
  readonly scheduler: SchedulerBehaviour;
  readonly gitVersion: string;
  /** Short commit hash, as user agents show it. */
  readonly gitCommit: string;
  /** Controllers: see controllers/README.md. */
  readonly controllers: ControllerBehaviour;
  readonly apiServer: ApiServerBehaviour;
  readonly kubelet: KubeletBehaviour;
}

/** What changed in the kubelet. */
export interface KubeletBehaviour {
  /** Event recorders post one event after the other; before 1.21 each on its own. */
  readonly orderedEvents: boolean;
  /** Client-side limit on requests: a second, burst. */
  readonly qps: number;
  readonly burst: number;
  /** Pod workers go through sync, terminating, terminated (1.22); before, one sync did all and was repeated. */
  readonly terminatingPhases: boolean;
  /** The final DELETE waits until the sandbox is gone, which only the once-a-minute garbage collection sees to (a regression of 1.20). */
  readonly deleteWaitsForSandbox: boolean;
  /** A deleted pod whose containers ended gets a terminal phase (1.27). */
  readonly terminalPhaseWhenDeleted: boolean;
  /** Condition PodReadyToStartContainers (1.29). */
  readonly readyToStartCondition: boolean;
  /** status.hostIPs (1.29). */
  readonly hostIPs: boolean;
  /** Statuses and conditions say which generation of the spec they saw (1.34). */
  readonly observedGeneration: boolean;
  /** Container statuses carry volumeMounts, user and resources (1.33 to 1.35). */
  readonly detailedContainerStatus: boolean;
  /** Init containers report `started` (1.28). */
  readonly initContainersReportStarted: boolean;
  /** Conditions of a failed pod say so (1.25); before, they kept ContainersNotReady. */
  readonly failedPodConditions: boolean;
  /** The waiting message of a pull back-off ends with the last error (1.32). */
  readonly pullBackOffSaysWhy: boolean;
  /** gRPC codes that are stripped from pull errors: `rpc error: code = Unknown desc = `. */
  readonly stripsUnknownCode: boolean;
  /** Failed hooks: the event has a short text, the waiting reason is a plain word (1.32). */
  readonly shortHookEvents: boolean;
  readonly invalidImageName: (image: string, why: string) => string;
  readonly created: (container: string) => string;
  readonly alreadyPresent: (image: string) => string;
  readonly pulled: (image: string, pull: string, total: string, bytes: number) => string;
  readonly backOff: (container: string, pod: string) => string;
  /** A pod over its deadline keeps hostIP, conditions and container statuses (since 1.22). */
  readonly deadlineKeepsStatus: boolean;
  /** Probes begin after a random part of their period; since 1.21 only when the kubelet has just started. */
  readonly probesBeginAtRandom: boolean;
  /** A container that is not ready has its readiness probe run as soon as that is noticed (1.22). */
  readonly probesReadinessAtOnce: boolean;
  /** A pod that the node rejects: its status.message. */
  readonly rejected: (detail: string) => string;
}

/** What changed in kube-apiserver, besides its handler chain (apiserver/filters.ts). */
export interface ApiServerBehaviour {
  /** Admission plugins that are on without being asked for, in the order in which they run. */
  readonly admissionPlugins: readonly string[];
  /** Lists without a resourceVersion come from the watch cache once it has caught up (1.31), not from etcd. */
  readonly consistentListFromCache: boolean;
  /** The server checks for unknown fields (`fieldValidation`, 1.25). */
  readonly fieldValidation: boolean;
  /** Watches may begin with a streamed list (`sendInitialEvents`). */
  readonly watchList: boolean;
  readonly openapiV3: boolean;
  /** Pods get a projected token volume (1.21); before, the Secret of their service account. */
  readonly projectedTokens: boolean;
  /** Services say their IP families (dual-stack, beta and on since 1.21). */
  readonly serviceFamilies: boolean;
  /** Services get their address before they are validated (1.22); before, afterwards. */
  readonly allocatesBeforeValidation: boolean;
  /** What an address outside the service range is told. */
  readonly notInRange: (address: string, range: string) => string;
  /** Evicted pods first get the condition DisruptionTarget (on since 1.26). */
  readonly evictionCondition: boolean;
  /** Pods have a generation (1.34). */
  readonly podGeneration: boolean;
  /** Attempts at a free generated name before 409. */
  readonly generateNameAttempts: number;
  /** What stands before `Post` in the error of a webhook that cannot be called (1.23). */
  readonly webhookErrorInfix: string;
  /** `exec` speaks the WebSocket protocol of kubectl (1.30); before, SPDY. */
  readonly streamsOverWebSockets: boolean;
  /** What clients are warned of, by apiVersion and resource. */
  readonly deprecations: Readonly<Record<string, string>>;
  /** Quota names the containers that lack a request. */
  readonly quotaNamesContainers: boolean;
}

/** What changed in kube-controller-manager. */
export interface ControllerBehaviour {
  /** Event recorders post one event after the other; before 1.21 each on its own, so that they may overtake. */
  readonly orderedEvents: boolean;
  /** `Scaled up replica set x from 0 to 3`; before 1.21 `Scaled up replica set x to 3`. */
  readonly scaleEventsSayFrom: boolean;
  /** ReplicaSets and Deployments count their terminating pods (feature gate DeploymentReplicaSetTerminatingReplicas). */
  readonly terminatingReplicas: boolean;
  /** Old ReplicaSets beyond the history limit go by revision; before, by age. */
  readonly cleanupByRevision: boolean;
  /** Scaling down looks at pod-deletion-cost and compares ages by powers of two (1.22). */
  readonly deletionCost: boolean;
  /** Discovery is one document; before 1.26 one request a group version, which delays the garbage collector after each reset of its REST mapper. */
  readonly aggregatedDiscovery: boolean;
  /** Requests a second of the garbage collector: each deletion takes two. */
  readonly garbageCollectorQps: number;
  /** A namespace loses its pods before anything else (1.33). */
  readonly podsFirst: boolean;
  /** Service accounts get a token Secret (until 1.23). */
  readonly tokenSecrets: boolean;
  /** The ConfigMap with the cluster's certificate says what it is for (1.21). */
  readonly rootCaDescription: boolean;
  /** Endpoints say which resourceVersion of a pod they come from (until 1.21). */
  readonly endpointsSayVersion: boolean;
  /** EndpointSlices keep terminating pods and say so (1.22); Endpoints never do. */
  readonly terminatingEndpoints: boolean;
  /** Endpoints carry the label of the controller that writes them (1.33). */
  readonly endpointsManagedBy: boolean;
  /** Pods that a controller gives up say so first in a DisruptionTarget condition (1.26). */
  readonly disruptionCondition: boolean;
  /** Jobs track their pods with finalizers and announce their end before it (1.26, 1.31). */
  readonly jobTracking: boolean;
  /** CronJobs come from a work queue when they are due (1.21); before, all are listed every ten seconds. */
  readonly cronJobQueue: boolean;
  /** StatefulSets count available pods (1.22). */
  readonly availableStatefulReplicas: boolean;
  /** Pods of StatefulSets carry their ordinal as a label (1.28). */
  readonly podIndexLabel: boolean;
  /** Templates inside ControllerRevisions carry `creationTimestamp: null` (until 1.33), which is hashed with them. */
  readonly nullTemplateTimestamp: boolean;
  /** What a claim is told that waits for an external provisioner. */
  readonly externalProvisioningText: (provisioner: string) => string;
  /** The node controller's patch of taints is refused when the node changed meanwhile (1.25). */
  readonly taintPatchChecksVersion: boolean;
  /** Who reports that a taint evicts a pod. */
  readonly taintEvictionComponent: string;
  /** The holder of a leader election lease reads it before each renewal (until 1.29). */
  readonly leaderElectionReads: boolean;
  /** Seconds without a heartbeat until a node counts as unreachable. */
  readonly nodeMonitorGracePeriod: number;
}

const SCHEDULER_1_20: SchedulerBehaviour = {
  filters: ['NodeUnschedulable', 'NodeName', 'TaintToleration', 'NodeAffinity', 'NodePorts', 'NodeResourcesFit', 'VolumeRestrictions', 'NodeVolumeLimits', 'VolumeBinding', 'VolumeZone', 'PodTopologySpread', 'InterPodAffinity'],
  scores: [['NodeResourcesBalancedAllocation', 1], ['ImageLocality', 1], ['InterPodAffinity', 1], ['NodeResourcesLeastAllocated', 1], ['NodeAffinity', 1], ['NodePreferAvoidPods', 10_000], ['PodTopologySpread', 2], ['TaintToleration', 1]],
  skipsScores: false,
  untoleratedTaint: (key, value) => `node(s) had taint {${key}: ${value}}, that the pod didn't tolerate`,
  nodeAffinityMismatch: "node(s) didn't match Pod's node affinity",
  nodeNameMismatch: "node(s) didn't match the requested hostname",
  volumeNodeMismatch: 'node(s) had volume node affinity conflict',
  interPodGeneralReason: "node(s) didn't match pod affinity/anti-affinity",
  preFilterCountsNodes: true,
  preFilterNarrows: false,
  oversizedIsUnresolvable: false,
  balance: 'difference',
  defaultSpreadNeedsZones: true,
  tellsPreemption: false,
  dynamicResources: false,
  preempted: (preemptor, _uid, node) => `Preempted by ${preemptor} on node ${node}`,
  disruptionTarget: false,
  asyncPreemption: false,
  triesNominatedFirst: false,
  queueingHints: false,
  popsFromBackoff: false,
  unschedulableSeconds: 60,
  ownPatchRequeues: true,
  firstSeriesCount: 1,
  nominatesBeforePreBind: false,
  bindFailure: (message) => `binding rejected: plugin "DefaultBinder" failed to bind pod: ${message}`,
};

const SCHEDULER_1_35: SchedulerBehaviour = {
  filters: ['NodeUnschedulable', 'NodeName', 'TaintToleration', 'NodeAffinity', 'NodePorts', 'NodeResourcesFit', 'VolumeRestrictions', 'NodeVolumeLimits', 'VolumeBinding', 'VolumeZone', 'PodTopologySpread', 'InterPodAffinity', 'DynamicResources'],
  scores: [['TaintToleration', 3], ['NodeAffinity', 2], ['NodeResourcesFit', 1], ['PodTopologySpread', 2], ['InterPodAffinity', 2], ['NodeResourcesBalancedAllocation', 1], ['ImageLocality', 1]],
  skipsScores: true,
  untoleratedTaint: () => 'node(s) had untolerated taint(s)',
  nodeAffinityMismatch: "node(s) didn't match Pod's node affinity/selector",
  nodeNameMismatch: "node(s) didn't match the requested node name",
  volumeNodeMismatch: "node(s) didn't match PersistentVolume's node affinity",
  interPodGeneralReason: undefined,
  preFilterCountsNodes: false,
  preFilterNarrows: true,
  oversizedIsUnresolvable: true,
  balance: 'deviation',
  defaultSpreadNeedsZones: false,
  tellsPreemption: true,
  dynamicResources: true,
  preempted: (_preemptor, uid, node) => `Preempted by pod ${uid} on node ${node}`,
  disruptionTarget: true,
  asyncPreemption: true,
  triesNominatedFirst: true,
  queueingHints: true,
  popsFromBackoff: true,
  unschedulableSeconds: 300,
  ownPatchRequeues: false,
  firstSeriesCount: 2,
  nominatesBeforePreBind: true,
  bindFailure: (message) => `running Bind plugin "DefaultBinder": ${message}`,
};

const KUBELET_1_20: KubeletBehaviour = {
  orderedEvents: false, qps: 5, burst: 10, terminatingPhases: false, deleteWaitsForSandbox: true, terminalPhaseWhenDeleted: false, readyToStartCondition: false,
  hostIPs: false, observedGeneration: false, detailedContainerStatus: false, initContainersReportStarted: false, failedPodConditions: false,
  pullBackOffSaysWhy: false, stripsUnknownCode: false, shortHookEvents: false,
  invalidImageName: (image, why) => `Failed to apply default image tag "${image}": couldn't parse image reference "${image}": invalid reference format: ${why}`,
  created: (container) => `Created container ${container}`,
  alreadyPresent: (image) => `Container image "${image}" already present on machine`,
  pulled: (image, pull) => `Successfully pulled image "${image}" in ${pull}`,
  backOff: () => 'Back-off restarting failed container',
  deadlineKeepsStatus: false, probesBeginAtRandom: true, probesReadinessAtOnce: false,
  rejected: (detail) => `Pod ${detail}`,
};

const KUBELET_1_35: KubeletBehaviour = {
  orderedEvents: true, qps: 50, burst: 100, terminatingPhases: true, deleteWaitsForSandbox: false, terminalPhaseWhenDeleted: true, readyToStartCondition: true,
  hostIPs: true, observedGeneration: true, detailedContainerStatus: true, initContainersReportStarted: true, failedPodConditions: true,
  pullBackOffSaysWhy: true, stripsUnknownCode: true, shortHookEvents: true,
  invalidImageName: (image, why) => `Failed to apply default image tag "${image}": couldn't parse image name "${image}": invalid reference format: ${why}`,
  created: (container) => `Created container: ${container}`,
  alreadyPresent: (image) => `Container image "${image}" already present on machine and can be accessed by the pod`,
  pulled: (image, pull, total, bytes) => `Successfully pulled image "${image}" in ${pull} (${total} including waiting). Image size: ${bytes} bytes.`,
  backOff: (container, pod) => `Back-off restarting failed container ${container} in pod ${pod}`,
  deadlineKeepsStatus: true, probesBeginAtRandom: false, probesReadinessAtOnce: true,
  rejected: (detail) => `Pod was rejected: ${detail}`,
};

const VERSIONS: Readonly<Record<KubeVersion, VersionBehaviour>> = {
  '1.20': {
    gitVersion: 'v1.20.2', gitCommit: 'faecb19', scheduler: SCHEDULER_1_20, kubelet: KUBELET_1_20,
    controllers: {
      orderedEvents: false, scaleEventsSayFrom: false, terminatingReplicas: false, cleanupByRevision: false, deletionCost: false, aggregatedDiscovery: false,
      garbageCollectorQps: 20, podsFirst: false,
      tokenSecrets: true, rootCaDescription: false,
      endpointsSayVersion: true, terminatingEndpoints: false, endpointsManagedBy: false,
      disruptionCondition: false, taintEvictionComponent: 'taint-controller', taintPatchChecksVersion: false, jobTracking: false, cronJobQueue: false, availableStatefulReplicas: false, podIndexLabel: false, nullTemplateTimestamp: true,
      externalProvisioningText: (p) => `waiting for a volume to be created, either by external provisioner "${p}" or manually created by system administrator`, leaderElectionReads: true, nodeMonitorGracePeriod: 40,
    },
    apiServer: {
      admissionPlugins: [
        'NamespaceLifecycle', 'LimitRanger', 'ServiceAccount', 'TaintNodesByCondition', 'Priority', 'DefaultTolerationSeconds', 'DefaultStorageClass', 'StorageObjectInUseProtection',
        'PersistentVolumeClaimResize', 'RuntimeClass', 'CertificateApproval', 'CertificateSigning', 'CertificateSubjectRestriction', 'DefaultIngressClass', 'MutatingAdmissionWebhook',
        'ValidatingAdmissionWebhook', 'ResourceQuota',
      ],
      consistentListFromCache: false, fieldValidation: false, watchList: false, openapiV3: false, projectedTokens: false, serviceFamilies: false, allocatesBeforeValidation: false,
      notInRange: (_address, range) => `provided IP is not in the valid range. The range of valid IPs is ${range}`, evictionCondition: false, podGeneration: false, generateNameAttempts: 1,
      webhookErrorInfix: '', streamsOverWebSockets: false, deprecations: { 'v1/componentstatuses': 'v1 ComponentStatus is deprecated in v1.19+' }, quotaNamesContainers: false,
    },
  },
  '1.35': {
    gitVersion: 'v1.35.2', gitCommit: 'fdc9d74', scheduler: SCHEDULER_1_35, kubelet: KUBELET_1_35,
    controllers: {
      orderedEvents: true, scaleEventsSayFrom: true, terminatingReplicas: true, cleanupByRevision: true, deletionCost: true, aggregatedDiscovery: true,
      garbageCollectorQps: 40, podsFirst: true,
      tokenSecrets: false, rootCaDescription: true,
      endpointsSayVersion: false, terminatingEndpoints: true, endpointsManagedBy: true,
      disruptionCondition: true, taintEvictionComponent: 'taint-eviction-controller', taintPatchChecksVersion: true, jobTracking: true, cronJobQueue: true, availableStatefulReplicas: true, podIndexLabel: true, nullTemplateTimestamp: false,
      externalProvisioningText: (p) => `Waiting for a volume to be created either by the external provisioner '${p}' or manually by the system administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered.`, leaderElectionReads: false, nodeMonitorGracePeriod: 50,
    },
    apiServer: {
      admissionPlugins: [
        'NamespaceLifecycle', 'LimitRanger', 'ServiceAccount', 'TaintNodesByCondition', 'PodSecurity', 'Priority', 'DefaultTolerationSeconds', 'DefaultStorageClass',
        'StorageObjectInUseProtection', 'PersistentVolumeClaimResize', 'RuntimeClass', 'CertificateApproval', 'CertificateSigning', 'ClusterTrustBundleAttest', 'CertificateSubjectRestriction',
        'DefaultIngressClass', 'PodTopologyLabels', 'MutatingAdmissionWebhook', 'ValidatingAdmissionPolicy', 'ValidatingAdmissionWebhook', 'ResourceQuota',
      ],
      consistentListFromCache: true, fieldValidation: true, watchList: true, openapiV3: true, projectedTokens: true, serviceFamilies: true, allocatesBeforeValidation: true,
      notInRange: (address, range) => `the provided IP (${address}) is not in the valid range. The range of valid IPs is ${range}`, evictionCondition: true, podGeneration: true, generateNameAttempts: 8,
      webhookErrorInfix: 'failed to call webhook: ', streamsOverWebSockets: true, deprecations: { 'v1/componentstatuses': 'v1 ComponentStatus is deprecated in v1.19+', 'v1/endpoints': 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice' },
  quotaNamesContainers: true,
    },
  },
};

export const behaviourOf = (version: KubeVersion): VersionBehaviour => defined(VERSIONS[version], `version ${version}`);
