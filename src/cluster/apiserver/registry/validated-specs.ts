import type { FieldError } from '../../../api/field/error';
import type { Resource } from '../../../api/scheme';
import type { KubeObject } from '../../../api/types';
import { subdomainName, validateObjectMeta } from '../../../api/validation/meta';
import { validateCreate } from '../../../api/validation/validate';
import type { KubeVersion } from '../../../api/version';

/** Plugins whose changes to a pod's spec follow from the spec and cannot make it wrong. */
export const HARMLESS: ReadonlySet<string> = new Set(['ServiceAccount', 'Priority', 'DefaultTolerationSeconds']);

/**
 * Pod specs that were found valid, by the identity of the spec as it was before admission and the plugins that changed it. A template's
 * pods share that spec, and what those plugins add is the same for each but for a random suffix, so that one look is enough.
 */
export class ValidatedSpecs {
  private readonly known = new WeakMap<object, Set<string>>();

  constructor(private readonly version: KubeVersion) {}

  /** `mutators` names the plugins; undefined: one of them may have made the spec wrong. */
  check(resource: Resource, object: KubeObject, specBefore: object | undefined, mutators: string | undefined): readonly FieldError[] {
    if (specBefore === undefined || mutators === undefined) return validateCreate(resource, object, this.version);
    if (this.known.get(specBefore)?.has(mutators) === true) return validateObjectMeta(object, { namespaced: true, name: subdomainName, version: this.version });
    const errors = validateCreate(resource, object, this.version);
    if (errors.length > 0) return errors;
    const set = this.known.get(specBefore);
    if (set === undefined) this.known.set(specBefore, new Set([mutators]));
    else set.add(mutators);
    return errors;
  }
}

