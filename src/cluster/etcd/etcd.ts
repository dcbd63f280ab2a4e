import type { EtcdEvent, RangeRequest, RangeResult, TxnRequest, TxnResult, WatchResponse, WatchStream } from '../../api/etcd';
import { draw } from '../../kernel/latency';
import type { Actor } from '../../kernel/actor';
import type { Kernel } from '../../kernel/kernel';
import { MachineKind, type Machine } from '../../kernel/machine';
import { SECOND, type MessageRow, type Micros } from '../../kernel/time';
import { LATENCY } from '../latencies';
import { Leases } from './leases';
import { rangeMachine, txnMachine, type RangeEvent, type TxnEvent } from './machine';
import { MvccStore } from './store';
import { WriteAheadLog } from './wal';
import { Watchers } from './watchers';

interface Txn {
  readonly request: TxnRequest;
  readonly client: Actor;
  readonly reply: (result: TxnResult) => void;
  applyTime: Micros;
  result: TxnResult | undefined;
  event: EtcdEvent | undefined;
}

interface Range {
  readonly request: RangeRequest;
  readonly client: Actor;
  readonly reply: (result: RangeResult) => void;
}

/**
 * etcd, as kube-apiserver sees it: transactions, reads, watches, leases, compaction. Each call is made when the client's
 * message has arrived; `reply` runs when the answer has arrived back at `client`.
 */
export class Etcd {
  readonly actor: Actor;
  readonly store = new MvccStore();
  private readonly wal: WriteAheadLog;
  private readonly watchers: Watchers;
  private readonly leases: Leases;
  /** When the apply loop, which takes one entry at a time, is free again. */
  private applyFree: Micros = 0;
  private readonly txnKind: MachineKind<TxnEvent, Txn>;
  private readonly rangeKind: MachineKind<RangeEvent, Range>;

  constructor(private readonly kernel: Kernel) {
    const actor = (this.actor = kernel.actor('etcd'));
    this.wal = new WriteAheadLog(() => draw(LATENCY.etcdFsync, actor.random));
    this.watchers = new Watchers(actor, this.store);
    this.leases = new Leases((keys) => this.expire(keys), (delay, label, fire) => actor.timer(delay, label, fire));
    this.txnKind = new MachineKind<TxnEvent, Txn>('etcd transaction', txnMachine, {
      propose: (m) => m.work(draw(LATENCY.etcdPropose, actor.random), { type: 'PROPOSED' }),
      append: (m) => this.append(m),
      apply: (m) => this.apply(m),
      answer: (m) => this.answerTxn(m),
    });
    this.rangeKind = new MachineKind<RangeEvent, Range>('etcd read', rangeMachine, {
      read: (m) => m.work(draw(LATENCY.etcdRange, actor.random), { type: 'READ' }),
      answer: (m) => this.answerRange(m),
    });
  }

  txn(request: TxnRequest, client: Actor, subject: string | undefined, reply: (result: TxnResult) => void): void {
    this.actor.start(this.txnKind, { subject, data: { request, client, reply, applyTime: 0, result: undefined, event: undefined } });
  }

  range(request: RangeRequest, client: Actor, subject: string | undefined, reply: (result: RangeResult) => void): void {
    this.actor.start(this.rangeKind, { subject, data: { request, client, reply } });
  }

  /** Sends every event of keys beginning with `prefix`, from revision `from` on, in order. */
  watch(prefix: string, from: number, client: Actor, deliver: (response: WatchResponse) => void): WatchStream {
    return this.watchers.open(prefix, from, client, deliver);
  }

  /** A lease of `ttlSeconds`, its number chosen by the client; keys that are put with it are deleted when it expires. */
  leaseGrant(id: number, ttlSeconds: number): void {
    this.leases.grant(id, ttlSeconds * SECOND);
  }

  compact(revision: number): void {
    this.store.compact(revision);
  }

  private append(m: Machine<TxnEvent, Txn>): void {
    const { now } = this.kernel;
    const onDisk = this.wal.append(now);
    const begin = Math.max(onDisk, this.applyFree);
    m.data.applyTime = draw(LATENCY.etcdApply, this.actor.random);
    this.applyFree = begin + m.data.applyTime;
    m.work(begin - now, { type: 'COMMITTED' });
  }

  /** Writes when the apply loop takes the entry up; the answer leaves when it is done. */
  private apply(m: Machine<TxnEvent, Txn>): void {
    const { data } = m;
    const { key, modRevision, op } = data.request;
    const present = this.store.get(key);
    const succeeded = (present?.modRevision ?? 0) === modRevision;
    if (succeeded) {
      const revision = this.store.revision + 1;
      if (op.type === 'put') {
        data.event = this.store.put(key, op.value, revision);
        this.leases.attach(key, op.lease);
      } else {
        data.event = this.store.delete(key, revision);
        this.leases.attach(key, undefined);
      }
      this.write(data.event, m.cause);
    }
    data.result = { succeeded, revision: this.store.revision, kv: !succeeded || op.type === 'delete' ? present : this.store.get(key) };
    m.work(data.applyTime, { type: succeeded ? 'APPLIED' : 'COMPARE_FAILED' });
  }

  private answerTxn(m: Machine<TxnEvent, Txn>): void {
    const { client, reply, request, result, event } = m.data;
    if (result === undefined) return;
    if (event !== undefined) this.watchers.notify([event], m.subject);
    const label = result.succeeded ? (request.op.type === 'put' ? 'put done' : 'delete done') : 'compare failed';
    this.actor.send(client, { kind: 'etcd', label, subject: m.subject, delay: draw(LATENCY.etcdLink, this.actor.random) }, () => reply(result));
  }

  private answerRange(m: Machine<RangeEvent, Range>): void {
    const { client, reply, request } = m.data;
    const result = this.store.range(request);
    this.actor.send(client, { kind: 'etcd', label: 'range done', subject: m.subject, delay: draw(LATENCY.etcdLink, this.actor.random) }, () => reply(result));
  }

  /** A lease ran out: its keys go in one transaction. */
  private expire(keys: readonly string[]): void {
    const revision = this.store.revision + 1;
    const events = keys.filter((key) => this.store.get(key) !== undefined).map((key) => this.store.delete(key, revision));
    for (const event of events) this.write(event, this.kernel.currentMessage);
    if (events.length > 0) this.watchers.notify(events, undefined);
  }

  private write(event: EtcdEvent, cause: MessageRow): void {
    this.kernel.log.addRevision(event.revision, this.kernel.now, event.key, event.type === 'delete' ? 'delete' : event.created ? 'create' : 'update', event.document, cause);
  }
}
