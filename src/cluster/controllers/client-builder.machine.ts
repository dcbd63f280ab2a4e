import { setup } from 'xstate';

export type ClientBuilderEvent =
  | { readonly type: 'START' }
  | { readonly type: 'FOUND' }
  | { readonly type: 'MISSING' }
  | { readonly type: 'NEEDED' }
  | { readonly type: 'ISSUED' }
  | { readonly type: 'FAILED' };

/**
 * How kube-controller-manager gives one of its controllers an identity of its own: a service account when it starts, and a token for
 * it when the controller makes its first request, and again when that one is about to run out.
 * Models staging/src/k8s.io/controller-manager/pkg/clientbuilder client_builder_dynamic.go Config, tokenSourceImpl.Token.
 */
export const clientBuilderMachine = setup({
  types: { events: {} as ClientBuilderEvent },
  actions: { getServiceAccount: () => {}, createServiceAccount: () => {}, requestToken: () => {}, serviceAccountExists: () => {} },
  // A token lives an hour; a new one is fetched when a fifth of that is left.
  delays: { expiry: 2_880_000, backOff: 1_000 },
}).createMachine({
  id: 'client builder',
  initial: 'idle',
  states: {
    idle: { on: { START: 'lookingForServiceAccount' } },
    lookingForServiceAccount: { entry: 'getServiceAccount', on: { FOUND: 'waiting', MISSING: 'creatingServiceAccount', FAILED: 'backingOff' } },
    creatingServiceAccount: { entry: 'createServiceAccount', on: { FOUND: 'waiting', FAILED: 'backingOff' } },
    backingOff: { after: { backOff: 'lookingForServiceAccount' } },
    waiting: { description: 'until the controller has something to ask the API server', entry: 'serviceAccountExists', on: { NEEDED: 'gettingServiceAccount' } },
    gettingServiceAccount: { entry: 'getServiceAccount', on: { FOUND: 'requestingToken', MISSING: 'creatingServiceAccount', FAILED: 'retrying' } },
    requestingToken: { entry: 'requestToken', on: { ISSUED: 'holdingToken', FAILED: 'retrying' } },
    retrying: { after: { backOff: 'gettingServiceAccount' } },
    holdingToken: { description: 'the controller signs its requests with the token', after: { expiry: 'gettingServiceAccount' } },
  },
});
