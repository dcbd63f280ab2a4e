import type { Scheme } from '../../api/scheme';
import type { TokenRequest } from '../../api/types';
import type { Machine} from '../../kernel/machine';
import { MachineKind } from '../../kernel/machine';
import type { Actor } from '../../kernel/actor';
import { ApiClient, type ConnectionError, type RequestSpec, type ResponseHandler } from '../client/api-client';
import type { ApiServer, Credential } from '../client/http';
import { objectOf, ResourceClient, succeeded } from '../client/typed-client';
import { clientBuilderMachine, type ClientBuilderEvent } from './client-builder.machine';

const NAMESPACE = 'kube-system';
const EXPIRATION_SECONDS = 3600;

/** The changing credential of one controller. */
export class ServiceAccountIdentity {
  private token = '';
  private readonly waiting: (() => void)[] = [];
  private machine: Machine<ClientBuilderEvent, undefined> | undefined;

  /** `name` is that of the service account; `api` is the process' own client, which may make tokens for others. */
  constructor(private readonly api: ApiClient, private readonly accounts: ResourceClient, private readonly name: string) {}

  get credential(): Credential {
    return { kind: 'bearerToken', token: this.token };
  }

  /** Runs `then` once there is a token; at once when there is one. The first call has it fetched. */
  whenReady(then: () => void): void {
    if (this.token !== '') {
      then();
      return;
    }
    const { kernel } = this.api.actor;
    const span = kernel.currentSpan;
    this.waiting.push(() => {
      const before = kernel.currentSpan;
      kernel.currentSpan = span;
      then();
      kernel.currentSpan = before;
    });
    this.machine?.send({ type: 'NEEDED' });
  }

  /** Makes sure that the service account exists. */
  start(): void {
    const kind = new MachineKind<ClientBuilderEvent, undefined>('client builder', clientBuilderMachine, {
      getServiceAccount: (m) => this.get(m), createServiceAccount: (m) => this.create(m), requestToken: (m) => this.requestToken(m),
      serviceAccountExists: (m) => {
        if (this.waiting.length > 0) m.send({ type: 'NEEDED' });
      },
    });
    this.machine = this.api.actor.start(kind, { subject: `serviceaccounts/${NAMESPACE}/${this.name}`, data: undefined });
    this.machine.send({ type: 'START' });
  }

  private get(m: Machine<ClientBuilderEvent, undefined>): void {
    this.accounts.get({ namespace: NAMESPACE, name: this.name }, (response) => m.send({ type: succeeded(response) ? 'FOUND' : response.code === 404 ? 'MISSING' : 'FAILED' }));
  }

  private create(m: Machine<ClientBuilderEvent, undefined>): void {
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: this.name, namespace: NAMESPACE } };
    this.accounts.create(account, (response) => m.send({ type: succeeded(response) || response.code === 409 ? 'FOUND' : 'FAILED' }));
  }

  private requestToken(m: Machine<ClientBuilderEvent, undefined>): void {
    const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', metadata: {}, spec: { audiences: null, expirationSeconds: EXPIRATION_SECONDS, boundObjectRef: null } };
    this.accounts.createSubresource({ namespace: NAMESPACE, name: this.name, subresource: 'token' }, request, (response) => {
      if (!succeeded(response)) {
        m.send({ type: 'FAILED' });
        return;
      }
      this.token = objectOf<TokenRequest>(response).status.token;
      m.send({ type: 'ISSUED' });
      for (const then of this.waiting.splice(0)) then();
    });
  }
}

/**
 * Makes the identities of all controllers. Models cmd/kube-controller-manager/app createClientBuilders.
 */
export class ClientBuilder {
  private readonly accounts: ResourceClient;
  private readonly identities = new Map<string, ServiceAccountIdentity>();

  constructor(private readonly api: ApiClient, scheme: Scheme) {
    this.accounts = new ResourceClient(api, scheme, '', 'v1', 'serviceaccounts');
  }

  identity(name: string): ServiceAccountIdentity {
    let identity = this.identities.get(name);
    if (identity === undefined) this.identities.set(name, (identity = new ServiceAccountIdentity(this.api, this.accounts, name)));
    return identity;
  }

  /** Makes sure that the service accounts of all identities exist. */
  start(): void {
    for (const identity of this.identities.values()) identity.start();
  }
}

/** A controller's connection: its first request fetches a token. */
export class ControllerClient extends ApiClient {
  constructor(actor: Actor, server: ApiServer, private readonly account: ServiceAccountIdentity, limits: { readonly userAgent: string; readonly qps: number; readonly burst: number }) {
    super(actor, server, {
      get credential() {
        return account.credential;
      },
      ...limits,
    });
  }

  override request(spec: RequestSpec, done: ResponseHandler, failed?: (error: ConnectionError) => void): void {
    this.account.whenReady(() => super.request(spec, done, failed));
  }
}
