import { decode } from '../../api/schema/decode';
import type { KubeVersion } from '../../api/version';
import type { ApiRequest, ApiResponse } from '../client/http';
import { isObject, isRecord, type Dict } from './document';
import type { LoggedBody } from './klog';
import { encodeProtobuf } from './protobuf/encode';

const PROTOBUF = 'application/vnd.kubernetes.protobuf';

/** Whose Go structs this kubectl is built with. */
const CLIENT_VERSION: KubeVersion = '1.35';

/** What -v=8 shows of a request's body. */
export function loggedRequestBody(request: ApiRequest): LoggedBody | undefined {
  const { body, contentType } = request;
  if (body === undefined) return { kind: 'text', text: '' };
  if (typeof body === 'string') return { kind: 'text', text: body };
  const bytes = contentType === PROTOBUF && isRecord(body) ? encodeProtobuf(body, CLIENT_VERSION) : undefined;
  if (bytes !== undefined) return { kind: 'bytes', bytes };
  // Patches are written by hand in the real client and have no newline; encoded objects have one.
  const newline = contentType?.includes('patch') === true && contentType !== 'application/apply-patch+yaml' ? '' : '\n';
  return { kind: 'text', text: JSON.stringify(body) + newline };
}

/** What -v=8 shows of an answer's body, as a server of that version encodes it. */
export function loggedResponseBody(response: ApiResponse, version: KubeVersion): LoggedBody | undefined {
  const { body, contentType } = response;
  if (body === undefined) return undefined;
  if (!isRecord(body)) return { kind: 'text', text: String(body) };
  const bytes = contentType === PROTOBUF ? encodeProtobuf(body, version) : undefined;
  if (bytes !== undefined) return { kind: 'bytes', bytes };
  // The server's encoder ends a document with a newline.
  return { kind: 'text', text: `${JSON.stringify(inWireOrder(body, version))}\n` };
}

/** With the fields of typed objects in the order of the Go structs. */
function inWireOrder(body: Dict, version: KubeVersion): unknown {
  const { items } = body;
  if (Array.isArray(items)) {
    const kind = String(body['kind'] ?? '').replace(/List$/, '');
    return { ...body, items: (items as readonly unknown[]).map((item) => (isRecord(item) ? withoutType(inWireOrder({ apiVersion: body['apiVersion'], kind, ...item }, version), item) : item)) };
  }
  return isObject(body) ? decode(body, version).object : body;
}

/** The items of a list say no type of their own, unless they did. */
function withoutType(ordered: unknown, item: Dict): unknown {
  if (!isRecord(ordered) || 'kind' in item) return ordered;
  const { apiVersion: _apiVersion, kind: _kind, ...rest } = ordered;
  return rest;
}
