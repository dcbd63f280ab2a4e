import { quantityMilliValue, quantityValue } from '../../api/quantity';
import type { Labels, Node, Taint } from '../../api/types';
import type { HostPort, PodClass, PodInfo } from './pod-info';

/** How many pods of a class are on a node, and how many of those are being deleted. */
export interface ClassCount {
  readonly total: number;
  readonly terminating: number;
}

/** What a node can give. Thousandths of a CPU, bytes, pieces. */
interface Allocatable {
  readonly cpu: number;
  readonly memory: number;
  readonly ephemeralStorage: number;
  readonly pods: number;
  readonly scalars: ReadonlyMap<string, number>;
}

const NOTHING: Allocatable = { cpu: 0, memory: 0, ephemeralStorage: 0, pods: 0, scalars: new Map<string, number>() };
const NO_LABELS: Labels = {};
const NO_TAINTS: readonly Taint[] = [];

/**
 * A node with the sums over its pods, kept up with every pod that comes and goes, so that a scheduling cycle adds nothing up.
 * Models pkg/scheduler/framework/types.go NodeInfo
 */
export class NodeInfo {
  /** Undefined while pods of it are known but the node itself is not. */
  node: Node | undefined;
  generation = 0;
  labels: Labels = NO_LABELS;
  taints: readonly Taint[] = NO_TAINTS;
  allocatable: Allocatable = NOTHING;
  /** Size by image name. */
  images: ReadonlyMap<string, number> = new Map();

  cpu = 0;
  memory = 0;
  ephemeralStorage = 0;
  nonZeroCpu = 0;
  nonZeroMemory = 0;

  /** Pods in the order in which they came. A copy shares the list: it is only ever appended to, and `podCount` says how much of it counts. */
  private list: PodInfo[] = [];
  private shared = false;
  podCount = 0;

  private constructor(readonly name: string, readonly classes: Map<PodClass, ClassCount>, readonly scalars: Map<string, number>, private readonly ports: Map<string, number>) {}

  static empty(name: string): NodeInfo {
    return new NodeInfo(name, new Map(), new Map(), new Map());
  }

  setNode(node: Node | undefined): void {
    const before = this.node;
    this.node = node;
    this.labels = node?.metadata.labels ?? NO_LABELS;
    this.taints = node?.spec.taints ?? NO_TAINTS;
    // Heartbeats change neither.
    if (before === undefined || node?.status.allocatable !== before.status.allocatable) this.allocatable = allocatableOf(node);
    if (before === undefined || node?.status.images !== before.status.images) this.images = imagesOf(node);
  }

  /** The pods that are here. */
  pods(): readonly PodInfo[] {
    return this.list.length === this.podCount ? this.list : this.list.slice(0, this.podCount);
  }

  pod(uid: string): PodInfo | undefined {
    for (let i = this.podCount - 1; i >= 0; i--) if (this.list[i]?.uid === uid) return this.list[i];
    return undefined;
  }

  addPod(info: PodInfo): void {
    if (this.shared) this.own();
    this.list.push(info);
    this.podCount++;
    this.count(info, 1);
  }

  /** The pod may be an older version of the one that is here. The one that was here, if any. */
  removePod(uid: string): PodInfo | undefined {
    const here = this.pod(uid);
    if (here === undefined) return undefined;
    this.list = this.list.filter((p, i) => i < this.podCount && p !== here);
    this.shared = false;
    this.podCount = this.list.length;
    this.count(here, -1);
    return here;
  }

  /** Takes a newer version of a pod in place of `before`, when the sums stay as they are. False when they do not. */
  updatePod(before: PodInfo, after: PodInfo): boolean {
    if (before.class !== after.class || (before.pod.metadata.deletionTimestamp === undefined) !== (after.pod.metadata.deletionTimestamp === undefined)) return false;
    const index = this.list.indexOf(before);
    if (index < 0) return false;
    this.list[index] = after;
    return true;
  }

  private own(): void {
    this.list = this.list.slice(0, this.podCount);
    this.shared = false;
  }

  /** Whether one of these host ports is taken. */
  // Models pkg/scheduler/framework HostPortInfo CheckConflict
  conflicts(wanted: readonly HostPort[]): boolean {
    if (this.ports.size === 0) return false;
    for (const w of wanted) {
      if (w.ip !== ANY_ADDRESS && this.ports.has(portKey(ANY_ADDRESS, w))) return true;
      if (w.ip !== ANY_ADDRESS && this.ports.has(portKey(w.ip, w))) return true;
      if (w.ip === ANY_ADDRESS && this.ports.has(portKey('*', w))) return true;
    }
    return false;
  }

  /** A copy that changes apart from this one. */
  clone(): NodeInfo {
    const copy = new NodeInfo(this.name, new Map(this.classes), this.scalars.size === 0 ? new Map() : new Map(this.scalars), this.ports.size === 0 ? new Map() : new Map(this.ports));
    copy.list = this.list;
    copy.podCount = this.podCount;
    copy.shared = true;
    copy.node = this.node;
    copy.generation = this.generation;
    copy.labels = this.labels;
    copy.taints = this.taints;
    copy.allocatable = this.allocatable;
    copy.images = this.images;
    copy.cpu = this.cpu;
    copy.memory = this.memory;
    copy.ephemeralStorage = this.ephemeralStorage;
    copy.nonZeroCpu = this.nonZeroCpu;
    copy.nonZeroMemory = this.nonZeroMemory;
    return copy;
  }

  private count(info: PodInfo, sign: 1 | -1): void {
    const c = info.class;
    this.cpu += sign * c.cpu;
    this.memory += sign * c.memory;
    this.ephemeralStorage += sign * c.ephemeralStorage;
    this.nonZeroCpu += sign * c.nonZeroCpu;
    this.nonZeroMemory += sign * c.nonZeroMemory;
    for (const [name, amount] of c.scalars) this.scalars.set(name, (this.scalars.get(name) ?? 0) + sign * amount);
    for (const port of c.hostPorts) {
      bump(this.ports, portKey(port.ip, port), sign);
      bump(this.ports, portKey('*', port), sign);
    }
    const before = this.classes.get(c);
    const total = (before?.total ?? 0) + sign;
    if (total === 0) this.classes.delete(c);
    else this.classes.set(c, { total, terminating: (before?.terminating ?? 0) + (info.pod.metadata.deletionTimestamp === undefined ? 0 : sign) });
  }
}

const ANY_ADDRESS = '0.0.0.0';

/** `*` stands for "on any address": each port is counted under its own address and under that. */
const portKey = (ip: string, p: HostPort): string => `${ip}/${p.protocol}/${p.port}`;

function bump(counts: Map<string, number>, key: string, by: number): void {
  const now = (counts.get(key) ?? 0) + by;
  if (now === 0) counts.delete(key);
  else counts.set(key, now);
}

function allocatableOf(node: Node | undefined): Allocatable {
  const list = node?.status.allocatable;
  if (list === undefined) return NOTHING;
  const scalars = new Map<string, number>();
  for (const [name, text] of Object.entries(list)) {
    if (name !== 'cpu' && name !== 'memory' && name !== 'ephemeral-storage' && name !== 'pods') scalars.set(name, quantityValue(text));
  }
  const whole = (name: string): number => (list[name] === undefined ? 0 : quantityValue(list[name]));
  return {
    cpu: list['cpu'] === undefined ? 0 : quantityMilliValue(list['cpu']), memory: whole('memory'), ephemeralStorage: whole('ephemeral-storage'), pods: whole('pods'), scalars,
  };
}

function imagesOf(node: Node | undefined): ReadonlyMap<string, number> {
  const images = new Map<string, number>();
  for (const image of node?.status.images ?? []) for (const name of image.names) images.set(name, image.sizeBytes ?? 0);
  return images;
}
