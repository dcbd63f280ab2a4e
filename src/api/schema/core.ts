/** core/v1 besides pods. See meta.ts for the notation. */
export const CORE = `
Taint
  key string
  value string?
  effect string
  timeAdded *Time?
NodeSpec
  podCIDR string?
  podCIDRs []string? ~
  providerID string?
  unschedulable bool?
  taints []Taint?
  configSource any?
  externalID string?
NodeCondition
  type string
  status string
  lastHeartbeatTime Time?
  lastTransitionTime Time?
  reason string?
  message string?
NodeAddress
  type string
  address string
DaemonEndpoint
  Port int32
NodeDaemonEndpoints
  kubeletEndpoint DaemonEndpoint?
NodeSystemInfo
  machineID string
  systemUUID string
  bootID string
  kernelVersion string
  osImage string
  containerRuntimeVersion string
  kubeletVersion string
  kubeProxyVersion string
  operatingSystem string
  architecture string
  swap any? +
ContainerImage
  names []string
  sizeBytes int64?
AttachedVolume
  name string
  devicePath string
NodeStatus
  capacity {}Quantity?
  allocatable {}Quantity?
  phase string?
  conditions []NodeCondition? ~type
  addresses []NodeAddress? ~type
  daemonEndpoints NodeDaemonEndpoints?
  nodeInfo NodeSystemInfo?
  images []ContainerImage?
  volumesInUse []string?
  volumesAttached []AttachedVolume?
  config any?
  runtimeHandlers any? +
  features any? +
  declaredFeatures []string? +
Node
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  spec NodeSpec?
  status NodeStatus?
EventSource
  component string?
  host string?
EventSeries
  count int32?
  lastObservedTime MicroTime?
Event
  kind string?
  apiVersion string?
  metadata ObjectMeta
  involvedObject ObjectReference
  reason string?
  message string?
  source EventSource?
  firstTimestamp Time?
  lastTimestamp Time?
  count int32?
  type string?
  eventTime MicroTime?
  series *EventSeries?
  action string?
  related *ObjectReference?
  reportingComponent string
  reportingInstance string
EventsV1Event
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  eventTime MicroTime
  series *EventSeries?
  reportingController string?
  reportingInstance string?
  action string?
  reason string?
  regarding ObjectReference?
  related *ObjectReference?
  note string?
  type string?
  deprecatedSource EventSource?
  deprecatedFirstTimestamp Time?
  deprecatedLastTimestamp Time?
  deprecatedCount int32?
NamespaceCondition
  type string
  status string
  lastTransitionTime Time?
  reason string?
  message string?
NamespaceSpec
  finalizers []string?
NamespaceStatus
  phase string?
  conditions []NamespaceCondition? ~type
Namespace
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  spec NamespaceSpec?
  status NamespaceStatus?
ServiceAccount
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  secrets []ObjectReference? ~name
  imagePullSecrets []LocalObjectReference?
  automountServiceAccountToken *bool?
Secret
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  immutable *bool?
  data {}bytes?
  stringData {}string?
  type string?
ConfigMap
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  immutable *bool?
  data {}string?
  binaryData {}bytes?
ServicePort
  name string?
  protocol string?
  appProtocol *string?
  port int32
  targetPort IntOrString?
  nodePort int32?
ClientIPConfig
  timeoutSeconds *int32?
SessionAffinityConfig
  clientIP *ClientIPConfig?
ServiceSpec
  ports []ServicePort? ~port
  selector {}string?
  clusterIP string?
  clusterIPs []string?
  type string?
  externalIPs []string?
  sessionAffinity string?
  loadBalancerIP string?
  loadBalancerSourceRanges []string?
  externalName string?
  externalTrafficPolicy string?
  healthCheckNodePort int32?
  publishNotReadyAddresses bool?
  sessionAffinityConfig *SessionAffinityConfig?
  topologyKeys []string? -
  ipFamilies []string?
  ipFamilyPolicy *string?
  allocateLoadBalancerNodePorts *bool?
  loadBalancerClass *string? +
  internalTrafficPolicy *string? +
  trafficDistribution *string? +
LoadBalancerIngress
  ip string?
  hostname string?
  ipMode *string? +
  ports any?
LoadBalancerStatus
  ingress []LoadBalancerIngress?
ServiceStatus
  loadBalancer LoadBalancerStatus?
  conditions []Condition? ~type
Service
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  spec ServiceSpec?
  status ServiceStatus?
EndpointAddress
  ip string
  hostname string?
  nodeName *string?
  targetRef *ObjectReference?
EndpointPort
  name string?
  port int32
  protocol string?
  appProtocol *string?
EndpointSubset
  addresses []EndpointAddress?
  notReadyAddresses []EndpointAddress?
  ports []EndpointPort?
Endpoints
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  subsets []EndpointSubset?
EndpointConditions
  ready *bool?
  serving *bool?
  terminating *bool?
SliceEndpoint
  addresses []string
  conditions EndpointConditions?
  hostname *string?
  targetRef *ObjectReference?
  deprecatedTopology {}string? +
  topology {}string? -
  nodeName *string?
  zone *string? +
  hints any? +
SlicePort
  name *string
  protocol *string
  port *int32
  appProtocol *string?
EndpointSlice
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  addressType string
  endpoints []SliceEndpoint
  ports []SlicePort
ScopedResourceSelectorRequirement
  scopeName string
  operator string
  values []string?
ScopeSelector
  matchExpressions []ScopedResourceSelectorRequirement?
ResourceQuotaSpec
  hard {}Quantity?
  scopes []string?
  scopeSelector *ScopeSelector?
ResourceQuotaStatus
  hard {}Quantity?
  used {}Quantity?
ResourceQuota
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  spec ResourceQuotaSpec?
  status ResourceQuotaStatus?
LimitRangeItem
  type string
  max {}Quantity?
  min {}Quantity?
  default {}Quantity?
  defaultRequest {}Quantity?
  maxLimitRequestRatio {}Quantity?
LimitRangeSpec
  limits []LimitRangeItem
LimitRange
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  spec LimitRangeSpec?
PersistentVolumeClaim
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  spec PersistentVolumeClaimSpec?
  status PersistentVolumeClaimStatus?
LocalVolumeSource
  path string
  fsType *string?
CSIPersistentVolumeSource
  driver string
  volumeHandle string
  readOnly bool?
  fsType string?
  volumeAttributes {}string?
VolumeNodeAffinity
  required *NodeSelector?
PersistentVolumeSpec
  capacity {}Quantity?
  hostPath *HostPathVolumeSource?
  nfs *NFSVolumeSource?
  iscsi any?
  local *LocalVolumeSource?
  csi *CSIPersistentVolumeSource?
  accessModes []string?
  claimRef *ObjectReference?
  persistentVolumeReclaimPolicy string?
  storageClassName string?
  mountOptions []string?
  volumeMode *string?
  nodeAffinity *VolumeNodeAffinity?
  volumeAttributesClassName *string? +
PersistentVolumeStatus
  phase string?
  message string?
  reason string?
  lastPhaseTransitionTime *Time? +
PersistentVolume
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  spec PersistentVolumeSpec?
  status PersistentVolumeStatus?
ReplicationControllerSpec
  replicas *int32?
  minReadySeconds int32?
  selector {}string?
  template *PodTemplateSpec?
WorkloadCondition
  type string
  status string
  lastTransitionTime Time?
  reason string?
  message string?
ReplicationControllerStatus
  replicas int32
  fullyLabeledReplicas int32?
  readyReplicas int32?
  availableReplicas int32?
  observedGeneration int64?
  conditions []WorkloadCondition? ~type
ReplicationController
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  spec ReplicationControllerSpec?
  status ReplicationControllerStatus?
`;
