import { nameOf, resourceOf, type Rule } from './rule';
import { DAEMON_SET_RULES } from './rules-daemonset';
import { DEPLOYMENT_RULES } from './rules-deployment';
import { GC_RULES } from './rules-gc';
import { JOB_RULES } from './rules-job';
import { LIMIT_RULES } from './rules-limits';
import { NAMESPACE_RULES } from './rules-namespace';
import { NODE_CONTROLLER_RULES } from './rules-nodes';
import { SERVICE_RULES } from './rules-services';
import { STATEFUL_SET_RULES } from './rules-statefulset';
import { VOLUME_RULES } from './rules-volumes';
import { CONTROLLERS, queue, worker } from './worker';

const ADOPTS = { 'replica set worker': ['checkingOwner', 'adoptingPod'], 'job worker': ['checkingOwner', 'adoptingPod'], 'stateful set worker': ['checkingOwner', 'adopting'], 'daemon set worker': ['checkingOwner', 'adopting'] } as const;
const RELEASES = { 'replica set worker': ['releasingPod'], 'job worker': ['releasingPod'], 'stateful set worker': ['releasing'], 'daemon set worker': ['releasing'] } as const;
const TALLIES = {
  'replica set worker': ['computingStatus', 'gettingAgain'], 'stateful set worker': ['computingStatus', 'waiting'], 'daemon set worker': ['computingStatus', 'gettingAgain'],
  'job worker': ['computingStatus', 'gettingJobAgain'],
} as const;
const REQUEUES = Object.fromEntries([
  'replica set worker', 'stateful set worker', 'daemon set worker', 'job worker', 'cron job worker', 'endpoints worker', 'endpoint slice worker', 'disruption worker', 'namespace worker',
  'garbage collector worker', 'orphaning worker', 'node taint worker', 'taint eviction worker', 'node IPAM worker', 'TTL worker', 'volume binder worker', 'volume protection worker',
  'resource quota worker', 'service account worker', 'root CA publisher', 'token worker', 'node monitor',
].map((machine) => [machine, ['requeueing']]));

/** The loops of kube-controller-manager. What all have in common comes last: a row follows the first rule that fits it. */
export const CONTROLLER_RULES: readonly Rule[] = [
  { on: 'span', id: 'informer.hear', chapter: CONTROLLERS, component: 'controllers', machine: 'reflector', states: ['watching'], params: (span) => ({ object: nameOf(span.subject), resource: resourceOf(span.subject) }), onlyOnWay: true },
  ...DEPLOYMENT_RULES, ...STATEFUL_SET_RULES, ...DAEMON_SET_RULES, ...JOB_RULES, ...SERVICE_RULES, ...GC_RULES, ...NAMESPACE_RULES, ...NODE_CONTROLLER_RULES, ...VOLUME_RULES, ...LIMIT_RULES,
  queue('controllers.queue', / queue/),
  worker('deployment worker', 'controllers.adopt', ['checkingOwner', 'adoptingReplicaSet'], { alike: ADOPTS }),
  worker('deployment worker', 'controllers.release', ['releasingReplicaSet'], { alike: RELEASES }),
  worker('deployment worker', 'controllers.tally', ['computingStatus'], { chapter: 'status', tell: 'last', alike: TALLIES, onlyOnWay: true }),
  worker('deployment worker', 'controllers.requeue', ['requeueing'], { alike: REQUEUES, onlyOnWay: true }),
  worker('client builder', 'controllers.credentials', ['gettingServiceAccount', 'creatingServiceAccount', 'requestingToken'], { onlyOnWay: true }),
];
