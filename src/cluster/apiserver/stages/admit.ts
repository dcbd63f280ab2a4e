import type { KubeObject, ObjectMeta } from '../../../api/types';
import { draw } from '../../../kernel/latency';
import { LATENCY } from '../../latencies';
import type { AdmissionDecision, AdmissionOutcome } from '../admission/chain';
import type { AdmissionAttributes, AdmissionOperation, AdmissionPhase } from '../admission/plugin';
import type { RequestEvent } from '../machine';
import { accountedNew } from '../managedfields/account';
import { HARMLESS } from '../registry/validated-specs';
import { refuseUnlessStale, type RequestMachine } from '../request';
import type { UserInfo } from '../user';

const NOBODY: UserInfo = { name: '', groups: [] };
const MUTATED: RequestEvent = { type: 'MUTATED' };
const MUTATED_DELETION: RequestEvent = { type: 'MUTATED_DELETION' };
const ADMITTED: RequestEvent = { type: 'ADMITTED' };
const ADMITTED_BINDING: RequestEvent = { type: 'ADMITTED_BINDING' };
const ADMITTED_EVICTION: RequestEvent = { type: 'ADMITTED_EVICTION' };
const ADMITTED_CALL: RequestEvent = { type: 'ADMITTED_CALL' };

export function admitMutating(m: RequestMachine): void {
  const { data } = m;
  if (data.operation === 'create') {
    wipeSystemMetadata(m);
    if (data.object !== undefined) data.object = accountedNew(data, data.object);
  }
  const spec = data.object?.spec;
  data.specBefore = typeof spec === 'object' && spec !== null ? spec : undefined;
  admit(m, 'mutating', isDeletion(m) ? MUTATED_DELETION : MUTATED);
}

export function admitValidating(m: RequestMachine): void {
  admit(m, 'validating', afterValidating(m));
}

function afterValidating(m: RequestMachine): RequestEvent {
  switch (m.data.operation) {
    case 'bind': return ADMITTED_BINDING;
    case 'evict': return ADMITTED_EVICTION;
    case 'call': return ADMITTED_CALL;
    default: return ADMITTED;
  }
}

const isDeletion = (m: RequestMachine): boolean => m.data.operation === 'delete' || m.data.operation === 'deletecollection';

function admit(m: RequestMachine, phase: AdmissionPhase, event: RequestEvent): void {
  const { data } = m;
  const began = m.kernel.now;
  data.core.admission.run(phase, attributesOf(m), (outcome) => {
    m.note(outcome.decision);
    if (phase === 'mutating') data.mutators = harmlessMutators(outcome.decision);
    if (outcome.warnings.length > 0) (data.warnings ??= []).push(...outcome.warnings);
    const delay = draw(LATENCY.admissionPlugin, m.actor.random) * Math.max(1, outcome.asked);
    finish(m, outcome, event, m.kernel.now === began ? delay : 0);
  });
}

/** Names of the plugins that changed the object; undefined if one did whose changes need checking. */
function harmlessMutators(decision: AdmissionDecision): string | undefined {
  let names = '';
  for (const { verdict, name } of decision.plugins) {
    if (verdict !== 'mutated') continue;
    if (!HARMLESS.has(name)) return undefined;
    names += `${name} `;
  }
  return names;
}

function finish(m: RequestMachine, outcome: AdmissionOutcome, event: RequestEvent, delay: number): void {
  const { data } = m;
  if (outcome.refusal !== undefined) {
    refuseUnlessStale(m, delay, outcome.refusal);
    return;
  }
  if (outcome.object !== undefined) data.object = outcome.object;
  m.work(delay, event);
}

function attributesOf(m: RequestMachine): AdmissionAttributes {
  const { data } = m;
  const object = isDeletion(m) ? undefined : data.object;
  const old = data.operation === 'create' || data.operation === 'bind' || data.operation === 'evict' || data.operation === 'call' ? undefined : data.current;
  return {
    operation: operationOf(m), resource: data.resource, subresource: data.subresource, namespace: data.info.namespace, name: nameOf(data.name, object),
    user: data.user ?? NOBODY, object, old, options: data.options, dryRun: data.dryRun,
  };
}

/** The name, or the prefix of the name that the object will be given. */
function nameOf(name: string, object: KubeObject | undefined): string {
  if (name !== '') return name;
  return object?.metadata.name !== undefined && object.metadata.name !== '' ? object.metadata.name : (object?.metadata.generateName ?? '');
}

function operationOf(m: RequestMachine): AdmissionOperation {
  switch (m.data.operation) {
    case 'update':
    case 'patch': return 'UPDATE';
    case 'delete':
    case 'deletecollection': return 'DELETE';
    default: return 'CREATE';
  }
}

/** Clients do not choose these. Models apiserver pkg/registry/rest WipeObjectMetaSystemFields. */
function wipeSystemMetadata(m: RequestMachine): void {
  const { object } = m.data;
  if (object === undefined) return;
  const { uid, resourceVersion, creationTimestamp, deletionTimestamp, deletionGracePeriodSeconds, selfLink } = object.metadata;
  if (uid ?? resourceVersion ?? creationTimestamp ?? deletionTimestamp ?? deletionGracePeriodSeconds ?? selfLink) {
    const metadata: Record<string, unknown> = { ...object.metadata };
    for (const key of SYSTEM_FIELDS) delete metadata[key];
    m.data.object = { ...object, metadata: metadata as unknown as ObjectMeta };
  }
}

const SYSTEM_FIELDS = ['uid', 'resourceVersion', 'creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds', 'selfLink'] as const;
