import type { Trace } from './trace';
import type { Fact, Micros } from './types';
import type { ClusterView } from './views';

/** Kinds that come and go without being part of the picture. */
const UNSEEN: ReadonlySet<string> = new Set(['events', 'leases', 'endpointslices', 'endpoints']);

/** Looks the cluster up at any time. Remembers the last answer: between two revisions it does not change. */
export class ClusterHistory {
  /** By resource: the rows of each key, oldest first. */
  private readonly keys = new Map<string, Map<number, number[]>>();
  private taken = 0;
  private last: { readonly row: number; readonly view: ClusterView } | undefined;

  constructor(private readonly trace: Trace) {}

  at(time: Micros): ClusterView {
    this.extend();
    const row = this.trace.index.revisionAt(time);
    if (this.last?.row !== row) this.last = { row, view: this.build(row) };
    const { view } = this.last;
    return { ...view, time };
  }

  /** The fact of one object at a time; undefined when it is not there. `subject` as in spans: `pods/default/web`. */
  objectAt(subject: string, time: Micros): Fact | undefined {
    const row = newestBy(this.trace.facts.rowsOf(subject), this.trace.index.revisionAt(time));
    const fact = row === undefined ? undefined : this.view(row);
    return fact?.type === 'delete' ? undefined : fact;
  }

  /** Every revision of an object, oldest first, whatever the time. */
  revisionsOf(subject: string): readonly Fact[] {
    return this.trace.facts.rowsOf(subject).map((row) => this.view(row));
  }

  private extend(): void {
    const { facts, log } = this.trace;
    for (; this.taken < facts.length; this.taken++) {
      const resource = facts.text('resource', this.taken);
      let keys = this.keys.get(resource);
      if (keys === undefined) this.keys.set(resource, (keys = new Map()));
      const key = log.revisions.key.get(this.taken);
      const rows = keys.get(key);
      if (rows === undefined) keys.set(key, [this.taken]);
      else rows.push(this.taken);
    }
  }

  private view(row: number): Fact {
    return this.trace.facts.view(row, this.trace.log.revisions);
  }

  private present(resource: string, until: number): Fact[] {
    const found: Fact[] = [];
    for (const rows of this.keys.get(resource)?.values() ?? []) {
      const newest = newestBy(rows, until);
      if (newest === undefined) continue;
      const fact = this.view(newest);
      if (fact.type !== 'delete') found.push(fact);
    }
    return found;
  }

  private build(row: number): ClusterView {
    const pods = this.present('pods', row);
    const podsByNode = new Map<string, Fact[]>();
    for (const pod of pods) {
      if (pod.node === '') continue;
      const there = podsByNode.get(pod.node);
      if (there === undefined) podsByNode.set(pod.node, [pod]);
      else there.push(pod);
    }
    const others = [...this.keys.keys()].filter((r) => !UNSEEN.has(r) && !['pods', 'nodes', 'deployments', 'replicasets'].includes(r)).flatMap((r) => this.present(r, row));
    return {
      time: 0, revision: row < 0 ? 0 : this.trace.log.revisions.revision.get(row), nodes: this.present('nodes', row).sort(byName), pods, deployments: this.present('deployments', row),
      replicaSets: this.present('replicasets', row), others, podsByNode, unscheduled: pods.filter((pod) => pod.node === ''),
    };
  }
}

/** `node-2` before `node-10`. */
function byName(a: Fact, b: Fact): number {
  const [x, y] = [a.name.replace(/\d+/g, (n) => n.padStart(6, '0')), b.name.replace(/\d+/g, (n) => n.padStart(6, '0'))];
  return x < y ? -1 : x > y ? 1 : 0;
}

/** The last of rising rows that is at most `until`. */
function newestBy(rows: readonly number[], until: number): number | undefined {
  const last = rows[rows.length - 1];
  if (last !== undefined && last <= until) return last;
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] as number) <= until) low = middle + 1;
    else high = middle;
  }
  return rows[low - 1];
}
