/** Volumes. See meta.ts for the notation. */
export const VOLUME = `
KeyToPath
  key string
  path string
  mode *int32?
HostPathVolumeSource
  path string
  type *string:HostPathType?
EmptyDirVolumeSource
  medium string:StorageMedium?
  sizeLimit *Quantity?
GCEPersistentDiskVolumeSource
  pdName string go=PDName
  fsType string? go=FSType
  partition int32?
  readOnly bool?
AWSElasticBlockStoreVolumeSource
  volumeID string
  fsType string? go=FSType
  partition int32?
  readOnly bool?
GitRepoVolumeSource
  repository string
  revision string?
  directory string?
SecretVolumeSource
  secretName string?
  items []KeyToPath?
  defaultMode *int32?
  optional *bool?
NFSVolumeSource
  server string
  path string
  readOnly bool?
PersistentVolumeClaimVolumeSource
  claimName string
  readOnly bool?
ObjectFieldSelector
  apiVersion string? go=APIVersion
  fieldPath string
ResourceFieldSelector
  containerName string?
  resource string
  divisor Quantity?
DownwardAPIVolumeFile
  path string
  fieldRef *ObjectFieldSelector?
  resourceFieldRef *ResourceFieldSelector?
  mode *int32?
DownwardAPIVolumeSource
  items []DownwardAPIVolumeFile?
  defaultMode *int32?
ConfigMapVolumeSource
  . LocalObjectReference
  items []KeyToPath?
  defaultMode *int32?
  optional *bool?
SecretProjection
  . LocalObjectReference
  items []KeyToPath?
  optional *bool?
DownwardAPIProjection
  items []DownwardAPIVolumeFile?
ConfigMapProjection
  . LocalObjectReference
  items []KeyToPath?
  optional *bool?
ServiceAccountTokenProjection
  audience string?
  expirationSeconds *int64?
  path string
VolumeProjection
  secret *SecretProjection?
  downwardAPI *DownwardAPIProjection?
  configMap *ConfigMapProjection?
  serviceAccountToken *ServiceAccountTokenProjection?
  clusterTrustBundle any? +
  podCertificate any? +
ProjectedVolumeSource
  sources []VolumeProjection
  defaultMode *int32?
CSIVolumeSource
  driver string
  readOnly *bool?
  fsType *string?
  volumeAttributes {}string?
  nodePublishSecretRef *LocalObjectReference?
PersistentVolumeClaimTemplate
  metadata ObjectMeta?
  spec PersistentVolumeClaimSpec
EphemeralVolumeSource
  volumeClaimTemplate *PersistentVolumeClaimTemplate?
  readOnly bool? -
ImageVolumeSource
  reference string?
  pullPolicy string:PullPolicy?
VolumeSource
  hostPath *HostPathVolumeSource?
  emptyDir *EmptyDirVolumeSource?
  gcePersistentDisk *GCEPersistentDiskVolumeSource? go=GCEPersistentDisk
  awsElasticBlockStore *AWSElasticBlockStoreVolumeSource? go=AWSElasticBlockStore
  gitRepo *GitRepoVolumeSource?
  secret *SecretVolumeSource?
  nfs *NFSVolumeSource? go=NFS
  iscsi any? go=ISCSI t=ISCSIVolumeSource
  glusterfs any? t=GlusterfsVolumeSource
  persistentVolumeClaim *PersistentVolumeClaimVolumeSource?
  rbd any? go=RBD t=RBDVolumeSource
  flexVolume any? t=FlexVolumeSource
  cinder any? t=CinderVolumeSource
  cephfs any? go=CephFS t=CephFSVolumeSource
  flocker any? t=FlockerVolumeSource
  downwardAPI *DownwardAPIVolumeSource?
  fc any? go=FC t=FCVolumeSource
  azureFile any? t=AzureFileVolumeSource
  configMap *ConfigMapVolumeSource?
  vsphereVolume any? t=VsphereVirtualDiskVolumeSource
  quobyte any? t=QuobyteVolumeSource
  azureDisk any? t=AzureDiskVolumeSource
  photonPersistentDisk any? t=PhotonPersistentDiskVolumeSource
  projected *ProjectedVolumeSource?
  portworxVolume any? t=PortworxVolumeSource
  scaleIO any? t=ScaleIOVolumeSource
  storageos any? go=StorageOS t=StorageOSVolumeSource
  csi *CSIVolumeSource? go=CSI
  ephemeral *EphemeralVolumeSource?
  image *ImageVolumeSource? +
Volume
  name string
  . VolumeSource
VolumeMount
  name string
  readOnly bool?
  recursiveReadOnly *string:RecursiveReadOnlyMode? +
  mountPath string
  subPath string?
  mountPropagation *string:MountPropagationMode?
  subPathExpr string?
VolumeDevice
  name string
  devicePath string
PersistentVolumeClaimSpec
  accessModes []string?
  selector *LabelSelector?
  resources ResourceRequirements?
  volumeName string?
  storageClassName *string?
  volumeMode *string?
  dataSource *TypedLocalObjectReference?
  dataSourceRef *TypedObjectReference? +
  volumeAttributesClassName *string? +
PersistentVolumeClaimStatus
  phase string?
  accessModes []string?
  capacity {}Quantity?
  conditions []PersistentVolumeClaimCondition? ~type
  allocatedResources {}Quantity? +
  allocatedResourceStatuses {}string? +
  currentVolumeAttributesClassName *string? +
  modifyVolumeStatus any? +
PersistentVolumeClaimCondition
  type string
  status string
  lastProbeTime Time?
  lastTransitionTime Time?
  reason string?
  message string?
`;
