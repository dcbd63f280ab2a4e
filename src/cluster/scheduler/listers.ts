import type { Labels, Namespace, PersistentVolume, PersistentVolumeClaim, PodDisruptionBudget, ReplicaSet, ReplicationController, Service, StatefulSet, StorageClass } from '../../api/types';

/** What plugins may look up: the informers' caches, as plain questions. Keys are `namespace/name`. */
export interface Listers {
  services(namespace: string): Iterable<Service>;
  replicaSet(key: string): ReplicaSet | undefined;
  statefulSet(key: string): StatefulSet | undefined;
  replicationController(key: string): ReplicationController | undefined;
  namespace(name: string): Namespace | undefined;
  claim(key: string): PersistentVolumeClaim | undefined;
  volume(name: string): PersistentVolume | undefined;
  volumes(): Iterable<PersistentVolume>;
  storageClass(name: string): StorageClass | undefined;
  disruptionBudgets(namespace: string): Iterable<PodDisruptionBudget>;
}

/** Nothing anywhere: for tests of plugins that do not look. */
export const NO_LISTERS: Listers = {
  services: () => [], replicaSet: () => undefined, statefulSet: () => undefined, replicationController: () => undefined, namespace: () => undefined,
  claim: () => undefined, volume: () => undefined, volumes: () => [], storageClass: () => undefined, disruptionBudgets: () => [],
};

export const namespaceLabels = (listers: Listers, name: string): Labels => listers.namespace(name)?.metadata.labels ?? {};
