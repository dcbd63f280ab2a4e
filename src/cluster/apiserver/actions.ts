import type { ActionHandlers } from '../../kernel/machine';
import type { RequestEvent } from './machine';
import type { RequestContext } from './request';
import { admitMutating, admitValidating } from './stages/admit';
import { answer, encode, encodeRefusal } from './stages/answer';
import { connect } from './stages/connect';
import { applyPatch, bindPod, readCurrent } from './stages/current';
import { applyDefaults, decode } from './stages/decode';
import { cleanUp, remove, takeItem } from './stages/delete';
import { execute } from './stages/execute';
import { admitToFlow, audit, authenticate, authorize, impersonate, parseRequestInfo, pass, waitInQueue } from './stages/filters';
import { prepare, validate } from './stages/prepare';
import { awaitCache, get, list } from './stages/read';
import { route } from './stages/route';
import { store } from './stages/store';
import { openWatch, stream } from './stages/watch';
import { chargeBudget } from './subresources/eviction';

/** What the named actions of the request machine do. */
export const REQUEST_ACTIONS: ActionHandlers<RequestEvent, RequestContext> = {
  pass, parseRequestInfo, authenticate, audit, impersonate, admitToFlow, waitInQueue, authorize,
  route, decode, applyDefaults, readCurrent, applyPatch, bindPod, admitMutating, prepare, validate, admitValidating,
  chargeBudget, execute, store, remove, cleanUp, takeItem, get, list, awaitCache, openWatch, stream, connect, encode, encodeRefusal, answer,
};
