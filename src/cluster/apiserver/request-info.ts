import type { Resource, Scheme } from '../../api/scheme';
import type { ApiRequest } from '../client/http';

/** What a request asks for, read from its method and URL alone. */
export interface RequestInfo {
  /** Lower case: get, list, watch, create, update, patch, delete, deletecollection; the HTTP method for paths that are no resource. */
  readonly verb: string;
  readonly isResource: boolean;
  readonly path: string;
  readonly group: string;
  readonly version: string;
  readonly namespace: string | undefined;
  readonly resource: string;
  readonly subresource: string | undefined;
  readonly name: string | undefined;
  /** The resource as this release serves it; undefined: not served. */
  readonly served: Resource | undefined;
}

const NAMESPACE_SUBRESOURCES: ReadonlySet<string> = new Set(['status', 'finalize']);

/** Models apiserver pkg/endpoints/request requestinfo.go NewRequestInfo. */
export function requestInfoOf(scheme: Scheme, request: ApiRequest): RequestInfo {
  const { path, method, query } = request;
  const parts = path.split('/');
  // ['', 'api', version, …] or ['', 'apis', group, version, …]
  const core = parts[1] === 'api';
  const first = core ? 3 : 4;
  if ((!core && parts[1] !== 'apis') || parts.length <= first || parts[first] === '') return nonResource(request);
  const group = core ? '' : (parts[2] ?? '');
  const version = parts[first - 1] ?? '';
  let at = first;
  let namespace: string | undefined;
  if (parts[at] === 'namespaces' && parts.length > at + 1) {
    namespace = parts[at + 1];
    if (parts.length > at + 2 && !NAMESPACE_SUBRESOURCES.has(parts[at + 2] ?? '')) at += 2;
  }
  const resource = parts[at] ?? '';
  let name = parts[at + 1];
  const subresource = parts[at + 2];
  let verb = VERBS[method];
  if (verb === 'get' && name === undefined) {
    verb = query['watch'] === 'true' || query['watch'] === '1' ? 'watch' : 'list';
    name = nameSelected(query['fieldSelector']);
  } else if (verb === 'delete' && name === undefined) {
    verb = 'deletecollection';
    name = nameSelected(query['fieldSelector']);
  }
  return { verb, isResource: true, path, group, version, namespace, resource, subresource, name, served: scheme.resourceFor(group, version, resource) };
}

/** Reads requests. Creations go to the same few collections again and again, so what their paths say is read once. */
export class RequestInfos {
  private readonly creations = new Map<string, RequestInfo>();

  constructor(private readonly scheme: Scheme) {}

  of(request: ApiRequest): RequestInfo {
    if (request.method !== 'POST') return requestInfoOf(this.scheme, request);
    const known = this.creations.get(request.path);
    if (known !== undefined) return known;
    const info = requestInfoOf(this.scheme, request);
    if (info.served !== undefined && info.name === undefined) this.creations.set(request.path, info);
    return info;
  }
}

const VERBS = { GET: 'get', POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' } as const satisfies Readonly<Record<ApiRequest['method'], string>> as Readonly<Record<ApiRequest['method'], string>>;

function nonResource({ method, path }: ApiRequest): RequestInfo {
  return { verb: method.toLowerCase(), isResource: false, path, group: '', version: '', namespace: undefined, resource: '', subresource: undefined, name: undefined, served: undefined };
}

/** A list of one name counts as a request for that name, so that a role may allow it. */
function nameSelected(fieldSelector: string | undefined): string | undefined {
  if (fieldSelector === undefined) return undefined;
  return /(?:^|,)metadata\.name==?([^,!=]+)(?:,|$)/.exec(fieldSelector)?.[1];
}

/** How the log names what a request is about: `pods/default/web`, `nodes/node-1`, `deployments`. */
export function subjectOfRequest(info: RequestInfo): string | undefined {
  if (!info.isResource) return undefined;
  if (info.name === undefined) return info.resource;
  return info.namespace === undefined || info.resource === 'namespaces' ? `${info.resource}/${info.name}` : `${info.resource}/${info.namespace}/${info.name}`;
}
