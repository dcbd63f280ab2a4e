/**
 * The shapes of API objects as tables, in the order of the Go structs (which is the order on the wire). One struct a block,
 * one field a line:
 *
 *     StructName
 *       jsonName type[?] [flags]      `?` is Go's omitempty: the zero value is left out
 *       . Struct [GoName] [+|-]       an embedded struct: its fields stand here
 *
 * Types: string bool int32 int64 float bytes Time MicroTime Quantity IntOrString any, StructName, `*T` pointer, `[]T` list,
 * `{}T` map from text; `string:Name` is a text whose Go type is called Name.
 * Flags: `~key` lists merge by that key in a strategic merge patch (`~` alone: a set of plain values), `keys` retainKeys,
 * `replace` a map or struct that a patch replaces, `+` absent in 1.20, `-` only in 1.20, `go=Name` the Go field name where it is not
 * the JSON name capitalised, `t=Name` the Go type where the table uses another.
 */
export const META = `
OwnerReference
  apiVersion string go=APIVersion
  kind string
  name string
  uid string:types.UID go=UID
  controller *bool?
  blockOwnerDeletion *bool?
ManagedFieldsEntry
  manager string?
  operation string?
  apiVersion string?
  time *Time?
  fieldsType string?
  fieldsV1 any?
  subresource string? +
ObjectMeta
  name string?
  generateName string?
  namespace string?
  selfLink string?
  uid string:types.UID? go=UID
  resourceVersion string?
  generation int64?
  creationTimestamp Time?
  deletionTimestamp *Time?
  deletionGracePeriodSeconds *int64?
  labels {}string?
  annotations {}string?
  ownerReferences []OwnerReference? ~uid
  finalizers []string? ~
  clusterName string? -
  managedFields []ManagedFieldsEntry?
ListMeta
  selfLink string?
  resourceVersion string?
  continue string?
  remainingItemCount *int64?
LabelSelectorRequirement
  key string
  operator string:LabelSelectorOperator
  values []string?
LabelSelector
  matchLabels {}string?
  matchExpressions []LabelSelectorRequirement?
Condition
  type string
  status string
  observedGeneration int64?
  lastTransitionTime Time
  reason string
  message string
Preconditions
  uid *string?
  resourceVersion *string?
DeleteOptions
  kind string?
  apiVersion string?
  gracePeriodSeconds *int64?
  preconditions *Preconditions?
  orphanDependents *bool?
  propagationPolicy *string?
  dryRun []string?
  ignoreStoreReadErrorWithClusterBreakingPotential *bool? +
TypedLocalObjectReference
  apiGroup *string go=APIGroup
  kind string
  name string
TypedObjectReference
  apiGroup *string
  kind string
  name string
  namespace *string?
ObjectReference
  kind string?
  namespace string?
  name string?
  uid string?
  apiVersion string?
  resourceVersion string?
  fieldPath string?
LocalObjectReference
  name string?
`;
