import { defined } from '../../../base/assert';
import { parseTime } from '../../../api/time';
import type { KubeObject } from '../../../api/types';
import type { CommandSpec } from '../cli/command';
import { bool, int64, slice, string } from '../cli/flags';
import { connect } from '../connect';
import { ago, interval } from '../describe/events';
import { resolveResource } from '../discovery';
import { numberAt, stringAt } from '../document';
import { text } from '../failure';
import type { Invocation } from '../invocation';
import { documentPrinter, objectName, PRINT_FLAGS } from '../output-flags';
import { alignTabs, TABLE } from '../print/tabwriter';
import { check, fail, print, printError, type Program } from '../program';
import { ACCEPT, listObjects, LOG, query } from '../requests';

export const events: CommandSpec = {
  path: ['events'], usage: '[(-o|--output=)json|yaml|kyaml|name|go-template|go-template-file|template|templatefile|jsonpath|jsonpath-as-json|jsonpath-file] [--for TYPE/NAME] [--watch] [--types=Normal,Warning] [options]', about: 'List events',
  flags: [...PRINT_FLAGS, bool('all-namespaces', false, 'A'), int64('chunk-size', 500), string('for'), bool('no-headers'), slice('types'), bool('watch', false, 'w')],
  run,
};

// Models kubectl pkg/cmd/events events.go, event_printer.go
function* run(inv: Invocation): Program<number> {
  const { flags } = inv;
  const config = yield* connect(inv);
  const everywhere = flags.bool('all-namespaces');
  const types = flags.list('types');
  for (const type of types) if (!['normal', 'warning'].includes(type.toLowerCase())) return yield* fail(text('valid --types are Normal or Warning'));
  if (flags.bool('watch')) return yield* fail(text('--watch is not available in this simulation; use kubectl get events --watch'));
  const object = flags.string('for');
  const [type = '', name = ''] = object.split('/');
  if (object !== '' && (type === '' || name === '')) return yield* fail(text('--for must be in resource/name form'));
  const resource = defined(inv.scheme.resourceFor('', 'v1', 'events'), 'events');
  const kind = object === '' ? undefined : (yield* resolveResource(inv, type));
  const selector = kind === undefined ? undefined : `involvedObject.apiVersion=${kind.apiVersion},involvedObject.kind=${kind.kind},involvedObject.name=${name}`;
  const found = yield* check(yield* listObjects(resource, everywhere ? {} : { namespace: config.namespace }, query({ fieldSelector: selector, limit: String(flags.number('chunk-size')) }), ACCEPT.typed, LOG.typedList));
  const shown = found.filter((e) => types.length === 0 || types.some((t) => t.toLowerCase() === stringAt(e, 'type').toLowerCase()));
  if (shown.length === 0) {
    yield* printError(everywhere ? 'No events found.\n' : `No events found in ${config.namespace} namespace.\n`);
    return 0;
  }
  const sorted = shown.map((event, i) => ({ event, i })).sort((a, b) => lastSeen(a.event) - lastSeen(b.event) || a.i - b.i).map(({ event }) => event);
  const output = flags.string('output');
  if (output === 'name') {
    yield* print(sorted.map((event) => `${objectName(inv.scheme, event)}\n`).join(''));
    return 0;
  }
  if (output !== '') {
    const printer = yield* check(documentPrinter(flags, output, ['json', 'yaml', 'name'], true));
    yield* print(yield* check(printer({ apiVersion: 'v1', kind: 'EventList', metadata: {}, items: sorted } as unknown as KubeObject, '')));
    return 0;
  }
  yield* print(tableOf(inv, sorted, everywhere));
  return 0;
}

/** When it came last. Models event_sorter.go eventTime. */
const lastSeen = (event: KubeObject): number => parseTime(stringAt(event, 'series', 'lastObservedTime') || stringAt(event, 'lastTimestamp') || stringAt(event, 'eventTime')) ?? 0;

function tableOf(inv: Invocation, list: readonly KubeObject[], namespaces: boolean): string {
  const now = inv.host.now();
  const head = inv.flags.bool('no-headers') ? [] : [`${namespaces ? 'NAMESPACE\t' : ''}LAST SEEN\tTYPE\tREASON\tOBJECT\tMESSAGE`];
  const rows = list.map((event) => {
    const seen = numberAt(event, 'count') > 1 || stringAt(event, 'series', 'lastObservedTime') !== '' ? interval(event, now) : ago(stringAt(event, 'firstTimestamp') || stringAt(event, 'eventTime'), now);
    return [
      ...(namespaces ? [event.metadata.namespace ?? ''] : []), seen, stringAt(event, 'type'), stringAt(event, 'reason'),
      `${stringAt(event, 'involvedObject', 'kind')}/${stringAt(event, 'involvedObject', 'name')}`, stringAt(event, 'message').trim(),
    ].join('\t');
  });
  return alignTabs(`${[...head, ...rows].join('\n')}\n`, TABLE);
}
