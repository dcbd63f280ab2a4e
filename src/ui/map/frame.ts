import type { ComponentId, Fact } from '../../trace/types';
import type { Packet, StageVerdict } from '../../trace/views';

/** What a component is doing: the state of its busiest machine. */
export interface Activity {
  readonly machine: string;
  readonly state: string;
  readonly busy: boolean;
  readonly subject: string | undefined;
}

export interface LoopRow {
  readonly actor: string;
  readonly depth: number;
  readonly activity: Activity;
}

export interface StageRow {
  readonly id: string;
  readonly verdict: StageVerdict;
  /** Other requests that are in this stage now. */
  readonly others: number;
}

export interface NodeFrame {
  readonly fact: Fact;
  readonly pods: readonly Fact[];
  readonly kubelet: Activity;
  readonly containerd: Activity;
  readonly cni: Activity;
  /** The pod that the scheduler has just chosen it for. */
  readonly chosenFor: string | undefined;
}

/** All that the map shows at one moment, in plain data. */
export interface MapFrame {
  /** Changes when, and only when, some object of the cluster did. */
  readonly cluster: object;
  readonly revision: number;
  readonly kubectl: Activity & { readonly line: string | undefined };
  readonly stages: readonly StageRow[];
  /** The request that the stages stand for. */
  readonly request: { readonly label: string; readonly from: string; readonly code: number | undefined; readonly refused: boolean } | undefined;
  readonly otherRequests: number;
  readonly watches: number;
  readonly etcd: Activity;
  readonly loops: readonly LoopRow[];
  readonly idleLoops: number;
  readonly scheduler: Activity & { readonly depth: number };
  readonly waiting: readonly Fact[];
  readonly nodes: readonly NodeFrame[];
  readonly objects: readonly { readonly fact: Fact; readonly depth: number }[];
  readonly packets: readonly Packet[];
  readonly selected: Selected;
}

/** What is selected, as far as the map can show it. */
export interface Selected {
  readonly component: ComponentId | undefined;
  readonly node: string | undefined;
  readonly subject: string | undefined;
}
