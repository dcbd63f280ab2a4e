import { forbidden } from '../../../api/field/error';
import { badRequestStatus, invalidStatus, tooOldStatus } from '../../../api/status';
import { draw } from '../../../kernel/latency';
import { SECOND } from '../../../kernel/time';
import { LATENCY } from '../../latencies';
import type { RequestEvent } from '../machine';
import { refuse, type RequestMachine } from '../request';
import { WatchStreamer } from '../watch-streamer';
import { responseTo, auditOf } from './answer';
import { selectionOf } from './selection';
import { representationFor } from './tables';

const OPENED: RequestEvent = { type: 'OPENED' };
const CLOSED: RequestEvent = { type: 'CLOSED' };
/** A watch without a timeout of its own lasts between 30 and 60 minutes. */
const MIN_TIMEOUT = 1800;

/** Checks what is asked for. Models apiserver pkg/endpoints/handlers get.go ListResource, apimachinery internalversion validation. */
export function openWatch(m: RequestMachine): void {
  const { data } = m;
  const { query } = data.request;
  const delay = draw(LATENCY.cacheRead, m.actor.random);
  const { watchList } = data.core.behaviour.apiServer;
  const initial = query['sendInitialEvents'] === 'true';
  if (!watchList && query['resourceVersionMatch'] !== undefined) {
    const error = forbidden('resourceVersionMatch', 'resourceVersionMatch is forbidden for watch');
    refuse(m, delay, invalidStatus({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', [error], data.core.scheme.version));
    return;
  }
  if (watchList && initial && query['resourceVersionMatch'] !== 'NotOlderThan') {
    const error = forbidden('sendInitialEvents', 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan');
    refuse(m, delay, invalidStatus({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', [error], data.core.scheme.version));
    return;
  }
  const selection = selectionOf(data);
  if (!selection.ok) {
    refuse(m, delay, selection.error);
    return;
  }
  const version = query['resourceVersion'] ?? '';
  if (!/^\d*$/.test(version)) {
    refuse(m, delay, badRequestStatus(`Invalid value: ${JSON.stringify(version)}: strconv.ParseUint: parsing ${JSON.stringify(version)}: invalid syntax`));
    return;
  }
  const representation = representationFor(data);
  data.streamer = new WatchStreamer(m.actor, data.exchange, {
    filter: selection.value.filter, representation, bookmarks: query['allowWatchBookmarks'] === 'true', kind: data.resource.kind, apiVersion: data.resource.apiVersion, resource: data.resource.resource,
  });
  // A streamed list is as fresh as any other list.
  const { cache } = data.handler;
  data.exchange.onClose(() => {
    data.clientGone = true;
  });
  if (initial && cache !== undefined && version !== '0') {
    data.wantedRevision = version === '' ? 0 : Number(version);
    m.work(delay, { type: 'AWAIT_CACHE' });
  } else m.work(delay, OPENED);
}

/** Answers 200 and streams until the client goes or the time is over. */
export function stream(m: RequestMachine): void {
  const { data } = m;
  const { query } = data.request;
  const { streamer, exchange } = data;
  if (streamer === undefined) return;
  if (data.ticket !== undefined) data.core.flow.release(data.ticket);
  if (data.clientGone) {
    m.work(0, CLOSED);
    return;
  }
  exchange.respond(responseTo(m, undefined), auditOf(m, undefined));
  const seconds = query['timeoutSeconds'] === undefined ? MIN_TIMEOUT + m.actor.random.int(MIN_TIMEOUT) : Number(query['timeoutSeconds']);
  const close = (): void => {
    streamer.stop();
    timeout.run = undefined;
    m.send(CLOSED);
  };
  const end = (): void => {
    exchange.end();
    close();
  };
  const timeout = m.actor.timer(seconds * SECOND, 'watch timeout', () => {
    m.kernel.currentSpan = m.span;
    end();
  }, m.subject);
  exchange.onClose(close);
  begin(m, streamer, end);
}

function begin(m: RequestMachine, streamer: WatchStreamer, end: () => void): void {
  const { data } = m;
  const { query } = data.request;
  const version = query['resourceVersion'] ?? '';
  const initial = query['sendInitialEvents'] === 'true';
  const { cache, prefix } = data.handler;
  const fromNow = version === '' || version === '0' || initial;
  if (cache !== undefined) {
    if (fromNow) streamer.sendInitial(cache.list(data.namespace));
    const oldest = streamer.followCache(cache, fromNow ? cache.revision : Number(version));
    if (oldest !== undefined) {
      streamer.sendError(tooOldStatus(version, oldest));
      end();
    } else if (initial) streamer.sendBookmark(cache.revision, true);
    return;
  }
  const { etcd } = data.core;
  const expired = (): void => {
    streamer.sendError(tooOldStatus(version, ''));
    end();
  };
  if (!fromNow) {
    streamer.followEtcd(etcd, prefix, Number(version), expired);
    return;
  }
  etcd.range({ key: prefix, prefix: true }, m.subject, (result) => {
    streamer.sendInitial(result.kvs.map((kv) => kv.document));
    if (initial) streamer.sendBookmark(result.revision, true);
    streamer.followEtcd(etcd, prefix, result.revision, expired);
  });
}
