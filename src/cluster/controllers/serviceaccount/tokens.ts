import { encodeBase64 } from '../../../api/base64';
import { splitKey } from '../../../api/owner';
import type { Secret, ServiceAccount } from '../../../api/types';
import type { ApiClient } from '../../client/api-client';
import type { Informer } from '../../client/informer';
import { objectOf, ResourceClient } from '../../client/typed-client';
import { WorkQueue } from '../../client/workqueue';
import { LATENCY } from '../../latencies';
import { keyOf, type ControllerContext } from '../context';
import { errorOf, isConflict, isNamespaceTerminating, isNotFound } from '../errors';
import { safeSuffix } from '../names';
import { call, startWorkers, think, type Step, type Sync, type SyncError } from '../worker';
import { clusterCertificate } from './certificate';
import { tokenMachine } from './machine';

const TYPE = 'kubernetes.io/service-account-token';
const ACCOUNT_NAME = 'kubernetes.io/service-account.name';
const ACCOUNT_UID = 'kubernetes.io/service-account.uid';
const MAX_RETRIES = 10;
/** Models client-go util/retry DefaultRetry. */
const CONFLICT_WAIT = { p50: 10_500, p90: 10_900, min: 10_000, max: 11_000 } as const;
const TRIES = 5;

/**
 * Gives every service account a Secret with a token, and takes both sides of the reference away together. Releases up to 1.23 only.
 * It runs as the process itself. Models pkg/controller/serviceaccount/tokens_controller.go.
 */
export class TokensController {
  private readonly queue: WorkQueue;
  private readonly accounts: Informer<ServiceAccount>;
  private readonly secrets: Informer<Secret>;
  private readonly api: ApiClient;
  private readonly accountClient: ResourceClient;
  private readonly secretClient: ResourceClient;
  private readonly certificate: string;
  /** Accounts that are gone, by key: whose Secrets have to go too. */
  private readonly gone = new Map<string, ServiceAccount>();
  /** Secrets made here that the cache may not show yet. */
  private readonly made = new Set<string>();

  constructor(private readonly context: ControllerContext) {
    this.api = context.managerClient('tokens-controller', true);
    this.accountClient = new ResourceClient(this.api, context.scheme, '', 'v1', 'serviceaccounts');
    this.secretClient = new ResourceClient(this.api, context.scheme, '', 'v1', 'secrets');
    this.queue = new WorkQueue(context.manager, 'serviceaccounts');
    this.certificate = clusterCertificate(context.kernel.seed);
    this.accounts = context.informer('', 'serviceaccounts');
    this.secrets = context.informer('', 'secrets');
    this.accounts.addHandlers({
      added: (sa) => this.queue.add(keyOf(sa)), updated: (_, sa) => this.queue.add(keyOf(sa)),
      deleted: (sa) => {
        this.gone.set(keyOf(sa), sa);
        this.queue.add(keyOf(sa));
      },
    });
    this.secrets.addHandlers({
      added: (secret) => this.made.delete(keyOf(secret)),
      deleted: (secret) => this.secretDeleted(secret),
    });
  }

  whenReady(then: () => void): void {
    then();
  }

  start(): void {
    startWorkers({
      actor: this.context.manager, queue: this.queue, machine: tokenMachine, count: 5, maxRetries: MAX_RETRIES,
      subject: (key) => `serviceaccounts/${key.split('#')[0] ?? key}`, sync: (key) => this.sync(key),
    });
  }

  private secretDeleted(secret: Secret): void {
    this.made.delete(keyOf(secret));
    const account = secret.metadata.annotations?.[ACCOUNT_NAME];
    if (secret.type === TYPE && account !== undefined) this.queue.add(`${secret.metadata.namespace ?? ''}/${account}#${secret.metadata.name}`);
  }

  /** A key is an account's, or `namespace/account#secret` for a Secret that was deleted. */
  private *sync(key: string): Sync {
    yield* think('TAKEN', LATENCY.controllerSync);
    const [accountKey = '', lostSecret] = key.split('#');
    if (lostSecret !== undefined) return yield* this.removeReference(accountKey, lostSecret);
    const account = this.accounts.get(accountKey);
    if (account === undefined) return yield* this.deleteTokens(accountKey);
    return this.hasToken(account) ? undefined : yield* this.ensureToken(accountKey, account);
  }

  private hasToken(account: ServiceAccount): boolean {
    return (account.secrets ?? []).some(({ name }) => {
      const key = `${account.metadata.namespace ?? ''}/${name ?? ''}`;
      const secret = this.secrets.get(key);
      return this.made.has(key) || (secret?.type === TYPE && secret.metadata.annotations?.[ACCOUNT_UID] === account.metadata.uid);
    });
  }

  private *ensureToken(key: string, cached: ServiceAccount): Sync {
    const live = yield* this.getAccount(key);
    if (live === undefined || 'message' in live) return live;
    if (live.metadata.resourceVersion !== cached.metadata.resourceVersion) return { message: `${key}: the cached service account is old` };
    const { namespace = '', name } = splitKey(key);
    const secretName = `${name}-token-${safeSuffix(this.context.manager.random)}`;
    const secret = {
      apiVersion: 'v1', kind: 'Secret', type: TYPE,
      metadata: { name: secretName, namespace, annotations: { [ACCOUNT_NAME]: name, [ACCOUNT_UID]: live.metadata.uid ?? '' } },
      data: { 'ca.crt': encodeBase64(this.certificate), namespace: encodeBase64(namespace), token: encodeBase64(`system:serviceaccount:${namespace}:${name}:${this.context.manager.random.hex(32)}`) },
    };
    const response = yield* call('CREATE_SECRET', (done) => this.secretClient.create(secret, done));
    const error = errorOf(response);
    if (error !== undefined) return isNamespaceTerminating(response) ? { ...error, giveUp: true } : error;
    this.made.add(`${namespace}/${secretName}`);
    return yield* this.updateAccount(key, live, (sa) => ({ ...sa, secrets: [...(sa.secrets ?? []), { name: secretName }] }));
  }

  /** Writes a change of the account; after a conflict gets it afresh and tries again. */
  private *updateAccount(key: string, first: ServiceAccount, change: (sa: ServiceAccount) => ServiceAccount | undefined): Sync {
    let live = first;
    for (let attempt = 0; ; attempt++) {
      const wanted = change(live);
      if (wanted === undefined) return undefined;
      const response = yield* call('UPDATE_ACCOUNT', (done) => this.accountClient.update(wanted, done));
      if (!isConflict(response) || attempt + 1 >= TRIES) return isNotFound(response) ? undefined : errorOf(response);
      yield* think('WAIT', CONFLICT_WAIT);
      const again = yield* this.getAccount(key);
      if (again === undefined || 'message' in again) return again;
      live = again;
    }
  }

  private *removeReference(key: string, secret: string): Sync {
    const live = yield* this.getAccount(key);
    if (live === undefined || 'message' in live) return live;
    return yield* this.updateAccount(key, live, (sa) => {
      const left = (sa.secrets ?? []).filter((s) => s.name !== secret);
      if (left.length === (sa.secrets ?? []).length) return undefined;
      const { secrets: _, ...rest } = sa;
      return left.length === 0 ? rest : { ...rest, secrets: left };
    });
  }

  private *deleteTokens(key: string): Sync {
    const account = this.gone.get(key);
    this.gone.delete(key);
    if (account === undefined) return undefined;
    for (const secret of [...this.secrets.list(account.metadata.namespace)]) {
      const { annotations, name, namespace, uid } = secret.metadata;
      if (secret.type !== TYPE || annotations?.[ACCOUNT_UID] !== account.metadata.uid) continue;
      const response = yield* call('DELETE_SECRET', (done) => this.secretClient.delete({ namespace, name }, { preconditions: { uid } }, done));
      const error = errorOf(response);
      if (error !== undefined && !isNotFound(response)) return error;
    }
    return undefined;
  }

  /** The account as the API server has it; undefined when it is gone or another one of that name. */
  private *getAccount(key: string): Generator<Step, ServiceAccount | SyncError | undefined, unknown> {
    const response = yield* call('GET_ACCOUNT', (done) => this.accountClient.get(splitKey(key), done));
    if (isNotFound(response)) return undefined;
    return errorOf(response) ?? objectOf<ServiceAccount>(response);
  }
}
