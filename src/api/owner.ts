import { apiVersionOf } from './gvk';
import type { GroupVersion } from './gvk';
import type { KubeObject, ObjectMeta, OwnerReference } from './types';

type WithMeta = { readonly metadata: ObjectMeta };

/** The one owner that manages an object, if it has any. */
// Models apimachinery pkg/apis/meta/v1 GetControllerOf
export function getControllerOf(object: WithMeta): OwnerReference | undefined {
  return object.metadata.ownerReferences?.find((r) => r.controller === true);
}

/** Whether this very owner (by uid) manages the object. */
export function isControlledBy(object: WithMeta, owner: WithMeta): boolean {
  return getControllerOf(object)?.uid === owner.metadata.uid;
}

/** The reference that a controller puts on what it makes: it manages the object and holds up the owner's foreground deletion. */
// Models apimachinery pkg/apis/meta/v1 NewControllerRef
export function controllerRef(owner: KubeObject | { readonly metadata: ObjectMeta; readonly apiVersion: string; readonly kind: string }): OwnerReference {
  return { apiVersion: owner.apiVersion, kind: owner.kind, name: owner.metadata.name, uid: owner.metadata.uid ?? '', controller: true, blockOwnerDeletion: true };
}

/** controllerRef for an owner that is known by parts. */
export function controllerRefFor(gv: GroupVersion, kind: string, name: string, uid: string): OwnerReference {
  return { apiVersion: apiVersionOf(gv), kind, name, uid, controller: true, blockOwnerDeletion: true };
}

/** `default/web`, or the bare name of a cluster-scoped object: the key of caches and queues. */
export function objectKey(object: WithMeta): string {
  const { namespace, name } = object.metadata;
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`;
}

/** The reverse of objectKey. */
export function splitKey(key: string): { readonly namespace: string; readonly name: string } {
  const slash = key.indexOf('/');
  return slash < 0 ? { namespace: '', name: key } : { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}
