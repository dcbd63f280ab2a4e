import { SECOND, type Micros } from '../kernel/time';
import type { FactTable } from '../trace/facts/fact-table';
import type { LogTables } from '../trace/types';

/** Nothing written for so long: whatever the command set off is over. */
const QUIET: Micros = 5 * SECOND;
/** The same while something is under way that is known to take its time: a grace period, a pull, a back-off, a command that has not ended. */
const QUIET_WHILE_UNSETTLED: Micros = 35 * SECOND;
/** After so long it is shown as it is: some things never settle. */
const LONGEST: Micros = 120 * SECOND;

/** Written by the cluster again and again, whatever happens. */
const HOUSEKEEPING: ReadonlySet<string> = new Set(['leases', 'nodes', 'csinodes']);
const SETTLING: ReadonlySet<string> = new Set(['pods', 'deployments', 'replicasets', 'statefulsets', 'daemonsets', 'jobs']);

/**
 * Says when a cluster has come to rest after an input, by what is written to etcd: leases and node heartbeats do not count.
 * Depends on virtual time alone, so that the same inputs give the same log wherever they run.
 */
export class Rest {
  private taken = 0;
  private last: Micros = 0;
  private since: Micros = 0;
  /** Objects that are not as they are wanted, by key. */
  private readonly unsettled = new Set<number>();

  constructor(private readonly revisions: LogTables['revisions'], private readonly facts: FactTable) {}

  /** Something came from outside, or a command ended. */
  stir(now: Micros): void {
    this.last = now;
  }

  begin(now: Micros): void {
    this.since = now;
    this.last = now;
  }

  /** Takes in new revisions, as far as their facts are there. */
  update(): void {
    for (; this.taken < this.facts.length; this.taken++) {
      const row = this.taken;
      const resource = this.facts.text('resource', row);
      if (HOUSEKEEPING.has(resource)) continue;
      this.last = Math.max(this.last, this.revisions.time.get(row));
      if (!SETTLING.has(resource)) continue;
      const fact = this.facts.view(row, this.revisions);
      const key = this.revisions.key.get(row);
      const done = fact.type === 'delete' || (!fact.deleting && (fact.ready >= fact.wanted || fact.phase === 'Succeeded' || fact.phase === 'Failed' || fact.word === 'Complete'));
      if (done) this.unsettled.delete(key);
      else this.unsettled.add(key);
    }
  }

  /** The time to run to without another word: at rest if nothing is written until then. `busy`: a command has not ended. */
  deadline(busy: boolean): Micros {
    const quiet = busy || this.unsettled.size > 0 ? QUIET_WHILE_UNSETTLED : QUIET;
    return Math.min(this.last + quiet, this.since + LONGEST);
  }
}
