import type { NodeInfo } from './node-info';
import type { PodInfo } from './pod-info';
import type { Snapshot } from './snapshot';

/** A plugin's no to a node (or, before any node is asked, to the pod). Shared constants where the words are constant. */
export interface Rejection {
  readonly plugin: string;
  readonly reasons: readonly string[];
  /** Preemption cannot help: removing pods would change nothing. */
  readonly unresolvable: boolean;
}

export const rejection = (plugin: string, reasons: readonly string[], unresolvable: boolean): Rejection => ({ plugin, reasons, unresolvable });

/** What a filter plugin makes of a pod before it sees single nodes. */
export type Prepared =
  /** Nothing to check for this pod. */
  | { readonly kind: 'skip' }
  | { readonly kind: 'reject'; readonly rejection: Rejection }
  | {
    readonly kind: 'check';
    readonly check: (node: NodeInfo) => Rejection | undefined;
    /** Only these nodes can do. */
    readonly nodeNames?: ReadonlySet<string>;
  };

export const SKIP: Prepared = { kind: 'skip' };

/** Extension points PreFilter and Filter. `prepare` looks at the pod and all nodes once, `check` at one node. */
export interface FilterPlugin {
  readonly name: string;
  prepare(pod: PodInfo, snapshot: Snapshot): Prepared;
}

/** Extension points PreScore, Score and NormalizeScore. `undefined` from `prepare`: no opinion on this pod. */
export interface ScorePlugin {
  readonly name: string;
  prepare(pod: PodInfo, snapshot: Snapshot, feasible: readonly NodeInfo[]): Scorer | undefined;
}

export interface Scorer {
  score(node: NodeInfo): number;
  /** Brings raw scores into 0–100, in place. Absent: they are already. `nodes` and `scores` go together. */
  normalize?(scores: number[], nodes: readonly NodeInfo[]): void;
}

export const MAX_NODE_SCORE = 100;

/** Scales to 0–100 by the highest. Reversed: the lower the better. */
// Models pkg/scheduler/framework/plugins/helper DefaultNormalizeScore
export function normalizeByMax(scores: number[], reverse: boolean): void {
  let max = 0;
  for (const s of scores) if (s > max) max = s;
  for (let i = 0; i < scores.length; i++) {
    if (max === 0) {
      if (reverse) scores[i] = MAX_NODE_SCORE;
      continue;
    }
    const scaled = Math.trunc((MAX_NODE_SCORE * (scores[i] ?? 0)) / max);
    scores[i] = reverse ? MAX_NODE_SCORE - scaled : scaled;
  }
}
