import { defined } from '../../base/assert';
import type { SchedulerBehaviour } from '../versions';
import type { FilterPlugin, ScorePlugin } from './framework';
import type { Listers } from './listers';
import { interPodAffinityFilter, interPodAffinityScore } from './plugins/inter-pod-affinity';
import { nodeAffinityFilter, nodeAffinityScore } from './plugins/node-affinity';
import { nodeName, nodePorts, nodeUnschedulable, taintFilter } from './plugins/node-plugins';
import { balancedAllocation, leastAllocated, nodeResourcesFit } from './plugins/node-resources';
import { imageLocality, nodePreferAvoidPods, taintScore } from './plugins/simple-scores';
import { topologySpreadFilter, topologySpreadScore } from './plugins/topology-spread';
import { dynamicResources, nodeVolumeLimits, volumeBinding, volumeRestrictions, volumeZone, type AssumedVolumes } from './plugins/volumes';

export interface WeightedScore {
  readonly plugin: ScorePlugin;
  readonly weight: number;
}

/** The plugins of a release in the order in which they run. Models pkg/scheduler/apis/config/v1/default_plugins.go */
export interface Profile {
  readonly behaviour: SchedulerBehaviour;
  readonly filters: readonly FilterPlugin[];
  readonly scores: readonly WeightedScore[];
}

export function createProfile(behaviour: SchedulerBehaviour, listers: Listers, assumed: AssumedVolumes): Profile {
  const filters = new Map([
    nodeUnschedulable(), nodeName(behaviour), taintFilter(behaviour), nodeAffinityFilter(behaviour), nodePorts(), nodeResourcesFit(behaviour), volumeRestrictions(listers), nodeVolumeLimits(),
    volumeBinding(behaviour, listers, assumed), volumeZone(listers), topologySpreadFilter(), interPodAffinityFilter(behaviour, listers), dynamicResources(),
  ].map((p) => [p.name, p]));
  const scores = new Map([
    taintScore(), nodeAffinityScore(behaviour), leastAllocated('NodeResourcesFit'), leastAllocated('NodeResourcesLeastAllocated'), topologySpreadScore(behaviour, listers), interPodAffinityScore(behaviour, listers),
    balancedAllocation(behaviour), imageLocality(), nodePreferAvoidPods(),
  ].map((p) => [p.name, p]));
  return {
    behaviour,
    filters: behaviour.filters.map((name) => defined(filters.get(name), `filter plugin ${name}`)),
    scores: behaviour.scores.map(([name, weight]) => ({ plugin: defined(scores.get(name), `score plugin ${name}`), weight })),
  };
}
