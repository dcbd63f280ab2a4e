import { hostPorts, podRequests } from '../../api/pods';
import type { Container, Labels, LabelSelector, NodeSelectorTerm, Pod, PodAffinityTerm, PodSpec, PreferredSchedulingTerm, Toleration, TopologySpreadConstraint } from '../../api/types';

export interface HostPort {
  readonly ip: string;
  readonly protocol: string;
  readonly port: number;
}

/** One term of pod (anti-)affinity, ready to be matched. */
export interface AffinityTerm {
  readonly topologyKey: string;
  readonly selector: LabelSelector | undefined;
  readonly namespaces: ReadonlySet<string>;
  /** Undefined: only the listed namespaces. */
  readonly namespaceSelector: LabelSelector | undefined;
  /** 0 for required terms. */
  readonly weight: number;
}

/**
 * All that the plugins want to know of a pod, read off its spec once. Pods of one template are one class: equal
 * namespace, labels and scheduling-relevant spec. So counting pods is counting classes, however many replicas there are.
 */
export interface PodClass {
  readonly namespace: string;
  readonly labels: Labels;
  /** Thousandths of a CPU; bytes. */
  readonly cpu: number;
  readonly memory: number;
  readonly ephemeralStorage: number;
  /** Extended resources, in pieces. */
  readonly scalars: readonly (readonly [name: string, amount: number])[];
  readonly nonZeroCpu: number;
  readonly nonZeroMemory: number;
  readonly hostPorts: readonly HostPort[];
  readonly claimNames: readonly string[];
  /** With a tag: `nginx:latest`. */
  readonly images: readonly string[];
  readonly containerCount: number;
  readonly tolerations: readonly Toleration[];
  readonly nodeSelector: Labels | undefined;
  /** Any one of them must match; undefined: no requirement. */
  readonly requiredNodeTerms: readonly NodeSelectorTerm[] | undefined;
  readonly preferredNodeTerms: readonly PreferredSchedulingTerm[];
  readonly requiredAffinity: readonly AffinityTerm[];
  readonly requiredAntiAffinity: readonly AffinityTerm[];
  readonly preferredAffinity: readonly AffinityTerm[];
  readonly preferredAntiAffinity: readonly AffinityTerm[];
  readonly spreadConstraints: readonly TopologySpreadConstraint[];
}

/** A pod as the scheduler's queue and cache hold it. */
export interface PodInfo {
  readonly pod: Pod;
  /** `default/web` */
  readonly key: string;
  readonly uid: string;
  readonly priority: number;
  readonly class: PodClass;
}

/** Finds the class of pods, and keeps one object a class. */
export class PodClasses {
  private readonly classes = new Map<string, PodClass>();

  /** `before` is what was known of the same pod earlier: status changes cost nothing. */
  info(pod: Pod, before?: PodInfo): PodInfo {
    const { metadata, spec } = pod;
    const kept = before !== undefined && before.pod.metadata.labels === metadata.labels && sameTerms(before.pod.spec, spec) ? before.class : this.of(pod);
    return { pod, key: `${metadata.namespace ?? ''}/${metadata.name}`, uid: metadata.uid ?? '', priority: spec.priority ?? 0, class: kept };
  }

  private of(pod: Pod): PodClass {
    const { metadata, spec } = pod;
    const containers = spec.containers.map(essence);
    const key = JSON.stringify([
      metadata.namespace, metadata.labels, spec.nodeSelector, spec.affinity, spec.tolerations, spec.topologySpreadConstraints, spec.overhead, spec.resources,
      containers, spec.initContainers?.map(essence), spec.volumes?.map((v) => v.persistentVolumeClaim?.claimName ?? (v.ephemeral === undefined ? undefined : `${metadata.name}-${v.name}`)),
    ]);
    let found = this.classes.get(key);
    if (found === undefined) this.classes.set(key, (found = classOf(pod)));
    return found;
  }
}

/** Whether two versions of a spec are made of the same parts, as they are when a pod gets its node. */
function sameTerms(a: PodSpec, b: PodSpec): boolean {
  return a === b || (a.containers === b.containers && a.initContainers === b.initContainers && a.affinity === b.affinity && a.nodeSelector === b.nodeSelector && a.tolerations === b.tolerations
    && a.topologySpreadConstraints === b.topologySpreadConstraints && a.overhead === b.overhead && a.resources === b.resources && a.volumes === b.volumes);
}

/** What of a container matters to scheduling. */
const essence = (c: Container): readonly unknown[] => [c.image, c.resources, c.ports, c.restartPolicy];

function classOf(pod: Pod): PodClass {
  const { metadata, spec } = pod;
  const namespace = metadata.namespace ?? '';
  const requests = podRequests(spec);
  const nonZero = podRequests(spec, true);
  const { nodeAffinity, podAffinity, podAntiAffinity } = spec.affinity ?? {};
  const all = [...(spec.initContainers ?? []), ...spec.containers];
  const required = (terms: readonly PodAffinityTerm[] | undefined): readonly AffinityTerm[] => (terms ?? []).map((t) => affinityTerm(t, namespace, 0));
  return {
    namespace,
    labels: metadata.labels ?? {},
    cpu: requests['cpu'] ?? 0,
    memory: requests['memory'] ?? 0,
    ephemeralStorage: requests['ephemeral-storage'] ?? 0,
    scalars: Object.entries(requests).filter(([name]) => name !== 'cpu' && name !== 'memory' && name !== 'ephemeral-storage'),
    nonZeroCpu: nonZero['cpu'] ?? 0,
    nonZeroMemory: nonZero['memory'] ?? 0,
    hostPorts: hostPorts(spec),
    claimNames: (spec.volumes ?? []).flatMap((v) => (v.persistentVolumeClaim !== undefined ? [v.persistentVolumeClaim.claimName] : v.ephemeral !== undefined ? [`${metadata.name}-${v.name}`] : [])),
    images: all.map((c) => normalizedImageName(c.image)),
    containerCount: all.length,
    tolerations: spec.tolerations ?? [],
    nodeSelector: spec.nodeSelector,
    requiredNodeTerms: nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms,
    preferredNodeTerms: nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [],
    requiredAffinity: required(podAffinity?.requiredDuringSchedulingIgnoredDuringExecution),
    requiredAntiAffinity: required(podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution),
    preferredAffinity: (podAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map((t) => affinityTerm(t.podAffinityTerm, namespace, t.weight)),
    preferredAntiAffinity: (podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map((t) => affinityTerm(t.podAffinityTerm, namespace, t.weight)),
    spreadConstraints: spec.topologySpreadConstraints ?? [],
  };
}

// Models pkg/scheduler/framework newAffinityTerm
function affinityTerm(term: PodAffinityTerm, namespace: string, weight: number): AffinityTerm {
  const own = (term.namespaces ?? []).length === 0 && term.namespaceSelector === undefined;
  return {
    topologyKey: term.topologyKey, selector: term.labelSelector, namespaces: new Set(own ? [namespace] : term.namespaces), namespaceSelector: term.namespaceSelector, weight,
  };
}

// Models pkg/scheduler/framework/plugins/imagelocality normalizedImageName
function normalizedImageName(name: string): string {
  return name.lastIndexOf(':') <= name.lastIndexOf('/') ? `${name}:latest` : name;
}
