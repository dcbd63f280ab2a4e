import { setup } from 'xstate';

export type ClientBuilderEvent =
  | { readonly type: 'START' }
  | { readonly type: 'FOUND' }
  | { readonly type: 'MISSING' }
  | { readonly type: 'ISSUED' }
  | { readonly type: 'FAILED' };

/**
 * How kube-controller-manager gives one of its controllers an identity of its own: a service account and a token for it.
 * Models staging/src/k8s.io/controller-manager/pkg/clientbuilder client_builder_dynamic.go tokenSourceImpl.Token.
 */
export const clientBuilderMachine = setup({
  types: { events: {} as ClientBuilderEvent },
  actions: { getServiceAccount: () => {}, createServiceAccount: () => {}, requestToken: () => {} },
  // A token lives an hour; a new one is fetched when a fifth of that is left.
  delays: { refresh: 2_880_000, backOff: 1_000 },
}).createMachine({
  id: 'client builder',
  initial: 'idle',
  states: {
    idle: { on: { START: 'gettingServiceAccount' } },
    gettingServiceAccount: { entry: 'getServiceAccount', on: { FOUND: 'requestingToken', MISSING: 'creatingServiceAccount', FAILED: 'backingOff' } },
    creatingServiceAccount: { entry: 'createServiceAccount', on: { FOUND: 'requestingToken', FAILED: 'backingOff' } },
    requestingToken: { entry: 'requestToken', on: { ISSUED: 'holdingToken', FAILED: 'backingOff' } },
    holdingToken: { description: 'the controller signs its requests with the token', after: { refresh: 'gettingServiceAccount' } },
    backingOff: { after: { backOff: 'gettingServiceAccount' } },
  },
});
