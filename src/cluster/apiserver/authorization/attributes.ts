import type { UserInfo } from '../user';

/** What an authorizer is asked. */
export interface AuthorizationAttributes {
  readonly user: UserInfo;
  readonly verb: string;
  readonly isResource: boolean;
  readonly path: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string | undefined;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
}

export type Decision = 'allow' | 'deny' | 'noOpinion';

/** One authorizer's answer. */
export interface Opinion {
  readonly decision: Decision;
  readonly reason: string;
  /** For RBAC: the rule and the binding that allowed. */
  readonly rule?: unknown;
  readonly binding?: unknown;
}

/** The log's word on why a request may pass. */
export interface AuthorizationDecision {
  readonly type: 'authorization';
  readonly decision: 'allow' | 'forbid';
  /** The authorizer that decided; undefined when nobody had an opinion. */
  readonly authorizer: string | undefined;
  readonly reason: string;
  readonly rule?: unknown;
  readonly binding?: unknown;
  readonly checked: readonly { readonly authorizer: string; readonly decision: Decision; readonly reason: string }[];
}
