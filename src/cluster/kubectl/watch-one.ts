import type { Resource } from '../../api/scheme';
import type { KubeObject } from '../../api/types';
import type { Micros } from '../../kernel/time';
import type { WatchFrame } from '../client/http';
import { stringAt } from './document';
import { refused, statusOf } from './failure';
import type { Invocation } from './invocation';
import { check, closeWatch, fail, nextFrame, openWatch, type Program, type WatchId } from './program';
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
  const streaming = yield* open({ resourceVersionMatch: 'NotOlderThan', sendInitialEvents: 'true' });
  if (streaming.response.code < 400) return new FrameReader(streaming.watch, [], false);
  const list = yield* check(yield* ask(to(resource, { namespace }, { method: 'GET', accept: ACCEPT.unstructured, logFrom: LOG.dynamicList, query: { fieldSelector, limit: '500', resourceVersion: '0' } })));
  const watch = yield* open({ resourceVersion: listVersion(list) });
  if (watch.response.code >= 400) return yield* fail(refused(statusOf(watch.response.body, watch.response.code)));
  return new FrameReader(watch.watch, itemsOf(list, resource), true);
}

class FrameReader implements OneWatch {
  constructor(private readonly watch: WatchId, readonly objects: readonly KubeObject[], public synced: boolean) {}

  *next(deadline: Micros | undefined): Program<WatchFrame | 'ended' | 'deadline'> {
    const frame = yield* nextFrame(this.watch, deadline);
    if (typeof frame === 'string') return frame;
    if (frame.type === 'BOOKMARK' && stringAt(frame.object, 'metadata', 'annotations', INITIAL_EVENTS_END) === 'true') this.synced = true;
    if (frame.type === 'ERROR') return 'ended';
    return frame;
  }

  *close(): Program<void> {
    yield* closeWatch(this.watch);
  }
}
