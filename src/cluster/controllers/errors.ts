import type { Status } from '../../api/types';
import type { ApiResponse } from '../client/http';
import { refusalOf, succeeded } from '../client/typed-client';
import type { SyncError } from './worker';

/** Why a request failed, as a sync passes it on; undefined when it succeeded. */
export function errorOf(response: ApiResponse): SyncError | undefined {
  return succeeded(response) ? undefined : refusalOf(response);
}

export const isNotFound = (response: ApiResponse): boolean => response.code === 404;
export const isConflict = (response: ApiResponse): boolean => response.code === 409 && refusalOf(response).reason === 'Conflict';
export const isAlreadyExists = (response: ApiResponse): boolean => response.code === 409 && refusalOf(response).reason === 'AlreadyExists';

/**
 * Whether a creation failed because the namespace is going away: nothing to report, nothing to try again.
 * Models apimachinery api/errors HasStatusCause with core/v1 NamespaceTerminatingCause.
 */
export function isNamespaceTerminating(response: ApiResponse): boolean {
  if (succeeded(response) || typeof response.body !== 'object' || response.body === null) return false;
  const { details } = response.body as Partial<Status>;
  return details?.causes?.some((c) => c.reason === 'NamespaceTerminating') === true;
}
