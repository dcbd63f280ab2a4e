import type { Actor } from '../../../kernel/actor';
import type { Credential } from '../../client/http';
import { wallSeconds } from '../../clock';
import type { Caches } from '../storage/caches';
import { ALL_AUTHENTICATED, ALL_UNAUTHENTICATED, ANONYMOUS, API_SERVER_USER, PRIVILEGED_GROUP, serviceAccountUser, type UserInfo } from '../user';
import { readToken } from './token';

/** The log's word on who a request is from. */
export interface AuthenticationDecision {
  readonly type: 'authentication';
  /** The authenticator that answered; undefined when all failed. */
  readonly authenticator: 'x509' | 'loopback' | 'serviceAccount' | 'anonymous' | undefined;
  readonly user: string | undefined;
  readonly groups: readonly string[];
  /** Authenticators that were asked, in order, and what each said. */
  readonly tried: readonly { readonly name: string; readonly verdict: 'no credential' | 'unknown' | 'refused' | 'accepted' }[];
}

export interface Authenticated {
  /** Undefined: 401. */
  readonly user: UserInfo | undefined;
  readonly decision: AuthenticationDecision;
}

type Tried = AuthenticationDecision['tried'];
const FRONT_PROXY: Tried[number] = { name: 'front proxy headers', verdict: 'no credential' };
const NO_CERTIFICATE: Tried[number] = { name: 'x509 client certificate', verdict: 'no credential' };
const NO_TOKEN: Tried[number] = { name: 'bearer token', verdict: 'no credential' };

/**
 * The union of authenticators in the server's order. Models pkg/kubeapiserver/authenticator config.go.
 * A credential that is there but wrong fails the request: the anonymous fallback is for those who show none.
 */
export class Authenticator {
  /** Certificates and tokens repeat; what they mean is worked out once (tokens anew when accounts change or time passes). */
  private readonly certificates = new Map<Credential, Authenticated>();
  private readonly tokens = new Map<string, { readonly result: Authenticated; readonly changes: number; readonly until: number }>();
  private readonly anonymous: Authenticated = {
    user: { name: ANONYMOUS, groups: [ALL_UNAUTHENTICATED] },
    decision: { type: 'authentication', authenticator: 'anonymous', user: ANONYMOUS, groups: [ALL_UNAUTHENTICATED], tried: [FRONT_PROXY, NO_CERTIFICATE, NO_TOKEN, { name: 'anonymous', verdict: 'accepted' }] },
  };

  constructor(private readonly actor: Actor, private readonly caches: Caches, readonly signingKey: string, readonly loopbackToken: string) {}

  authenticate(credential: Credential): Authenticated {
    switch (credential.kind) {
      case 'none': return this.anonymous;
      case 'clientCertificate': return this.certificate(credential);
      case 'bearerToken': return this.token(credential.token);
    }
  }

  private certificate(credential: Extract<Credential, { kind: 'clientCertificate' }>): Authenticated {
    let known = this.certificates.get(credential);
    if (known === undefined) {
      const user: UserInfo = { name: credential.commonName, groups: [...credential.organizations, ALL_AUTHENTICATED] };
      known = accepted('x509', user, [FRONT_PROXY, { name: 'x509 client certificate', verdict: 'accepted' }]);
      this.certificates.set(credential, known);
    }
    return known;
  }

  private token(token: string): Authenticated {
    const accounts = this.caches.named('serviceaccounts');
    const now = wallSeconds(this.actor.now);
    const known = this.tokens.get(token);
    if (known !== undefined && known.changes === accounts.changes && now < known.until) return known.result;
    const claims = readToken(token, this.signingKey);
    const result = this.check(token, claims, now);
    this.tokens.set(token, { result, changes: accounts.changes, until: claims?.expires ?? Infinity });
    return result;
  }

  private check(token: string, claims: ReturnType<typeof readToken>, now: number): Authenticated {
    if (token === this.loopbackToken) {
      const user: UserInfo = { name: API_SERVER_USER, groups: [PRIVILEGED_GROUP, ALL_AUTHENTICATED] };
      return accepted('loopback', user, [{ name: 'loopback token', verdict: 'accepted' }]);
    }
    const before: Tried = [FRONT_PROXY, NO_CERTIFICATE];
    if (claims === undefined) return rejected([...before, { name: 'bearer token', verdict: 'unknown' }]);
    const account = this.caches.get('serviceaccounts', `${claims.namespace}/${claims.serviceAccount}`);
    const expired = claims.expires !== undefined && now >= claims.expires;
    if (account === undefined || account.metadata.uid !== claims.uid || expired) return rejected([...before, { name: 'service account token', verdict: 'refused' }]);
    return accepted('serviceAccount', serviceAccountUser(claims.namespace, claims.serviceAccount, claims.uid), [...before, { name: 'service account token', verdict: 'accepted' }]);
  }
}

function accepted(authenticator: AuthenticationDecision['authenticator'], user: UserInfo, tried: Tried): Authenticated {
  return { user, decision: { type: 'authentication', authenticator, user: user.name, groups: user.groups, tried } };
}

function rejected(tried: Tried): Authenticated {
  return { user: undefined, decision: { type: 'authentication', authenticator: undefined, user: undefined, groups: [], tried } };
}
