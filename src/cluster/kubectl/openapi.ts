import type { Invocation } from './invocation';
import { parseApiVersion } from '../../api/gvk';
import { stringAt } from './document';
import { exchange, type Program } from './program';
import { ACCEPT, query } from './requests';

const VERSION_2 = 'v2';

/**
 * Asks the server for its OpenAPI document, to learn whether it validates fields itself. Servers without version 3 are
 * asked for version 2. `known` remembers what was asked in this invocation. What the documents say is not used: fields are
 * validated by the server, and that a 1.20 server does not is left out (README).
 */
export function* downloadOpenApi(inv: Invocation, apiVersion: string, known: Set<string>): Program<void> {
  const { group, version } = parseApiVersion(apiVersion);
  const path = group === '' ? `api/${version}` : `apis/${group}/${version}`;
  if (known.has(path) || known.has(VERSION_2)) return;
  const timeout = { timeout: '32s' };
  const paths = known.size > 0 ? undefined : yield* exchange({ method: 'GET', path: '/openapi/v3', query: timeout, accept: ACCEPT.scheme, logFrom: 'client.go:46' });
  known.add(path);
  if (paths !== undefined && paths.code >= 400) {
    known.add(VERSION_2);
    yield* exchange({ method: 'GET', path: '/openapi/v2', query: timeout, accept: 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf', logFrom: 'discovery_client.go:680' });
    return;
  }
  const url = stringAt(paths.body, 'paths', path, 'serverRelativeURL');
  if (url === '') return;
  const [at = '', search = ''] = url.split('?');
  const hash = search.split('&').find((pair) => pair.startsWith('hash='))?.slice(5);
  yield* exchange({ method: 'GET', path: at, query: query({ hash, timeout: '32s' }), accept: ACCEPT.unstructured, logFrom: 'groupversion.go:75' });
}
