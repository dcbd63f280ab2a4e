import { aggregateText, fieldErrorCause } from './field/error';
import type { FieldError } from './field/error';
import { qualifiedKind, qualifiedResource } from './gvk';
import type { GroupKind, GroupResource } from './gvk';
import type { Status, StatusCause, StatusDetails } from './types';
import type { KubeVersion } from './version';

/**
 * The Status errors that an API server answers with. Models apimachinery pkg/api/errors.
 * `details.kind` is the plural resource, except in a 422, where it is the Kind. Empty members are left out.
 */
interface Failure {
  readonly code: number;
  readonly reason?: string;
  readonly message: string;
  readonly details?: StatusDetails;
}

function failure(f: Failure): Status {
  return {
    kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message: f.message,
    ...(f.reason === undefined ? {} : { reason: f.reason }),
    ...(f.details === undefined ? {} : { details: f.details }),
    code: f.code,
  };
}

function details(name: string, group: string, kind: string, more: Partial<StatusDetails> = {}): StatusDetails {
  return { ...(name === '' ? {} : { name }), ...(group === '' ? {} : { group }), ...(kind === '' ? {} : { kind }), ...more };
}

const named = (gr: GroupResource, name: string): string => `${qualifiedResource(gr)} "${name}"`;

export function notFoundStatus(gr: GroupResource, name: string): Status {
  return failure({ code: 404, reason: 'NotFound', message: `${named(gr, name)} not found`, details: details(name, gr.group, gr.resource) });
}

/** What clients make of a 404 that carries no Status (the server answers an unknown path with plain `404 page not found`). */
export function noSuchResourceStatus(): Status {
  return failure({ code: 404, reason: 'NotFound', message: 'the server could not find the requested resource', details: {} });
}

export function alreadyExistsStatus(gr: GroupResource, name: string): Status {
  return failure({ code: 409, reason: 'AlreadyExists', message: `${named(gr, name)} already exists`, details: details(name, gr.group, gr.resource) });
}

/** A generated name collided on every attempt. */
export function generateNameConflictStatus(gr: GroupResource, name: string): Status {
  return failure({
    code: 409, reason: 'AlreadyExists', message: `${named(gr, name)} already exists, the server was not able to generate a unique name for the object`,
    details: details(name, gr.group, gr.resource, { retryAfterSeconds: 1 }),
  });
}

/** The usual reason of a conflict: a write with an old resourceVersion. */
export const OPTIMISTIC_LOCK = 'the object has been modified; please apply your changes to the latest version and try again';

export function conflictStatus(gr: GroupResource, name: string, why: string = OPTIMISTIC_LOCK): Status {
  return failure({ code: 409, reason: 'Conflict', message: `Operation cannot be fulfilled on ${named(gr, name)}: ${why}`, details: details(name, gr.group, gr.resource) });
}

/** Server-side apply met fields of other managers. Details hold causes only. */
export function applyConflictStatus(message: string, causes: readonly StatusCause[]): Status {
  return failure({ code: 409, reason: 'Conflict', message, details: { causes } });
}

/** `pods "x" is forbidden: why`, `pods is forbidden: why` without a name, `forbidden: why` without a resource. */
export function forbiddenStatus(gr: GroupResource, name: string, why: string, causes?: readonly StatusCause[]): Status {
  const what = gr.resource === '' ? 'forbidden' : name === '' ? `${qualifiedResource(gr)} is forbidden` : `${named(gr, name)} is forbidden`;
  return failure({ code: 403, reason: 'Forbidden', message: `${what}: ${why}`, details: details(name, gr.group, gr.resource, causes === undefined ? {} : { causes }) });
}

export function invalidStatus(gk: GroupKind, name: string, errors: readonly FieldError[], version: KubeVersion): Status {
  return failure({
    code: 422, reason: 'Invalid', message: `${qualifiedKind(gk)} "${name}" is invalid: ${aggregateText(errors, version)}`,
    details: details(name, gk.group, gk.kind, { causes: errors.map((e) => fieldErrorCause(e, version)) }),
  });
}

/** A JSON patch could be read but not applied: 422 that names nothing. */
export function patchRejectedStatus(): Status {
  return failure({ code: 422, reason: 'Invalid', message: 'the server rejected our request due to an error in our request', details: {} });
}

export function badRequestStatus(message: string): Status {
  return failure({ code: 400, reason: 'BadRequest', message });
}

export function unauthorizedStatus(): Status {
  return failure({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' });
}

export function methodNotSupportedStatus(gr: GroupResource, verb: string): Status {
  return failure({ code: 405, reason: 'MethodNotAllowed', message: `${verb} is not supported on resources of kind "${qualifiedResource(gr)}"`, details: details('', gr.group, gr.resource) });
}

/** The path exists but not with this method (`the server does not allow this method on the requested resource`). */
export function methodNotAllowedStatus(): Status {
  return failure({ code: 405, reason: 'MethodNotAllowed', message: 'the server does not allow this method on the requested resource', details: {} });
}

/** 410 for watches and lists from too far back. */
export function expiredStatus(message: string): Status {
  return failure({ code: 410, reason: 'Expired', message });
}

/** `too old resource version: 12 (40)`. */
export function tooOldStatus(resourceVersion: string | number, oldest: string | number): Status {
  return expiredStatus(`too old resource version: ${resourceVersion} (${oldest})`);
}

export function requestEntityTooLargeStatus(limit = 3_145_728): Status {
  return failure({ code: 413, reason: 'RequestEntityTooLarge', message: `Request entity too large: limit is ${limit}` });
}

export function unsupportedMediaTypeStatus(supported: readonly string[]): Status {
  return failure({ code: 415, reason: 'UnsupportedMediaType', message: `the body of the request was in an unknown format - accepted media types include: ${supported.join(', ')}` });
}

export function notAcceptableStatus(supported: readonly string[]): Status {
  return failure({ code: 406, reason: 'NotAcceptable', message: `only the following media types are accepted: ${supported.join(', ')}` });
}

export function tooManyRequestsStatus(message: string, more: Partial<StatusDetails> = {}): Status {
  return failure({ code: 429, reason: 'TooManyRequests', message, details: more });
}

/** The eviction subresource refusing because of a budget. */
export function disruptionBudgetStatus(cause: string): Status {
  return tooManyRequestsStatus("Cannot evict pod as it would violate the pod's disruption budget.", { causes: [{ reason: 'DisruptionBudget', message: cause }] });
}

export function internalErrorStatus(why: string): Status {
  return failure({ code: 500, reason: 'InternalError', message: `Internal error occurred: ${why}`, details: { causes: [{ message: why }] } });
}

export function serverTimeoutStatus(gr: GroupResource, operation: string, retryAfterSeconds = 0): Status {
  return failure({
    code: 500, reason: 'ServerTimeout', message: `The ${operation} operation against ${qualifiedResource(gr)} could not be completed at this time, please try again.`,
    details: details('', gr.group, gr.resource, retryAfterSeconds === 0 ? {} : { retryAfterSeconds }),
  });
}

export function serviceUnavailableStatus(why: string): Status {
  return failure({ code: 503, reason: 'ServiceUnavailable', message: why });
}

export function timeoutStatus(why = 'request did not complete within the allotted timeout', retryAfterSeconds = 0): Status {
  return failure({ code: 504, reason: 'Timeout', message: `Timeout: ${why}`, details: retryAfterSeconds === 0 ? {} : { retryAfterSeconds } });
}

/** A list or watch from a revision that the cache has not reached. */
export function tooLargeResourceVersionStatus(wanted: string | number, current: string | number): Status {
  return failure({
    code: 504, reason: 'Timeout', message: `Timeout: Too large resource version: ${wanted}, current: ${current}`,
    details: { causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }], retryAfterSeconds: 1 },
  });
}

/** The answer to a DELETE that removed the object at once. */
export function deletedStatus(gr: GroupResource, name: string, uid: string | undefined): Status {
  return {
    kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success',
    details: details(name, gr.group, gr.resource, uid === undefined ? {} : { uid }),
  };
}

/** The answer to a POST that has no object to show, such as a binding or an eviction. */
export function createdStatus(): Status {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
}

/** Narrows any answer to a Status. */
export function isStatus(body: unknown): body is Status {
  return typeof body === 'object' && body !== null && 'kind' in body && body.kind === 'Status';
}
