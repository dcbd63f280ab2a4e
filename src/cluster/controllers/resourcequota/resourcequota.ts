import { isPodTerminal } from '../../../api/pods';
import { concerns, totalUsage } from '../../../api/quota';
import type { Resource } from '../../../api/scheme';
import type { KubeObject, Pod, ResourceQuota } from '../../../api/types';
import { deepEqual } from '../../../base/json';
import { MINUTE } from '../../../kernel/time';
import type { Informer } from '../../client/informer';
import type { ResourceClient } from '../../client/typed-client';
import { WorkQueue } from '../../client/workqueue';
import { LATENCY } from '../../latencies';
import { keyOf, subjectIn, type ControllerContext, type ControllerHandle } from '../context';
import { errorOf } from '../errors';
import { call, startWorkers, think, type Sync } from '../worker';
import { quotaMachine } from './machine';

const WORKERS = 5;
const RESYNC = 5 * MINUTE;
/** Events are too many to be counted. */
const IGNORED: ReadonlySet<string> = new Set(['events']);

/**
 * Keeps the used amounts of quotas true: the API server adds, this controller counts anew when something goes.
 * Models pkg/controller/resourcequota/resource_quota_controller.go.
 */
export class ResourceQuotaController {
  private readonly handle: ControllerHandle;
  private readonly queue: WorkQueue;
  private readonly quotas: Informer<ResourceQuota>;
  private readonly client: ResourceClient;
  private readonly counted: readonly { readonly resource: Resource; readonly informer: Informer<KubeObject> }[];

  constructor(private readonly context: ControllerContext) {
    this.handle = context.controller('resourcequota-controller');
    this.client = this.handle.client('', 'resourcequotas');
    this.queue = new WorkQueue(this.handle.actor, 'resourcequotas');
    this.quotas = context.informer('', 'resourcequotas');
    this.quotas.addHandlers({
      added: (q) => this.enqueue(q),
      // Its own status writes, and the API server's, are no reason to count again.
      updated: (before, q) => { if (!deepEqual(before.spec.hard ?? {}, q.spec.hard ?? {})) this.enqueue(q); },
      deleted: (q) => this.enqueue(q),
    });
    this.counted = context.scheme.resources
      .filter((r) => r.namespaced && r.preferred && r.stored && !IGNORED.has(r.resource) && r.verbs.includes('watch') && r.verbs.includes('delete'))
      .map((resource) => ({ resource, informer: context.informer<KubeObject>(resource.group, resource.resource) }));
    for (const { resource, informer } of this.counted) {
      informer.addHandlers({
        deleted: (object) => this.replenish(resource, object),
        ...(resource.group === '' && resource.resource === 'pods' ? {
          updated: (before: KubeObject, after: KubeObject) => {
            if (!isPodTerminal(before as unknown as Pod) && isPodTerminal(after as unknown as Pod)) this.replenish(resource, after);
          },
        } : {}),
        ...(resource.group === '' && (resource.resource === 'services' || resource.resource === 'persistentvolumeclaims') ? {
          updated: (before: KubeObject, after: KubeObject) => { if (!deepEqual(before.spec, after.spec)) this.replenish(resource, after); },
        } : {}),
      });
    }
  }

  whenReady(then: () => void): void {
    this.handle.whenReady(then);
  }

  start(): void {
    startWorkers({ actor: this.handle.actor, queue: this.queue, machine: quotaMachine, count: WORKERS, subject: subjectIn('resourcequotas'), sync: (key) => this.sync(key) });
    this.handle.actor.timer(RESYNC, 'full resync', () => this.resync());
  }

  private resync(): void {
    for (const quota of this.quotas.list()) this.enqueue(quota);
    this.handle.actor.timer(RESYNC, 'full resync', () => this.resync());
  }

  private enqueue(quota: ResourceQuota): void {
    this.queue.add(keyOf(quota), this.context.manager);
  }

  /** Something went: quotas that limit such things may have room again. */
  private replenish(resource: Resource, object: KubeObject): void {
    for (const quota of this.quotas.list(object.metadata.namespace)) if (concerns(quota.spec.hard ?? {}, resource)) this.enqueue(quota);
  }

  private *sync(key: string): Sync {
    yield* think('TAKEN', LATENCY.controllerSync);
    const quota = this.quotas.get(key);
    if (quota === undefined) return undefined;
    const hard = quota.spec.hard ?? {};
    const used = totalUsage(hard, quota, this.objectsOf(quota.metadata.namespace));
    yield* think('COUNT', undefined, { type: 'quota', hard, used, before: quota.status.used });
    if (deepEqual(quota.status.hard, hard) && deepEqual(quota.status.used, used)) return undefined;
    const wanted: ResourceQuota = { ...quota, status: { hard, used } };
    return errorOf(yield* call('UPDATE_STATUS', (done) => this.client.update(wanted, done, 'status')));
  }

  private *objectsOf(namespace: string | undefined): Iterable<readonly [Resource, KubeObject]> {
    for (const { resource, informer } of this.counted) for (const object of informer.list(namespace)) yield [resource, object];
  }
}
