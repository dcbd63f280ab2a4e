import { setup } from 'xstate';

export type ReflectorEvent =
  | { readonly type: 'START' }
  | { readonly type: 'LISTED' }
  /** The list came as the beginning of a watch, which goes on. */
  | { readonly type: 'STREAMED' }
  | { readonly type: 'OPENED' }
  /** One watch event came; the machine re-enters `watching`, so that each has its span. */
  | { readonly type: 'EVENT' }
  | { readonly type: 'ENDED' }
  | { readonly type: 'EXPIRED' }
  | { readonly type: 'FAILED' };

/** Models client-go tools/cache/reflector.go ListAndWatch, watchList. */
export const reflectorMachine = setup({
  types: { events: {} as ReflectorEvent, context: {} as { readonly failures: number } },
  actions: { list: () => {}, watch: () => {} },
  // 800 ms doubling to 30 s; the simulated servers recover before that matters, so the first step stands for all.
  delays: { backOff: 800 },
}).createMachine({
  id: 'reflector',
  context: { failures: 0 },
  initial: 'idle',
  states: {
    idle: { on: { START: 'listing' } },
    listing: { entry: 'list', on: { LISTED: 'opening', STREAMED: 'watching', FAILED: 'backingOff' } },
    opening: {
      entry: 'watch',
      on: { OPENED: 'watching', EVENT: 'watching', EXPIRED: 'listing', FAILED: 'backingOff', ENDED: 'opening' },
    },
    watching: {
      on: { EVENT: { target: 'watching', reenter: true }, ENDED: 'opening', EXPIRED: 'listing', FAILED: 'backingOff' },
    },
    backingOff: { after: { backOff: 'listing' } },
  },
});
