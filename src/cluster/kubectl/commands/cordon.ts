import type { CommandSpec } from '../cli/command';
import { string } from '../cli/flags';
import { connect } from '../connect';
import { dig } from '../document';
import { usage, type Failure } from '../failure';
import type { Invocation } from '../invocation';
import type { ClientConfig } from '../kubeconfig';
import { DRY_RUN_FLAG, dryRunOf, type DryRun } from '../output-flags';
import { build, check, fail, print, type Program } from '../program';
import { ACCEPT, askObject, LOG, query, to } from '../requests';
import { selectObjects, type Live, type Selected } from '../select';

export const cordon: CommandSpec = { path: ['cordon'], about: 'Mark node as unschedulable', usage: 'NODE [options]', flags: [DRY_RUN_FLAG, string('selector', '', 'l')], run: (inv) => run(inv, true) };
export const uncordon: CommandSpec = { path: ['uncordon'], about: 'Mark node as schedulable', usage: 'NODE [options]', flags: [DRY_RUN_FLAG, string('selector', '', 'l')], run: (inv) => run(inv, false) };

// Models kubectl pkg/cmd/drain drain.go RunCordonOrUncordon
function* run(inv: Invocation, unschedulable: boolean): Program<number> {
  const dryRun = yield* check(dryRunOf(inv.flags));
  const config = yield* connect(inv);
  const nodes = yield* selectNodes(inv, config);
  const failures: Failure[] = [...nodes.failures];
  for (const node of nodes.objects) {
    const failure = yield* setUnschedulable(node, unschedulable, dryRun);
    if (failure !== undefined) failures.push(failure);
  }
  return failures.length === 0 ? 0 : yield* fail({ kind: 'several', failures });
}

/** The nodes that are named: `node-1`, `node/node-1`, or those of a selector. */
export function* selectNodes(inv: Invocation, config: ClientConfig): Program<Selected> {
  const { args, flags } = inv;
  const selector = flags.string('selector');
  if (args.length > 0 && selector !== '') return yield* fail(usage(inv.command, 'cannot specify both a node name and a --selector option'));
  if (args.length === 0 && selector === '') return yield* fail(usage(inv.command, `USAGE: ${inv.command.split(' ').at(-1) ?? ''} NODE [flags]`));
  const named = args.map((arg) => (arg.includes('/') ? arg : `nodes/${arg}`));
  return yield* selectObjects(inv, config, named.length > 0 ? named : ['nodes'], { selector, accept: ACCEPT.scheme, continueOnError: true, chunk: flags.has('chunk-size') ? flags.number('chunk-size') : 0 });
}

/** Patches one node and says so. Models kubectl pkg/drain cordon.go CordonHelper. */
export function* setUnschedulable({ resource, object }: Live, unschedulable: boolean, dryRun: DryRun): Program<Failure | undefined> {
  const word = unschedulable ? 'cordoned' : 'uncordoned';
  const suffix = dryRun === 'client' ? ' (dry run)' : dryRun === 'server' ? ' (server dry run)' : '';
  if ((dig(object, 'spec', 'unschedulable') === true) === unschedulable) {
    yield* print(`node/${object.metadata.name} already ${word}${suffix}\n`);
    return undefined;
  }
  const body = { spec: { unschedulable: unschedulable ? true : null } };
  yield* build(body);
  if (dryRun !== 'client') {
    const answer = yield* askObject(to(resource, { name: object.metadata.name }, {
      method: 'PATCH', accept: ACCEPT.typed, contentType: 'application/strategic-merge-patch+json', body, logFrom: LOG.typedPatch, query: query({ dryRun: dryRun === 'server' ? 'All' : undefined }),
    }));
    if (!answer.ok) return answer.error;
  }
  yield* print(`node/${object.metadata.name} ${word}${suffix}\n`);
  return undefined;
}
