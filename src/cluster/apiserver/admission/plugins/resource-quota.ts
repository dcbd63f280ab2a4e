import { addQuantity, compareQuantity, formatQuantity, quantity, subQuantity, type Quantity } from '../../../../api/quantity';
import { inScope, missingResources, printUsage, usageOf, type Usage } from '../../../../api/quota';
import { forbiddenStatus, isStatus } from '../../../../api/status';
import type { KubeObject, ResourceQuota, Status } from '../../../../api/types';
import type { AdmissionAttributes, AdmissionEnvironment, AdmissionPlugin, Later, Verdict } from '../plugin';

const ATTEMPTS = 3;

/** What one quota would hold after this request. */
interface Charge {
  readonly quota: ResourceQuota;
  readonly requested: Usage;
  readonly used: ResourceQuota['status']['used'];
}

/**
 * Charges every quota of the namespace for a new object before it is stored, by a write of the server itself to the quota's status.
 * Charges of one namespace go one after the other. Models apiserver pkg/admission/plugin/resourcequota controller.go.
 */
export function resourceQuota(): AdmissionPlugin {
  const queues = new Map<string, (() => void)[]>();
  const fresh = new Map<string, ResourceQuota>();
  return {
    name: 'ResourceQuota',
    handles: (operation, resource, subresource) =>
      subresource === undefined && resource.namespaced && resource.stored && (operation === 'CREATE' || (operation === 'UPDATE' && (resource.resource === 'services' || resource.resource === 'persistentvolumeclaims'))) && resource.resource !== 'events',
    validate: (a, env) => {
      const namespace = a.namespace ?? '';
      if (!anyQuota(env, namespace)) return undefined;
      const later: Later = {
        later: (resume) => {
          const run = (): void => charge(a, env, ATTEMPTS, fresh, (verdict) => {
            const queue = queues.get(namespace);
            queue?.shift();
            resume(verdict);
            queue?.[0]?.();
          });
          const queue = queues.get(namespace) ?? [];
          queues.set(namespace, queue);
          queue.push(run);
          if (queue.length === 1) run();
        },
      };
      return later;
    },
  };
}

function anyQuota(env: AdmissionEnvironment, namespace: string): boolean {
  for (const _ of env.caches.inNamespace('resourcequotas', namespace)) return true;
  return false;
}

/** `fresh` holds quotas as they were last read or written here, by uid: the cache may lag behind them. */
function charge(a: AdmissionAttributes, env: AdmissionEnvironment, attempts: number, fresh: Map<string, ResourceQuota>, done: (verdict: Verdict | undefined) => void): void {
  const charges: Charge[] = [];
  for (const object of env.caches.inNamespace('resourcequotas', a.namespace ?? '')) {
    const quota = newer(object as ResourceQuota, fresh.get(object.metadata.uid ?? ''));
    const result = consider(a, env, quota);
    if (result === undefined) continue;
    if ('status' in result) {
      done({ refusal: result });
      return;
    }
    charges.push(result);
  }
  const detail = charges.map((c) => ({ quota: c.quota.metadata.name, requested: printUsage(c.requested), used: c.quota.status.used, hard: c.quota.status.hard, after: c.used }));
  if (charges.length === 0 || a.dryRun) done(detail.length === 0 ? undefined : { detail });
  else write(a, env, charges, attempts, fresh, (verdict) => done(verdict ?? { detail }));
}

const newer = (cached: ResourceQuota, known: ResourceQuota | undefined): ResourceQuota =>
  known !== undefined && Number(known.metadata.resourceVersion) > Number(cached.metadata.resourceVersion) ? known : cached;

/** Undefined: the quota does not speak of this object. */
function consider(a: AdmissionAttributes, env: AdmissionEnvironment, quota: ResourceQuota): Charge | Status | undefined {
  const { object } = a;
  if (object === undefined || !inScope(quota, object)) return undefined;
  const { name } = quota.metadata;
  const hard = quota.status.hard ?? {};
  const wanted = delta(usageOf(a.resource, object), a.old === undefined ? undefined : usageOf(a.resource, a.old));
  const limited = [...Object.keys(quota.spec.hard ?? {})].filter((key) => wanted.has(key));
  const missing = a.operation === 'CREATE' ? missingResources(hard, object) : new Map<string, readonly string[]>();
  if (missing.size > 0) return forbiddenStatus(a.resource, a.name, `failed quota: ${name}: must specify ${mustSpecify(missing, env)}`);
  if (limited.length === 0) return undefined;
  const used = quota.status.used ?? {};
  const unknown = limited.filter((key) => hard[key] === undefined || used[key] === undefined);
  if (unknown.length > 0) return forbiddenStatus(a.resource, a.name, `status unknown for quota: ${name}, resources: ${unknown.sort().join(',')}`);
  const requested = new Map(limited.map((key) => [key, wanted.get(key) as Quantity]));
  const after = new Map(limited.map((key) => [key, addQuantity(quantity(used[key] ?? '0'), requested.get(key) as Quantity)]));
  const exceeded = limited.filter((key) => (requested.get(key)?.nanos ?? 0n) > 0n && compareQuantity(after.get(key) as Quantity, quantity(hard[key] ?? '0')) > 0);
  if (exceeded.length > 0) {
    const only = (values: Readonly<Record<string, string>>): string => printUsage(new Map(exceeded.map((key) => [key, quantity(values[key] ?? '0')])));
    const asked = printUsage(new Map(exceeded.map((key) => [key, requested.get(key) as Quantity])));
    return forbiddenStatus(a.resource, a.name, `exceeded quota: ${name}, requested: ${asked}, used: ${only(used)}, limited: ${only(hard)}`);
  }
  return { quota, requested, used: { ...used, ...Object.fromEntries([...after].map(([key, q]) => [key, formatQuantity(q)])) } };
}

function mustSpecify(missing: ReadonlyMap<string, readonly string[]>, env: AdmissionEnvironment): string {
  return env.behaviour.apiServer.quotaNamesContainers ? [...missing].map(([name, containers]) => `${name} for: ${containers.join(',')}`).join('; ') : [...missing.keys()].join(',');
}

/** What an update adds. An object that takes less gives nothing back here: the quota controller does that. */
function delta(now: Usage, before: Usage | undefined): Usage {
  if (before === undefined) return now;
  const out = new Map<string, Quantity>();
  for (const [key, q] of now) {
    const more = subQuantity(q, before.get(key) ?? { nanos: 0n, format: q.format });
    if (more.nanos > 0n) out.set(key, more);
  }
  return out;
}

/** Writes the quotas one after the other; after a conflict it reads them again and begins anew. */
function write(a: AdmissionAttributes, env: AdmissionEnvironment, charges: readonly Charge[], attempts: number, fresh: Map<string, ResourceQuota>, done: (verdict: Verdict | undefined) => void): void {
  const [first, ...rest] = charges;
  if (first === undefined) {
    done(undefined);
    return;
  }
  const { quota, used } = first;
  const { name, namespace } = quota.metadata;
  const path = `/api/v1/namespaces/${namespace ?? ''}/resourcequotas/${name}`;
  const subject = `resourcequotas/${namespace ?? ''}/${name}`;
  const body: KubeObject = { ...quota, status: { hard: quota.status.hard, used } };
  env.loopback.request({ method: 'PUT', path: `${path}/status`, body, subject }, (response) => {
    if (response.code < 400) {
      fresh.set(quota.metadata.uid ?? '', response.body as ResourceQuota);
      write(a, env, rest, attempts, fresh, done);
      return;
    }
    if (attempts <= 1) {
      done({ refusal: isStatus(response.body) ? response.body : forbiddenStatus(a.resource, a.name, `unable to update quota ${name}`) });
      return;
    }
    env.loopback.request({ method: 'GET', path, subject }, (read) => {
      if (read.code < 400) fresh.set(quota.metadata.uid ?? '', read.body as ResourceQuota);
      charge(a, env, attempts - 1, fresh, done);
    });
  });
}
