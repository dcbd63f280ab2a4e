import type { AuditRecord } from '../cluster/client/http';
import type { KubeObject } from '../api/types';
import type { Log } from '../kernel/log';
import { MILLISECOND } from '../kernel/time';
import type { ScenarioRun } from './runner';
import { criEntries, cniEntries } from './recording-runtime';
import type { Window } from './recording-window';

/** A run in the format of the recordings: see e2e/oracle. Read off the log, which is the only source. */
export interface Recording {
  readonly id: string;
  readonly title: string;
  readonly recordedFrom: unknown;
  readonly steps: readonly unknown[];
  readonly requests: readonly unknown[];
  readonly changes: readonly unknown[];
  readonly events: readonly unknown[];
  readonly cri: readonly unknown[];
  readonly cni: readonly unknown[];
  readonly kubeletLog: readonly unknown[];
}

/** The resources whose changes the recorder watched. */
const WATCHED = new Set([
  'pods', 'replicasets', 'configmaps', 'secrets', 'nodes', 'deployments', 'cronjobs', 'jobs', 'daemonsets', 'controllerrevisions', 'poddisruptionbudgets',
  'services', 'endpoints', 'endpointslices', 'namespaces', 'serviceaccounts', 'persistentvolumeclaims', 'resourcequotas', 'statefulsets',
]);
/** What the recorder left out: heartbeats. */
const UNRECORDED = new Set(['leases', 'tokenreviews']);

/** Writes what happened between `run.from` and `run.to` as a recording. */
export function recordingOf(log: Log, run: ScenarioRun): Recording {
  const window: Window = { from: run.from, to: run.to, ms: (t) => Math.round((t - run.from) / MILLISECOND) };
  const { changes, events } = revisionEntries(log, window);
  return {
    id: run.scenario.id, title: run.scenario.title, recordedFrom: { simulatedBy: 'podyssey', logVersion: log.version },
    steps: run.steps, requests: requestEntries(log, window), changes, events, cri: criEntries(log, window), cni: cniEntries(log, window), kubeletLog: [],
  };
}

function requestEntries(log: Log, window: Window): readonly unknown[] {
  const entries: { readonly t: number }[] = [];
  const { messages } = log;
  for (let row = 0; row < messages.sent.length; row++) {
    const sent = messages.sent.get(row);
    if (sent < window.from || sent > window.to || log.messageKind(row) !== 'response') continue;
    const audit = log.payloads[messages.payload.get(row)] as AuditRecord;
    if (audit.resource === '' || UNRECORDED.has(audit.resource) || audit.code === 401) continue;
    entries.push({
      t: window.ms(sent), ...{
        actor: recordedActor(log.strings[messages.to.get(row)] ?? ''), user: audit.user, verb: audit.verb, uri: audit.uri, resource: audit.resource,
        subresource: audit.subresource ?? null, namespace: audit.namespace ?? null, name: audit.name ?? null, code: audit.code,
        ...(audit.requestObject === undefined || audit.resource === 'events' ? {} : { requestObject: audit.requestObject }),
        ...(audit.code >= 400 ? { response: audit.response } : {}),
      },
    });
  }
  return entries;
}

/** The recorder called the scheduler by its short name. */
const recordedActor = (actor: string): string => (actor === 'kube-scheduler' ? 'scheduler' : actor);

const TYPES = { create: 'ADDED', update: 'MODIFIED', delete: 'DELETED' } as const;
const CHANGES = ['create', 'update', 'delete'] as const;

function revisionEntries(log: Log, window: Window): { readonly changes: readonly unknown[]; readonly events: readonly unknown[] } {
  const changes: unknown[] = [];
  const events: unknown[] = [];
  const { revisions } = log;
  for (let row = 0; row < revisions.revision.length; row++) {
    const time = revisions.time.get(row);
    if (time < window.from || time > window.to) continue;
    const object = log.payloads[revisions.object.get(row)] as KubeObject;
    const type = TYPES[CHANGES[revisions.type.get(row)] ?? 'update'];
    const { resource, namespace, name } = parseKey(log.strings[revisions.key.get(row)] ?? '');
    const t = window.ms(time);
    if (resource === 'events') events.push({ t, type, object: eventFields(object) });
    else if (WATCHED.has(resource)) changes.push({ t, type, resource, namespace: namespace ?? null, name, object });
  }
  return { changes, events };
}

const ODD_PREFIXES: Readonly<Record<string, string>> = { minions: 'nodes', 'services/specs': 'services', 'services/endpoints': 'endpoints', controllers: 'replicationcontrollers', ingress: 'ingresses' };
const CLUSTER_SCOPED = new Set(['minions', 'namespaces', 'persistentvolumes', 'clusterroles', 'clusterrolebindings', 'priorityclasses', 'storageclasses', 'runtimeclasses', 'flowschemas', 'prioritylevelconfigurations', 'validatingwebhookconfigurations', 'mutatingwebhookconfigurations', 'csinodes', 'csidrivers']);

/** `/registry/services/specs/default/web` → services, default, web. */
export function parseKey(key: string): { readonly resource: string; readonly namespace: string | undefined; readonly name: string } {
  const parts = key.split('/').slice(2);
  const two = `${parts[0] ?? ''}/${parts[1] ?? ''}`;
  const prefix = two in ODD_PREFIXES ? two : (parts[0] ?? '');
  const rest = parts.slice(prefix === two ? 2 : 1);
  const resource = ODD_PREFIXES[prefix] ?? prefix;
  return CLUSTER_SCOPED.has(prefix) || rest.length < 2 ? { resource, namespace: undefined, name: rest.join('/') } : { resource, namespace: rest[0], name: rest.slice(1).join('/') };
}

function eventFields(object: KubeObject): unknown {
  const e = object as KubeObject & Readonly<Record<string, unknown>>;
  return {
    type: e['type'], reason: e['reason'], message: e['message'], count: e['count'] ?? null, source: e['source'] ?? {}, involvedObject: e['involvedObject'],
    reportingComponent: e['reportingComponent'] ?? '', action: e['action'] ?? null, related: e['related'] ?? null, namespace: object.metadata.namespace,
  };
}
