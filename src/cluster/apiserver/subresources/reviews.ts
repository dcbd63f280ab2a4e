import type { AccessReviewSpec, KubeObject, SelfSubjectAccessReview, Status, SubjectAccessReview } from '../../../api/types';
import { ok, type Result } from '../../../base/result';
import type { AuthorizationAttributes } from '../authorization/attributes';
import type { RequestContext } from '../request';
import type { UserInfo } from '../user';

/** The review kinds of authorization.k8s.io and authentication.k8s.io. Models pkg/registry/authorization. */
export function accessReview(data: RequestContext): Result<KubeObject, Status> | undefined {
  const user: UserInfo = data.user ?? { name: '', groups: [] };
  switch (data.resource.kind) {
    case 'SelfSubjectAccessReview': {
      const review = data.object as SelfSubjectAccessReview;
      return ok({ ...review, status: decide(data, user, review.spec) });
    }
    case 'SubjectAccessReview':
    case 'LocalSubjectAccessReview': {
      const review = data.object as SubjectAccessReview;
      return ok({ ...review, status: decide(data, { name: review.spec.user ?? '', groups: review.spec.groups ?? [] }, review.spec) });
    }
    case 'SelfSubjectRulesReview': {
      const namespace = (data.object?.spec as { readonly namespace?: string } | undefined)?.namespace;
      const rules = data.core.authorizer.rbac.rulesFor(user, namespace);
      return ok({
        ...(data.object as KubeObject),
        status: {
          resourceRules: rules.filter((r) => r.resources !== undefined).map(({ verbs, apiGroups, resources, resourceNames }) => ({ verbs, apiGroups, resources, ...(resourceNames === undefined ? {} : { resourceNames }) })),
          nonResourceRules: rules.filter((r) => r.nonResourceURLs !== undefined).map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs })), incomplete: false,
        },
      });
    }
    case 'SelfSubjectReview':
      return ok({ ...(data.object as KubeObject), status: { userInfo: { username: user.name, ...(user.uid === undefined ? {} : { uid: user.uid }), groups: user.groups } } });
    case 'TokenReview': {
      const token = (data.object?.spec as { readonly token?: string } | undefined)?.token ?? '';
      const found = data.core.authenticator.authenticate({ kind: 'bearerToken', token }).user;
      return ok({
        ...(data.object as KubeObject),
        status: found === undefined ? { user: {}, error: '[invalid bearer token, token lookup failed]' } : { authenticated: true, user: { username: found.name, ...(found.uid === undefined ? {} : { uid: found.uid }), groups: found.groups } },
      });
    }
    default: return undefined;
  }
}

function decide(data: RequestContext, user: UserInfo, spec: AccessReviewSpec): SelfSubjectAccessReview['status'] {
  const r = spec.resourceAttributes;
  const attributes: AuthorizationAttributes = r === undefined
    ? { user, verb: spec.nonResourceAttributes?.verb ?? '', isResource: false, path: spec.nonResourceAttributes?.path ?? '', group: '', resource: '', subresource: undefined, namespace: undefined, name: undefined }
    : { user, verb: r.verb ?? '', isResource: true, path: '', group: r.group ?? '', resource: r.resource ?? '', subresource: blank(r.subresource), namespace: blank(r.namespace), name: blank(r.name) };
  const decision = data.core.authorizer.authorize(attributes);
  return { allowed: decision.decision === 'allow', ...(decision.reason === '' ? {} : { reason: decision.reason }) };
}

const blank = (text: string | undefined): string | undefined => (text === '' ? undefined : text);
