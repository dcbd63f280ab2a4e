import type { Resource } from '../../api/scheme';
import { err, ok, type Result } from '../../base/result';
import { resolveResource } from './discovery';
import { text, type Failure } from './failure';
import type { Invocation } from './invocation';
import { check, fail, type Program } from './program';

/** What the arguments `TYPE NAME…`, `TYPE/NAME…`, `TYPE,TYPE` and `TYPE` select. */
export interface Selection {
  /** One entry a name; empty when whole types are meant. */
  readonly names: readonly { readonly resource: Resource; readonly name: string }[];
  /** Whole types, in the order typed. */
  readonly types: readonly Resource[];
  /** Whether more than one type was asked for: names are then printed with their kind. */
  readonly severalTypes: boolean;
}

/** Models cli-runtime pkg/resource builder.go ResourceTypeOrNameArgs and the visitors behind it. */
export function* selectArguments(inv: Invocation, args: readonly string[]): Program<Selection> {
  const combined = yield* check(combinedArguments(args));
  if (combined !== undefined) {
    const names: { resource: Resource; name: string }[] = [];
    for (const { type, name } of combined) names.push({ resource: yield* resolveResource(inv, type), name });
    return { names, types: [], severalTypes: new Set(names.map((n) => n.resource)).size > 1 };
  }
  const [first = '', ...names] = args;
  const types: Resource[] = [];
  for (const word of first.split(',')) {
    const category = inv.scheme.category(word);
    if (category.length > 0) types.push(...category);
    else types.push(yield* resolveResource(inv, word));
  }
  const severalTypes = first.includes(',') || inv.scheme.category(first).length > 0;
  if (names.length === 0) return { names: [], types, severalTypes };
  if (inv.scheme.category(first).length > 0) return yield* fail(text('you must specify only one resource'));
  return { names: types.flatMap((resource) => names.map((name) => ({ resource, name }))), types: [], severalTypes };
}

function combinedArguments(args: readonly string[]): Result<readonly { readonly type: string; readonly name: string }[] | undefined, Failure> {
  const slashes = args.filter((arg) => arg.includes('/'));
  if (slashes.length === 0) return ok(undefined);
  if (slashes.length !== args.length) {
    return err(text("there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl get resource/<resource_name>' instead of 'kubectl get resource resource/<resource_name>'"));
  }
  const found: { type: string; name: string }[] = [];
  for (const arg of args) {
    const [type = '', name = '', ...more] = arg.split('/');
    if (more.length > 0) return err(text('arguments in resource/name form may not have more than one slash'));
    if (type === '' || name === '' || type.includes(',')) return err(text('arguments in resource/name form must have a single resource and name'));
    found.push({ type, name });
  }
  return ok(found);
}
