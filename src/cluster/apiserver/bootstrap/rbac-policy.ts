/**
 * The roles that every cluster is born with. Models plugin/pkg/auth/authorizer/rbac/bootstrappolicy policy.go, controller_policy.go.
 *
 *     role
 *       verbs groups resources [names]     comma-separated; the core group is written core
 *       verbs url paths                    for paths that are no resource
 *
 * A controller's role is called system:controller:<name> and is bound to its service account in kube-system.
 */
export const CLUSTER_ROLES = `
cluster-admin
  * * *
  * url *
system:discovery
  get url /healthz,/livez,/readyz,/version,/version/,/openapi,/openapi/*,/api,/api/*,/apis,/apis/*
system:public-info-viewer
  get url /healthz,/livez,/readyz,/version,/version/
system:monitoring
  get url /healthz,/healthz/*,/livez,/livez/*,/metrics,/readyz,/readyz/*
system:basic-user
  create authorization.k8s.io selfsubjectaccessreviews,selfsubjectrulesreviews
  create authentication.k8s.io selfsubjectreviews
view
  get,list,watch core configmaps,endpoints,persistentvolumeclaims,persistentvolumeclaims/status,pods,replicationcontrollers,replicationcontrollers/scale,serviceaccounts,services,services/status
  get,list,watch core bindings,events,limitranges,namespaces/status,pods/log,pods/status,replicationcontrollers/status,resourcequotas,resourcequotas/status
  get,list,watch core namespaces
  get,list,watch discovery.k8s.io endpointslices
  get,list,watch apps controllerrevisions,daemonsets,daemonsets/status,deployments,deployments/scale,deployments/status,replicasets,replicasets/scale,replicasets/status,statefulsets,statefulsets/scale,statefulsets/status
  get,list,watch autoscaling horizontalpodautoscalers,horizontalpodautoscalers/status
  get,list,watch batch cronjobs,cronjobs/status,jobs,jobs/status
  get,list,watch policy poddisruptionbudgets,poddisruptionbudgets/status
  get,list,watch networking.k8s.io ingresses,ingresses/status,networkpolicies
edit
  get,list,watch core pods/attach,pods/exec,pods/portforward,pods/proxy,secrets,services/proxy
  impersonate core serviceaccounts
  create,delete,deletecollection,patch,update core pods,pods/attach,pods/exec,pods/portforward,pods/proxy
  create core pods/eviction
  create,delete,deletecollection,patch,update core configmaps,events,persistentvolumeclaims,replicationcontrollers,replicationcontrollers/scale,secrets,serviceaccounts,services,services/proxy
  create core serviceaccounts/token
  create,delete,deletecollection,patch,update apps daemonsets,deployments,deployments/rollback,deployments/scale,replicasets,replicasets/scale,statefulsets,statefulsets/scale
  create,delete,deletecollection,patch,update autoscaling horizontalpodautoscalers
  create,delete,deletecollection,patch,update batch cronjobs,jobs
  create,delete,deletecollection,patch,update policy poddisruptionbudgets
  create,delete,deletecollection,patch,update networking.k8s.io ingresses,networkpolicies
  create,delete,deletecollection,get,list,patch,update,watch coordination.k8s.io leases
  = view
admin
  create authorization.k8s.io localsubjectaccessreviews
  create,delete,deletecollection,get,list,patch,update,watch rbac.authorization.k8s.io rolebindings,roles
  = edit
system:node
  create authentication.k8s.io tokenreviews
  create authorization.k8s.io localsubjectaccessreviews,subjectaccessreviews
  get,list,watch core services
  create,get,list,watch core nodes
  patch,update core nodes/status
  patch,update core nodes
  create,patch,update core events
  get,list,watch core pods
  create,delete core pods
  patch,update core pods/status
  create core pods/eviction
  get,list,watch core configmaps,secrets
  get core persistentvolumeclaims,persistentvolumes
  create core serviceaccounts/token
  create,delete,get,patch,update coordination.k8s.io leases
  get,list,watch node.k8s.io runtimeclasses
  get storage.k8s.io volumeattachments
system:node-proxier
  list,watch core endpoints,services
  get,list,watch core nodes
  create,patch,update core,events.k8s.io events
  list,watch discovery.k8s.io endpointslices
system:kubelet-api-admin
  get,list,watch core nodes
  proxy core nodes
  * core nodes/log,nodes/metrics,nodes/proxy,nodes/spec,nodes/stats
system:auth-delegator
  create authentication.k8s.io tokenreviews
  create authorization.k8s.io subjectaccessreviews
system:kube-dns
  list,watch core endpoints,services
system:service-account-issuer-discovery
  get url /.well-known/openid-configuration,/openid/v1/jwks
system:kube-controller-manager
  create,patch,update core,events.k8s.io events
  create coordination.k8s.io leases
  get,update coordination.k8s.io leases kube-controller-manager
  create core endpoints
  get,update core endpoints kube-controller-manager
  create core secrets,serviceaccounts
  delete core secrets
  get core configmaps,namespaces,secrets,serviceaccounts
  update core secrets,serviceaccounts
  create authentication.k8s.io tokenreviews
  create authorization.k8s.io subjectaccessreviews
  list,watch * *
  create core serviceaccounts/token
system:kube-scheduler
  create,patch,update core,events.k8s.io events
  create coordination.k8s.io leases
  get,update coordination.k8s.io leases kube-scheduler
  create core endpoints
  get,update core endpoints kube-scheduler
  get,list,watch core nodes
  delete,get,list,watch core pods
  create core bindings,pods/binding
  patch,update core pods/status
  get,list,watch core replicationcontrollers,services
  get,list,watch apps,extensions replicasets
  get,list,watch apps statefulsets
  get,list,watch policy poddisruptionbudgets
  get,list,watch core persistentvolumeclaims,persistentvolumes
  create authentication.k8s.io tokenreviews
  create authorization.k8s.io subjectaccessreviews
  get,list,watch storage.k8s.io csinodes,csidrivers,csistoragecapacities
  get,list,watch core namespaces
system:volume-scheduler
  get,list,patch,update,watch core persistentvolumes
  get,list,watch storage.k8s.io storageclasses
  get,list,patch,update,watch core persistentvolumeclaims
`;

export const CONTROLLER_ROLES = `
attachdetach-controller
  get,list,watch core persistentvolumeclaims,persistentvolumes
  get,list,watch core nodes
  patch,update core nodes/status
  list,watch core pods
  create,patch,update core,events.k8s.io events
  create,delete,get,list,patch,update,watch storage.k8s.io volumeattachments
  get,list,watch storage.k8s.io csidrivers,csinodes
clusterrole-aggregation-controller
  escalate,get,list,patch,update,watch rbac.authorization.k8s.io clusterroles
cronjob-controller
  get,list,update,watch batch cronjobs
  create,delete,get,list,patch,update,watch batch jobs
  update batch cronjobs/status
  update batch cronjobs/finalizers
  delete,list core pods
  create,patch,update core,events.k8s.io events
daemon-set-controller
  get,list,watch apps,extensions daemonsets
  update apps,extensions daemonsets/status
  update apps,extensions daemonsets/finalizers
  list,watch core nodes
  create,delete,list,patch,watch core pods
  create core pods/binding
  create,delete,get,list,patch,update,watch apps controllerrevisions
  create,patch,update core,events.k8s.io events
deployment-controller
  get,list,update,watch apps,extensions deployments
  update apps,extensions deployments/status
  update apps,extensions deployments/finalizers
  create,delete,get,list,patch,update,watch apps,extensions replicasets
  get,list,update,watch core pods
  create,patch,update core,events.k8s.io events
disruption-controller
  get,list,watch apps,extensions deployments
  get,list,watch apps,extensions replicasets
  get,list,watch core replicationcontrollers
  get,list,watch policy poddisruptionbudgets
  get,list,watch apps statefulsets
  update policy poddisruptionbudgets/status
  get core pods
  patch core pods/status
  get * */scale
  create,patch,update core,events.k8s.io events
endpoint-controller
  get,list,watch core pods,services
  create,delete,get,list,update core endpoints
  create core endpoints/restricted
  create,patch,update core,events.k8s.io events
endpointslice-controller
  get,list,watch core nodes,pods,services
  update core services/finalizers
  create,delete,get,list,update discovery.k8s.io endpointslices
  create discovery.k8s.io endpointslices/restricted
  create,patch,update core,events.k8s.io events
endpointslicemirroring-controller
  get,list,watch core endpoints,services
  update core services/finalizers
  create,delete,get,list,update discovery.k8s.io endpointslices
  create discovery.k8s.io endpointslices/restricted
  create,patch,update core,events.k8s.io events
expand-controller
  get,list,patch,update,watch core persistentvolumes
  patch,update core persistentvolumeclaims/status
  get,list,watch core persistentvolumeclaims
  create,patch,update core,events.k8s.io events
ephemeral-volume-controller
  get,list,watch core pods
  update core pods/finalizers
  create,get,list,watch core persistentvolumeclaims
  create,patch,update core,events.k8s.io events
generic-garbage-collector
  delete,get,list,patch,update,watch * *
  create,patch,update core,events.k8s.io events
horizontal-pod-autoscaler
  get,list,watch autoscaling horizontalpodautoscalers
  update autoscaling horizontalpodautoscalers/status
  get,update * */scale
  list core pods
  get,list custom.metrics.k8s.io *
  get,list external.metrics.k8s.io *
  get,list metrics.k8s.io pods
  create,patch,update core,events.k8s.io events
job-controller
  get,list,patch,update,watch batch jobs
  update batch jobs/status
  update batch jobs/finalizers
  create,delete,list,patch,watch core pods
  create,patch,update core,events.k8s.io events
namespace-controller
  delete,get,list,watch core namespaces
  update core namespaces/finalize,namespaces/status
  delete,deletecollection,get,list * *
node-controller
  delete,get,list,patch,update,watch core nodes
  patch,update core nodes/status
  patch,update core pods/status
  delete,get,list core pods
  create,patch,update core,events.k8s.io events
persistent-volume-binder
  create,delete,get,list,update,watch core persistentvolumes
  update core persistentvolumes/status
  get,list,update,watch core persistentvolumeclaims
  update core persistentvolumeclaims/status
  create,delete,get,list,watch core pods
  get,list,watch storage.k8s.io storageclasses
  get core nodes
  create,patch,update core,events.k8s.io events
pod-garbage-collector
  delete,list,watch core pods
  get,list core nodes
  patch core pods/status
replicaset-controller
  get,list,update,watch apps,extensions replicasets
  update apps,extensions replicasets/status
  update apps,extensions replicasets/finalizers
  create,delete,list,patch,watch core pods
  create,patch,update core,events.k8s.io events
replication-controller
  get,list,update,watch core replicationcontrollers
  update core replicationcontrollers/status
  update core replicationcontrollers/finalizers
  create,delete,list,patch,watch core pods
  create,patch,update core,events.k8s.io events
resourcequota-controller
  list,watch * *
  update core resourcequotas/status
  create,patch,update core,events.k8s.io events
root-ca-cert-publisher
  create,update core configmaps
  create,patch,update core,events.k8s.io events
service-account-controller
  create core serviceaccounts
  create,patch,update core,events.k8s.io events
statefulset-controller
  list,watch core pods
  get,list,watch apps statefulsets
  update apps statefulsets/status
  update apps statefulsets/finalizers
  create,delete,get,patch,update core pods
  create,delete,get,list,patch,update,watch apps controllerrevisions
  create,get core persistentvolumeclaims
  create,patch,update core,events.k8s.io events
taint-eviction-controller
  get,list,watch core nodes
  delete,get,list,watch core pods
  patch,update core pods/status
  create,patch,update core,events.k8s.io events
ttl-after-finished-controller
  delete,get,list,watch batch jobs
  create,patch,update core,events.k8s.io events
ttl-controller
  list,patch,update,watch core nodes
  create,patch,update core,events.k8s.io events
certificate-controller
  delete,get,list,watch certificates.k8s.io certificatesigningrequests
  update certificates.k8s.io certificatesigningrequests/approval,certificatesigningrequests/status
  create authorization.k8s.io subjectaccessreviews
  create,patch,update core,events.k8s.io events
pvc-protection-controller
  get,list,update,watch core persistentvolumeclaims
  get,list,watch core pods
  create,patch,update core,events.k8s.io events
pv-protection-controller
  get,list,update,watch core persistentvolumes
  create,patch,update core,events.k8s.io events
`;

/** Who has a cluster role from the start: a user, a group. */
export const CLUSTER_ROLE_BINDINGS: readonly { readonly role: string; readonly users?: readonly string[]; readonly groups?: readonly string[]; readonly accounts?: readonly string[] }[] = [
  { role: 'cluster-admin', groups: ['system:masters'] },
  { role: 'system:monitoring', groups: ['system:monitoring'] },
  { role: 'system:discovery', groups: ['system:authenticated'] },
  { role: 'system:basic-user', groups: ['system:authenticated'] },
  { role: 'system:public-info-viewer', groups: ['system:authenticated', 'system:unauthenticated'] },
  { role: 'system:node-proxier', users: ['system:kube-proxy'] },
  { role: 'system:kube-controller-manager', users: ['system:kube-controller-manager'] },
  { role: 'system:kube-dns', accounts: ['kube-dns'] },
  { role: 'system:kube-scheduler', users: ['system:kube-scheduler'] },
  { role: 'system:volume-scheduler', users: ['system:kube-scheduler'] },
  { role: 'system:node' },
  { role: 'system:service-account-issuer-discovery', groups: ['system:serviceaccounts'] },
];

/** Roles inside a namespace, each with the users that are bound to it. */
export const NAMESPACE_ROLES: readonly { readonly namespace: string; readonly role: string; readonly rules: string; readonly users: readonly string[] }[] = [
  { namespace: 'kube-system', role: 'extension-apiserver-authentication-reader', rules: 'get,list,watch core configmaps extension-apiserver-authentication', users: ['system:kube-controller-manager', 'system:kube-scheduler'] },
  { namespace: 'kube-system', role: 'system::leader-locking-kube-controller-manager', rules: 'watch core configmaps\nget,update core configmaps kube-controller-manager', users: ['system:kube-controller-manager'] },
  { namespace: 'kube-system', role: 'system::leader-locking-kube-scheduler', rules: 'watch core configmaps\nget,update core configmaps kube-scheduler', users: ['system:kube-scheduler'] },
];
