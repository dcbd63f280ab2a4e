/** Names of stages, kinds and components; keys are the ids of the trace. */
export const components = {
  terminal: 'Terminal', kubectl: 'kubectl', 'kube-apiserver': 'kube-apiserver', etcd: 'etcd', controllers: 'controllers', 'kube-scheduler': 'kube-scheduler', kubelet: 'kubelet', containerd: 'containerd', cni: 'CNI',
};

export const kinds: Readonly<Record<string, string>> = {
  pods: 'Pod', deployments: 'Deployment', replicasets: 'ReplicaSet', nodes: 'Node', services: 'Service', endpoints: 'Endpoints', endpointslices: 'EndpointSlice', configmaps: 'ConfigMap', secrets: 'Secret', serviceaccounts: 'ServiceAccount',
  namespaces: 'Namespace', events: 'Event', leases: 'Lease', jobs: 'Job', cronjobs: 'CronJob', daemonsets: 'DaemonSet', statefulsets: 'StatefulSet', controllerrevisions: 'ControllerRevision', persistentvolumeclaims: 'PersistentVolumeClaim', persistentvolumes: 'PersistentVolume',
  poddisruptionbudgets: 'PodDisruptionBudget', resourcequotas: 'ResourceQuota', limitranges: 'LimitRange', roles: 'Role', rolebindings: 'RoleBinding', clusterroles: 'ClusterRole', clusterrolebindings: 'ClusterRoleBinding', priorityclasses: 'PriorityClass', horizontalpodautoscalers: 'HorizontalPodAutoscaler',
};

/** By StageId of trace/stages.ts. */
export const stages: Readonly<Record<string, string>> = {
  filters: 'Wrapping filters', authentication: 'Authentication', priorityAndFairness: 'Priority & fairness', authorization: 'Authorization', decoding: 'Decode, defaults',
  mutatingAdmission: 'Mutating admission', validation: 'Validation', validatingAdmission: 'Validating admission', storage: 'Storage', answer: 'Answer',
};
