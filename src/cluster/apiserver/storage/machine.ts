import { setup } from 'xstate';

export type WatchCacheMachineEvent =
  | { readonly type: 'LISTED' }
  | { readonly type: 'EVENT' }
  | { readonly type: 'UPDATED' }
  | { readonly type: 'DISPATCHED' };

/** One resource's watch cache. Models apiserver pkg/storage/cacher cacher.go, watch_cache.go. */
export const watchCacheMachine = setup({
  types: { events: {} as WatchCacheMachineEvent },
  actions: { list: () => {}, takeNext: () => {}, update: () => {}, dispatch: () => {} },
}).createMachine({
  id: 'watch cache',
  description: 'Keeps a copy of one resource, fed by one etcd watch, and passes each change on to every watcher.',
  initial: 'listing',
  states: {
    listing: { description: 'Reads everything once from etcd, then watches from that revision.', entry: 'list', on: { LISTED: 'ready' } },
    ready: { description: 'In step with etcd.', entry: 'takeNext', on: { EVENT: 'updating' } },
    updating: { description: 'Puts the change into the cache and its ring of recent events.', entry: 'update', on: { UPDATED: 'dispatching' } },
    dispatching: { description: 'Sends the change to each watcher whose selector it concerns.', entry: 'dispatch', on: { DISPATCHED: 'ready' } },
  },
});
