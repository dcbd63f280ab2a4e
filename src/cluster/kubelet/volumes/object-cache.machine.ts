import { setup } from 'xstate';

export type ObjectWatcherEvent =
  | { readonly type: 'LISTED' }
  | { readonly type: 'OPENED' }
  | { readonly type: 'EVENT' }
  | { readonly type: 'ENDED' }
  | { readonly type: 'FAILED' }
  | { readonly type: 'STOP' };

/** Models client-go tools/cache/reflector.go ListAndWatch, for one object. */
export const objectWatcherMachine = setup({
  types: { events: {} as ObjectWatcherEvent },
  actions: { list: () => {}, watch: () => {}, close: () => {} },
  // 800 ms with jitter at first; a refusal does not last.
  delays: { backOff: 800 },
}).createMachine({
  id: 'object watcher',
  description: 'Keeps one ConfigMap or Secret current, for as long as a pod of the node refers to it.',
  initial: 'listing',
  states: {
    listing: { entry: 'list', on: { LISTED: 'opening', FAILED: 'backingOff', STOP: 'stopped' } },
    opening: { entry: 'watch', on: { OPENED: 'watching', EVENT: 'watching', FAILED: 'backingOff', ENDED: 'listing', STOP: 'stopped' } },
    watching: { on: { EVENT: { target: 'watching', reenter: true }, ENDED: 'listing', FAILED: 'backingOff', STOP: 'stopped' } },
    backingOff: { after: { backOff: 'listing' }, on: { STOP: 'stopped' } },
    stopped: { type: 'final', entry: 'close' },
  },
});
