import type { RangeRequest, RangeResult, TxnRequest, TxnResult, WatchResponse, WatchStream } from '../../../api/etcd';
import type { Actor } from '../../../kernel/actor';
import { draw } from '../../../kernel/latency';
import { SECOND, type Micros } from '../../../kernel/time';
import { LATENCY } from '../../latencies';
import type { EtcdServer } from './etcd-api';

/** Objects of one lease, and how long one lease takes new objects. Models apiserver pkg/storage/etcd3 lease_manager.go. */
const LEASE_MAX_OBJECTS = 1000;
const LEASE_REUSE_SECONDS = 60;

/** kube-apiserver's connection to etcd: each call is a message there and a message back, heard in the state that asked. */
export class EtcdClient {
  private lease: { readonly id: number; readonly ttl: number; readonly until: Micros; objects: number } | undefined;
  private leases = 0;

  constructor(private readonly actor: Actor, private readonly etcd: EtcdServer) {}

  txn(request: TxnRequest, subject: string | undefined, done: (result: TxnResult) => void): void {
    const { actor, etcd } = this;
    const { key, modRevision, op } = request;
    const answered = actor.kernel.resuming(done);
    const payload = { compare: { key, modRevision }, success: op.type, failure: 'get' };
    actor.send(etcd.actor, { kind: 'etcd', label: op.type === 'put' ? 'txn put' : 'txn delete', subject, payload, delay: draw(LATENCY.etcdLink, actor.random) }, () => etcd.txn(request, actor, subject, answered));
  }

  range(request: RangeRequest, subject: string | undefined, done: (result: RangeResult) => void): void {
    const { actor, etcd } = this;
    const answered = actor.kernel.resuming(done);
    actor.send(etcd.actor, { kind: 'etcd', label: request.prefix ? `range ${request.key}` : 'range', subject, payload: request, delay: draw(LATENCY.etcdLink, actor.random) }, () => etcd.range(request, actor, subject, answered));
  }

  /** `opened` runs when the request has arrived and the stream exists. */
  watch(prefix: string, from: number, deliver: (response: WatchResponse) => void, opened: (stream: WatchStream) => void): void {
    const { actor, etcd } = this;
    actor.send(etcd.actor, { kind: 'etcd', label: `watch ${prefix}`, payload: { prefix, from }, delay: draw(LATENCY.etcdLink, actor.random) }, () => opened(etcd.watch(prefix, from, actor, deliver)));
  }

  requestProgress(stream: WatchStream, prefix: string): void {
    const { actor, etcd } = this;
    actor.send(etcd.actor, { kind: 'etcd', label: `progress request ${prefix}`, delay: draw(LATENCY.etcdLink, actor.random) }, actor.kernel.resuming(() => stream.requestProgress()));
  }

  /** A lease for an object that shall live `ttlSeconds`; objects written within a minute share one. */
  leaseFor(ttlSeconds: number): number {
    const { now } = this.actor;
    let lease = this.lease;
    if (lease === undefined || lease.ttl !== ttlSeconds || now > lease.until || lease.objects >= LEASE_MAX_OBJECTS) {
      // The shared lease lives long enough for the last object that it takes.
      const reuse = Math.min(LEASE_REUSE_SECONDS, ttlSeconds * 0.05);
      lease = this.lease = { id: ++this.leases, ttl: ttlSeconds, until: now + reuse * SECOND, objects: 0 };
      this.etcd.leaseGrant(lease.id, Math.ceil(ttlSeconds + reuse));
    }
    lease.objects++;
    return lease.id;
  }

  compact(revision: number): void {
    const { actor, etcd } = this;
    actor.send(etcd.actor, { kind: 'etcd', label: 'compact', payload: { revision }, delay: draw(LATENCY.etcdLink, actor.random) }, () => etcd.compact(revision));
  }
}
