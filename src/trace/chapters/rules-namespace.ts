import type { Rule } from './rule';
import { queue, worker } from './worker';

const NAMESPACE = 'namespace worker';
const REMOVAL = { chapter: 'removal' } as const;

/** What a namespace gets when it comes, and what is taken with it when it goes. */
export const NAMESPACE_RULES: readonly Rule[] = [
  queue('namespace.queue', /^namespaces queue/),
  worker(NAMESPACE, 'namespace.read', ['readingCache', 'gettingNamespace', 'markingTerminating', 'discovering']),
  worker(NAMESPACE, 'namespace.empty', ['estimatingGrace', 'deletingCollection', 'listingItems', 'deletingItem', 'listingRest'], REMOVAL),
  worker(NAMESPACE, 'namespace.finalize', ['updatingStatus', 'finalizing', 'gettingAgain'], { ...REMOVAL, tell: 'last' }),
  worker('service account worker', 'serviceaccount.create', ['checkingNamespace', 'creatingServiceAccount']),
  worker('token worker', 'serviceaccount.token', ['checkingReferences', 'gettingServiceAccount', 'creatingSecret', 'updatingServiceAccount', 'waiting', 'deletingSecret']),
  worker('root CA publisher', 'rootca.publish', ['checkingConfigMap', 'creatingConfigMap', 'updatingConfigMap']),
];
