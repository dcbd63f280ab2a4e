import { setup, type AnyStateMachine } from 'xstate';
import type { Filter } from './filters';

export type RequestEvent =
  /** A filter lets the request through. */
  | { readonly type: 'NEXT' }
  /** Any stage: the request is refused; the Status stands in the machine's data. */
  | { readonly type: 'REFUSE' }
  // Priority and fairness.
  | { readonly type: 'QUEUE' }
  | { readonly type: 'DISPATCHED' }
  // Routing.
  | { readonly type: 'CREATE' | 'UPDATE' | 'PATCH' | 'DELETE' | 'GET' | 'LIST' | 'WATCH' | 'CONNECT' | 'STATIC' }
  // Reading the body.
  | { readonly type: 'DECODED' | 'DECODED_PATCH' | 'DECODED_OPTIONS' | 'DECODED_COLLECTION' }
  | { readonly type: 'DEFAULTED' | 'NEEDS_CURRENT' }
  // The present object.
  | { readonly type: 'FOUND' | 'FOUND_TO_PATCH' | 'FOUND_TO_BIND' | 'FOUND_TO_EVICT' | 'CREATE_INSTEAD' | 'CREATE_BY_APPLY' }
  | { readonly type: 'PATCHED' | 'BOUND' }
  // Admission, preparation, validation.
  | { readonly type: 'MUTATED' | 'MUTATED_DELETION' }
  | { readonly type: 'PREPARED' }
  | { readonly type: 'VALID' }
  | { readonly type: 'ADMITTED' | 'ADMITTED_BINDING' | 'ADMITTED_EVICTION' | 'ADMITTED_CALL' }
  | { readonly type: 'BUDGET_CHARGED' | 'EXECUTED' }
  // Storage.
  | { readonly type: 'STORED' | 'UNCHANGED' | 'LOST_RACE' | 'MARKED' | 'PENDING' }
  | { readonly type: 'DELETED' | 'CLEAN_UP' | 'CLEANED' }
  | { readonly type: 'ITEM' | 'NO_MORE_ITEMS' }
  // Reads.
  | { readonly type: 'READ' | 'AWAIT_CACHE' | 'FRESH' | 'LISTED' | 'LISTED_TO_DELETE' }
  | { readonly type: 'OPENED' | 'CLOSED' }
  | { readonly type: 'ENCODED' };

/** After admission, what stores the object or acts on it. */
const HANDLER_STATES = {
  routing: {
    description: 'Finds the handler of the resource and verb.',
    entry: 'route',
    on: {
      CREATE: 'decoding', UPDATE: 'decoding', PATCH: 'decoding', DELETE: 'decoding', GET: 'getting', LIST: 'listing', WATCH: 'openingWatch',
      CONNECT: 'connecting', STATIC: 'encoding', REFUSE: 'refusing',
    },
  },
  decoding: {
    description: 'Reads the body, checks its apiVersion and kind, and in strict mode that it has no unknown field.',
    entry: 'decode',
    on: { DECODED: 'defaulting', DECODED_PATCH: 'readingCurrent', DECODED_OPTIONS: 'readingCurrent', DECODED_COLLECTION: 'listing', REFUSE: 'refusing' },
  },
  defaulting: {
    description: 'Fills in the fields that the client left open. Upstream does this as part of decoding.',
    entry: 'applyDefaults',
    on: { DEFAULTED: 'mutatingAdmission', NEEDS_CURRENT: 'readingCurrent', REFUSE: 'refusing' },
  },
  readingCurrent: {
    description: 'Gets the object as it is now, from the watch cache or from etcd.',
    entry: 'readCurrent',
    on: { FOUND: 'mutatingAdmission', FOUND_TO_PATCH: 'patching', FOUND_TO_BIND: 'binding', FOUND_TO_EVICT: 'storing', CREATE_INSTEAD: 'mutatingAdmission', CREATE_BY_APPLY: 'patching', ITEM: 'nextItem', REFUSE: 'refusing' },
  },
  patching: { description: 'Applies the patch to the present object.', entry: 'applyPatch', on: { LOST_RACE: 'readingCurrent', PATCHED: 'defaulting', REFUSE: 'refusing' } },
  binding: { description: 'Writes the chosen node into the pod.', entry: 'bindPod', on: { LOST_RACE: 'readingCurrent', BOUND: 'storing', REFUSE: 'refusing' } },
  mutatingAdmission: {
    description: 'Each plugin in order may change the object or refuse it.',
    entry: 'admitMutating',
    on: { LOST_RACE: 'readingCurrent', MUTATED: 'preparing', MUTATED_DELETION: 'validatingAdmission', REFUSE: 'refusing' },
  },
  preparing: {
    description: 'The registry sets what clients may not: name, uid, timestamps, generation, status; checks the resourceVersion.',
    entry: 'prepare',
    on: { LOST_RACE: 'readingCurrent', PREPARED: 'validation', REFUSE: 'refusing' },
  },
  validation: { description: 'Checks every rule of the kind. 422 with all complaints at once.', entry: 'validate', on: { LOST_RACE: 'readingCurrent', VALID: 'validatingAdmission', REFUSE: 'refusing' } },
  validatingAdmission: {
    description: 'Each plugin in order sees the final object and may refuse it; quota last.',
    entry: 'admitValidating',
    on: { LOST_RACE: 'readingCurrent', ADMITTED: 'storing', ADMITTED_BINDING: 'readingCurrent', ADMITTED_EVICTION: 'chargingBudget', ADMITTED_CALL: 'executing', REFUSE: 'refusing' },
  },
  chargingBudget: {
    description: 'Counts the eviction against the pod’s disruption budget.',
    entry: 'chargeBudget',
    on: { BUDGET_CHARGED: 'readingCurrent', REFUSE: 'refusing' },
  },
  executing: { description: 'Nothing is stored for this kind: computes the answer.', entry: 'execute', on: { EXECUTED: 'encoding', REFUSE: 'refusing' } },
  storing: {
    description: 'One transaction: if nobody else wrote the object meanwhile, write it.',
    entry: 'store',
    on: {
      STORED: 'encoding', UNCHANGED: 'encoding', LOST_RACE: 'readingCurrent', MARKED: 'deleting', PENDING: 'encoding', ITEM: 'nextItem', REFUSE: 'refusing',
    },
  },
  deleting: {
    description: 'One transaction: if nobody else wrote the object meanwhile, delete it.',
    entry: 'remove',
    on: { DELETED: 'encoding', LOST_RACE: 'readingCurrent', CLEAN_UP: 'cleaningUp', ITEM: 'nextItem', REFUSE: 'refusing' },
  },
  cleaningUp: { description: 'Removes what must not outlive the object.', entry: 'cleanUp', on: { CLEANED: 'encoding', ITEM: 'nextItem' } },
  nextItem: { description: 'Takes the next object of the collection.', entry: 'takeItem', on: { ITEM: 'readingCurrent', NO_MORE_ITEMS: 'encoding' } },
  getting: { description: 'Reads one object.', entry: 'get', on: { READ: 'encoding', REFUSE: 'refusing' } },
  listing: {
    description: 'Reads all objects that the selectors allow.',
    entry: 'list',
    on: { LISTED: 'encoding', LISTED_TO_DELETE: 'nextItem', AWAIT_CACHE: 'waitingForCache', REFUSE: 'refusing' },
  },
  waitingForCache: {
    description: 'Waits until the watch cache has seen everything that etcd held when the request came.',
    entry: 'awaitCache',
    on: { FRESH: 'listing', OPENED: 'streaming', REFUSE: 'refusing' },
  },
  openingWatch: { description: 'Finds the point in the history from which to stream.', entry: 'openWatch', on: { OPENED: 'streaming', AWAIT_CACHE: 'waitingForCache', REFUSE: 'refusing' } },
  streaming: { description: 'Sends each change as it comes, until the client goes or the time is over.', entry: 'stream', on: { CLOSED: 'closed' } },
  connecting: { description: 'Asks the kubelet of the pod’s node.', entry: 'connect', on: { READ: 'encoding', REFUSE: 'refusing' } },
  encoding: { description: 'Writes the answer in the form that the client accepts.', entry: 'encode', on: { ENCODED: 'answered' } },
  refusing: { description: 'Writes the Status that says why not.', entry: 'encodeRefusal', on: { ENCODED: 'answered' } },
  answered: { description: 'The answer is on its way.', entry: 'answer', type: 'final' },
  closed: { description: 'The watch is over.', type: 'final' },
} as const;

const HANDLER_ACTIONS = [
  'route', 'decode', 'applyDefaults', 'readCurrent', 'applyPatch', 'bindPod', 'admitMutating', 'prepare', 'validate', 'admitValidating', 'chargeBudget', 'execute', 'store',
  'remove', 'cleanUp', 'takeItem', 'get', 'list', 'awaitCache', 'openWatch', 'stream', 'connect', 'encode', 'encodeRefusal', 'answer', 'waitInQueue',
  'pass', 'parseRequestInfo', 'authenticate', 'audit', 'impersonate', 'admitToFlow', 'authorize',
] as const;

/**
 * The machine of one request: each filter of the release's handler chain is a state, then the handler's stages follow.
 * Models apiserver pkg/server config.go, pkg/endpoints/handlers, pkg/registry/generic/registry store.go.
 */
export function buildRequestMachine(filters: readonly Filter[]): AnyStateMachine {
  const chain = filters.map((filter, i) => {
    const next = filters[i + 1]?.name ?? 'routing';
    const queue = filter.action === 'admitToFlow' ? { QUEUE: 'waitingInQueue' } : {};
    return [filter.name, { description: filter.description, entry: filter.action, on: { NEXT: next, REFUSE: 'refusing', ...queue } }] as const;
  });
  const afterFlow = filters[filters.findIndex((f) => f.action === 'admitToFlow') + 1]?.name ?? 'routing';
  return setup({
    types: { events: {} as RequestEvent },
    actions: Object.fromEntries(HANDLER_ACTIONS.map((name) => [name, () => {}])),
  }).createMachine({
    id: 'request',
    description: 'One request through kube-apiserver.',
    initial: filters[0]?.name ?? 'routing',
    states: {
      ...Object.fromEntries(chain),
      waitingInQueue: {
        description: 'All seats of the priority level are taken: waits for one.',
        entry: 'waitInQueue',
        on: { DISPATCHED: afterFlow, REFUSE: 'refusing' },
      },
      ...HANDLER_STATES,
    },
  });
}
