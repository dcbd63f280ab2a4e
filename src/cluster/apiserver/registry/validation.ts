import type { FieldError } from '../../../api/field/error';
import type { RequestContext } from '../request';

const NONE: readonly FieldError[] = [];

/** All complaints about a new object. */
export function validateNew(_data: RequestContext): readonly FieldError[] {
  return NONE;
}

/** All complaints about a changed one. */
export function validateChanged(_data: RequestContext): readonly FieldError[] {
  return NONE;
}
