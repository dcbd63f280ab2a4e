import type { SchedulerBehaviour } from '../../versions';
import { MAX_NODE_SCORE, rejection, type FilterPlugin, type Rejection, type ScorePlugin } from '../framework';
import type { NodeInfo } from '../node-info';
import type { PodClass } from '../pod-info';

/** Does it fit. Models pkg/scheduler/framework/plugins/noderesources/fit.go Filter, fitsRequest */
export function nodeResourcesFit(behaviour: SchedulerBehaviour): FilterPlugin {
  const known = new Map<string, Rejection>();
  return {
    name: FIT,
    prepare: (pod) => ({ kind: 'check', check: (node) => insufficient(pod.class, node, behaviour, known) }),
  };
}

const FIT = 'NodeResourcesFit';

function insufficient(c: PodClass, node: NodeInfo, behaviour: SchedulerBehaviour, known: Map<string, Rejection>): Rejection | undefined {
  const { allocatable } = node;
  let reasons = '';
  let unresolvable = false;
  const lacks = (reason: string, asked: number, total: number): void => {
    reasons = reasons === '' ? reason : `${reasons}\n${reason}`;
    if (behaviour.oversizedIsUnresolvable && asked > total) unresolvable = true;
  };
  if (node.podCount + 1 > allocatable.pods) lacks('Too many pods', 0, 0);
  if (c.cpu > 0 && c.cpu > allocatable.cpu - node.cpu) lacks('Insufficient cpu', c.cpu, allocatable.cpu);
  if (c.memory > 0 && c.memory > allocatable.memory - node.memory) lacks('Insufficient memory', c.memory, allocatable.memory);
  if (c.ephemeralStorage > 0 && c.ephemeralStorage > allocatable.ephemeralStorage - node.ephemeralStorage) lacks('Insufficient ephemeral-storage', c.ephemeralStorage, allocatable.ephemeralStorage);
  for (const [name, amount] of c.scalars) {
    const total = allocatable.scalars.get(name) ?? 0;
    if (amount > 0 && amount > total - (node.scalars.get(name) ?? 0)) lacks(`Insufficient ${name}`, amount, total);
  }
  if (reasons === '') return undefined;
  const key = unresolvable ? `!${reasons}` : reasons;
  let found = known.get(key);
  if (found === undefined) known.set(key, (found = rejection(FIT, reasons.split('\n'), unresolvable)));
  return found;
}

/**
 * The emptier the better: the mean of the free shares of CPU and memory.
 * Models pkg/scheduler/framework/plugins/noderesources/least_allocated.go
 */
export function leastAllocated(name: string): ScorePlugin {
  return {
    name,
    prepare: ({ class: c }) => ({
      score: (node) => {
        const { allocatable } = node;
        let sum = 0;
        let resources = 0;
        if (allocatable.cpu > 0) {
          sum += freeShare(node.nonZeroCpu + c.nonZeroCpu, allocatable.cpu);
          resources++;
        }
        if (allocatable.memory > 0) {
          sum += freeShare(node.nonZeroMemory + c.nonZeroMemory, allocatable.memory);
          resources++;
        }
        return resources === 0 ? 0 : Math.trunc(sum / resources);
      },
    }),
  };
}

const freeShare = (requested: number, capacity: number): number => (requested > capacity ? 0 : Math.trunc(((capacity - requested) * MAX_NODE_SCORE) / capacity));

/** CPU and memory should be used alike. Models pkg/scheduler/framework/plugins/noderesources/balanced_allocation.go */
export function balancedAllocation(behaviour: SchedulerBehaviour): ScorePlugin {
  const deviation = behaviour.balance === 'deviation';
  return {
    name: 'NodeResourcesBalancedAllocation',
    prepare: ({ class: c }) => {
      if (deviation && c.cpu === 0 && c.memory === 0) return undefined;
      return {
        score: (node) => {
          const { allocatable } = node;
          if (!deviation) {
            const cpu = fraction(node.nonZeroCpu + c.nonZeroCpu, allocatable.cpu);
            const memory = fraction(node.nonZeroMemory + c.nonZeroMemory, allocatable.memory);
            return cpu >= 1 || memory >= 1 ? 0 : Math.trunc((1 - Math.abs(cpu - memory)) * MAX_NODE_SCORE);
          }
          if (allocatable.cpu === 0 || allocatable.memory === 0) return MAX_NODE_SCORE;
          const cpu = Math.min(1, (node.cpu + c.cpu) / allocatable.cpu);
          const memory = Math.min(1, (node.memory + c.memory) / allocatable.memory);
          return Math.trunc((1 - Math.abs(cpu - memory) / 2) * MAX_NODE_SCORE);
        },
      };
    },
  };
}

const fraction = (requested: number, capacity: number): number => (capacity === 0 ? 1 : requested / capacity);
