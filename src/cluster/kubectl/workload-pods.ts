import { defined } from '../../base/assert';
import { formatLabelSelector, formatLabels } from '../../api/selectors/labels';
import type { KubeObject, LabelSelector } from '../../api/types';
import { epochSeconds } from '../../api/time';
import type { Micros } from '../../kernel/time';
import { isObject, isRecord, listAt, numberAt, recordAt, stringAt, stringsAt } from './document';
import { text } from './failure';
import type { Invocation } from './invocation';
import type { ClientConfig } from './kubeconfig';
import { check, closeWatch, fail, nextFrame, openWatch, printError, type Program } from './program';
import { ACCEPT, ask, itemsOf, listVersion, LOG, query, to } from './requests';

/** The label selector of a workload's pods as a query; undefined for kinds without one. Models kubectl pkg/polymorphichelpers helpers.go SelectorsForObject. */
export function podSelectorOf(object: KubeObject): string | undefined {
  const selector = recordAt(object, 'spec')['selector'];
  switch (object.kind) {
    case 'Deployment': case 'ReplicaSet': case 'StatefulSet': case 'DaemonSet': case 'Job':
      return isRecord(selector) ? formatLabelSelector(selector as LabelSelector) : undefined;
    case 'ReplicationController': case 'Service': {
      const labels = stringsAt(object, 'spec', 'selector');
      return Object.keys(labels).length > 0 ? formatLabels(labels) : undefined;
    }
    default: return undefined;
  }
}

/** One pod of a workload, the one most worth looking at; waits for the first when there is none. Models kubectl pkg/polymorphichelpers helpers.go GetFirstPod. */
export function* podOfWorkload(inv: Invocation, config: ClientConfig, selector: string, timeout: Micros, quiet = false): Program<KubeObject> {
  const pods = defined(inv.scheme.resourceFor('', 'v1', 'pods'), 'pods');
  const at = { namespace: config.namespace };
  const list = yield* check(yield* ask(to(pods, at, { method: 'GET', accept: ACCEPT.typed, query: { labelSelector: selector }, logFrom: LOG.typedList })));
  const found = [...itemsOf(list, pods)].map((pod, i) => ({ pod, i })).sort((a, b) => byLogging(a.pod, b.pod) || a.i - b.i);
  const [first] = found;
  if (first !== undefined) {
    if (found.length > 1 && !quiet) yield* printError(`Found ${found.length} pods, using pod/${first.pod.metadata.name}\n`);
    return first.pod;
  }
  const deadline = inv.host.now() + timeout;
  const opened = yield* openWatch(to(pods, at, { method: 'GET', accept: ACCEPT.typed, logFrom: 'type.go:197', query: query({ labelSelector: selector, resourceVersion: listVersion(list), watch: 'true' }) }));
  for (;;) {
    const frame = yield* nextFrame(opened.watch, deadline);
    if (typeof frame === 'string') return yield* fail(text('timed out waiting for the condition'));
    if ((frame.type === 'ADDED' || frame.type === 'MODIFIED') && isObject(frame.object)) {
      yield* closeWatch(opened.watch);
      return frame.object;
    }
  }
}

const PHASES: Readonly<Record<string, number>> = { Running: 0, Unknown: 1, Pending: 2 };

/** Models kubectl pkg/util/podutils podutils.go ByLogging.Less. */
function byLogging(a: KubeObject, b: KubeObject): number {
  const assigned = (pod: KubeObject): number => (stringAt(pod, 'spec', 'nodeName') === '' ? 1 : 0);
  const phase = (pod: KubeObject): number => PHASES[stringAt(pod, 'status', 'phase')] ?? 0;
  const ready = (pod: KubeObject): number => (readyCondition(pod) === undefined ? 1 : 0);
  const since = (pod: KubeObject): number => epochSeconds(stringAt(readyCondition(pod), 'lastTransitionTime')) ?? Infinity;
  const restarts = (pod: KubeObject): number => Math.max(0, ...listAt(pod, 'status', 'containerStatuses').map((s) => numberAt(s, 'restartCount')));
  const born = (pod: KubeObject): number => epochSeconds(pod.metadata.creationTimestamp) ?? Infinity;
  return assigned(a) - assigned(b) || phase(a) - phase(b) || ready(a) - ready(b) || order(since(a), since(b)) || restarts(b) - restarts(a) || order(born(a), born(b));
}

const order = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

function readyCondition(pod: KubeObject): unknown {
  return listAt(pod, 'status', 'conditions').find((c) => stringAt(c, 'type') === 'Ready' && stringAt(c, 'status') === 'True');
}
