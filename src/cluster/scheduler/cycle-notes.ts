import type { Filtered, PreFiltered } from './filtering';
import type { PreScored } from './scoring';

/** The documents beside the states of a scheduling cycle. Most are the same for pod after pod: each is made once. */
export class CycleNotes {
  private readonly known = new Map<string, object>();

  popped(priority: number, attempt: number): object {
    return this.once(`popped ${priority} ${attempt}`, () => ({ type: 'popped', priority, attempt }));
  }

  preFilter(pre: PreFiltered): object {
    const { running, skipped, rejection, nodeNames } = pre;
    if (rejection !== undefined || nodeNames !== undefined) {
      return { type: 'preFilter', filters: running, skipped, ...(rejection === undefined ? {} : { rejection }), ...(nodeNames === undefined ? {} : { only: [...nodeNames] }) };
    }
    return this.once(`preFilter ${skipped.join()}`, () => ({ type: 'preFilter', filters: running, skipped }));
  }

  filter({ feasible, rejected }: Filtered): object {
    const all = (): object => ({ type: 'filter', asked: feasible.length + rejected.length, feasible: feasible.length, rejected: rejected.map((r) => ({ name: r.node.name, filter: r.rejection })) });
    return rejected.length === 0 ? this.once(`filter ${feasible.length}`, all) : all();
  }

  preScore({ active, skipped }: PreScored): object {
    return this.once(`preScore ${skipped.join()}`, () => ({ type: 'preScore', scores: active.map((a) => a.name), skipped }));
  }

  private once(key: string, make: () => object): object {
    let found = this.known.get(key);
    if (found === undefined) this.known.set(key, (found = make()));
    return found;
  }
}
