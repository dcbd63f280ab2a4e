import type { KubeVersion } from '../../../api/version';

/** A priority level as the server is born with it. */
export interface PriorityLevel {
  readonly name: string;
  /** Undefined: exempt, never limited. */
  readonly shares: number | undefined;
  readonly lendablePercent: number;
  /** Undefined: excess requests are rejected, not queued. */
  readonly queuing: { readonly queues: number; readonly handSize: number; readonly queueLengthLimit: number } | undefined;
}

/** `--max-requests-inflight` and `--max-mutating-requests-inflight` together. */
const TOTAL_SEATS = 600;

const level = (name: string, shares: number | undefined, lendablePercent: number, queues: number, handSize: number): PriorityLevel =>
  ({ name, shares, lendablePercent, queuing: queues === 0 ? undefined : { queues, handSize, queueLengthLimit: 50 } });

/** Models apiserver pkg/apis/flowcontrol/bootstrap default.go. */
export const LEVELS: Readonly<Record<KubeVersion, readonly PriorityLevel[]>> = {
  '1.20': [
    level('exempt', undefined, 0, 0, 0), level('system', 30, 0, 64, 6), level('leader-election', 10, 0, 16, 4), level('workload-high', 40, 0, 128, 6),
    level('workload-low', 20, 0, 128, 6), level('global-default', 100, 0, 128, 6), level('catch-all', 1, 0, 0, 0),
  ],
  '1.35': [
    level('exempt', undefined, 0, 0, 0), level('node-high', 40, 25, 64, 6), level('system', 30, 33, 64, 6), level('leader-election', 10, 0, 16, 4), level('workload-high', 40, 50, 128, 6),
    level('workload-low', 100, 90, 128, 6), level('global-default', 20, 50, 128, 6), level('catch-all', 5, 0, 0, 0),
  ],
};

/** A level's part of all seats. */
export function seatsOf(levels: readonly PriorityLevel[], one: PriorityLevel): number {
  const sum = levels.reduce((n, l) => n + (l.shares ?? 0), 0);
  return Math.ceil((TOTAL_SEATS * (one.shares ?? 0)) / sum);
}
