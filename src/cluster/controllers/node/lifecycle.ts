import { getCondition } from '../../../api/conditions';
import { TAINT } from '../../../api/scheduling';
import { formatTime } from '../../../api/time';
import type { Lease, Node, Pod } from '../../../api/types';
import { SECOND } from '../../../kernel/time';
import type { Informer } from '../../client/informer';
import { TokenBucket } from '../../client/rate-limiter';
import { PATCH, type ResourceClient } from '../../client/typed-client';
import { WorkQueue } from '../../client/workqueue';
import { BY_NODE, subjectIn, type ControllerContext, type ControllerHandle } from '../context';
import { errorOf } from '../errors';
import { call, startWorkers, think, type Step, type Sync, type SyncError } from '../worker';
import { evictionRate, observe, statusOfSilent, zoneOf, zoneState, type NodeHealth, type ZoneState } from './health';
import { monitorMachine, taintMachine } from './machine';
import { swapTaints, type TaintWriter } from './swap-taints';
import { hasTaint, noScheduleChanges, readyStatus } from './taints';

const MONITOR_PERIOD = 5 * SECOND;
/** How often the queue of nodes to be given up is looked at. */
const EVICTION_PERIOD = SECOND / 10;
const TAINT_WORKERS = 8;
const ALL = 'all';

interface Zone {
  state: ZoneState;
  rate: number;
  bucket: TokenBucket;
  /** Nodes that wait to be given up. */
  readonly waiting: Set<string>;
}

/**
 * Watches over the heartbeats of nodes and taints those that are in trouble.
 * Models pkg/controller/nodelifecycle/node_lifecycle_controller.go.
 */
export class NodeLifecycleController {
  private readonly handle: ControllerHandle;
  private readonly nodes: Informer<Node>;
  private readonly pods: Informer<Pod>;
  private readonly leases: Informer<Lease>;
  private readonly client: ResourceClient;
  private readonly podClient: ResourceClient;
  private readonly taints: TaintWriter;
  private readonly monitorQueue: WorkQueue;
  private readonly taintQueue: WorkQueue;
  private readonly evictionQueue: WorkQueue;
  private readonly health = new Map<string, NodeHealth>();
  /** Ready as it was at the last look, to see when it turns. */
  private readonly known = new Map<string, 'True' | 'False' | 'Unknown'>();
  private readonly zones = new Map<string, Zone>();

  constructor(private readonly context: ControllerContext) {
    this.handle = context.controller('node-controller');
    const { actor } = this.handle;
    this.client = this.handle.client('', 'nodes');
    this.podClient = this.handle.client('', 'pods');
    this.taints = { nodes: this.client, checksVersion: context.behaviour.taintPatchChecksVersion, wall: () => context.wall };
    this.monitorQueue = new WorkQueue(actor, 'nodes', () => 'nodes');
    this.taintQueue = new WorkQueue(actor, 'nodes');
    this.evictionQueue = new WorkQueue(actor, 'nodes', () => 'nodes');
    this.nodes = context.informer('', 'nodes');
    this.pods = context.informer('', 'pods');
    this.leases = context.informer('coordination.k8s.io', 'leases');
    const enqueue = (node: Node): void => this.taintQueue.add(node.metadata.name, context.manager);
    this.nodes.addHandlers({ added: enqueue, updated: (_, node) => enqueue(node) });
  }

  whenReady(then: () => void): void {
    this.handle.whenReady(then);
  }

  start(): void {
    const { actor } = this.handle;
    startWorkers({ actor, queue: this.monitorQueue, machine: monitorMachine, count: 1, subject: () => 'nodes', sync: () => this.monitor() });
    startWorkers({ actor, queue: this.taintQueue, machine: taintMachine, count: TAINT_WORKERS, subject: subjectIn('nodes'), sync: (name) => this.taintNoSchedule(name) });
    startWorkers({ actor, queue: this.evictionQueue, machine: taintMachine, count: 1, subject: () => 'nodes', sync: () => this.taintNoExecute() });
    this.monitorQueue.add(ALL);
  }

  /** One look at all nodes. Models monitorNodeHealth. */
  private *monitor(): Sync {
    this.monitorQueue.addAfter(ALL, MONITOR_PERIOD);
    const nodes = [...this.nodes.list()];
    yield* think('TAKEN', undefined, { type: 'nodeHealth', nodes: nodes.length });
    this.greetAndForget(nodes);
    for (const node of nodes) {
      const error = yield* this.checkNode(node);
      // A node that could not be written is looked at again in five seconds; the others must not wait.
      if (error !== undefined) this.known.set(node.metadata.name, readyStatus(node));
    }
    this.handleDisruption(nodes);
    return undefined;
  }

  private greetAndForget(nodes: readonly Node[]): void {
    for (const node of nodes) {
      if (!this.health.has(node.metadata.name)) this.report(node, 'RegisteredNode', `Node ${node.metadata.name} event: Registered Node ${node.metadata.name} in Controller`);
      this.zone(zoneOf(node));
    }
    const names = new Set(nodes.map((n) => n.metadata.name));
    for (const name of this.health.keys()) {
      if (names.has(name)) continue;
      this.health.delete(name);
      this.known.delete(name);
      for (const zone of this.zones.values()) zone.waiting.delete(name);
      this.handle.recorder.event({ kind: 'Node', apiVersion: 'v1', namespace: undefined, name, uid: '' }, 'Normal', 'RemovingNode', `Node ${name} event: Removing Node ${name} from Controller`);
    }
  }

  private report(node: Node, reason: string, message: string): void {
    this.handle.recorder.event(node, 'Normal', reason, message);
  }

  private *checkNode(node: Node): Generator<Step, SyncError | undefined, unknown> {
    const { name } = node.metadata;
    const { wall } = this.context;
    const before = this.known.get(name) ?? readyStatus(node);
    const health = observe(this.health.get(name), node, this.leases.get(`kube-node-lease/${name}`), wall);
    this.health.set(name, health);
    let now = node;
    const status = statusOfSilent(node, health, this.context.behaviour.nodeMonitorGracePeriod, wall);
    if (status !== undefined) {
      now = { ...node, status };
      const silence = Math.floor((wall - health.probed) / SECOND);
      const error = errorOf(yield* call('UPDATE_STATUS', (done) => this.client.update(now, done, 'status'), { type: 'silentNode', node: name, silentForSeconds: silence, graceSeconds: this.context.behaviour.nodeMonitorGracePeriod }));
      if (error !== undefined) return error;
    }
    const ready = readyStatus(now);
    this.known.set(name, ready);
    const error = yield* this.taintForEviction(now, ready);
    if (error !== undefined) return error;
    if (ready !== 'True' && before === 'True') {
      this.report(node, 'NodeNotReady', `Node ${name} status is now: NodeNotReady`);
      yield* this.markPodsNotReady(name);
    }
    return undefined;
  }

  /** Models processTaintBaseEviction. */
  private *taintForEviction(node: Node, ready: 'True' | 'False' | 'Unknown'): Generator<Step, SyncError | undefined, unknown> {
    const { name } = node.metadata;
    const zone = this.zone(zoneOf(node));
    if (ready === 'True') {
      zone.waiting.delete(name);
      const remove = [TAINT.notReady, TAINT.unreachable].filter((key) => hasTaint(node, key, 'NoExecute'));
      return remove.length === 0 ? undefined : yield* swapTaints(this.taints, { node: name, effect: 'NoExecute', add: [], remove });
    }
    const [taint, opposite] = ready === 'False' ? [TAINT.notReady, TAINT.unreachable] : [TAINT.unreachable, TAINT.notReady];
    // A node that is given up already only changes its taint.
    if (hasTaint(node, opposite, 'NoExecute')) return yield* swapTaints(this.taints, { node: name, effect: 'NoExecute', add: [taint], remove: [opposite] });
    if (!hasTaint(node, taint, 'NoExecute')) {
      zone.waiting.add(name);
      this.evictionQueue.add(ALL);
    }
    return undefined;
  }

  /** Models pkg/controller/util/node/controller_utils.go MarkPodsNotReady. */
  private *markPodsNotReady(node: string): Generator<Step, void, unknown> {
    for (const pod of [...this.pods.byIndex(BY_NODE, node)]) {
      const condition = getCondition(pod.status.conditions, 'Ready');
      if (condition?.status !== 'True') continue;
      const { namespace, name } = pod.metadata;
      const patch = { status: { conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: formatTime(this.context.wall) }] } };
      const response = yield* call('MARK_POD', (done) => this.podClient.patch({ namespace, name, subresource: 'status' }, PATCH.strategic, patch, done), { type: 'markPodNotReady', pod: name, node });
      if (response.code < 400) this.handle.recorder.event(pod, 'Warning', 'NodeNotReady', 'Node is not ready');
    }
  }

  private zone(key: string): Zone {
    let zone = this.zones.get(key);
    if (zone === undefined) {
      const rate = evictionRate('Normal', 0);
      this.zones.set(key, (zone = { state: 'Initial', rate, bucket: new TokenBucket(rate, 1), waiting: new Set() }));
    }
    return zone;
  }

  /** When whole zones fall silent, the fault is likely elsewhere: nodes are given up slowly or not at all. Models handleDisruption. */
  private handleDisruption(nodes: readonly Node[]): void {
    const counts = new Map<string, { ready: number; notReady: number }>();
    for (const node of nodes) {
      const key = zoneOf(node);
      const count = counts.get(key) ?? { ready: 0, notReady: 0 };
      if (this.known.get(node.metadata.name) === 'True') count.ready++;
      else count.notReady++;
      counts.set(key, count);
    }
    const states = new Map([...counts].map(([key, c]) => [key, zoneState(c.ready, c.notReady)]));
    const allDown = states.size > 0 && [...states.values()].every((s) => s === 'FullDisruption');
    for (const [key, state] of states) {
      const zone = this.zone(key);
      const count = counts.get(key);
      zone.state = state;
      const rate = allDown ? 0 : evictionRate(state, (count?.ready ?? 0) + (count?.notReady ?? 0));
      if (rate === zone.rate) continue;
      zone.rate = rate;
      zone.bucket = new TokenBucket(rate, rate === 0 ? 0 : 1);
    }
  }

  /** Models doNoScheduleTaintingPass. */
  private *taintNoSchedule(name: string): Sync {
    const node = this.nodes.get(name);
    const changes = node === undefined ? { add: [], remove: [] } : noScheduleChanges(node);
    yield* think('TAKEN', undefined, changes.add.length + changes.remove.length === 0 ? undefined : { type: 'taints', node: name, effect: 'NoSchedule', ...changes });
    if (changes.add.length + changes.remove.length === 0) return undefined;
    return yield* swapTaints(this.taints, { node: name, effect: 'NoSchedule', ...changes });
  }

  /** Gives up nodes that wait for it, as fast as their zones allow. Models doNoExecuteTaintingPass. */
  private *taintNoExecute(): Sync {
    yield* think('TAKEN', undefined, { type: 'nodesToGiveUp', zones: [...this.zones].map(([zone, z]) => ({ zone, state: z.state, rate: z.rate, waiting: [...z.waiting] })) });
    for (const zone of this.zones.values()) {
      for (const name of [...zone.waiting]) {
        const node = this.nodes.get(name);
        const ready = node === undefined ? 'True' : readyStatus(node);
        if (ready === 'True') {
          zone.waiting.delete(name);
          continue;
        }
        if (!zone.bucket.tryTake(this.context.kernel.now)) break;
        zone.waiting.delete(name);
        const [taint, opposite] = ready === 'False' ? [TAINT.notReady, TAINT.unreachable] : [TAINT.unreachable, TAINT.notReady];
        const error = yield* swapTaints(this.taints, { node: name, effect: 'NoExecute', add: [taint], remove: [opposite] });
        if (error !== undefined) zone.waiting.add(name);
      }
    }
    if ([...this.zones.values()].some((z) => z.waiting.size > 0)) this.evictionQueue.addAfter(ALL, EVICTION_PERIOD);
    return undefined;
  }
}
