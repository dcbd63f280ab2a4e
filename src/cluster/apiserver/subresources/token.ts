import { notFoundStatus } from '../../../api/status';
import { formatTime } from '../../../api/time';
import type { KubeObject, Status, TokenRequest } from '../../../api/types';
import { err, ok, type Result } from '../../../base/result';
import { wallSeconds } from '../../clock';
import { issueToken } from '../authentication/token';
import type { RequestContext } from '../request';

const AUDIENCE = 'https://kubernetes.default.svc.cluster.local';

/** `serviceaccounts/<name>/token`: `done` runs once etcd has shown the account. Models pkg/registry/core/serviceaccount/storage token.go. */
export function tokenRequest(data: RequestContext, done: (result: Result<KubeObject, Status>) => void): void {
  data.core.etcd.range({ key: data.key, prefix: false }, `serviceaccounts/${data.cacheKey}`, ({ kvs: [kv] }) => {
    done(kv === undefined ? err(notFoundStatus(data.resource, data.name)) : tokenFor(data, kv.document));
  });
}

function tokenFor(data: RequestContext, account: KubeObject): Result<KubeObject, Status> {
  const request = data.object as TokenRequest;
  const seconds = request.spec.expirationSeconds ?? 3600;
  const issued = wallSeconds(data.core.kernel.now);
  const expires = issued + seconds;
  const bound = request.spec.boundObjectRef;
  if (bound?.kind === 'Pod' && data.core.caches.get('pods', `${data.namespace ?? ''}/${bound.name ?? ''}`) === undefined) {
    return err(notFoundStatus({ group: '', resource: 'pods' }, bound.name ?? ''));
  }
  const { audiences: asked } = request.spec;
  const audiences = asked === null || asked === undefined || asked.length === 0 ? [AUDIENCE] : asked;
  const token = issueToken({
    namespace: data.namespace ?? '', serviceAccount: data.name, uid: account.metadata.uid ?? '', expires, issued, audience: audiences[0] ?? AUDIENCE,
    ...(bound?.kind === 'Pod' ? { pod: { name: bound.name ?? '', uid: bound.uid ?? '' } } : {}),
  }, data.core.authenticator.signingKey);
  const answer: TokenRequest = {
    ...request, metadata: { ...request.metadata, name: data.name, ...(data.namespace === undefined ? {} : { namespace: data.namespace }), creationTimestamp: data.core.strategyContext().timestamp },
    spec: { ...request.spec, audiences, expirationSeconds: seconds }, status: { token, expirationTimestamp: formatTime(expires * 1_000_000) },
  };
  return ok(answer);
}
