/** Pods. See meta.ts for the notation. */
export const POD = `
NodeSelectorRequirement
  key string
  operator string:NodeSelectorOperator
  values []string?
NodeSelectorTerm
  matchExpressions []NodeSelectorRequirement?
  matchFields []NodeSelectorRequirement?
NodeSelector
  nodeSelectorTerms []NodeSelectorTerm
PreferredSchedulingTerm
  weight int32
  preference NodeSelectorTerm
NodeAffinity
  requiredDuringSchedulingIgnoredDuringExecution *NodeSelector?
  preferredDuringSchedulingIgnoredDuringExecution []PreferredSchedulingTerm?
PodAffinityTerm
  labelSelector *LabelSelector?
  namespaces []string?
  topologyKey string
  namespaceSelector *LabelSelector? +
  matchLabelKeys []string? +
  mismatchLabelKeys []string? +
WeightedPodAffinityTerm
  weight int32
  podAffinityTerm PodAffinityTerm
PodAffinity
  requiredDuringSchedulingIgnoredDuringExecution []PodAffinityTerm?
  preferredDuringSchedulingIgnoredDuringExecution []WeightedPodAffinityTerm?
PodAntiAffinity
  requiredDuringSchedulingIgnoredDuringExecution []PodAffinityTerm?
  preferredDuringSchedulingIgnoredDuringExecution []WeightedPodAffinityTerm?
Affinity
  nodeAffinity *NodeAffinity?
  podAffinity *PodAffinity?
  podAntiAffinity *PodAntiAffinity?
Toleration
  key string?
  operator string:TolerationOperator?
  value string?
  effect string:TaintEffect?
  tolerationSeconds *int64?
HostAlias
  ip string? go=IP
  hostnames []string?
PodReadinessGate
  conditionType string:PodConditionType
PodDNSConfigOption
  name string?
  value *string?
PodDNSConfig
  nameservers []string?
  searches []string?
  options []PodDNSConfigOption?
Sysctl
  name string
  value string
PodSecurityContext
  seLinuxOptions *SELinuxOptions? go=SELinuxOptions
  windowsOptions any? t=WindowsSecurityContextOptions
  runAsUser *int64?
  runAsGroup *int64?
  runAsNonRoot *bool?
  supplementalGroups []int64?
  supplementalGroupsPolicy *string:SupplementalGroupsPolicy? +
  fsGroup *int64? go=FSGroup
  sysctls []Sysctl?
  fsGroupChangePolicy *string:PodFSGroupChangePolicy? go=FSGroupChangePolicy
  seccompProfile *SeccompProfile?
  appArmorProfile *AppArmorProfile? +
  seLinuxChangePolicy *string:PodSELinuxChangePolicy? + go=SELinuxChangePolicy
TopologySpreadConstraint
  maxSkew int32
  topologyKey string
  whenUnsatisfiable string:UnsatisfiableConstraintAction
  labelSelector *LabelSelector?
  minDomains *int32? +
  nodeAffinityPolicy *string:NodeInclusionPolicy? +
  nodeTaintsPolicy *string:NodeInclusionPolicy? +
  matchLabelKeys []string? +
PodSchedulingGate
  name string
PodOS
  name string:OSName
PodResourceClaim
  name string
  resourceClaimName *string?
  resourceClaimTemplateName *string?
WorkloadReference
  name string
  podGroup string
  podGroupReplicaKey string?
PodSpec
  volumes []Volume? ~name keys
  initContainers []Container? ~name
  containers []Container ~name
  ephemeralContainers []EphemeralContainer? ~name
  restartPolicy string:RestartPolicy?
  terminationGracePeriodSeconds *int64?
  activeDeadlineSeconds *int64?
  dnsPolicy string:DNSPolicy? go=DNSPolicy
  nodeSelector {}string?
  serviceAccountName string?
  serviceAccount string? go=DeprecatedServiceAccount
  automountServiceAccountToken *bool?
  nodeName string?
  hostNetwork bool?
  hostPID bool?
  hostIPC bool?
  shareProcessNamespace *bool?
  securityContext *PodSecurityContext?
  imagePullSecrets []LocalObjectReference? ~name
  hostname string?
  subdomain string?
  affinity *Affinity?
  schedulerName string?
  tolerations []Toleration?
  hostAliases []HostAlias? ~ip
  priorityClassName string?
  priority *int32?
  dnsConfig *PodDNSConfig? go=DNSConfig
  readinessGates []PodReadinessGate?
  runtimeClassName *string?
  enableServiceLinks *bool?
  preemptionPolicy *string:PreemptionPolicy?
  overhead {}Quantity? t=ResourceList
  topologySpreadConstraints []TopologySpreadConstraint? ~topologyKey
  setHostnameAsFQDN *bool?
  os *PodOS? + go=OS
  hostUsers *bool? +
  schedulingGates []PodSchedulingGate? + ~name
  resourceClaims []PodResourceClaim? + ~name keys
  resources *ResourceRequirements? +
  hostnameOverride *string? +
  workloadRef *WorkloadReference? +
PodTemplateSpec
  metadata ObjectMeta? go=ObjectMeta
  spec PodSpec?
PodCondition
  type string
  observedGeneration int64? +
  status string
  lastProbeTime Time?
  lastTransitionTime Time?
  reason string?
  message string?
PodIP
  ip string?
HostIP
  ip string
PodStatus
  observedGeneration int64? +
  phase string?
  conditions []PodCondition? ~type
  message string?
  reason string?
  nominatedNodeName string?
  hostIP string?
  hostIPs []HostIP? + ~ip
  podIP string?
  podIPs []PodIP? ~ip
  startTime *Time?
  initContainerStatuses []ContainerStatus?
  containerStatuses []ContainerStatus?
  qosClass string?
  ephemeralContainerStatuses []ContainerStatus?
  resize string? +
  resourceClaimStatuses any? +
  extendedResourceClaimStatus any? +
  allocatedResources {}Quantity? +
  resources *ResourceRequirements? +
Pod
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  spec PodSpec?
  status PodStatus?
PodTemplate
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  template PodTemplateSpec?
Binding
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  target ObjectReference
Eviction
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  deleteOptions *DeleteOptions?
`;
