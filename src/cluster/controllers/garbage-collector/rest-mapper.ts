import type { Scheme } from '../../../api/scheme';
import { SECOND, type Micros } from '../../../kernel/time';
import type { ApiClient } from '../../client/api-client';

const RESET_PERIOD = 30 * SECOND;
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';

/**
 * Knows which resource a kind is, from the API server's discovery. It is reset every thirty seconds; whoever needs it next
 * waits for discovery: two documents, or, before aggregated discovery, one request a group version.
 * Models client-go restmapper deferred discovery over a memory cache, reset by cmd/kube-controller-manager/app.
 */
export class RestMapper {
  private epoch = -1;
  private waiting: (() => void)[] | undefined;

  constructor(private readonly api: ApiClient, private readonly scheme: Scheme, private readonly aggregated: boolean) {}

  /** Whether the mapping is at hand. */
  isFresh(): boolean {
    return this.epoch === this.present && this.waiting === undefined;
  }

  /** Runs `then` when the mapping is at hand; callers that come while it is being fetched share one fetch. */
  whenFresh(then: () => void): void {
    if (this.waiting !== undefined) {
      this.waiting.push(then);
      return;
    }
    this.waiting = [then];
    this.fetch(['/api', '/apis'], () => {
      if (this.aggregated) this.done();
      else {
        const versions = ['/api/v1', ...this.scheme.groups.flatMap((g) => g.versions.map((v) => `/apis/${g.group}/${v}`))];
        this.fetchAll(versions, () => this.done());
      }
    });
  }

  private get present(): Micros {
    return Math.floor(this.api.actor.now / RESET_PERIOD);
  }

  private fetch(paths: readonly string[], then: () => void): void {
    const [path, ...rest] = paths;
    if (path === undefined) then();
    else this.get(path, () => this.fetch(rest, then));
  }

  private fetchAll(paths: readonly string[], then: () => void): void {
    let missing = paths.length;
    for (const path of paths) {
      this.get(path, () => {
        missing -= 1;
        if (missing === 0) then();
      });
    }
  }

  private get(path: string, then: () => void): void {
    const failed = then;
    this.api.request({ method: 'GET', path, query: { timeout: '32s' }, ...(this.aggregated ? { accept: AGGREGATED } : {}) }, then, failed);
  }

  private done(): void {
    this.epoch = this.present;
    const waiting = this.waiting ?? [];
    this.waiting = undefined;
    for (const then of waiting) then();
  }
}
