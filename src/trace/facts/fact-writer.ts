import type { Log } from '../../kernel/log';
import { factOf } from './fact-of';
import { FactTable, type FactInput } from './fact-table';

/** Follows a growing log and keeps one fact a revision. */
export class FactWriter {
  readonly table = new FactTable();
  /** The newest fact of each key: a deletion may come without an object. */
  private readonly last = new Map<number, FactInput>();

  constructor(private readonly log: Pick<Log, 'revisions' | 'payloads' | 'strings'>) {}

  update(): void {
    const { revisions, payloads, strings } = this.log;
    for (let row = this.table.length; row < revisions.revision.length; row++) {
      const key = revisions.key.get(row);
      const object = payloads[revisions.object.get(row)];
      const fact = factOf(strings[key] ?? '', object, this.last.get(key));
      this.last.set(key, fact);
      this.table.push(fact);
    }
  }
}
