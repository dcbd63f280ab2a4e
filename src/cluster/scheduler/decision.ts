import type { Filtered, PreFiltered } from './filtering';
import type { Rejection } from './framework';
import type { NodeInfo } from './node-info';
import type { ActiveScore, PreScored } from './scoring';

/** One plugin's opinion of one node. `raw` is what it counted, `normalized` that in 0–100, `weight` what it is multiplied with. */
export interface ScoreEntry {
  readonly raw: number;
  readonly normalized: number;
  readonly weight: number;
}

export interface NodeVerdict {
  readonly name: string;
  /** `ok`, or who said no and why; plugins after that one were not asked. */
  readonly filter: 'ok' | Rejection;
  /** By plugin; only of nodes that passed, and only when there was a choice. */
  readonly scores?: Readonly<Record<string, ScoreEntry>>;
  readonly total?: number;
}

/** Everything that led to a node for a pod, or to none. What the page shows of a scheduling decision. */
export interface SchedulingDecision {
  readonly type: 'scheduling';
  readonly pod: string;
  /** Filter plugins that had something to check for this pod, in order, and those that had not. */
  readonly filters: readonly string[];
  readonly skippedFilters: readonly string[];
  readonly skippedScores: readonly string[];
  readonly nodes: readonly NodeVerdict[];
  /** How many nodes were asked, and how many of them fit. */
  readonly evaluated: number;
  readonly feasible: number;
  readonly selected?: string;
  /** The nodes with the same, highest total, of which one was drawn. */
  readonly tieBreak?: readonly string[];
  /** The place in the list of nodes where the next pod's search begins. */
  readonly nextStart: number;
  /** Why none was selected, as the pod's condition says it. */
  readonly message?: string;
}

export interface DecisionInput {
  readonly pod: string;
  readonly pre: PreFiltered;
  readonly filtered: Filtered | undefined;
  readonly scored: Scored | undefined;
  readonly nextStart: number;
  readonly selected?: string;
  readonly ties?: readonly string[];
  readonly message?: string;
}

export interface Scored {
  readonly pre: PreScored;
  readonly raw: readonly (readonly number[])[];
  readonly normalized: readonly (readonly number[])[];
  readonly totals: readonly number[];
}

/** Makes decision documents; what is equal from pod to pod is one object, so that a thousand replicas cost little. */
export class DecisionWriter {
  private readonly entries = new Map<string, Map<number, ScoreEntry>>();
  private readonly lastVerdicts = new Map<string, NodeVerdict>();

  decision(d: DecisionInput): SchedulingDecision {
    const { filtered, scored } = d;
    const feasible = filtered?.feasible ?? [];
    const nodes: NodeVerdict[] = [];
    for (let i = 0; i < feasible.length; i++) {
      const node = feasible[i];
      if (node !== undefined) nodes.push(this.verdict(node, i, scored));
    }
    for (const { node, rejection } of filtered?.rejected ?? []) nodes.push({ name: node.name, filter: rejection });
    return {
      type: 'scheduling', pod: d.pod, filters: d.pre.running, skippedFilters: d.pre.skipped, skippedScores: scored?.pre.skipped ?? [], nodes, evaluated: nodes.length, feasible: feasible.length,
      ...(d.selected === undefined ? {} : { selected: d.selected }), ...(d.ties === undefined ? {} : { tieBreak: d.ties }), nextStart: d.nextStart, ...(d.message === undefined ? {} : { message: d.message }),
    };
  }

  private verdict(node: NodeInfo, column: number, scored: Scored | undefined): NodeVerdict {
    if (scored === undefined) return { name: node.name, filter: 'ok' };
    const { active } = scored.pre;
    const total = scored.totals[column] ?? 0;
    const last = this.lastVerdicts.get(node.name);
    const scores: Record<string, ScoreEntry> = {};
    let same = last?.total === total;
    for (let row = 0; row < active.length; row++) {
      const plugin = active[row];
      if (plugin === undefined) continue;
      const entry = this.entry(plugin, scored.raw[row]?.[column] ?? 0, scored.normalized[row]?.[column] ?? 0);
      scores[plugin.name] = entry;
      if (same && last?.scores?.[plugin.name] !== entry) same = false;
    }
    if (same && last?.scores !== undefined && Object.keys(last.scores).length === active.length) return last;
    const verdict: NodeVerdict = { name: node.name, filter: 'ok', scores, total };
    this.lastVerdicts.set(node.name, verdict);
    return verdict;
  }

  private entry({ name, weight }: ActiveScore, raw: number, normalized: number): ScoreEntry {
    let known = this.entries.get(name);
    if (known === undefined) this.entries.set(name, (known = new Map()));
    const key = raw * 128 + normalized;
    let entry = known.get(key);
    if (entry === undefined) known.set(key, (entry = { raw, normalized, weight }));
    return entry;
  }
}
