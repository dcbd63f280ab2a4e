import type { Resource } from '../../api/scheme';
import { resourcePath } from '../../api/scheme';
import type { Invocation } from './invocation';
import { die, exchange, fail, type Program } from './program';
import { ACCEPT } from './requests';

const AGGREGATED =
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json';

/** Asks the server anew what it serves: two requests, and one a group version where it knows no aggregated discovery. */
export function* refreshDiscovery(inv: Invocation): Program<void> {
  const timeout = { timeout: '32s' };
  for (const path of ['/api', '/apis']) yield* exchange({ method: 'GET', path, query: timeout, accept: AGGREGATED, logFrom: 'discovery_client.go:277' });
  if (inv.scheme.version !== '1.20') return;
  const versions = new Set(inv.scheme.resources.map((r) => resourcePath(r).split('/').slice(0, -1).join('/')));
  for (const path of versions) yield* exchange({ method: 'GET', path, query: timeout, accept: ACCEPT.scheme, logFrom: 'discovery_client.go:413' });
}

/** The resource that a word such as `deploy` or `deployments.apps` stands for; otherwise the end, after one look at the server. */
export function* resolveResource(inv: Invocation, word: string): Program<Resource> {
  const found = inv.scheme.resolve(word);
  yield { kind: 'discover', document: found === undefined ? { word } : { word, resource: found.resource, apiVersion: found.apiVersion, kind: found.kind } };
  if (found !== undefined) return found;
  yield* refreshDiscovery(inv);
  return yield* fail({ kind: 'noResource', resource: word.split('.')[0] ?? '', group: '', version: '' });
}

/** The same for a rule of RBAC, where `*` is everything and a failure is worded without `error: `. */
export function* resolveForRule(inv: Invocation, word: string): Program<{ readonly group: string; readonly resource: string }> {
  if (word === '*') return { group: '*', resource: '*' };
  const found = inv.scheme.resolve(word);
  yield { kind: 'discover', document: { word, resource: found?.resource } };
  if (found !== undefined) return { group: found.group, resource: found.resource };
  yield* refreshDiscovery(inv);
  return yield* die(`the server doesn't have a resource type ${JSON.stringify(word.split('.')[0] ?? '')}`);
}

/** `pod`, `deployment.apps`: how kubectl names a kind in what it prints. */
export function kindName(resource: Pick<Resource, 'singular' | 'group'>): string {
  return resource.group === '' ? resource.singular : `${resource.singular}.${resource.group}`;
}
