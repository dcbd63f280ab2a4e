import { defined } from '../../../base/assert';
import type { KubeObject } from '../../../api/types';
import type { CommandSpec } from '../cli/command';
import { bool, string } from '../cli/flags';
import { connect } from '../connect';
import { isObject, listAt, numberAt, stringAt, stringsAt } from '../document';
import { text } from '../failure';
import { fileFlags } from '../files';
import type { Invocation } from '../invocation';
import { parseLabels } from '../label-arguments';
import { withLastApplied } from '../last-applied';
import { dryRunOf, objectPrinter } from '../output-flags';
import { applyOverrides } from '../overrides';
import { build, check, fail, print, type Program } from '../program';
import { ACCEPT, askObject, LOG, query, to } from '../requests';
import { selectObjects } from '../select';
import { writeFlags } from './create-flags';
import { intOrString } from './create-simple';

export const expose: CommandSpec = {
  path: ['expose'], about: 'Take a replication controller, service, deployment or pod and expose it as a new Kubernetes service',
  usage: '(-f FILENAME | TYPE NAME) [--port=port] [--protocol=TCP|UDP|SCTP] [--target-port=number-or-name] [--name=name] [--external-ip=external-ip-of-service] [--type=type] [options]',
  flags: [
    ...writeFlags('kubectl-expose'), string('cluster-ip'), string('external-ip'), ...fileFlags(), string('labels', '', 'l'), string('load-balancer-ip'), string('name'), string('override-type', 'merge'),
    string('overrides'), string('port'), string('protocol'), bool('save-config'), string('selector'), string('session-affinity'), string('target-port'), string('type'),
  ],
  run,
};

// Models kubectl pkg/cmd/expose expose.go
function* run(inv: Invocation): Program<number> {
  const { flags } = inv;
  const dryRun = yield* check(dryRunOf(flags));
  const printer = yield* check(objectPrinter(flags, inv.scheme, true));
  const config = yield* connect(inv);
  const selected = yield* selectObjects(inv, config, inv.args, { accept: ACCEPT.scheme });
  for (const { object } of selected.objects) {
    yield { kind: 'validate' };
    if (!EXPOSABLE.includes(object.kind)) return yield* fail(text(`cannot expose a ${object.kind}`));
    const service = yield* serviceFor(inv, object);
    const overridden = flags.string('overrides') === '' ? service : yield* check(applyOverrides(service, flags.string('overrides'), flags.string('override-type'), inv.scheme.version));
    const wanted = flags.bool('save-config') ? withLastApplied(overridden) : overridden;
    yield* build(wanted);
    if (!isObject(wanted)) return yield* fail(text('the overrides leave no service'));
    if (dryRun === 'client') {
      yield* print(yield* check(printer(wanted, 'exposed', dryRun)));
      continue;
    }
    const services = defined(inv.scheme.resourceFor('', 'v1', 'services'), 'services');
    const made = yield* check(yield* askObject(to(services, { namespace: config.namespace }, {
      method: 'POST', accept: ACCEPT.scheme, body: wanted, logFrom: LOG.create, query: query({ dryRun: dryRun === 'server' ? 'All' : undefined, fieldManager: flags.string('field-manager') }),
    })));
    yield* print(yield* check(printer(made, 'exposed', dryRun)));
  }
  return 0;
}

const EXPOSABLE: readonly string[] = ['ReplicationController', 'Service', 'Pod', 'Deployment', 'ReplicaSet'];

function* serviceFor(inv: Invocation, object: KubeObject): Program<Readonly<Record<string, unknown>>> {
  const { flags } = inv;
  const selector = flags.string('selector') === '' ? selectorOf(object) : yield* check(parseLabels(flags.string('selector')));
  if (Object.keys(selector).length === 0) yield* fail(text(`couldn't retrieve selectors via --selector flag or introspection: the ${object.kind.toLowerCase()} has no labels and cannot be exposed`));
  const name = flags.string('name') || object.metadata.name;
  const labels = flags.string('labels') === '' ? (object.metadata.labels ?? {}) : yield* check(parseLabels(flags.string('labels')));
  const ports = yield* portsFor(inv, object);
  const optional = (key: string, value: unknown): Readonly<Record<string, unknown>> => (value === '' ? {} : { [key]: value });
  return {
    apiVersion: 'v1', kind: 'Service', metadata: { ...(Object.keys(labels).length > 0 ? { labels } : {}), name },
    spec: {
      ...optional('clusterIP', flags.string('cluster-ip')), ...(flags.string('external-ip') === '' ? {} : { externalIPs: [flags.string('external-ip')] }), ...optional('loadBalancerIP', flags.string('load-balancer-ip')),
      ports, selector, ...optional('sessionAffinity', flags.string('session-affinity')), ...optional('type', flags.string('type')),
    },
    status: { loadBalancer: {} },
  };
}

function selectorOf(object: KubeObject): Readonly<Record<string, string>> {
  if (object.kind === 'Pod') return object.metadata.labels ?? {};
  return object.kind === 'Deployment' || object.kind === 'ReplicaSet' ? stringsAt(object, 'spec', 'selector', 'matchLabels') : stringsAt(object, 'spec', 'selector');
}

/** --port, or the ports that the object's containers name. */
function* portsFor(inv: Invocation, object: KubeObject): Program<readonly unknown[]> {
  const { flags } = inv;
  const containers = object.kind === 'Pod' ? listAt(object, 'spec', 'containers') : listAt(object, 'spec', 'template', 'spec', 'containers');
  const known = object.kind === 'Service' ? listAt(object, 'spec', 'ports').map((p) => ({ port: numberAt(p, 'port'), protocol: stringAt(p, 'protocol') }))
    : containers.flatMap((c) => listAt(c, 'ports').map((p) => ({ port: numberAt(p, 'containerPort'), protocol: stringAt(p, 'protocol') })));
  const words = flags.string('port') === '' ? known.map((p) => String(p.port)) : flags.string('port').split(',');
  if (words.length === 0) yield* fail(text("couldn't find port via --port flag or introspection"));
  const ports = [];
  for (const [i, word] of words.entries()) {
    if (!/^[0-9]+$/.test(word.trim())) yield* fail(text(`strconv.Atoi: parsing ${JSON.stringify(word)}: invalid syntax`));
    const port = Number(word);
    const protocol = flags.string('protocol') || known.find((p) => p.port === port)?.protocol || 'TCP';
    ports.push({ ...(words.length > 1 ? { name: `port-${i + 1}` } : {}), port, protocol, targetPort: flags.string('target-port') === '' ? port : intOrString(flags.string('target-port')) });
  }
  return ports;
}

