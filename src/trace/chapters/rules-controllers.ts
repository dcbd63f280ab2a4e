import { nameOf, type Params, type Rule, type RuleContext, type SpanRule } from './rule';
import type { SpanView } from '../types';

const CHAPTER = 'controllers';

/** What a deployment or replica set has and wants, as written by then. */
const counts = (span: SpanView, { fact }: RuleContext): Params => {
  const known = fact(span.subject);
  return { object: nameOf(span.subject), wanted: known?.wanted ?? 0, current: known?.current ?? 0, ready: known?.ready ?? 0 };
};

/** The same once the state was through: what it wrote. */
const written = (span: SpanView, context: RuleContext): Params => counts(span, { ...context, fact: (subject) => context.fact(subject, 'after') });

const worker = (machine: string, id: string, states: readonly string[], more: Partial<SpanRule> = {}): SpanRule => ({
  on: 'span', id, chapter: CHAPTER, component: 'controllers', machine, states, params: counts, ...more,
});

/** The loops of kube-controller-manager. */
export const CONTROLLER_RULES: readonly Rule[] = [
  { on: 'message', id: 'deployment.queue', chapter: CHAPTER, kind: 'queue', from: 'controllers', to: 'controllers', label: /^deployments queue/, params: (message) => ({ object: nameOf(message.subject) }) },
  worker('deployment worker', 'deployment.sync', ['gettingDeployment', 'gettingReplicaSets', 'checkingPause', 'findingNewReplicaSet', 'checkingScaling']),
  worker('deployment worker', 'deployment.create', ['creatingReplicaSet']),
  worker('deployment worker', 'deployment.plan', ['planningScaling', 'checkingOldPods']),
  worker('deployment worker', 'deployment.scaleUp', ['scalingUp']),
  worker('deployment worker', 'deployment.scaleDown', ['scalingDown']),
  worker('deployment worker', 'deployment.cleanUp', ['deletingOldReplicaSet']),
  worker('deployment worker', 'deployment.record', ['recordingCreated', 'recordingRevision', 'annotatingReplicaSet']),
  worker('deployment worker', 'deployment.status', ['updatingStatus'], { chapter: 'status', tell: 'last', params: written }),
  { on: 'message', id: 'replicaset.queue', chapter: CHAPTER, kind: 'queue', from: 'controllers', to: 'controllers', label: /^replicasets queue/, params: (message) => ({ object: nameOf(message.subject) }) },
  worker('replica set worker', 'replicaset.count', ['gettingReplicaSet', 'listingPods', 'comparing']),
  worker('replica set worker', 'replicaset.create', ['creatingPods']),
  worker('replica set worker', 'replicaset.delete', ['deletingPods']),
  worker('replica set worker', 'replicaset.status', ['updatingStatus'], { chapter: 'status', tell: 'last', params: written }),
  worker('garbage collector worker', 'gc.check', ['readingGraph', 'gettingObject', 'gettingOwner', 'deciding', 'checkingDependents'], { params: (span) => ({ object: nameOf(span.subject) }) }),
  worker('garbage collector worker', 'gc.delete', ['deletingObject'], { params: (span) => ({ object: nameOf(span.subject) }) }),
  worker('garbage collector worker', 'gc.release', ['droppingOwners', 'unblockingOwner', 'removingFinalizer'], { params: (span) => ({ object: nameOf(span.subject) }) }),
  worker('orphaning worker', 'gc.orphan', ['orphaningDependents'], { params: (span) => ({ object: nameOf(span.subject) }) }),
];
