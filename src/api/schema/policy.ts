/** RBAC, reviews, admission, scheduling, storage classes, leases, flow control. See meta.ts for the notation. */
export const POLICY = `
PolicyRule
  verbs []string
  apiGroups []string?
  resources []string?
  resourceNames []string?
  nonResourceURLs []string?
Subject
  kind string
  apiGroup string?
  name string
  namespace string?
RoleRef
  apiGroup string
  kind string
  name string
Role
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  rules []PolicyRule
AggregationRule
  clusterRoleSelectors []LabelSelector?
ClusterRole
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  rules []PolicyRule
  aggregationRule *AggregationRule?
RoleBinding
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  subjects []Subject?
  roleRef RoleRef
ClusterRoleBinding
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  subjects []Subject?
  roleRef RoleRef
ResourceAttributes
  namespace string?
  verb string?
  group string?
  version string?
  resource string?
  subresource string?
  name string?
  fieldSelector any? +
  labelSelector any? +
NonResourceAttributes
  path string?
  verb string?
SelfSubjectAccessReviewSpec
  resourceAttributes *ResourceAttributes?
  nonResourceAttributes *NonResourceAttributes?
SubjectAccessReviewSpec
  resourceAttributes *ResourceAttributes?
  nonResourceAttributes *NonResourceAttributes?
  user string?
  groups []string?
  extra any?
  uid string?
SubjectAccessReviewStatus
  allowed bool
  denied bool?
  reason string?
  evaluationError string?
SelfSubjectAccessReview
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  spec SelfSubjectAccessReviewSpec
  status SubjectAccessReviewStatus?
SubjectAccessReview
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  spec SubjectAccessReviewSpec
  status SubjectAccessReviewStatus?
BoundObjectReference
  kind string?
  apiVersion string?
  name string?
  uid string?
TokenRequestSpec
  audiences []string
  expirationSeconds *int64
  boundObjectRef *BoundObjectReference
TokenRequestStatus
  token string
  expirationTimestamp Time
TokenRequest
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  spec TokenRequestSpec
  status TokenRequestStatus?
LeaseSpec
  holderIdentity *string?
  leaseDurationSeconds *int32?
  acquireTime *MicroTime?
  renewTime *MicroTime?
  leaseTransitions *int32?
  strategy *string? +
  preferredHolder *string? +
Lease
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  spec LeaseSpec?
PodDisruptionBudgetSpec
  minAvailable *IntOrString?
  selector *LabelSelector? replace
  maxUnavailable *IntOrString?
  unhealthyPodEvictionPolicy *string? +
PodDisruptionBudgetStatus
  observedGeneration int64?
  disruptedPods {}Time?
  disruptionsAllowed int32
  currentHealthy int32
  desiredHealthy int32
  expectedPods int32
  conditions []Condition? + ~type
PodDisruptionBudget
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  spec PodDisruptionBudgetSpec?
  status PodDisruptionBudgetStatus?
PriorityClass
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  value int32
  globalDefault bool?
  description string?
  preemptionPolicy *string?
StorageClass
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  provisioner string
  parameters {}string?
  reclaimPolicy *string?
  mountOptions []string?
  allowVolumeExpansion *bool?
  volumeBindingMode *string?
  allowedTopologies any?
RuntimeClass
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  handler string
  overhead any?
  scheduling any?
ServiceReference
  namespace string
  name string
  path *string?
  port *int32?
WebhookClientConfig
  url *string?
  service *ServiceReference?
  caBundle bytes?
RuleWithOperations
  operations []string?
  apiGroups []string?
  apiVersions []string?
  resources []string?
  scope *string?
ValidatingWebhook
  name string
  clientConfig WebhookClientConfig
  rules []RuleWithOperations?
  failurePolicy *string?
  matchPolicy *string?
  namespaceSelector *LabelSelector?
  objectSelector *LabelSelector?
  sideEffects *string
  timeoutSeconds *int32?
  admissionReviewVersions []string
  matchConditions any? +
MutatingWebhook
  name string
  clientConfig WebhookClientConfig
  rules []RuleWithOperations?
  failurePolicy *string?
  matchPolicy *string?
  namespaceSelector *LabelSelector?
  objectSelector *LabelSelector?
  sideEffects *string
  timeoutSeconds *int32?
  admissionReviewVersions []string
  reinvocationPolicy *string?
  matchConditions any? +
ValidatingWebhookConfiguration
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  webhooks []ValidatingWebhook? ~name
MutatingWebhookConfiguration
  kind string?
  apiVersion string?
  metadata ObjectMeta?
  webhooks []MutatingWebhook? ~name
`;
