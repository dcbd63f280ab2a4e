import type { KubeVersion } from '../version';
import { GROUPS } from './groups';
import type { ResourceDef, Subresource, Verb } from './resource';

const ALL: readonly Verb[] = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
const CREATE: readonly Verb[] = ['create'];
const READ_WRITE: readonly Verb[] = ['get', 'patch', 'update'];

const STATUS: Subresource = { name: 'status', verbs: READ_WRITE };
const SCALE: Subresource = { name: 'scale', verbs: READ_WRITE, kind: 'Scale', apiVersion: 'autoscaling/v1' };

interface Extra {
  readonly short?: readonly string[];
  readonly all?: boolean;
  readonly categories?: readonly string[];
  readonly verbs?: readonly Verb[];
  readonly lacks?: ResourceDef['lacks'];
  readonly sub?: readonly Subresource[];
  readonly singular?: string;
  readonly prefix?: string;
  readonly storedAs?: string;
  readonly stored?: boolean;
  readonly versions?: Readonly<Partial<Record<KubeVersion, readonly string[]>>>;
}

function versionsOf(group: string, over: Extra['versions']): Readonly<Record<KubeVersion, readonly string[]>> {
  const served = GROUPS.find((g) => g.group === group)?.versions;
  return { '1.20': over?.['1.20'] ?? served?.['1.20'] ?? [], '1.35': over?.['1.35'] ?? served?.['1.35'] ?? [] };
}

function def(group: string, resource: string, kind: string, namespaced: boolean, x: Extra): ResourceDef {
  return {
    group, resource, kind, namespaced,
    singular: x.singular ?? kind.toLowerCase(),
    shortNames: x.short ?? [],
    categories: x.categories ?? (x.all === true ? ['all'] : []),
    verbs: x.verbs ?? ALL,
    subresources: x.sub ?? [],
    versions: versionsOf(group, x.versions),
    storagePrefix: x.prefix ?? resource,
    stored: x.stored ?? true,
    ...(x.lacks === undefined ? {} : { lacks: x.lacks }),
    ...(x.storedAs === undefined ? {} : { storedAs: x.storedAs }),
  };
}

const namespaced = (group: string, resource: string, kind: string, x: Extra = {}): ResourceDef => def(group, resource, kind, true, x);
const cluster = (group: string, resource: string, kind: string, x: Extra = {}): ResourceDef => def(group, resource, kind, false, x);
const review = (group: string, resource: string, kind: string, x: Extra & { readonly namespaced?: boolean } = {}): ResourceDef =>
  def(group, resource, kind, x.namespaced ?? false, { ...x, verbs: CREATE, stored: false });

/** Not there in 1.20. */
const NEWER = { versions: { '1.20': [] } } as const;

const POD_SUBRESOURCES: readonly Subresource[] = [
  { name: 'attach', verbs: ['create', 'get'], kind: 'PodAttachOptions' },
  { name: 'binding', verbs: CREATE, kind: 'Binding' },
  { name: 'ephemeralcontainers', verbs: READ_WRITE, releases: ['1.35'] },
  { name: 'eviction', verbs: CREATE, kind: 'Eviction' },
  { name: 'exec', verbs: ['create', 'get'], kind: 'PodExecOptions' },
  { name: 'log', verbs: ['get'] },
  { name: 'portforward', verbs: ['create', 'get'], kind: 'PodPortForwardOptions' },
  { name: 'proxy', verbs: ['create', 'delete', 'get', 'patch', 'update'], kind: 'PodProxyOptions' },
  { name: 'resize', verbs: READ_WRITE, releases: ['1.35'] },
  STATUS,
];

const RBAC = 'rbac.authorization.k8s.io';
const NETWORKING = 'networking.k8s.io';
const STORAGE = 'storage.k8s.io';
const FLOWCONTROL = 'flowcontrol.apiserver.k8s.io';
const ADMISSION = 'admissionregistration.k8s.io';

/** Every resource, grouped as GROUPS and alphabetical inside a group, which is the order of discovery. */
export const RESOURCES: readonly ResourceDef[] = [
  namespaced('', 'bindings', 'Binding', { verbs: CREATE, stored: false }),
  cluster('', 'componentstatuses', 'ComponentStatus', { short: ['cs'], verbs: ['get', 'list'], stored: false }),
  namespaced('', 'configmaps', 'ConfigMap', { short: ['cm'] }),
  namespaced('', 'endpoints', 'Endpoints', { short: ['ep'], prefix: 'services/endpoints' }),
  namespaced('', 'events', 'Event', { short: ['ev'] }),
  namespaced('', 'limitranges', 'LimitRange', { short: ['limits'] }),
  cluster('', 'namespaces', 'Namespace', { short: ['ns'], verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'], sub: [{ name: 'finalize', verbs: ['update'] }, STATUS] }),
  cluster('', 'nodes', 'Node', { short: ['no'], prefix: 'minions', sub: [{ name: 'proxy', verbs: ['create', 'delete', 'get', 'patch', 'update'], kind: 'NodeProxyOptions' }, STATUS] }),
  namespaced('', 'persistentvolumeclaims', 'PersistentVolumeClaim', { short: ['pvc'], sub: [STATUS] }),
  cluster('', 'persistentvolumes', 'PersistentVolume', { short: ['pv'], sub: [STATUS] }),
  namespaced('', 'pods', 'Pod', { short: ['po'], all: true, sub: POD_SUBRESOURCES }),
  namespaced('', 'podtemplates', 'PodTemplate'),
  namespaced('', 'replicationcontrollers', 'ReplicationController', { short: ['rc'], all: true, prefix: 'controllers', sub: [SCALE, STATUS] }),
  namespaced('', 'resourcequotas', 'ResourceQuota', { short: ['quota'], sub: [STATUS] }),
  namespaced('', 'secrets', 'Secret'),
  namespaced('', 'serviceaccounts', 'ServiceAccount', { short: ['sa'], sub: [{ name: 'token', verbs: CREATE, kind: 'TokenRequest', apiVersion: 'authentication.k8s.io/v1' }] }),
  namespaced('', 'services', 'Service', { short: ['svc'], all: true, prefix: 'services/specs', lacks: { '1.20': ['deletecollection'] }, sub: [{ name: 'proxy', verbs: ['create', 'delete', 'get', 'patch', 'update'], kind: 'ServiceProxyOptions' }, STATUS] }),

  cluster('apiregistration.k8s.io', 'apiservices', 'APIService', { categories: ['api-extensions'], prefix: 'apiregistration.k8s.io/apiservices', sub: [STATUS] }),

  namespaced('apps', 'controllerrevisions', 'ControllerRevision'),
  namespaced('apps', 'daemonsets', 'DaemonSet', { short: ['ds'], all: true, sub: [STATUS] }),
  namespaced('apps', 'deployments', 'Deployment', { short: ['deploy'], all: true, sub: [SCALE, STATUS] }),
  namespaced('apps', 'replicasets', 'ReplicaSet', { short: ['rs'], all: true, sub: [SCALE, STATUS] }),
  namespaced('apps', 'statefulsets', 'StatefulSet', { short: ['sts'], all: true, sub: [SCALE, STATUS] }),

  namespaced('events.k8s.io', 'events', 'Event', { short: ['ev'], storedAs: 'v1' }),

  review('authentication.k8s.io', 'selfsubjectreviews', 'SelfSubjectReview', NEWER),
  review('authentication.k8s.io', 'tokenreviews', 'TokenReview'),
  review('authorization.k8s.io', 'localsubjectaccessreviews', 'LocalSubjectAccessReview', { namespaced: true }),
  review('authorization.k8s.io', 'selfsubjectaccessreviews', 'SelfSubjectAccessReview'),
  review('authorization.k8s.io', 'selfsubjectrulesreviews', 'SelfSubjectRulesReview'),
  review('authorization.k8s.io', 'subjectaccessreviews', 'SubjectAccessReview'),

  namespaced('autoscaling', 'horizontalpodautoscalers', 'HorizontalPodAutoscaler', { short: ['hpa'], all: true, sub: [STATUS] }),

  namespaced('batch', 'cronjobs', 'CronJob', { short: ['cj'], all: true, sub: [STATUS], versions: { '1.20': ['v1beta1'] } }),
  namespaced('batch', 'jobs', 'Job', { all: true, sub: [STATUS], versions: { '1.20': ['v1'] } }),

  cluster('certificates.k8s.io', 'certificatesigningrequests', 'CertificateSigningRequest', { short: ['csr'], sub: [{ name: 'approval', verbs: READ_WRITE }, STATUS] }),

  cluster(NETWORKING, 'ingressclasses', 'IngressClass'),
  namespaced(NETWORKING, 'ingresses', 'Ingress', { short: ['ing'], prefix: 'ingress', sub: [STATUS] }),
  cluster(NETWORKING, 'ipaddresses', 'IPAddress', { short: ['ip'], ...NEWER }),
  namespaced(NETWORKING, 'networkpolicies', 'NetworkPolicy', { short: ['netpol'], versions: { '1.20': ['v1'] } }),
  cluster(NETWORKING, 'servicecidrs', 'ServiceCIDR', { sub: [STATUS], ...NEWER }),
  namespaced('extensions', 'ingresses', 'Ingress', { short: ['ing'], prefix: 'ingress', storedAs: 'networking.k8s.io/v1beta1', sub: [STATUS] }),

  namespaced('policy', 'poddisruptionbudgets', 'PodDisruptionBudget', { short: ['pdb'], sub: [STATUS] }),
  cluster('policy', 'podsecuritypolicies', 'PodSecurityPolicy', { short: ['psp'], prefix: 'podsecuritypolicy', versions: { '1.35': [] } }),

  cluster(RBAC, 'clusterrolebindings', 'ClusterRoleBinding'),
  cluster(RBAC, 'clusterroles', 'ClusterRole'),
  namespaced(RBAC, 'rolebindings', 'RoleBinding'),
  namespaced(RBAC, 'roles', 'Role'),

  cluster(STORAGE, 'csidrivers', 'CSIDriver'),
  cluster(STORAGE, 'csinodes', 'CSINode'),
  namespaced(STORAGE, 'csistoragecapacities', 'CSIStorageCapacity', { singular: 'csistoragecapacity', ...NEWER }),
  cluster(STORAGE, 'storageclasses', 'StorageClass', { short: ['sc'] }),
  cluster(STORAGE, 'volumeattachments', 'VolumeAttachment', { sub: [STATUS] }),
  cluster(STORAGE, 'volumeattributesclasses', 'VolumeAttributesClass', { short: ['vac'], ...NEWER }),

  cluster(ADMISSION, 'mutatingwebhookconfigurations', 'MutatingWebhookConfiguration', { categories: ['api-extensions'] }),
  cluster(ADMISSION, 'validatingadmissionpolicies', 'ValidatingAdmissionPolicy', { categories: ['api-extensions'], sub: [STATUS], ...NEWER }),
  cluster(ADMISSION, 'validatingadmissionpolicybindings', 'ValidatingAdmissionPolicyBinding', { categories: ['api-extensions'], ...NEWER }),
  cluster(ADMISSION, 'validatingwebhookconfigurations', 'ValidatingWebhookConfiguration', { categories: ['api-extensions'] }),
  cluster('apiextensions.k8s.io', 'customresourcedefinitions', 'CustomResourceDefinition', { short: ['crd', 'crds'], categories: ['api-extensions'], prefix: 'apiextensions.k8s.io/customresourcedefinitions', sub: [STATUS] }),

  cluster('scheduling.k8s.io', 'priorityclasses', 'PriorityClass', { short: ['pc'] }),
  namespaced('coordination.k8s.io', 'leases', 'Lease'),
  cluster('node.k8s.io', 'runtimeclasses', 'RuntimeClass'),
  namespaced('discovery.k8s.io', 'endpointslices', 'EndpointSlice'),
  cluster(FLOWCONTROL, 'flowschemas', 'FlowSchema', { sub: [STATUS] }),
  cluster(FLOWCONTROL, 'prioritylevelconfigurations', 'PriorityLevelConfiguration', { sub: [STATUS] }),
  cluster('resource.k8s.io', 'deviceclasses', 'DeviceClass'),
  namespaced('resource.k8s.io', 'resourceclaims', 'ResourceClaim', { sub: [STATUS] }),
  namespaced('resource.k8s.io', 'resourceclaimtemplates', 'ResourceClaimTemplate'),
  cluster('resource.k8s.io', 'resourceslices', 'ResourceSlice'),
];
