import { defined } from '../../../base/assert';
import type { KubeObject } from '../../../api/types';
import { SECOND } from '../../../kernel/time';
import { REPEATED } from '../../client/http';
import { selectArguments } from '../arguments';
import type { CommandSpec } from '../cli/command';
import { bool, duration, string } from '../cli/flags';
import { connect } from '../connect';
import { isRecord, numberAt, stringAt } from '../document';
import { text, usage } from '../failure';
import type { Invocation } from '../invocation';
import type { ClientConfig } from '../kubeconfig';
import { containersToLog } from '../log-containers';
import { check, die, exchange, fail, print, printError, type Program } from '../program';
import { ACCEPT, getLive, query, resultOf, to } from '../requests';
import { podOfWorkload, podSelectorOf } from '../workload-pods';

export const exec: CommandSpec = {
  path: ['exec'], about: 'Execute a command in a container', usage: '(POD | TYPE/NAME) [-c CONTAINER] [flags] -- COMMAND [args...] [options]',
  flags: [string('container', '', 'c'), duration('pod-running-timeout', 60 * SECOND), bool('quiet', false, 'q'), bool('stdin', false, 'i'), bool('tty', false, 't')],
  run,
};

const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'ash', '/bin/sh', '/bin/bash', '/bin/ash']);

// Models kubectl pkg/cmd/exec exec.go
function* run(inv: Invocation): Program<number> {
  const { flags, args } = inv;
  if (args.length === 0 || inv.dash === 0) return yield* fail(text('pod, type/name or --filename must be specified'));
  if (inv.dash < 0 && args.length > 1) return yield* fail(usage(inv.command, 'exec [POD] [COMMAND] is not supported anymore. Use exec [POD] -- [COMMAND] instead'));
  const command = inv.dash < 0 ? [] : args.slice(inv.dash);
  if (command.length === 0) return yield* fail(text('you must specify at least one command for the container'));
  if (command.length === 1 && SHELLS.has(command[0] ?? '')) return yield* fail(text('an interactive shell is not available in this simulation; say what it shall run: kubectl exec POD -- sh -c COMMAND'));
  const config = yield* connect(inv);
  const pod = yield* podOf(inv, config);
  const phase = stringAt(pod, 'status', 'phase');
  if (phase === 'Succeeded' || phase === 'Failed') return yield* fail(text(`cannot exec into a container in a completed pod; current phase is ${phase}`));
  let container = flags.string('container');
  if (container === '') {
    const chosen = yield* check(containersToLog(pod, '', false));
    container = chosen.containers[0]?.container ?? '';
    if (chosen.said !== undefined && !flags.bool('quiet')) yield* printError(chosen.said);
  }
  return yield* stream(inv, pod, container, command);
}

function* podOf(inv: Invocation, config: ClientConfig): Program<KubeObject> {
  const first = inv.args[0] ?? '';
  const podResource = defined(inv.scheme.resourceFor('', 'v1', 'pods'), 'pods');
  const selection = first.includes('/') ? yield* selectArguments(inv, [first]) : undefined;
  const { resource, name } = selection?.names[0] ?? { resource: podResource, name: first };
  const object = yield* check(yield* getLive(inv, resource, { namespace: resource.namespaced ? config.namespace : undefined, name }, ACCEPT.scheme));
  if (resource === podResource) return object;
  const selector = podSelectorOf(object);
  if (selector === undefined) return yield* fail(text(`cannot attach to *${resource.version}.${resource.kind}: selector for *${resource.version}.${resource.kind} not implemented`));
  return yield* podOfWorkload(inv, config, selector, inv.flags.number('pod-running-timeout'), true);
}

/** Over a WebSocket, and where the server refuses that, over SPDY. Models client-go tools/remotecommand fallback.go. */
function* stream(inv: Invocation, pod: KubeObject, container: string, command: readonly string[]): Program<number> {
  const { flags } = inv;
  const pods = defined(inv.scheme.resourceFor('', 'v1', 'pods'), 'pods');
  const tty = flags.bool('tty');
  const request = (method: 'GET' | 'POST', upgrade: string): ReturnType<typeof to> => to(pods, { namespace: pod.metadata.namespace, name: pod.metadata.name, subresource: 'exec' }, {
    method, upgrade, accept: '*/*', logFrom: 'websocket.go:146', stream: true,
    query: query({ command: command.join(REPEATED), container, stdin: flags.bool('stdin') ? 'true' : undefined, stdout: 'true', stderr: tty ? undefined : 'true', tty: tty ? 'true' : undefined }),
  });
  let response = yield* exchange(request('GET', 'websocket'));
  if (response.code >= 400) response = yield* exchange(request('POST', 'SPDY/3.1'));
  const streams = yield* check(resultOf(response));
  // A terminal has one stream.
  const [stdout, stderr] = [stringAt(streams, 'stdout'), stringAt(streams, 'stderr')];
  yield* print(tty ? `${stdout}${stderr}` : stdout);
  if (!tty) yield* printError(stderr);
  const status = isRecord(streams) ? streams['status'] : undefined;
  if (isRecord(status)) return yield* fail(text(stringAt(status, 'message')));
  const code = numberAt(streams, 'exitCode');
  return code === 0 ? 0 : yield* die(`command terminated with exit code ${code}`, code);
}
