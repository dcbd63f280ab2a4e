import type { Scheme } from '../../../api/scheme';
import { SECOND, type Micros } from '../../../kernel/time';
import type { ApiClient } from '../../client/api-client';
import { discover } from '../discovery';

const RESET_PERIOD = 30 * SECOND;
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
    discover(this.api, this.scheme, this.aggregated, () => this.done());
  }

  private get present(): Micros {
    return Math.floor(this.api.actor.now / RESET_PERIOD);
  }

  private done(): void {
    this.epoch = this.present;
    const waiting = this.waiting ?? [];
    this.waiting = undefined;
    for (const then of waiting) then();
  }
}
