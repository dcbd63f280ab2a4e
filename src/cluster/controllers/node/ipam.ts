import type { Node } from '../../../api/types';
import type { Informer } from '../../client/informer';
import { PATCH, type ResourceClient } from '../../client/typed-client';
import { WorkQueue } from '../../client/workqueue';
import { LATENCY } from '../../latencies';
import { subjectIn, type ControllerContext, type ControllerHandle } from '../context';
import { errorOf } from '../errors';
import { call, startWorkers, think, type Sync } from '../worker';
import { ipamMachine, ttlMachine } from './machine';

/**
 * Gives each node the range of pod addresses that the cluster's description has for it.
 * Models pkg/controller/nodeipam/ipam/range_allocator.go (which counts ranges off a cluster CIDR).
 */
export class NodeIpamController {
  private readonly handle: ControllerHandle;
  private readonly queue: WorkQueue;
  private readonly nodes: Informer<Node>;
  private readonly client: ResourceClient;

  constructor(private readonly context: ControllerContext) {
    this.handle = context.controller('node-controller');
    this.client = this.handle.client('', 'nodes');
    this.queue = new WorkQueue(this.handle.actor, 'nodes');
    this.nodes = context.informer('', 'nodes');
    this.nodes.addHandlers({ added: (node) => this.enqueue(node), updated: (_, node) => this.enqueue(node) });
  }

  whenReady(then: () => void): void {
    this.handle.whenReady(then);
  }

  start(): void {
    startWorkers({ actor: this.handle.actor, queue: this.queue, machine: ipamMachine, count: 1, subject: subjectIn('nodes'), sync: (name) => this.sync(name) });
  }

  private enqueue(node: Node): void {
    if (node.spec.podCIDR === undefined && this.cidrOf(node.metadata.name) !== undefined) this.queue.add(node.metadata.name, this.context.manager);
  }

  private cidrOf(name: string): string | undefined {
    return this.context.spec.nodes.find((n) => n.name === name)?.podCIDR;
  }

  private *sync(name: string): Sync {
    yield* think('TAKEN', LATENCY.controllerSync);
    const node = this.nodes.get(name);
    const podCIDR = this.cidrOf(name);
    if (node === undefined || node.spec.podCIDR !== undefined || podCIDR === undefined) return undefined;
    return errorOf(yield* call('PATCH', (done) => this.client.patch({ name }, PATCH.strategic, { spec: { podCIDR, podCIDRs: [podCIDR] } }, done), { type: 'podCIDR', node: name, podCIDR }));
  }
}

const TTL = 'node.alpha.kubernetes.io/ttl';
/** Seconds by size of the cluster. Models pkg/controller/ttl/ttl_controller.go ttlBoundaries. */
const BOUNDARIES: readonly (readonly [nodes: number, seconds: number])[] = [[100, 0], [500, 15], [1000, 30], [2000, 60], [Infinity, 300]];

/**
 * Writes on each node how many seconds its kubelet may keep Secrets and ConfigMaps.
 * Models pkg/controller/ttl/ttl_controller.go.
 */
export class TtlController {
  private readonly handle: ControllerHandle;
  private readonly queue: WorkQueue;
  private readonly nodes: Informer<Node>;
  private readonly client: ResourceClient;

  constructor(context: ControllerContext) {
    this.handle = context.controller('ttl-controller');
    this.client = this.handle.client('', 'nodes');
    this.queue = new WorkQueue(this.handle.actor, 'nodes');
    this.nodes = context.informer('', 'nodes');
    const enqueue = (node: Node): void => {
      if (node.metadata.annotations?.[TTL] !== this.wanted) this.queue.add(node.metadata.name, context.manager);
    };
    this.nodes.addHandlers({ added: enqueue, updated: (_, node) => enqueue(node) });
  }

  whenReady(then: () => void): void {
    this.handle.whenReady(then);
  }

  start(): void {
    startWorkers({ actor: this.handle.actor, queue: this.queue, machine: ttlMachine, count: 5, subject: subjectIn('nodes'), sync: (name) => this.sync(name) });
  }

  private get wanted(): string {
    return String(BOUNDARIES.find(([nodes]) => this.nodes.size <= nodes)?.[1] ?? 0);
  }

  private *sync(name: string): Sync {
    yield* think('TAKEN', LATENCY.controllerSync);
    const node = this.nodes.get(name);
    const { wanted } = this;
    if (node === undefined || node.metadata.annotations?.[TTL] === wanted) return undefined;
    return errorOf(yield* call('PATCH', (done) => this.client.patch({ name }, PATCH.strategic, { metadata: { annotations: { [TTL]: wanted } } }, done)));
  }
}
