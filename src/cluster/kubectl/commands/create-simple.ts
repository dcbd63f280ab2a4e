import { canonicalQuantity } from '../../../api/quantity';
import { dig } from '../document';
import type { CommandSpec } from '../cli/command';
import { bool, int, slice, string } from '../cli/flags';
import { connect } from '../connect';
import { isRecord, recordAt } from '../document';
import { text } from '../failure';
import { parseLabels } from '../label-arguments';
import { defined } from '../../../base/assert';
import { check, fail, type Program } from '../program';
import type { Invocation } from '../invocation';
import { ACCEPT, getObject, LOG } from '../requests';
import { CREATE_FLAGS } from './create-flags';
import { createTyped, nameArgument } from './create-typed';

const DRY = '[--dry-run=server|client|none] [options]';

export const createNamespace: CommandSpec = {
  path: ['create', 'namespace'], aliases: ['ns'], usage: `NAME ${DRY}`, about: 'Create a namespace', flags: CREATE_FLAGS,
  *run(inv) {
    const name = yield* nameArgument(inv);
    return yield* createTyped(inv, undefined, { kind: 'Namespace', apiVersion: 'v1', metadata: { name }, spec: {}, status: {} }, { clusterScoped: true });
  },
};

export const createServiceAccount: CommandSpec = {
  path: ['create', 'serviceaccount'], aliases: ['sa'], usage: `NAME ${DRY}`, about: 'Create a service account with the specified name', flags: CREATE_FLAGS,
  *run(inv) {
    return yield* createTyped(inv, 'serviceaccount: ', { kind: 'ServiceAccount', apiVersion: 'v1', metadata: { name: yield* nameArgument(inv) } });
  },
};

export const createQuota: CommandSpec = {
  path: ['create', 'quota'], aliases: ['resourcequota'], usage: `NAME [--hard=key1=value1,key2=value2] [--scopes=Scope1,Scope2] ${DRY}`, about: 'Create a quota with the specified name',
  flags: [...CREATE_FLAGS, string('hard'), string('scopes')],
  *run(inv) {
    const name = yield* nameArgument(inv);
    const hard = yield* resourceList(inv.flags.string('hard'));
    const scopes = inv.flags.string('scopes') === '' ? [] : inv.flags.string('scopes').split(',');
    return yield* createTyped(inv, 'quota: ', {
      kind: 'ResourceQuota', apiVersion: 'v1', metadata: { name }, spec: { ...(Object.keys(hard).length > 0 ? { hard } : {}), ...(scopes.length > 0 ? { scopes } : {}) }, status: {},
    });
  },
};

/** `cpu=1,memory=64Mi`. Models kubectl pkg/cmd/create create_quota.go populateResourceListV1. */
export function* resourceList(spec: string): Program<Readonly<Record<string, string>>> {
  const list: Record<string, string> = {};
  if (spec === '') return list;
  for (const pair of spec.split(',')) {
    const parts = pair.split('=');
    if (parts.length !== 2) yield* fail(text(`Invalid argument syntax ${pair}, expected <resource>=<value>`));
    const value = canonicalQuantity(parts[1] ?? '');
    list[parts[0] ?? ''] = value.ok ? value.value : yield* fail(text(value.error));
  }
  return list;
}

export const createJob: CommandSpec = {
  path: ['create', 'job'], usage: 'NAME --image=image [--from=cronjob/name] -- [COMMAND] [args...] [options]', about: 'Create a job with the specified name', flags: [...CREATE_FLAGS, string('from'), string('image')],
  // Models kubectl pkg/cmd/create create_job.go
  *run(inv) {
    const { flags } = inv;
    const name = yield* nameArgument(inv);
    const command = inv.dash >= 0 ? inv.args.slice(inv.dash) : inv.args.slice(1);
    if ((flags.string('image') === '') === (flags.string('from') === '')) return yield* fail(text('either --image or --from must be specified'));
    if (flags.string('from') !== '' && command.length > 0) return yield* fail(text('cannot specify --from and command'));
    if (flags.string('from') !== '') return yield* jobFromCronJob(inv, name);
    const container = { name, image: flags.string('image'), ...(command.length > 0 ? { command } : {}), resources: {} };
    return yield* createTyped(inv, 'job: ', { kind: 'Job', apiVersion: 'batch/v1', metadata: { name }, spec: { template: { metadata: {}, spec: { containers: [container], restartPolicy: 'Never' } } }, status: {} });
  },
};

function* jobFromCronJob(inv: Invocation, name: string): Program<number> {
  const [type = '', from = ''] = inv.flags.string('from').split('/');
  const config = yield* connect(inv);
  const resource = inv.scheme.resolve(type);
  if (resource?.kind !== 'CronJob') return yield* fail(text(`from must be an existing cronjob`));
  const cron = yield* check(yield* getObject(resource, { namespace: config.namespace, name: from }, ACCEPT.scheme, LOG.get));
  const template = recordAt(cron, 'spec', 'jobTemplate');
  const annotations = { 'cronjob.kubernetes.io/instantiate': 'manual', ...recordAt(template, 'metadata', 'annotations') };
  const labels = dig(template, 'metadata', 'labels');
  return yield* createTyped(inv, 'job: ', {
    kind: 'Job', apiVersion: 'batch/v1',
    metadata: {
      name, ...(isRecord(labels) ? { labels } : {}), annotations,
      ownerReferences: [{ apiVersion: cron.apiVersion, kind: cron.kind, name: cron.metadata.name, uid: defined(cron.metadata.uid, 'uid'), controller: true, blockOwnerDeletion: true }],
    },
    spec: template['spec'], status: {},
  }, { config });
}

export const createCronJob: CommandSpec = {
  path: ['create', 'cronjob'], aliases: ['cj'], usage: "NAME --image=image --schedule='0/5 * * * ?' -- [COMMAND] [args...] [flags] [options]", about: 'Create a cron job with the specified name',
  flags: [...CREATE_FLAGS, string('image'), string('restart'), string('schedule')], required: ['image', 'schedule'],
  *run(inv) {
    const { flags } = inv;
    const name = yield* nameArgument(inv);
    const command = inv.dash >= 0 ? inv.args.slice(inv.dash) : inv.args.slice(1);
    const container = { name, image: flags.string('image'), ...(command.length > 0 ? { command } : {}), resources: {} };
    const apiVersion = inv.scheme.resolve('cronjobs')?.apiVersion ?? 'batch/v1';
    return yield* createTyped(inv, 'cronjob: ', {
      kind: 'CronJob', apiVersion, metadata: { name },
      spec: { schedule: flags.string('schedule'), jobTemplate: { metadata: { name }, spec: { template: { metadata: {}, spec: { containers: [container], restartPolicy: flags.string('restart') || 'OnFailure' } } } } }, status: {},
    });
  },
};

export const createPriorityClass: CommandSpec = {
  path: ['create', 'priorityclass'], aliases: ['pc'], usage: `NAME --value=VALUE --global-default=BOOL ${DRY}`, about: 'Create a priority class with the specified name',
  flags: [...CREATE_FLAGS, string('description'), bool('global-default'), string('preemption-policy', 'PreemptLowerPriority'), int('value', 0)],
  *run(inv) {
    const { flags } = inv;
    const name = yield* nameArgument(inv);
    return yield* createTyped(inv, 'priorityclass: ', {
      kind: 'PriorityClass', apiVersion: 'scheduling.k8s.io/v1', metadata: { name }, value: flags.number('value'), ...(flags.bool('global-default') ? { globalDefault: true } : {}),
      ...(flags.string('description') === '' ? {} : { description: flags.string('description') }), preemptionPolicy: flags.string('preemption-policy'),
    }, { clusterScoped: true });
  },
};

export const createBudget: CommandSpec = {
  path: ['create', 'poddisruptionbudget'], aliases: ['pdb'], usage: `NAME --selector=SELECTOR --min-available=N ${DRY}`, about: 'Create a pod disruption budget with the specified name',
  flags: [...CREATE_FLAGS, string('max-unavailable'), string('min-available'), string('selector')],
  *run(inv) {
    const { flags } = inv;
    const name = yield* nameArgument(inv);
    if (flags.string('selector') === '') return yield* fail(text('a selector must be specified'));
    const [min, max] = [flags.string('min-available'), flags.string('max-unavailable')];
    if (min === '' && max === '') return yield* fail(text('one of min-available or max-unavailable must be specified'));
    if (min !== '' && max !== '') return yield* fail(text('min-available and max-unavailable cannot be both specified'));
    const apiVersion = inv.scheme.resolve('poddisruptionbudgets')?.apiVersion ?? 'policy/v1';
    const selector = { matchLabels: yield* check(parseLabels(flags.string('selector'))) };
    return yield* createTyped(inv, 'poddisruptionbudgets: ', {
      kind: 'PodDisruptionBudget', apiVersion, metadata: { name }, spec: { ...(min === '' ? {} : { minAvailable: intOrString(min) }), selector, ...(max === '' ? {} : { maxUnavailable: intOrString(max) }) },
      status: { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 },
    });
  },
};

export const intOrString = (value: string): number | string => (/^[+-]?[0-9]+$/.test(value) ? Number(value) : value);

const service = (type: 'ClusterIP' | 'NodePort' | 'LoadBalancer', word: string): CommandSpec => ({
  path: ['create', 'service', word], usage: `NAME [--tcp=<port>:<targetPort>] ${DRY}`, about: `Create a ${type} service`,
  flags: [...CREATE_FLAGS, string('clusterip'), int('node-port', 0), slice('tcp')],
  // Models kubectl pkg/cmd/create create_service.go
  *run(inv) {
    const { flags } = inv;
    const name = yield* nameArgument(inv);
    if (flags.list('tcp').length === 0 && flags.string('clusterip') !== 'None') return yield* fail(text('at least one tcp port specifier must be provided'));
    const ports = yield* tcpPorts(flags.list('tcp'), type === 'NodePort' ? flags.number('node-port') : 0);
    return yield* createTyped(inv, `${type} service: `, {
      kind: 'Service', apiVersion: 'v1', metadata: { name, labels: { app: name } },
      spec: { ports, selector: { app: name }, ...(flags.string('clusterip') === '' ? {} : { clusterIP: flags.string('clusterip') }), type }, status: { loadBalancer: {} },
    });
  },
});

/** `80:8080`: a port of the service, and where it leads. */
function* tcpPorts(specs: readonly string[], nodePort: number): Program<readonly object[]> {
  const ports: object[] = [];
  for (const spec of specs) {
    const [port = '', target = port] = spec.split(':');
    if (!/^[0-9]+$/.test(port)) return yield* fail(text(`strconv.ParseInt: parsing ${JSON.stringify(port)}: invalid syntax`));
    ports.push({ name: spec.replace(':', '-'), protocol: 'TCP', port: Number(port), targetPort: intOrString(target), ...(nodePort > 0 ? { nodePort } : {}) });
  }
  return ports;
}

const externalName: CommandSpec = {
  path: ['create', 'service', 'externalname'], usage: `NAME --external-name external.name ${DRY}`, about: 'Create an ExternalName service',
  flags: [...CREATE_FLAGS, string('external-name'), slice('tcp')], required: ['external-name'],
  *run(inv) {
    const name = yield* nameArgument(inv);
    const ports = yield* tcpPorts(inv.flags.list('tcp'), 0);
    return yield* createTyped(inv, 'ExternalName service: ', {
      kind: 'Service', apiVersion: 'v1', metadata: { name, labels: { app: name } }, spec: { ...(ports.length === 0 ? {} : { ports }), selector: { app: name }, type: 'ExternalName', externalName: inv.flags.string('external-name') }, status: { loadBalancer: {} },
    });
  },
};

export const CREATE_SERVICES: readonly CommandSpec[] = [service('ClusterIP', 'clusterip'), externalName, service('LoadBalancer', 'loadbalancer'), service('NodePort', 'nodeport')];
