import { parseApiVersion } from '../../api/gvk';
import { stringAt } from './document';
import { exchange, type Program } from './program';
import { ACCEPT, query } from './requests';

/** What one invocation knows of the server's OpenAPI documents. */
export interface OpenApiCache {
  index: unknown;
  /** The server has no version 3. */
  version2: boolean;
  readonly asked: Set<string>;
}

export const newOpenApiCache = (): OpenApiCache => ({ index: undefined, version2: false, asked: new Set() });

/**
 * Asks the server for its OpenAPI document, to learn whether it validates fields itself; servers without version 3 are
 * asked for version 2. What the documents say is not used: fields are validated by the server (README).
 */
export function* downloadOpenApi(apiVersion: string, cache: OpenApiCache): Program<void> {
  const { group, version } = parseApiVersion(apiVersion);
  const path = group === '' ? `api/${version}` : `apis/${group}/${version}`;
  if (cache.asked.has(path) || cache.version2) return;
  cache.asked.add(path);
  const timeout = { timeout: '32s' };
  if (cache.index === undefined) {
    const paths = yield* exchange({ method: 'GET', path: '/openapi/v3', query: timeout, accept: ACCEPT.scheme, logFrom: 'client.go:46' });
    cache.index = paths.body;
    if (paths.code >= 400) {
      cache.version2 = true;
      yield* exchange({ method: 'GET', path: '/openapi/v2', query: timeout, accept: 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf', logFrom: 'discovery_client.go:680' });
      return;
    }
  }
  const url = stringAt(cache.index, 'paths', path, 'serverRelativeURL');
  if (url === '') return;
  const [at = '', search = ''] = url.split('?');
  const hash = search.split('&').find((pair) => pair.startsWith('hash='))?.slice('hash='.length);
  yield* exchange({ method: 'GET', path: at, query: query({ hash, timeout: '32s' }), accept: ACCEPT.unstructured, logFrom: 'groupversion.go:75' });
}
