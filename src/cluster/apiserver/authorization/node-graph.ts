import type { Pod, PodSpec } from '../../../api/types';
import type { Caches } from '../storage/caches';

/**
 * Which objects the pods of a node refer to: secrets, config maps, claims and their volumes, service accounts. Follows the
 * pods' watch cache, so it knows a pod's needs only once the cache has seen the pod on its node: a kubelet may be quicker.
 * Models plugin/pkg/auth/authorizer/node graph.go, graph_populator.go.
 */
export class NodeGraph {
  /** node → `secrets/default/x` → how many of its pods refer to it. */
  private readonly byNode = new Map<string, Map<string, number>>();

  constructor(private readonly caches: Caches) {}

  /** Begins to follow the pods. Call once their cache exists. */
  follow(): void {
    this.caches.named('pods').subscribe((event) => {
      const before = event.previous as Pod | undefined;
      const after = event.deleted ? undefined : (event.object as Pod);
      if (before?.spec.nodeName === after?.spec.nodeName) return;
      if (before?.spec.nodeName !== undefined) this.count(before.spec.nodeName, before, -1);
      if (after?.spec.nodeName !== undefined) this.count(after.spec.nodeName, after, 1);
    });
  }

  reaches(node: string, resource: string, namespace: string | undefined, name: string): boolean {
    const known = this.byNode.get(node);
    if (known === undefined) return false;
    if (resource === 'persistentvolumes') {
      const claim = (this.caches.get('persistentvolumes', name)?.spec as { readonly claimRef?: { readonly namespace?: string; readonly name?: string } } | undefined)?.claimRef;
      return claim !== undefined && (known.get(`persistentvolumeclaims/${claim.namespace ?? ''}/${claim.name ?? ''}`) ?? 0) > 0;
    }
    return (known.get(`${resource}/${namespace ?? ''}/${name}`) ?? 0) > 0;
  }

  private count(node: string, pod: Pod, by: 1 | -1): void {
    let known = this.byNode.get(node);
    if (known === undefined) this.byNode.set(node, (known = new Map()));
    const namespace = pod.metadata.namespace ?? '';
    for (const ref of referencesOf(pod.spec)) {
      const key = `${ref.slice(0, ref.indexOf('/'))}/${namespace}${ref.slice(ref.indexOf('/'))}`;
      known.set(key, (known.get(key) ?? 0) + by);
    }
  }
}

/** `secrets/x`, `configmaps/y` …: everything in its own namespace that a pod needs, each once. */
export function referencesOf(spec: PodSpec): ReadonlySet<string> {
  const out = new Set<string>();
  if (spec.serviceAccountName !== undefined && spec.serviceAccountName !== '') out.add(`serviceaccounts/${spec.serviceAccountName}`);
  for (const s of spec.imagePullSecrets ?? []) out.add(`secrets/${s.name}`);
  for (const c of [...(spec.initContainers ?? []), ...spec.containers]) {
    for (const e of c.envFrom ?? []) {
      if (e.secretRef !== undefined) out.add(`secrets/${e.secretRef.name}`);
      if (e.configMapRef !== undefined) out.add(`configmaps/${e.configMapRef.name}`);
    }
    for (const e of c.env ?? []) {
      if (e.valueFrom?.secretKeyRef !== undefined) out.add(`secrets/${e.valueFrom.secretKeyRef.name}`);
      if (e.valueFrom?.configMapKeyRef !== undefined) out.add(`configmaps/${e.valueFrom.configMapKeyRef.name}`);
    }
  }
  for (const v of spec.volumes ?? []) {
    if (v.secret?.secretName !== undefined) out.add(`secrets/${v.secret.secretName}`);
    if (v.configMap !== undefined) out.add(`configmaps/${v.configMap.name}`);
    if (v.persistentVolumeClaim !== undefined) out.add(`persistentvolumeclaims/${v.persistentVolumeClaim.claimName}`);
    for (const p of v.projected?.sources ?? []) {
      if (p.secret !== undefined) out.add(`secrets/${p.secret.name}`);
      if (p.configMap !== undefined) out.add(`configmaps/${p.configMap.name}`);
    }
  }
  return out;
}
