import type { CriImage } from '../../../api/cri';
import type { Node, NodeCondition, NodeStatus } from '../../../api/types';
import { deepEqual } from '../../../base/json';
import { MachineKind, type Machine } from '../../../kernel/machine';
import { MILLISECOND, MINUTE, SECOND, type Micros } from '../../../kernel/time';
import { objectOf, PATCH, ResourceClient, succeeded } from '../../client/typed-client';
import { LATENCY } from '../../latencies';
import type { KubeletContext } from '../context';
import { initialNode, nodeStatus } from './node-object';
import { nodeStatusMachine, type NodeStatusEvent } from './node-status.machine';

interface Data {
  stored: Node | undefined;
  status: NodeStatus | undefined;
  patch: unknown;
}

type NodeMachine = Machine<NodeStatusEvent, Data>;

const PERIOD = 10 * SECOND;
const REPORT = 5 * MINUTE;

/** The node's own object. */
export class NodeStatusManager {
  private images: readonly CriImage[] = [];
  private imagesStale = false;
  private notReady: string | undefined = '[container runtime status check may not have completed yet]';
  private lastReport: Micros = 0;
  private readonly nodes: ResourceClient;
  private readonly machine: NodeMachine;

  constructor(private readonly context: KubeletContext) {
    this.nodes = new ResourceClient(context.heartbeat, context.scheme, '', 'v1', 'nodes');
    const kind = new MachineKind<NodeStatusEvent, Data>('node status', nodeStatusMachine, {
      listImages: () => {}, register: (m: NodeMachine) => this.register(m), rest: (m: NodeMachine) => this.rest(m),
      get: (m: NodeMachine) => this.get(m), compute: (m: NodeMachine) => this.compute(m), patch: (m: NodeMachine) => this.patch(m),
    });
    this.machine = context.actor.start(kind, { subject: this.subject, data: { stored: undefined, status: undefined, patch: undefined } });
  }

  start(): void {
    this.event('Starting', 'Starting kubelet.');
    this.listImages(() => this.machine.send({ type: 'START' }));
  }

  /** An image was pulled: the list in the status is out of date. */
  imagesChanged(): void {
    this.imagesStale = true;
  }

  private get subject(): string {
    return `nodes/${this.context.node.name}`;
  }

  private listImages(done: () => void): void {
    this.context.runtime.call('ListImages', {}, this.subject, (result) => {
      this.imagesStale = false;
      if (result.ok) this.images = result.value.images;
      done();
    });
  }

  private register(m: NodeMachine): void {
    this.nodes.create(initialNode(this.context, { images: this.images, notReady: this.notReady }), (response) => {
      if (!succeeded(response) && response.code !== 409) {
        m.send({ type: 'FAILED' });
        return;
      }
      this.notReady = undefined;
      m.send({ type: 'REGISTERED' });
    });
  }

  private rest(m: NodeMachine): void {
    const first = this.lastReport === 0;
    // The first report that the node is ready does not wait for the ten seconds.
    const wait = first ? 100 * MILLISECOND : PERIOD;
    m.actor.timer(wait, 'node status period', () => {
      if (this.context.alive()) m.send({ type: 'TICK' });
    }, this.subject);
  }

  private get(m: NodeMachine): void {
    this.nodes.get({ name: this.context.node.name }, (response) => {
      if (!succeeded(response)) {
        m.send({ type: 'FAILED' });
        return;
      }
      m.data.stored = objectOf<Node>(response);
      m.kernel.currentSpan = m.span;
      if (this.imagesStale) this.listImages(() => m.send({ type: 'GOT' }));
      else m.send({ type: 'GOT' });
    }, { resourceVersion: '0', timeout: '10s' });
  }

  private compute(m: NodeMachine): void {
    const { stored } = m.data;
    if (stored === undefined) return;
    const before = stored.status.conditions ?? [];
    const status = nodeStatus(this.context, { images: this.images, notReady: this.notReady }, before);
    const changes = this.difference(stored.status, status);
    const due = m.kernel.now - this.lastReport >= REPORT || this.lastReport === 0;
    m.data.status = status;
    m.data.patch = changes === undefined && !due ? undefined : { status: { ...changes, ...conditionPatch(before, status.conditions ?? []) } };
    m.note({ type: 'NodeStatus', changed: Object.keys(changes ?? {}), dueBecauseOfTime: due });
    m.work(m.actor.sample(LATENCY.nodeStatus), { type: m.data.patch === undefined ? 'UNCHANGED' : 'CHANGED' });
  }

  /** What changed, times of heartbeats left out; undefined: nothing. */
  private difference(before: NodeStatus, after: NodeStatus): Record<string, unknown> | undefined {
    const changes: Record<string, unknown> = {};
    for (const key of ['capacity', 'allocatable', 'nodeInfo', 'images'] as const) if (!deepEqual(before[key], after[key])) changes[key] = after[key];
    const plain = (c: NodeCondition): unknown => ({ ...c, lastHeartbeatTime: '' });
    const moved = !deepEqual((before.conditions ?? []).filter((c) => (after.conditions ?? []).some((d) => d.type === c.type)).map(plain), (after.conditions ?? []).map(plain));
    return Object.keys(changes).length > 0 || moved ? changes : undefined;
  }

  private patch(m: NodeMachine): void {
    const first = this.lastReport === 0;
    this.nodes.patch({ name: this.context.node.name, subresource: 'status' }, PATCH.strategic, m.data.patch, (response) => {
      if (succeeded(response)) {
        this.lastReport = m.kernel.now;
        m.kernel.currentSpan = m.span;
        if (first) this.announce();
      }
      m.send({ type: 'DONE' });
    }, { timeout: '10s' });
  }

  private announce(): void {
    const { name } = this.context.node;
    for (const reason of ['NodeHasSufficientMemory', 'NodeHasNoDiskPressure', 'NodeHasSufficientPID']) this.event(reason, `Node ${name} status is now: ${reason}`);
    this.event('NodeAllocatableEnforced', 'Updated Node Allocatable limit across pods');
    this.event('NodeReady', `Node ${name} status is now: NodeReady`);
  }

  /** Events about the node name it by its name where others have a uid. */
  private event(reason: string, message: string): void {
    const { name } = this.context.node;
    this.context.recorder.event({ kind: 'Node', apiVersion: '', namespace: undefined, name, uid: name }, 'Normal', reason, message);
  }
}

/** Conditions are merged by type; only what differs is sent. */
function conditionPatch(before: readonly NodeCondition[], after: readonly NodeCondition[]): Record<string, unknown> {
  const changed = after.flatMap((condition) => {
    const old = before.find((c) => c.type === condition.type);
    if (old === undefined) return [condition];
    const fields = Object.entries(condition).filter(([key, value]) => key === 'type' || value !== old[key as keyof NodeCondition]);
    return fields.length > 1 ? [Object.fromEntries(fields)] : [];
  });
  return changed.length === 0 ? {} : { '$setElementOrder/conditions': after.map(({ type }) => ({ type })), conditions: changed };
}
