import type { KindMap, KindName, KubeObject } from './types';

/**
 * Narrows a stored object by its kind. Trusts that decoding and defaulting made the object of that shape, as a typed
 * client does; for objects straight from a person use validation first.
 */
export function isKind<K extends KindName>(object: KubeObject, kind: K): object is KindMap[K] {
  return object.kind === kind;
}
