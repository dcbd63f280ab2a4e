import { nameOf, type Rule } from './rule';
import { queue, worker } from './worker';

const LIFECYCLE = ['checkingHeartbeats', 'updatingNodeStatus', 'markingPodsNotReady', 'gettingNode', 'patchingTaints', 'waiting'] as const;

/** Controllers that look after nodes, and after pods whose node is no place to stay. */
export const NODE_CONTROLLER_RULES: readonly Rule[] = [
  queue('node.queue', /^nodes queue/),
  worker('node taint worker', 'node.taint', ['comparing', 'gettingNode', 'patchingTaints', 'waiting'], { params: (span) => ({ node: nameOf(span.subject) }) }),
  worker('node monitor', 'node.monitor', LIFECYCLE, { onlyOnWay: true }),
  worker('taint eviction worker', 'eviction.taint', ['checkingPod', 'markingDisruption', 'deletingPod'], { params: (span) => ({ pod: nameOf(span.subject) }) }),
  worker('node IPAM worker', 'node.range', ['checkingPodCIDR', 'assigningPodCIDR'], { params: (span) => ({ node: nameOf(span.subject) }) }),
  worker('TTL worker', 'node.ttl', ['checkingAnnotation', 'patchingNode'], { onlyOnWay: true }),
  worker('pod garbage collector', 'podgc.collect', ['lookingForPods', 'checkingNode', 'markingFailed', 'deletingPod'], { chapter: 'removal' }),
];
