/** rbac.authorization.k8s.io/v1 and the review kinds of authorization and authentication. */
import type { LabelSelector, ObjectMeta } from './meta';

export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

export interface Subject {
  readonly kind: 'User' | 'Group' | 'ServiceAccount';
  readonly apiGroup?: string;
  readonly name: string;
  readonly namespace?: string;
}

export interface RoleRef {
  readonly apiGroup: string;
  readonly kind: 'Role' | 'ClusterRole';
  readonly name: string;
}

export type Role = {
  readonly apiVersion: 'rbac.authorization.k8s.io/v1';
  readonly kind: 'Role';
  readonly metadata: ObjectMeta;
  readonly rules: readonly PolicyRule[] | null;
};

export type ClusterRole = {
  readonly apiVersion: 'rbac.authorization.k8s.io/v1';
  readonly kind: 'ClusterRole';
  readonly metadata: ObjectMeta;
  readonly rules: readonly PolicyRule[] | null;
  readonly aggregationRule?: { readonly clusterRoleSelectors?: readonly LabelSelector[] };
};

export type RoleBinding = {
  readonly apiVersion: 'rbac.authorization.k8s.io/v1';
  readonly kind: 'RoleBinding';
  readonly metadata: ObjectMeta;
  readonly subjects?: readonly Subject[];
  readonly roleRef: RoleRef;
};

export type ClusterRoleBinding = {
  readonly apiVersion: 'rbac.authorization.k8s.io/v1';
  readonly kind: 'ClusterRoleBinding';
  readonly metadata: ObjectMeta;
  readonly subjects?: readonly Subject[];
  readonly roleRef: RoleRef;
};

export interface ResourceAttributes {
  readonly namespace?: string;
  readonly verb?: string;
  readonly group?: string;
  readonly version?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly name?: string;
}

export interface SubjectAccessReviewStatus {
  readonly allowed: boolean;
  readonly denied?: boolean;
  readonly reason?: string;
  readonly evaluationError?: string;
}

export interface AccessReviewSpec {
  readonly resourceAttributes?: ResourceAttributes;
  readonly nonResourceAttributes?: { readonly path?: string; readonly verb?: string };
}

export type SelfSubjectAccessReview = {
  readonly apiVersion: 'authorization.k8s.io/v1';
  readonly kind: 'SelfSubjectAccessReview';
  readonly metadata: ObjectMeta;
  readonly spec: AccessReviewSpec;
  readonly status: SubjectAccessReviewStatus;
};

export type SubjectAccessReview = {
  readonly apiVersion: 'authorization.k8s.io/v1';
  readonly kind: 'SubjectAccessReview';
  readonly metadata: ObjectMeta;
  readonly spec: AccessReviewSpec & { readonly user?: string; readonly groups?: readonly string[]; readonly uid?: string };
  readonly status: SubjectAccessReviewStatus;
};

export type TokenRequest = {
  readonly apiVersion: 'authentication.k8s.io/v1';
  readonly kind: 'TokenRequest';
  readonly metadata: ObjectMeta;
  readonly spec: {
    readonly audiences: readonly string[] | null;
    readonly expirationSeconds?: number;
    readonly boundObjectRef: { readonly kind?: string; readonly apiVersion?: string; readonly name?: string; readonly uid?: string } | null;
  };
  readonly status: { readonly token: string; readonly expirationTimestamp: string | null };
};
