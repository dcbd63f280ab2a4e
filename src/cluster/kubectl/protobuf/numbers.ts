/**
 * The numbers of fields in the protobuf form of API objects. A field's number is that of the field before it plus one, in the
 * order of the Go struct (src/api/schema), save where it stands here. Models k8s.io/api generated.proto.
 */
const EXCEPTIONS = `
OwnerReference apiVersion=5 kind=1 name=3 controller=6
ManagedFieldsEntry fieldsType=6
ObjectMeta clusterName=15 managedFields=17
SecretProjection optional=4
ConfigMapProjection optional=4
VolumeSource projected=26 portworxVolume=24 storageos=27
PersistentVolumeClaimSpec selector=4 resources=2 storageClassName=5
Probe initialDelaySeconds=2
SecurityContext windowsOptions=10 runAsUser=4 runAsGroup=8 runAsNonRoot=5 procMount=9 seccompProfile=11
Container envFrom=19 env=7 volumeDevices=21 livenessProbe=10 startupProbe=22 lifecycle=12 terminationMessagePolicy=20 imagePullPolicy=14 resizePolicy=23 volumeMounts=9
PodSecurityContext windowsOptions=8 runAsUser=2 runAsGroup=6 runAsNonRoot=3 sysctls=7 fsGroupChangePolicy=9 supplementalGroupsPolicy=12 fsGroup=5 seLinuxChangePolicy=13
PodResourceClaim resourceClaimName=3
PodSpec initContainers=20 containers=2 ephemeralContainers=34 restartPolicy=3 automountServiceAccountToken=21 nodeName=10 shareProcessNamespace=27 securityContext=14 tolerations=22 readinessGates=28 setHostnameAsFQDN=35
PodStatus nominatedNodeName=11 hostIP=5 podIPs=12 startTime=7 initContainerStatuses=10 containerStatuses=8 ephemeralContainerStatuses=13 observedGeneration=17 phase=1 hostIPs=16 podIP=6 extendedResourceClaimStatus=18
NodeSpec podCIDRs=7 providerID=3 externalID=2
NamespaceCondition lastTransitionTime=4
Secret immutable=5 data=2 stringData=4 type=3
ConfigMap immutable=4 data=2
ServicePort appProtocol=6 port=3
ServiceSpec clusterIPs=18 type=4 sessionAffinity=7 ipFamilies=19 ipFamilyPolicy=17 allocateLoadBalancerNodePorts=20 topologyKeys=16
LoadBalancerIngress ports=4
EndpointAddress hostname=3 targetRef=2
SliceEndpoint nodeName=6
EndpointSlice addressType=4 endpoints=2
ReplicationControllerSpec minReadySeconds=4 selector=2
ReplicationControllerStatus readyReplicas=4 observedGeneration=3 conditions=6
DeploymentSpec progressDeadlineSeconds=9
DeploymentCondition lastUpdateTime=6 reason=4
DeploymentStatus readyReplicas=7 availableReplicas=4 collisionCount=8 terminatingReplicas=9 conditions=6
ReplicaSetSpec minReadySeconds=4 selector=2
ReplicaSetStatus readyReplicas=4 observedGeneration=3 conditions=6 terminatingReplicas=7
StatefulSetStatus collisionCount=9
DaemonSetSpec revisionHistoryLimit=6
JobSpec backoffLimit=7 selector=4 ttlSecondsAfterFinished=8 podFailurePolicy=11 successPolicy=16 backoffLimitPerIndex=12 podReplacementPolicy=14
CronJobStatus lastScheduleTime=4
SubjectAccessReviewStatus denied=4 reason=2
TokenRequestSpec expirationSeconds=4 boundObjectRef=3
WebhookClientConfig url=3 service=1
ValidatingWebhook matchPolicy=9 namespaceSelector=5 objectSelector=10 sideEffects=6 matchConditions=11
MutatingWebhook matchPolicy=9 namespaceSelector=5 objectSelector=11 sideEffects=6 reinvocationPolicy=10 matchConditions=12
VolumeMount recursiveReadOnly=7 mountPath=3
PersistentVolumeClaimStatus allocatedResourceStatuses=7
PodCondition observedGeneration=7 status=2
JobStatus terminating=11 completedIndexes=7 failedIndexes=10 uncountedTerminatedPods=8
CronJobSpec timeZone=8 startingDeadlineSeconds=2
`;

/** Their tables spell out structs that are messages of their own on the wire: these are not encoded. */
export const UNKNOWN_SHAPES: ReadonlySet<string> = new Set(['PersistentVolumeSpec', 'RuleWithOperations']);

function parse(text: string): ReadonlyMap<string, ReadonlyMap<string, number>> {
  return new Map(text.trim().split('\n').map((line) => {
    const [struct = '', ...fields] = line.split(' ');
    return [struct, new Map(fields.map((field) => {
      const [name = '', number] = field.split('=');
      return [name, Number(number)] as const;
    }))] as const;
  }));
}

const NUMBERS = parse(EXCEPTIONS);

/** The number of a field, after the one before it. */
export function fieldNumber(struct: string, field: string, previous: number): number {
  return NUMBERS.get(struct)?.get(field) ?? previous + 1;
}
