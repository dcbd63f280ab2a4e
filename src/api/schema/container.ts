/** Containers and their states. See meta.ts for the notation. */
export const CONTAINER = `
ContainerPort
  name string?
  hostPort int32?
  containerPort int32
  protocol string:Protocol?
  hostIP string?
ConfigMapKeySelector
  . LocalObjectReference
  key string
  optional *bool?
SecretKeySelector
  . LocalObjectReference
  key string
  optional *bool?
FileKeySelector
  volumeName string
  path string
  key string
  optional *bool?
EnvVarSource
  fieldRef *ObjectFieldSelector?
  resourceFieldRef *ResourceFieldSelector?
  configMapKeyRef *ConfigMapKeySelector?
  secretKeyRef *SecretKeySelector?
  fileKeyRef *FileKeySelector? +
EnvVar
  name string
  value string?
  valueFrom *EnvVarSource?
ConfigMapEnvSource
  . LocalObjectReference
  optional *bool?
SecretEnvSource
  . LocalObjectReference
  optional *bool?
EnvFromSource
  prefix string?
  configMapRef *ConfigMapEnvSource?
  secretRef *SecretEnvSource?
ExecAction
  command []string?
HTTPHeader
  name string
  value string
HTTPGetAction
  path string?
  port IntOrString
  host string?
  scheme string:URIScheme?
  httpHeaders []HTTPHeader? go=HTTPHeaders
TCPSocketAction
  port IntOrString
  host string?
GRPCAction
  port int32
  service *string
SleepAction
  seconds int64
Handler
  exec *ExecAction?
  httpGet *HTTPGetAction? go=HTTPGet
  tcpSocket *TCPSocketAction? go=TCPSocket
  sleep *SleepAction? +
ProbeHandler
  exec *ExecAction?
  httpGet *HTTPGetAction? go=HTTPGet
  tcpSocket *TCPSocketAction? go=TCPSocket
  grpc *GRPCAction? + go=GRPC
Probe
  . ProbeHandler Handler -
  . ProbeHandler ProbeHandler +
  initialDelaySeconds int32?
  timeoutSeconds int32?
  periodSeconds int32?
  successThreshold int32?
  failureThreshold int32?
  terminationGracePeriodSeconds *int64? +
Lifecycle
  postStart *Handler? -
  preStop *Handler? -
  postStart *Handler? + t=LifecycleHandler
  preStop *Handler? + t=LifecycleHandler
  stopSignal *string:Signal? +
Capabilities
  add []string:Capability?
  drop []string:Capability?
SELinuxOptions
  user string?
  role string?
  type string?
  level string?
SeccompProfile
  type string:SeccompProfileType
  localhostProfile *string?
AppArmorProfile
  type string:AppArmorProfileType
  localhostProfile *string?
SecurityContext
  capabilities *Capabilities?
  privileged *bool?
  seLinuxOptions *SELinuxOptions? go=SELinuxOptions
  windowsOptions any? t=WindowsSecurityContextOptions
  runAsUser *int64?
  runAsGroup *int64?
  runAsNonRoot *bool?
  readOnlyRootFilesystem *bool?
  allowPrivilegeEscalation *bool?
  procMount *string:ProcMountType?
  seccompProfile *SeccompProfile?
  appArmorProfile *AppArmorProfile? +
ResourceClaim
  name string
  request string?
ResourceRequirements
  limits {}Quantity? t=ResourceList
  requests {}Quantity? t=ResourceList
  claims []ResourceClaim? +
ContainerResizePolicy
  resourceName string:ResourceName
  restartPolicy string:ResourceResizeRestartPolicy
ContainerRestartRuleOnExitCodes
  operator string:ContainerRestartRuleOnExitCodesOperator
  values []int32?
ContainerRestartRule
  action string:ContainerRestartRuleAction?
  exitCodes *ContainerRestartRuleOnExitCodes?
Container
  name string
  image string?
  command []string?
  args []string?
  workingDir string?
  ports []ContainerPort? ~containerPort
  envFrom []EnvFromSource?
  env []EnvVar? ~name
  resources ResourceRequirements
  resizePolicy []ContainerResizePolicy? +
  restartPolicy *string:ContainerRestartPolicy? +
  restartPolicyRules []ContainerRestartRule? +
  volumeMounts []VolumeMount? ~mountPath
  volumeDevices []VolumeDevice? ~devicePath
  livenessProbe *Probe?
  readinessProbe *Probe?
  startupProbe *Probe?
  lifecycle *Lifecycle?
  terminationMessagePath string?
  terminationMessagePolicy string:TerminationMessagePolicy?
  imagePullPolicy string:PullPolicy?
  securityContext *SecurityContext?
  stdin bool?
  stdinOnce bool?
  tty bool? go=TTY
EphemeralContainer
  . Container EphemeralContainerCommon
  targetContainerName string?
ContainerStateWaiting
  reason string?
  message string?
ContainerStateRunning
  startedAt Time?
ContainerStateTerminated
  exitCode int32
  signal int32?
  reason string?
  message string?
  startedAt Time?
  finishedAt Time?
  containerID string?
ContainerState
  waiting *ContainerStateWaiting?
  running *ContainerStateRunning?
  terminated *ContainerStateTerminated?
ContainerStatus
  name string
  state ContainerState?
  lastState ContainerState?
  ready bool
  restartCount int32
  image string
  imageID string
  containerID string?
  started *bool?
  allocatedResources {}Quantity? +
  resources *ResourceRequirements? +
  volumeMounts []VolumeMount? + ~mountPath
  user any? +
  allocatedResourcesStatus any? +
  stopSignal *string? +
`;
