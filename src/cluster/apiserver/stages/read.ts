import { badRequestStatus, expiredStatus, notFoundStatus, tooLargeResourceVersionStatus } from '../../../api/status';
import type { KubeObject, ListMeta } from '../../../api/types';
import { draw } from '../../../kernel/latency';
import { SECOND } from '../../../kernel/time';
import { LATENCY } from '../../latencies';
import type { RequestEvent } from '../machine';
import { refuse, type RequestMachine } from '../request';
import type { Filter } from '../storage/cache-event';
import { storageKey } from '../registry/handler';
import { scaleOf } from '../subresources/scale';
import { decodeContinue, encodeContinue } from './continue-token';
import { selectionOf, type Selection } from './selection';

/** How long a read waits for the cache to reach a revision. Models apiserver pkg/storage/cacher blockTimeout. */
const BLOCK_TIMEOUT = 3 * SECOND;
const READ: RequestEvent = { type: 'READ' };

/** One object. Without `resourceVersion=0` it comes from etcd, so that the client sees its own writes. */
export function get(m: RequestMachine): void {
  const { data } = m;
  const { cache } = data.handler;
  if (cache !== undefined && data.request.query['resourceVersion'] === '0') {
    found(m, cache.get(data.cacheKey), draw(LATENCY.cacheRead, m.actor.random));
    return;
  }
  data.core.etcd.range({ key: data.key, prefix: false }, m.subject, ({ kvs: [kv] }) => found(m, kv?.document, 0));
}

function found(m: RequestMachine, object: KubeObject | undefined, delay: number): void {
  const { data } = m;
  if (object === undefined) {
    refuse(m, delay, notFoundStatus(data.resource, data.name));
    return;
  }
  data.result = data.subresource === 'scale' ? scaleOf(object, data.core.scheme.version) : object;
  m.work(delay, READ);
}

/** All objects that the selectors allow, from the watch cache or from etcd. Models apiserver pkg/storage/cacher GetList, pkg/storage/etcd3 GetList. */
export function list(m: RequestMachine): void {
  const { data } = m;
  const { query } = data.request;
  const delay = draw(LATENCY.cacheRead, m.actor.random);
  const selection = selectionOf(data);
  if (!selection.ok) {
    refuse(m, delay, selection.error);
    return;
  }
  const version = query['resourceVersion'] ?? '';
  const token = query['continue'] ?? '';
  if (!/^\d*$/.test(version)) {
    refuse(m, delay, badRequestStatus(`Invalid value: ${JSON.stringify(version)}: strconv.ParseUint: parsing ${JSON.stringify(version)}: invalid syntax`));
    return;
  }
  const { cache } = data.handler;
  if (token !== '' || cache === undefined || query['resourceVersionMatch'] === 'Exact' || (version === '' && !data.core.behaviour.apiServer.consistentListFromCache)) {
    listFromEtcd(m, selection.value, token, query['resourceVersionMatch'] === 'Exact' ? Number(version) : undefined);
    return;
  }
  if (!data.cacheIsFresh && version !== '0') {
    data.wantedRevision = version === '' ? 0 : Number(version);
    if (version === '' || cache.revision < data.wantedRevision) {
      m.work(delay, { type: 'AWAIT_CACHE' });
      return;
    }
  }
  const { namespace, name, filter } = selection.value;
  let items: readonly KubeObject[];
  if (name !== undefined && (namespace !== undefined || !data.resource.namespaced)) {
    const one = cache.get(storageKey(data.resource, namespace, name));
    items = one !== undefined && (filter === undefined || filter(one)) ? [one] : [];
  } else {
    items = cache.list(namespace);
    if (selection.value.selects && filter !== undefined) items = items.filter(filter);
  }
  finish(m, delay, items, cache.revision, version === '0' ? 0 : Number(query['limit'] ?? '0'), selection.value.selects);
}

function listFromEtcd(m: RequestMachine, selection: Selection, token: string, exact: number | undefined): void {
  const { data } = m;
  const at = token === '' ? undefined : decodeContinue(token);
  if (token !== '' && at === undefined) {
    refuse(m, 1, badRequestStatus('continue key is not valid: illegal base64 data'));
    return;
  }
  const key = selection.namespace === undefined ? data.handler.prefix : `${data.handler.prefix}${selection.namespace}/`;
  const revision = at?.revision ?? exact;
  data.core.etcd.range({ key, prefix: true, revision, after: at === undefined ? undefined : data.handler.prefix + at.after }, m.subject, (result) => {
    if (result.compacted) {
      refuse(m, 0, expiredStatus(token === '' ? 'The resourceVersion for the provided list is too old.' : 'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.'));
      return;
    }
    const documents = result.kvs.map((kv) => kv.document);
    const items = selection.selects ? documents.filter(selection.filter ?? everything) : documents;
    finish(m, 0, items, revision ?? result.revision, Number(data.request.query['limit'] ?? '0'), selection.selects);
  });
}

const everything: Filter = () => true;

function finish(m: RequestMachine, delay: number, all: readonly KubeObject[], revision: number, limit: number, selects: boolean): void {
  const { data } = m;
  if (data.operation === 'deletecollection') {
    data.items = [...all];
    data.wantedRevision = revision;
    m.work(delay, { type: 'LISTED_TO_DELETE' });
    return;
  }
  const cut = limit > 0 && all.length > limit;
  const items = cut ? all.slice(0, limit) : all;
  const last = items.at(-1);
  const metadata: ListMeta = cut && last !== undefined
    ? {
        resourceVersion: String(revision), continue: encodeContinue(revision, storageKey(data.resource, last.metadata.namespace, last.metadata.name)),
        ...(selects ? {} : { remainingItemCount: all.length - limit }),
      }
    : { resourceVersion: String(revision) };
  const { show, key } = data.handler.representation;
  data.result = { kind: `${data.resource.kind}List`, apiVersion: data.resource.apiVersion, metadata, items: key === '' ? items : items.map(show) };
  m.work(delay + Math.floor(items.length / 4), { type: 'LISTED' });
}

/** A consistent read from the cache: asks etcd for its revision and waits until the cache is there. Models cacher.go listerwatcher, lister consistent reads. */
export function awaitCache(m: RequestMachine): void {
  const { data } = m;
  const { cache } = data.handler;
  if (cache === undefined) return;
  const wait = (revision: number): void => {
    let over = false;
    const timeout = m.actor.timer(BLOCK_TIMEOUT, 'waiting for the watch cache', () => {
      over = true;
      refuse(m, 0, tooLargeResourceVersionStatus(revision, cache.revision));
    }, m.subject);
    cache.whenAt(revision, () => {
      if (over) return;
      timeout.run = undefined;
      data.cacheIsFresh = true;
      m.send({ type: data.operation === 'watch' ? 'OPENED' : 'FRESH' });
    });
  };
  if (data.wantedRevision > 0) wait(data.wantedRevision);
  else data.core.etcd.range({ key: data.handler.prefix, prefix: true, limit: 0 }, m.subject, ({ revision }) => wait(revision));
}
