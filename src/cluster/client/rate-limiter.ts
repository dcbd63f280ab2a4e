import { SECOND, type Micros } from '../../kernel/time';

/**
 * A client's own limit on its requests.
 * Models client-go util/flowcontrol throttle.go tokenBucketRateLimiter (golang.org/x/time/rate).
 */
export class TokenBucket {
  private tokens: number;
  private last: Micros = 0;

  /** `qps` tokens a second, at most `burst` saved up. */
  constructor(private readonly qps: number, private readonly burst: number) {
    this.tokens = burst;
  }

  /** Takes a token now or in the future: how many microseconds to wait for it. */
  reserve(now: Micros): Micros {
    this.tokens = Math.min(this.burst, this.tokens + ((now - this.last) * this.qps) / SECOND);
    this.last = now;
    this.tokens -= 1;
    return this.tokens >= 0 ? 0 : Math.ceil((-this.tokens / this.qps) * SECOND);
  }

  /** Takes a token if there is one now. */
  tryTake(now: Micros): boolean {
    this.tokens = Math.min(this.burst, this.tokens + ((now - this.last) * this.qps) / SECOND);
    this.last = now;
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }
}
