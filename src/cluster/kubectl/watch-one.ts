import type { Resource } from '../../api/scheme';
import type { KubeObject } from '../../api/types';
import type { Micros } from '../../kernel/time';
import type { WatchFrame } from '../client/http';
import { stringAt } from './document';
import { refused, statusOf } from './failure';
import type { Invocation } from './invocation';
import { goDuration } from '../../api/duration';
import { check, closeWatch, fail, log, nextFrame, openWatch, type Program, type WatchId } from './program';
import { ACCEPT, ask, itemsOf, listVersion, LOG, query, to } from './requests';

/** A watch on one object, as an informer of client-go makes it. */
export interface OneWatch {
  /** What the list held; empty where the first picture comes as events. */
  readonly objects: readonly KubeObject[];
  /** Whether the first picture is complete. */
  readonly synced: boolean;
  next(deadline: Micros | undefined): Program<WatchFrame | 'ended' | 'deadline'>;
  close(): Program<void>;
}

const REFLECTOR = 'reflector="k8s.io/client-go/tools/watch/informerwatcher.go:162"';
const POPULATED = `"Caches populated" type="*unstructured.Unstructured" ${REFLECTOR}`;
const INITIAL_EVENTS_END = 'k8s.io/initial-events-end';

/**
 * Watches an object by its name: first as a streaming list; a server that cannot do that refuses with 422, then by list
 * and watch. Models client-go tools/cache reflector.go ListAndWatch and tools/watch informerwatcher.go.
 */
export function* watchOne(inv: Invocation, resource: Resource, namespace: string | undefined, name: string): Program<OneWatch> {
  const fieldSelector = `metadata.name=${name}`;
  const timeoutSeconds = (): string => String(300 + inv.random.int(300));
  const open = (values: Readonly<Record<string, string>>) =>
    openWatch(to(resource, { namespace }, {
      method: 'GET', accept: ACCEPT.unstructured, logFrom: LOG.dynamicWatch, query: query({ allowWatchBookmarks: 'true', fieldSelector, timeoutSeconds: timeoutSeconds(), watch: 'true', ...values }),
    }));
  yield* log(3, 'reflector.go:367', `"Starting reflector" type="*unstructured.Unstructured" resyncPeriod="0s" ${REFLECTOR}`);
  yield* log(3, 'reflector.go:411', `"Listing and watching" type="*unstructured.Unstructured" ${REFLECTOR}`);
  const begun = inv.host.now();
  const streaming = yield* open({ resourceVersionMatch: 'NotOlderThan', sendInitialEvents: 'true' });
  if (streaming.response.code < 400) return new FrameReader(streaming.watch, [], false, inv, begun);
  const list = yield* check(yield* ask(to(resource, { namespace }, { method: 'GET', accept: ACCEPT.unstructured, logFrom: LOG.dynamicList, query: { fieldSelector, limit: '500', resourceVersion: '0' } })));
  yield* log(2, 'reflector.go:446', POPULATED);
  const watch = yield* open({ resourceVersion: listVersion(list) });
  if (watch.response.code >= 400) return yield* fail(refused(statusOf(watch.response.body, watch.response.code)));
  return new FrameReader(watch.watch, itemsOf(list, resource), true, inv, begun);
}

class FrameReader implements OneWatch {
  private items = 0;
  /** What came before the picture was complete: handed out once it is. */
  private readonly early: WatchFrame[] = [];

  constructor(private readonly watch: WatchId, readonly objects: readonly KubeObject[], public synced: boolean, private readonly inv: Invocation, private readonly begun: Micros) {}

  *next(deadline: Micros | undefined): Program<WatchFrame | 'ended' | 'deadline'> {
    while (!this.synced) {
      const frame = yield* this.read(deadline);
      if (typeof frame === 'string') return frame;
      this.early.push(frame);
    }
    return this.early.shift() ?? (yield* this.read(deadline));
  }

  private *read(deadline: Micros | undefined): Program<WatchFrame | 'ended' | 'deadline'> {
    const frame = yield* nextFrame(this.watch, deadline);
    if (typeof frame === 'string') return frame;
    this.items++;
    if (frame.type === 'BOOKMARK' && stringAt(frame.object, 'metadata', 'annotations', INITIAL_EVENTS_END) === 'true') {
      this.synced = true;
      yield* log(4, 'reflector.go:978', `"Exiting watch because received the bookmark that marks the end of initial events stream" ${REFLECTOR} totalItems=${this.items} duration="${goDuration(this.inv.host.now() - this.begun)}"`);
      yield* log(2, 'reflector.go:446', POPULATED);
    }
    if (frame.type === 'ERROR') return 'ended';
    return frame;
  }

  *close(): Program<void> {
    yield* closeWatch(this.watch);
    yield* log(3, 'reflector.go:373', `"Stopping reflector" type="*unstructured.Unstructured" resyncPeriod="0s" ${REFLECTOR}`);
  }
}
