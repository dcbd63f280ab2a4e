import { setup } from 'xstate';

export type TxnEvent =
  | { readonly type: 'PROPOSED' }
  | { readonly type: 'COMMITTED' }
  | { readonly type: 'APPLIED' }
  | { readonly type: 'COMPARE_FAILED' };

/** One transaction, from the request's arrival to its answer. Models etcd server/etcdserver v3_server.go Txn, raft.go, apply. */
export const txnMachine = setup({
  types: { events: {} as TxnEvent },
  actions: { propose: () => {}, append: () => {}, apply: () => {}, answer: () => {} },
}).createMachine({
  id: 'etcd transaction',
  description: 'One compare-and-write: proposed to the Raft log, on disk at a majority, applied in order, answered.',
  initial: 'proposing',
  states: {
    proposing: { description: 'The leader puts the transaction into its Raft log and sends it to the followers.', entry: 'propose', on: { PROPOSED: 'fsyncing' } },
    fsyncing: { description: 'Waits until the log entry is on disk. Entries that come together share one fsync.', entry: 'append', on: { COMMITTED: 'applying' } },
    applying: { description: 'Compares the key’s revision and, if it is the expected one, writes and raises the global revision.', entry: 'apply', on: { APPLIED: 'applied', COMPARE_FAILED: 'compareFailed' } },
    applied: { description: 'Written: watchers are told and the new revision is answered.', entry: 'answer', type: 'final' },
    compareFailed: { description: 'Somebody else wrote the key first: nothing changed, the present value is answered.', entry: 'answer', type: 'final' },
  },
});

export type RangeEvent = { readonly type: 'READ' };

/** One read. Models etcd server/etcdserver v3_server.go Range. */
export const rangeMachine = setup({
  types: { events: {} as RangeEvent },
  actions: { read: () => {}, answer: () => {} },
}).createMachine({
  id: 'etcd read',
  description: 'One linearizable read of a key or a prefix.',
  initial: 'ranging',
  states: {
    ranging: { description: 'Makes sure that it has applied all that was committed, then reads the index.', entry: 'read', on: { READ: 'ranged' } },
    ranged: { entry: 'answer', type: 'final' },
  },
});
