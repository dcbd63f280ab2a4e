import type { ApiRequest, ApiResponse } from '../client/http';
import type { LoggedBody } from './klog';

/** What -v=8 shows of a request's body. */
export function loggedRequestBody(request: ApiRequest): LoggedBody | undefined {
  const { body, contentType } = request;
  if (body === undefined) return { kind: 'text', text: '' };
  if (typeof body === 'string') return { kind: 'text', text: body };
  // Patches are written by hand in the real client and have no newline; encoded objects have one.
  const newline = contentType?.includes('patch') === true && contentType !== 'application/apply-patch+yaml' ? '' : '\n';
  return { kind: 'text', text: JSON.stringify(body) + newline };
}

/** What -v=8 shows of an answer's body. */
export function loggedResponseBody(response: ApiResponse): LoggedBody | undefined {
  const { body } = response;
  if (body === undefined) return undefined;
  // The server's encoder ends a document with a newline.
  return { kind: 'text', text: typeof body === 'string' ? body : `${JSON.stringify(body)}\n` };
}
