import type { FieldError } from '../../../api/field/error';
import { validateCreate, validateStatusUpdate, validateUpdate } from '../../../api/validation/validate';
import type { RequestContext } from '../request';

const NONE: readonly FieldError[] = [];

/** All complaints about a new object. */
export function validateNew(data: RequestContext): readonly FieldError[] {
  const { object } = data;
  if (object === undefined) return NONE;
  return object.kind === 'Pod' ? data.core.validated.check(data.resource, object, data.specBefore, data.mutators) : validateCreate(data.resource, object, data.core.scheme.version);
}

/** All complaints about a changed one. */
export function validateChanged(data: RequestContext): readonly FieldError[] {
  const { object, current } = data;
  if (object === undefined || current === undefined) return NONE;
  const { version } = data.core.scheme;
  switch (data.subresource) {
    case 'status':
    case 'approval':
    case 'finalize': return validateStatusUpdate(object, current, version);
    default: return validateUpdate(data.resource, object, current, version);
  }
}
