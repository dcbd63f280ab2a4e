import { defined } from '../../../base/assert';
import type { KubeObject } from '../../../api/types';
import { SECOND, type Micros } from '../../../kernel/time';
import type { CommandSpec } from '../cli/command';
import { bool, duration, int64, string } from '../cli/flags';
import { goDuration } from '../../../api/duration';
import { connect } from '../connect';
import { dig, listAt, stringAt } from '../document';
import { failureText, text, type Failure } from '../failure';
import type { Invocation } from '../invocation';
import { DRY_RUN_FLAG, dryRunOf, type DryRun } from '../output-flags';
import { build, check, die, print, printError, sleep, type Program } from '../program';
import { ACCEPT, ask, askObject, isNotFound, listObjects, LOG, PROTOBUF, query, to } from '../requests';
import type { Live } from '../select';
import { selectNodes, setUnschedulable } from './cordon';

export const drain: CommandSpec = {
  path: ['drain'], about: 'Drain node in preparation for maintenance', usage: 'NODE [options]',
  flags: [
    int64('chunk-size', 500), bool('delete-emptydir-data'), bool('disable-eviction'), DRY_RUN_FLAG, bool('force'), int64('grace-period', -1), bool('ignore-daemonsets'), string('pod-selector'),
    string('selector', '', 'l'), int64('skip-wait-for-delete-timeout', 0), duration('timeout'),
  ],
  run,
};

// Models kubectl pkg/cmd/drain drain.go RunDrain
function* run(inv: Invocation): Program<number> {
  const dryRun = yield* check(dryRunOf(inv.flags));
  const config = yield* connect(inv);
  const nodes = yield* selectNodes(inv, config);
  const [missing] = nodes.failures;
  if (missing !== undefined) return yield* check({ ok: false, error: missing });
  for (const node of nodes.objects) {
    const failure = yield* setUnschedulable(node, true, dryRun);
    if (failure !== undefined) return yield* check({ ok: false, error: failure });
  }
  const left: string[] = [];
  const failures: Failure[] = [];
  for (const node of nodes.objects) {
    const failure = yield* drainNode(inv, node, dryRun);
    if (failure === undefined) {
      yield* print(`node/${node.object.metadata.name} drained${dryRun === 'client' ? ' (dry run)' : dryRun === 'server' ? ' (server dry run)' : ''}\n`);
      continue;
    }
    left.push(node.object.metadata.name);
    failures.push(failure);
    yield* printError(`error: unable to drain node ${JSON.stringify(node.object.metadata.name)} due to error: ${failureText(failure)}, continuing command...\n`);
  }
  if (left.length === 0) return 0;
  yield* printError(`There are pending nodes to be drained:\n${left.map((name) => ` ${name}\n`).join('')}`);
  return yield* die(failures.map(lines).join('\n'));
}

/** Each reason on a line of its own. */
function lines(failure: Failure): string {
  return failure.kind === 'several' ? failure.failures.map(failureText).join('\n') : failureText(failure);
}

function* drainNode(inv: Invocation, node: Live, dryRun: DryRun): Program<Failure | undefined> {
  const { flags } = inv;
  const pods = defined(inv.scheme.resourceFor('', 'v1', 'pods'), 'pods');
  const found = yield* listObjects(pods, {}, query({ fieldSelector: `spec.nodeName=${node.object.metadata.name}`, labelSelector: flags.string('pod-selector'), limit: '500' }), ACCEPT.typed, LOG.typedList);
  if (!found.ok) return found.error;
  const verdict = choosePods(inv, found.value);
  if (verdict.refusals.length > 0) return { kind: 'several', failures: verdict.refusals };
  if (verdict.warnings.length > 0) yield* printError(`Warning: ${verdict.warnings.join('; ')}\n`);
  if (verdict.pods.length === 0) return undefined;
  if (dryRun === 'client') {
    for (const pod of verdict.pods) yield* print(`evicting pod ${pod.metadata.namespace ?? ''}/${pod.metadata.name} (dry run)\n`);
    return undefined;
  }
  const failure = yield* evictAll(inv, verdict.pods, dryRun);
  if (failure === undefined) return undefined;
  // What is still there is named, from a fresh look.
  const again = yield* listObjects(pods, {}, query({ fieldSelector: `spec.nodeName=${node.object.metadata.name}`, limit: '500' }), ACCEPT.typed, LOG.typedList);
  const pending = again.ok ? choosePods(inv, again.value).pods : [];
  if (pending.length > 0) yield* printError(`There are pending pods in node ${JSON.stringify(node.object.metadata.name)} when an error occurred: ${failureText(failure)}\n${pending.map((pod) => `pod/${pod.metadata.name}\n`).join('')}`);
  return failure;
}

interface Verdict {
  readonly pods: readonly KubeObject[];
  readonly refusals: readonly Failure[];
  readonly warnings: readonly string[];
}

/** Which pods have to go, and why some may not. Models kubectl pkg/drain filters.go. */
function choosePods(inv: Invocation, all: readonly KubeObject[]): Verdict {
  const { flags } = inv;
  const refused = new Map<string, string[]>();
  const warned = new Map<string, string[]>();
  const note = (list: Map<string, string[]>, reason: string, pod: KubeObject): void => {
    list.set(reason, [...(list.get(reason) ?? []), `${pod.metadata.namespace ?? ''}/${pod.metadata.name}`]);
  };
  const pods = all.filter((pod) => {
    const ended = ['Succeeded', 'Failed'].includes(stringAt(pod, 'status', 'phase'));
    const owner = pod.metadata.ownerReferences?.find((o) => o.controller === true);
    if (owner?.kind === 'DaemonSet' && !ended) {
      note(flags.bool('ignore-daemonsets') ? warned : refused, flags.bool('ignore-daemonsets') ? 'ignoring DaemonSet-managed Pods' : 'cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore)', pod);
      return false;
    }
    if (pod.metadata.annotations?.['kubernetes.io/config.mirror'] !== undefined) return false;
    let keep = true;
    if (!ended && listAt(pod, 'spec', 'volumes').some((v) => dig(v, 'emptyDir') !== undefined) && !flags.bool('delete-emptydir-data')) {
      note(refused, 'cannot delete Pods with local storage (use --delete-emptydir-data to override)', pod);
      keep = false;
    } else if (!ended && owner === undefined) {
      if (flags.bool('force')) note(warned, 'deleting Pods that declare no controller', pod);
      else {
        note(refused, 'cannot delete cannot delete Pods that declare no controller (use --force to override)', pod);
        keep = false;
      }
    }
    return keep;
  });
  const say = (list: Map<string, string[]>): readonly string[] => [...list].map(([reason, names]) => `${reason}: ${names.join(', ')}`);
  return { pods, refusals: say(refused).map(text), warnings: say(warned) };
}

/**
 * Evicts all pods and waits until they are gone. The real command does this for all pods at once; here they take turns,
 * each as soon as it is due. Models kubectl pkg/drain drain.go evictPods.
 */
function* evictAll(inv: Invocation, pods: readonly KubeObject[], dryRun: DryRun): Program<Failure | undefined> {
  const { flags } = inv;
  const resource = defined(inv.scheme.resourceFor('', 'v1', 'pods'), 'pods');
  const evict = !flags.bool('disable-eviction');
  if (evict) yield* ask({ method: 'GET', path: '/api/v1', accept: ACCEPT.scheme, logFrom: LOG.discovery });
  const timeout = flags.number('timeout') === 0 ? Infinity : flags.number('timeout');
  const deadline = inv.host.now() + timeout;
  const begun = inv.host.now();
  const jobs = pods.map((pod) => ({ pod, due: begun, evicted: false, retried: false }));
  const waiting = new Set(jobs);
  while (waiting.size > 0) {
    // What is due first; of several, one that nobody has asked to go yet.
    const next = [...waiting].reduce((a, b) => (b.due < a.due || (b.due === a.due && a.evicted && !b.evicted) ? b : a));
    const at = { namespace: next.pod.metadata.namespace, name: next.pod.metadata.name };
    if (next.due > deadline) {
      if (deadline > inv.host.now()) yield* sleep(deadline - inv.host.now());
      return globalTimeout(next.pod, flags.number('timeout'), next.evicted);
    }
    if (next.due > inv.host.now()) yield* sleep(next.due - inv.host.now());
    if (!next.evicted) {
      const outcome = yield* evictOne(inv, next.pod, evict, dryRun, next.retried);
      if (outcome === 'gone') waiting.delete(next);
      else if (outcome === 'evicted') {
        if (dryRun === 'server') waiting.delete(next);
        next.evicted = true;
      } else if (outcome === 'retry') {
        next.retried = true;
        next.due = inv.host.now() + 5 * SECOND;
      } else return outcome;
      continue;
    }
    const live = yield* askObject(to(resource, at, { method: 'GET', accept: ACCEPT.typed, logFrom: LOG.typedGet }));
    if ((!live.ok && isNotFound(live.error)) || (live.ok && live.value.metadata.uid !== next.pod.metadata.uid)) {
      yield* print(`pod/${at.name} ${evict ? 'evicted' : 'deleted'}\n`);
      waiting.delete(next);
    } else if (!live.ok) return live.error;
    else next.due = Math.max(inv.host.now(), next.due + SECOND);
  }
  return undefined;
}

function globalTimeout(pod: KubeObject, timeout: Micros, evicted: boolean): Failure {
  if (evicted) return text(`error when waiting for pod ${JSON.stringify(pod.metadata.name)} in namespace ${JSON.stringify(pod.metadata.namespace ?? '')} to terminate: global timeout reached: ${goDuration(timeout)}`);
  return text(`error when evicting pods/${JSON.stringify(pod.metadata.name)} -n ${JSON.stringify(pod.metadata.namespace ?? '')}: global timeout reached: ${goDuration(timeout)}`);
}

function* evictOne(inv: Invocation, pod: KubeObject, evict: boolean, dryRun: DryRun, retried: boolean): Program<'gone' | 'evicted' | 'retry' | Failure> {
  const { flags } = inv;
  const resource = defined(inv.scheme.resourceFor('', 'v1', 'pods'), 'pods');
  const at = { namespace: pod.metadata.namespace, name: pod.metadata.name };
  if (retried) {
    const live = yield* askObject(to(resource, at, { method: 'GET', accept: ACCEPT.typed, logFrom: LOG.typedGet }));
    if (!live.ok && isNotFound(live.error)) return 'gone';
    if (live.ok && live.value.metadata.uid !== pod.metadata.uid) return 'gone';
  }
  const grace = flags.number('grace-period') >= 0 ? { gracePeriodSeconds: flags.number('grace-period') } : {};
  const options = { ...grace, ...(dryRun === 'server' ? { dryRun: ['All'] } : {}) };
  if (!evict) {
    const answer = yield* ask(to(resource, at, { method: 'DELETE', accept: ACCEPT.typed, contentType: 'application/json', body: options, logFrom: LOG.delete }));
    return answer.ok ? 'evicted' : isNotFound(answer.error) ? 'gone' : answer.error;
  }
  yield* print(`evicting pod ${pod.metadata.namespace ?? ''}/${pod.metadata.name}${dryRun === 'server' ? ' (server dry run)' : ''}\n`);
  const version = inv.scheme.groups.find((g) => g.group === 'policy')?.versions[0] ?? 'v1';
  const body = { kind: 'Eviction', apiVersion: `policy/${version}`, metadata: { name: at.name, namespace: at.namespace }, ...(Object.keys(options).length > 0 ? { deleteOptions: options } : {}) };
  yield* build(body);
  const answer = yield* ask(to(resource, { ...at, subresource: 'eviction' }, { method: 'POST', accept: ACCEPT.typed, contentType: PROTOBUF, body, logFrom: LOG.typedCreate }));
  if (answer.ok) return 'evicted';
  if (isNotFound(answer.error)) return 'gone';
  if (answer.error.kind === 'status' && answer.error.status.reason === 'TooManyRequests') {
    yield* printError(`error when evicting pods/${JSON.stringify(at.name)} -n ${JSON.stringify(at.namespace ?? '')} (will retry after 5s): ${failureText(answer.error)}\n`);
    return 'retry';
  }
  return text(`error when evicting pods/${JSON.stringify(at.name)} -n ${JSON.stringify(at.namespace ?? '')}: ${failureText(answer.error)}`);
}
