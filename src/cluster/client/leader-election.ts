import type { Scheme } from '../../api/scheme';
import { formatMicroTime } from '../../api/time';
import type { Lease } from '../../api/types';
import type { Machine } from '../../kernel/machine';
import { MachineKind } from '../../kernel/machine';
import { MILLISECOND, SECOND, type Micros } from '../../kernel/time';
import { wallMicros } from '../clock';
import type { ApiClient } from './api-client';
import type { ApiResponse } from './http';
import { leaderElectionMachine, type LeaderElectionEvent } from './leader-election.machine';
import { objectOf, ResourceClient, succeeded } from './typed-client';

const LEASE_DURATION = 15 * SECOND;
const RENEW_DEADLINE = 10 * SECOND;
const RETRY_PERIOD = 2 * SECOND;
const JITTER = 1.2;

export interface LeaderElectionOptions {
  /** The lease in kube-system: `kube-scheduler`. */
  readonly name: string;
  /** `<host>_<uuid>` */
  readonly identity: string;
  /** The holder reads the lease before each renewal (until 1.29). */
  readonly readsBeforeRenewal: boolean;
  /** Runs once, inside the span in which the lease became ours. */
  readonly started: (lease: Lease) => void;
  readonly stopped?: () => void;
}

/**
 * Takes and keeps a lease, so that one replica alone works. A single replica leads as soon as its first write is through.
 * Models client-go tools/leaderelection leaderelection.go
 */
export class LeaderElector {
  private readonly leases: ResourceClient;
  private readonly machine: Machine<LeaderElectionEvent, undefined>;
  private lease: Lease | undefined;
  private observedAt: Micros = 0;
  private renewedAt: Micros = 0;
  private leading = false;

  constructor(private readonly api: ApiClient, scheme: Scheme, private readonly options: LeaderElectionOptions) {
    this.leases = new ResourceClient(api, scheme, 'coordination.k8s.io', 'v1', 'leases');
    const kind = new MachineKind<LeaderElectionEvent, undefined>('leader election', leaderElectionMachine, {
      tryAcquireOrRenew: () => this.tryAcquireOrRenew(),
      waitAtTheDoor: () => this.retryIn(RETRY_PERIOD * (1 + JITTER * this.api.actor.random.next())),
      startLeading: () => this.startLeading(),
      retryRenewal: () => this.retryRenewal(),
      stopLeading: () => this.stopLeading(),
    });
    this.machine = api.actor.start(kind, { subject: `leases/kube-system/${options.name}`, data: undefined });
  }

  start(): void {
    this.machine.send({ type: 'START' });
  }

  get isLeader(): boolean {
    return this.leading;
  }

  // Models leaderelection.go tryAcquireOrRenew
  private tryAcquireOrRenew(): void {
    const { lease, options } = this;
    const ours = lease?.spec.holderIdentity === options.identity;
    if (lease !== undefined && ours && !options.readsBeforeRenewal && this.api.actor.now < this.observedAt + LEASE_DURATION) {
      this.write(lease);
      return;
    }
    this.leases.get({ namespace: 'kube-system', name: options.name }, (response) => {
      if (response.code === 404) this.leases.create(this.record(undefined), (r) => this.written(r));
      else if (!succeeded(response)) this.machine.send({ type: 'REFUSED' });
      else this.judge(objectOf<Lease>(response));
    });
  }

  private judge(found: Lease): void {
    const { now } = this.api.actor;
    if (this.lease?.metadata.resourceVersion !== found.metadata.resourceVersion) this.observedAt = now;
    this.lease = found;
    const holder = found.spec.holderIdentity ?? '';
    if (holder !== '' && holder !== this.options.identity && this.observedAt + LEASE_DURATION > now) this.machine.send({ type: 'REFUSED' });
    else this.write(found);
  }

  private write(lease: Lease): void {
    this.leases.update(this.record(lease), (r) => this.written(r));
  }

  private written(response: ApiResponse): void {
    if (!succeeded(response)) {
      // Somebody was faster: look again before the next attempt.
      this.lease = undefined;
      this.machine.send({ type: 'REFUSED' });
      return;
    }
    this.lease = objectOf<Lease>(response);
    this.observedAt = this.renewedAt = this.api.actor.now;
    this.machine.send({ type: 'HELD' });
  }

  private record(before: Lease | undefined): Lease {
    const now = formatMicroTime(wallMicros(this.api.actor.now));
    const { identity, name } = this.options;
    const kept = before?.spec.holderIdentity === identity;
    return {
      apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: before?.metadata ?? { name, namespace: 'kube-system' },
      spec: {
        holderIdentity: identity, leaseDurationSeconds: LEASE_DURATION / SECOND, acquireTime: kept ? (before.spec.acquireTime ?? now) : now, renewTime: now,
        leaseTransitions: (before?.spec.leaseTransitions ?? 0) + (before === undefined || kept ? 0 : 1),
      },
    };
  }

  private startLeading(): void {
    this.leading = true;
    if (this.lease !== undefined) this.options.started(this.lease);
  }

  private stopLeading(): void {
    this.leading = false;
    this.options.stopped?.();
  }

  private retryRenewal(): void {
    if (this.api.actor.now - this.renewedAt >= RENEW_DEADLINE) this.machine.send({ type: 'DEADLINE' });
    else this.retryIn(RETRY_PERIOD);
  }

  private retryIn(delay: Micros): void {
    this.api.actor.timer(Math.round(delay / MILLISECOND) * MILLISECOND, 'retry period', () => this.machine.send({ type: 'RETRY' }), this.machine.subject);
  }
}
