import { TAINT, tolerates, untolerated } from '../../../api/scheduling';
import type { Taint } from '../../../api/types';
import type { SchedulerBehaviour } from '../../versions';
import { rejection, SKIP, type FilterPlugin, type Rejection } from '../framework';

/** `kubectl cordon`. Models pkg/scheduler/framework/plugins/nodeunschedulable */
export function nodeUnschedulable(): FilterPlugin {
  const name = 'NodeUnschedulable';
  const cordoned = rejection(name, ['node(s) were unschedulable'], true);
  const taint: Taint = { key: TAINT.unschedulable, effect: 'NoSchedule' };
  return {
    name,
    prepare: (pod) => {
      const tolerated = tolerates(pod.class.tolerations, taint);
      return { kind: 'check', check: (node) => (node.node?.spec.unschedulable === true && !tolerated ? cordoned : undefined) };
    },
  };
}

/** A pod that names its node never comes here, unless by another's hand. Models pkg/scheduler/framework/plugins/nodename */
export function nodeName(behaviour: SchedulerBehaviour): FilterPlugin {
  const name = 'NodeName';
  const other = rejection(name, [behaviour.nodeNameMismatch], true);
  return {
    name,
    prepare: ({ pod }) => {
      const wanted = pod.spec.nodeName ?? '';
      return wanted === '' ? SKIP : { kind: 'check', check: (node) => (node.name === wanted ? undefined : other) };
    },
  };
}

/** Models pkg/scheduler/framework/plugins/tainttoleration Filter */
export function taintFilter(behaviour: SchedulerBehaviour): FilterPlugin {
  const name = 'TaintToleration';
  const known = new Map<string, Rejection>();
  const reject = (taint: Taint): Rejection => {
    const text = behaviour.untoleratedTaint(taint.key, taint.value ?? '');
    let found = known.get(text);
    if (found === undefined) known.set(text, (found = rejection(name, [text], true)));
    return found;
  };
  return {
    name,
    prepare: (pod) => ({
      kind: 'check',
      check: (node) => {
        if (node.taints.length === 0) return undefined;
        const taint = untolerated(node.taints, pod.class.tolerations);
        return taint === undefined ? undefined : reject(taint);
      },
    }),
  };
}

/** Models pkg/scheduler/framework/plugins/nodeports */
export function nodePorts(): FilterPlugin {
  const name = 'NodePorts';
  const taken = rejection(name, ["node(s) didn't have free ports for the requested pod ports"], false);
  return {
    name,
    prepare: (pod) => {
      const { hostPorts } = pod.class;
      return hostPorts.length === 0 ? SKIP : { kind: 'check', check: (node) => (node.conflicts(hostPorts) ? taken : undefined) };
    },
  };
}
