import type { Prng } from '../../base/prng';
import type { Filtered, PreFiltered } from './filtering';
import { fitErrorMessage } from './fit-error';
import type { Listers } from './listers';
import type { Nominator } from './nominator';
import type { PodInfo } from './pod-info';
import { NOT_HELPFUL, preempt, type Candidate } from './preemption';
import type { Profile } from './profile';
import type { Snapshot } from './snapshot';

export interface PostFilterInput {
  readonly pod: PodInfo;
  readonly snapshot: Snapshot;
  readonly pre: PreFiltered;
  /** Undefined when no node was asked. */
  readonly filtered: Filtered | undefined;
  readonly profile: Profile;
  readonly nominator: Nominator;
  readonly listers: Listers;
  readonly random: Prng;
}

export interface PostFilterResult {
  /** Why the pod cannot be scheduled, with what PostFilter added. */
  readonly message: string;
  /** The plugins that objected to anything. */
  readonly plugins: ReadonlySet<string>;
  readonly candidate: Candidate | undefined;
  /** Undefined: leave the nomination as it is; empty: take it away. */
  readonly nominatedNodeName: string | undefined;
  /** For the log. */
  readonly document: object;
}

interface Outcome {
  readonly text: string;
  readonly candidate?: Candidate;
  readonly nominatedNodeName: string | undefined;
  readonly document: object;
}

/**
 * No node fits: what the PostFilter plugins can do about it (DynamicResources nothing, DefaultPreemption perhaps), and the
 * message that says it all.
 */
// Models pkg/scheduler/schedule_one.go schedulingCycle and framework/runtime RunPostFilterPlugins
export function postFilter(input: PostFilterInput): PostFilterResult {
  const { pre, snapshot, filtered, profile: { behaviour } } = input;
  const rejected = filtered?.rejected ?? [];
  const outcome = runPlugins(input);
  const plugins = new Set(rejected.map((r) => r.rejection.plugin));
  if (pre.rejection !== undefined) plugins.add(pre.rejection.plugin);
  for (const plugin of pre.narrowedBy) plugins.add(plugin);
  const message = fitErrorMessage({
    nodeCount: snapshot.nodes.length, rejected: rejected.map((r) => r.rejection), preFilter: pre.rejection,
    absentReason: pre.nodeNames === undefined ? undefined : `node(s) didn't satisfy plugin(s) [${pre.narrowedBy.join(' ')}]`, postFilter: behaviour.tellsPreemption ? outcome.text : '',
  }, behaviour.preFilterCountsNodes);
  return { message, plugins, candidate: outcome.candidate, nominatedNodeName: outcome.nominatedNodeName, document: outcome.document };
}

function runPlugins(input: PostFilterInput): Outcome {
  const { pod, snapshot, pre, filtered, profile, nominator, listers, random } = input;
  const { dynamicResources } = profile.behaviour;
  if (pre.rejection !== undefined && dynamicResources) {
    // DynamicResources misses what its PreFilter, which never ran, should have left, and that error ends PostFilter.
    return { text: 'not found', nominatedNodeName: '', document: { type: 'postFilter', message: 'not found' } };
  }
  const result = preempt({ pod, snapshot, filters: profile.filters, nominator, listers, random, rejected: filtered?.rejected ?? [] });
  const before = dynamicResources ? 'no new claims to deallocate, preemption: ' : 'preemption: ';
  switch (result.kind) {
    case 'found': {
      const { best, candidates, decidedBy } = result;
      const document = {
        type: 'preemption', node: best.node, victims: best.victims.map((v) => v.key), decidedBy,
        candidates: candidates.map((c) => ({ node: c.node, victims: c.victims.map((v) => ({ pod: v.key, priority: v.priority })), budgetViolations: c.budgetViolations })),
      };
      return { text: '', candidate: best, nominatedNodeName: best.node, document };
    }
    case 'ineligible': {
      const text = before + result.message;
      return { text, nominatedNodeName: undefined, document: { type: 'postFilter', message: text } };
    }
    case 'none': {
      const text = before + fitErrorMessage({ nodeCount: snapshot.nodes.length, rejected: result.rejected, preFilter: undefined, absentReason: NOT_HELPFUL, postFilter: '' }, false);
      return { text, nominatedNodeName: '', document: { type: 'postFilter', message: text } };
    }
  }
}
