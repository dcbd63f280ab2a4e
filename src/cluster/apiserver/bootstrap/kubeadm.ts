import type { ClusterRoleBinding, KubeObject } from '../../../api/types';
import type { ClusterSpec } from '../../spec';

const ADMINS = 'kubeadm:cluster-admins';

/**
 * What `kubeadm init` adds when it writes an admin.conf whose certificate is not in system:masters (since 1.29): that
 * group's right to everything, so that even the administrator's requests go through RBAC.
 * Models cmd/kubeadm/app/phases/kubeconfig EnsureAdminClusterRoleBinding.
 */
export function kubeadmObjects(spec: ClusterSpec): readonly KubeObject[] {
  if (!spec.users.some((u) => u.groups.includes(ADMINS))) return [];
  const binding: ClusterRoleBinding = {
    apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', metadata: { name: ADMINS },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: ADMINS }],
  };
  return [binding];
}
