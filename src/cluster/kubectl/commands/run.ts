import type { CommandSpec } from '../cli/command';
import { array, bool, duration, int64, choice, string } from '../cli/flags';
import { connect } from '../connect';
import { isObject, recordAt } from '../document';
import { text, usage } from '../failure';
import { fileFlags } from '../files';
import { imageReferenceProblem } from '../image-reference';
import type { Invocation } from '../invocation';
import { withLastApplied } from '../last-applied';
import { dryRunOf, objectPrinter } from '../output-flags';
import { applyOverrides } from '../overrides';
import { build, check, fail, print, type Program } from '../program';
import { ACCEPT, askObject, LOG, query, to } from '../requests';
import { parseEnvironment } from '../environment';
import { parseLabels } from '../label-arguments';
import { writeFlags } from './create-flags';
import { defined } from '../../../base/assert';

export const runCommand: CommandSpec = {
  path: ['run'], about: 'Run a particular image on the cluster',
  usage: 'NAME --image=image [--env="key=value"] [--port=port] [--dry-run=server|client] [--overrides=inline-json] [--command] -- [COMMAND] [args...] [options]',
  required: ['image'],
  flags: [
    ...writeFlags('kubectl-run'), array('annotations'), bool('attach'), choice('cascade', 'background', 'background'), bool('command'), array('env'), bool('expose'), ...fileFlags(),
    bool('force'), int64('grace-period', -1), string('image'), string('image-pull-policy'), string('labels', '', 'l'), bool('leave-stdin-open'), string('override-type', 'merge'), string('overrides'),
    duration('pod-running-timeout', 60_000_000), string('port'), bool('privileged'), bool('quiet', false, 'q'), string('restart', 'Always'), bool('rm'), bool('save-config'), bool('stdin', false, 'i'),
    duration('timeout'), bool('tty', false, 't'), bool('wait'),
  ],
  run,
};

// Models kubectl pkg/cmd/run run.go
function* run(inv: Invocation): Program<number> {
  const { flags, args } = inv;
  if (args.length === 0 || inv.dash === 0) return yield* fail(usage(inv.command, 'NAME is required for run'));
  const name = args[0] ?? '';
  const dryRun = yield* check(dryRunOf(flags));
  yield { kind: 'validate' };
  const image = flags.string('image');
  if (image === '') return yield* fail(text('--image is required'));
  if (imageReferenceProblem(image) !== undefined) return yield* fail(text(`Invalid image name ${JSON.stringify(image)}: ${imageReferenceProblem(image) ?? ''}`));
  if (flags.bool('tty') && !flags.bool('stdin')) return yield* fail(text('-i/--stdin is required for containers with -t/--tty=true'));
  if (flags.bool('expose') && flags.string('port') === '') return yield* fail(usage(inv.command, '--port must be set when exposing a service'));
  const restart = flags.string('restart');
  if (!['Always', 'OnFailure', 'Never'].includes(restart)) return yield* fail(usage(inv.command, `invalid restart policy: ${restart}`));
  const attach = flags.changed('attach') ? flags.bool('attach') : flags.bool('stdin');
  if (flags.bool('rm') && !attach) return yield* fail(usage(inv.command, '--rm should only be used for attached containers'));
  if (attach && dryRun !== 'none') return yield* fail(usage(inv.command, "--dry-run=[server|client] can't be used with attached containers options (--attach, --stdin, or --tty)"));
  if (attach) return yield* fail(text('attaching to a container is not modelled in this simulation; leave out --attach, --stdin and --tty'));
  const config = yield* connect(inv);
  const pod = yield* podOf(inv, name, image);
  const overridden = flags.string('overrides') === '' ? pod : yield* check(applyOverrides(pod, flags.string('overrides'), flags.string('override-type'), inv.scheme.version));
  const named = config.namespaceGiven ? { ...overridden, metadata: nameFirst(overridden, config.namespace) } : overridden;
  const wanted = flags.bool('save-config') ? withLastApplied(named) : named;
  const printer = yield* check(objectPrinter(flags, inv.scheme, true));
  yield* build(wanted);
  if (!isObject(wanted)) return yield* fail(text('the overrides leave no pod'));
  const made = dryRun === 'client' ? wanted : yield* create(inv, 'pods', config.namespace, wanted, dryRun === 'server');
  yield* print(yield* check(printer(made, 'created', dryRun)));
  if (flags.bool('expose')) {
    const service = exposed(name, flags.string('port'), recordAt(pod, 'metadata', 'labels'));
    yield* build(service);
    const madeService = dryRun === 'client' ? service : yield* create(inv, 'services', config.namespace, service, dryRun === 'server');
    yield* print(yield* check(printer(madeService, 'created', dryRun)));
  }
  return 0;
}

function* create(inv: Invocation, plural: string, namespace: string, body: unknown, dryRun: boolean) {
  const resource = defined(inv.scheme.resourceFor('', 'v1', plural), plural);
  return yield* check(yield* askObject(to(resource, { namespace }, {
    method: 'POST', accept: ACCEPT.scheme, body, logFrom: LOG.create, query: query({ dryRun: dryRun ? 'All' : undefined, fieldManager: inv.flags.string('field-manager') }),
  })));
}

function nameFirst(pod: Readonly<Record<string, unknown>>, namespace: string): Readonly<Record<string, unknown>> {
  const { name, ...meta } = recordAt(pod, 'metadata');
  return { name, namespace, ...meta };
}

// Models kubectl pkg/generate/versioned run.go BasicPod.Generate
function* podOf(inv: Invocation, name: string, image: string): Program<Readonly<Record<string, unknown>>> {
  const { flags, args } = inv;
  const labels = flags.string('labels') === '' ? { run: name } : yield* check(parseLabels(flags.string('labels')));
  const annotations = Object.fromEntries(flags.list('annotations').map((pair) => [pair.split('=')[0] ?? '', pair.slice(pair.indexOf('=') + 1)]));
  const env = yield* check(parseEnvironment(flags.list('env')));
  const words = args.slice(1);
  const port = flags.string('port');
  if (port !== '' && !/^[0-9]+$/.test(port)) return yield* fail(text(`strconv.Atoi: parsing ${JSON.stringify(port)}: invalid syntax`));
  return {
    kind: 'Pod', apiVersion: 'v1', metadata: { name, labels, ...(Object.keys(annotations).length > 0 ? { annotations } : {}) },
    spec: {
      containers: [{
        name, image,
        ...(words.length > 0 ? (flags.bool('command') ? { command: words } : { args: words }) : {}),
        ...(port === '' ? {} : { ports: [{ containerPort: Number(port) }] }),
        ...(env.length > 0 ? { env } : {}),
        resources: {},
        ...(flags.string('image-pull-policy') === '' ? {} : { imagePullPolicy: flags.string('image-pull-policy') }),
        ...(flags.changed('privileged') ? { securityContext: { privileged: flags.bool('privileged') } } : {}),
      }],
      restartPolicy: flags.string('restart'), dnsPolicy: 'ClusterFirst',
    },
    status: {},
  };
}

function exposed(name: string, port: string, selector: unknown) {
  return { apiVersion: 'v1', kind: 'Service', metadata: { name }, spec: { ports: [{ port: Number(port), protocol: 'TCP', targetPort: Number(port) }], selector }, status: { loadBalancer: {} } };
}
