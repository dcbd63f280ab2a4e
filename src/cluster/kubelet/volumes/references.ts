import type { Pod } from '../../../api/types';

export interface ObjectReference {
  readonly plural: 'configmaps' | 'secrets';
  readonly name: string;
}

/** The ConfigMaps and Secrets that a pod refers to, each once. Models pkg/api/v1/pod/util.go VisitPodSecretNames, VisitPodConfigmapNames. */
export function referencedObjects(pod: Pod): readonly ObjectReference[] {
  const found = new Map<string, ObjectReference>();
  const add = (plural: ObjectReference['plural'], name: string | undefined): void => {
    if (name !== undefined && name !== '') found.set(`${plural}/${name}`, { plural, name });
  };
  for (const secret of pod.spec.imagePullSecrets ?? []) add('secrets', secret.name);
  for (const container of [...(pod.spec.initContainers ?? []), ...pod.spec.containers]) {
    for (const from of container.envFrom ?? []) {
      add('configmaps', from.configMapRef?.name);
      add('secrets', from.secretRef?.name);
    }
    for (const { valueFrom } of container.env ?? []) {
      add('configmaps', valueFrom?.configMapKeyRef?.name);
      add('secrets', valueFrom?.secretKeyRef?.name);
    }
  }
  for (const volume of pod.spec.volumes ?? []) {
    add('configmaps', volume.configMap?.name);
    add('secrets', volume.secret?.secretName);
    for (const source of volume.projected?.sources ?? []) {
      add('configmaps', source.configMap?.name);
      add('secrets', source.secret?.name);
    }
  }
  return [...found.values()];
}
