import { defined } from '../../../base/assert';
import type { KubeObject } from '../../../api/types';
import { SECOND } from '../../../kernel/time';
import { selectArguments } from '../arguments';
import type { CommandSpec } from '../cli/command';
import { bool, duration, int64, string } from '../cli/flags';
import { connect } from '../connect';
import { failureText, text, usage, type Failure } from '../failure';
import type { Invocation } from '../invocation';
import type { ClientConfig } from '../kubeconfig';
import { check, exchange, fail, print, printError, sleep, type Program } from '../program';
import { ACCEPT, getLive, listObjects, query, resultOf, to } from '../requests';
import { allContainers, containersToLog, type LogContainer } from '../log-containers';
import { podOfWorkload, podSelectorOf } from '../workload-pods';

export const logs: CommandSpec = {
  path: ['logs'], aliases: ['log'], about: 'Print the logs for a container in a pod', usage: '[-f] [-p] (POD | TYPE/NAME) [-c CONTAINER] [options]',
  flags: [
    bool('all-containers'), bool('all-pods'), string('container', '', 'c'), bool('follow', false, 'f'), bool('ignore-errors'), bool('insecure-skip-tls-verify-backend'), int64('limit-bytes', 0),
    int64('max-log-requests', 5), duration('pod-running-timeout', 20 * SECOND), bool('prefix'), bool('previous', false, 'p'), string('selector', '', 'l'), duration('since'), string('since-time'),
    int64('tail', -1), bool('timestamps'),
  ],
  run,
};

const EXPECTED = "expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\nPOD or TYPE/NAME is a required argument for the logs command";

// Models kubectl pkg/cmd/logs logs.go and pkg/polymorphichelpers logsforobject.go
function* run(inv: Invocation): Program<number> {
  const { flags, args } = inv;
  const selector = flags.string('selector');
  if ((args.length === 0 && selector === '') || args.length > 2) return yield* fail(usage(inv.command, EXPECTED));
  if (selector !== '' && args.length > 0) return yield* fail(usage(inv.command, 'only a selector (-l) or a POD name is allowed'));
  const config = yield* connect(inv);
  const wantedContainer = flags.string('container') || (args[1] ?? '');
  if (flags.string('container') !== '' && args.length === 2) return yield* fail(usage(inv.command, 'only one of -c or an inline [CONTAINER] arg is allowed'));
  const pods = yield* podsOf(inv, config);
  if (pods === undefined) {
    yield* printError(`No resources found in ${config.namespace} namespace.\n`);
    return 0;
  }
  yield { kind: 'validate' };
  if (flags.number('tail') < -1) return yield* fail(text('--tail must be greater than or equal to -1'));
  if (flags.number('since') !== 0 && flags.string('since-time') !== '') return yield* fail(text('at most one of `sinceTime` or `sinceSeconds` may be specified'));
  const targets: LogContainer[] = [];
  for (const pod of pods) {
    const chosen = yield* check(containersToLog(pod, wantedContainer, flags.bool('all-containers')));
    if (chosen.said !== undefined) yield* printError(chosen.said);
    targets.push(...chosen.containers);
  }
  const prefixed = flags.bool('prefix') || flags.bool('all-pods');
  if (flags.bool('follow') && targets.length > flags.number('max-log-requests')) {
    return yield* fail(text(`you are attempting to follow ${targets.length} log streams, but maximum allowed concurrency is ${flags.number('max-log-requests')}, use --max-log-requests to increase the limit`));
  }
  const seen = new Map<LogContainer, string>();
  for (const target of targets) yield* printNew(inv, target, prefixed, seen);
  if (flags.bool('follow')) yield* follow(inv, targets, prefixed, seen);
  return 0;
}

/** The pods that are meant; undefined when a selector selects none. */
function* podsOf(inv: Invocation, config: ClientConfig): Program<readonly KubeObject[] | undefined> {
  const { flags, args } = inv;
  const podResource = defined(inv.scheme.resourceFor('', 'v1', 'pods'), 'pods');
  const selector = flags.string('selector');
  if (selector !== '') {
    const found = yield* check(yield* listObjects(podResource, { namespace: config.namespace }, { labelSelector: selector }, ACCEPT.scheme));
    return found.length === 0 ? undefined : found;
  }
  const first = args[0] ?? '';
  const selection = first.includes('/') ? yield* selectArguments(inv, [first]) : undefined;
  const { resource, name } = selection?.names[0] ?? { resource: podResource, name: first };
  const answer = yield* getLive(inv, resource, { namespace: resource.namespaced ? config.namespace : undefined, name }, ACCEPT.scheme);
  if (!answer.ok) return yield* fail(lowerCase(answer.error, config.namespace));
  if (resource === podResource) return [answer.value];
  const podSelector = podSelectorOf(answer.value);
  if (podSelector === undefined) return yield* fail(text(`cannot get the logs from *${resource.version}.${resource.kind}: selector for *${resource.version}.${resource.kind} not implemented`));
  if (flags.bool('all-pods')) return yield* check(yield* listObjects(podResource, { namespace: config.namespace }, { labelSelector: podSelector }, ACCEPT.typed));
  return [yield* podOfWorkload(inv, config, podSelector, flags.number('pod-running-timeout'))];
}

/** This command words a missing object in its own way. */
function lowerCase(failure: Failure, namespace: string): Failure {
  if (failure.kind !== 'status' || failure.status.reason !== 'NotFound') return failure;
  return text(`error from server (NotFound): ${failureText(failure)} in namespace ${JSON.stringify(namespace)}`);
}

/** Prints what a container has written since it was last asked. */
function* printNew(inv: Invocation, target: LogContainer, prefixed: boolean, seen: Map<LogContainer, string>): Program<boolean> {
  const { flags } = inv;
  const pods = defined(inv.scheme.resourceFor('', 'v1', 'pods'), 'pods');
  const tail = flags.number('tail') >= 0 ? flags.number('tail') : flags.string('selector') !== '' && !flags.changed('tail') ? 10 : -1;
  const again = seen.has(target);
  const response = yield* exchange(to(pods, { namespace: target.namespace, name: target.pod, subresource: 'log' }, {
    method: 'GET', accept: ACCEPT.scheme, logFrom: 'logs.go:476', stream: true,
    query: query({
      container: target.container, follow: flags.bool('follow') ? 'true' : undefined, previous: flags.bool('previous') ? 'true' : undefined, timestamps: flags.bool('timestamps') ? 'true' : undefined,
      tailLines: tail >= 0 && !again ? String(tail) : undefined, limitBytes: flags.number('limit-bytes') > 0 ? String(flags.number('limit-bytes')) : undefined,
      sinceSeconds: flags.number('since') > 0 ? String(Math.round(flags.number('since') / SECOND)) : undefined,
      sinceTime: again ? undefined : flags.string('since-time'),
    }),
  }));
  const answer = resultOf(response);
  if (!answer.ok) {
    if (flags.bool('ignore-errors')) {
      yield* printError(`error: ${failureText(answer.error)}\n`);
      return false;
    }
    return yield* fail(answer.error);
  }
  const content = typeof answer.value === 'string' ? answer.value : '';
  const fresh = freshPart(content, seen.get(target));
  seen.set(target, content);
  yield* print(prefixed ? fresh.replace(/^(?=[^\n])/gm, `[pod/${target.pod}/${target.container}] `) : fresh);
  return fresh !== '';
}

/** What a log holds beyond its earlier answer, which may have been only the tail of it. */
function freshPart(content: string, before: string | undefined): string {
  if (before === undefined || before === '') return content;
  const at = content.startsWith(before) ? 0 : content.lastIndexOf(before);
  return at < 0 ? '' : content.slice(at + before.length);
}

/**
 * A log that grows is asked for again each second (the real kubectl keeps one stream open) until its containers have ended.
 */
function* follow(inv: Invocation, targets: readonly LogContainer[], prefixed: boolean, seen: Map<LogContainer, string>): Program<void> {
  const pods = defined(inv.scheme.resourceFor('', 'v1', 'pods'), 'pods');
  let running = targets;
  while (running.length > 0) {
    const still: LogContainer[] = [];
    for (const target of running) {
      const pod = yield* getLive(inv, pods, { namespace: target.namespace, name: target.pod });
      if (pod.ok && allContainers(pod.value).find((c) => c.name === target.container)?.running !== false) still.push(target);
    }
    for (const target of running) yield* printNew(inv, target, prefixed, seen);
    running = still;
    if (running.length > 0) yield* sleep(SECOND);
  }
}

