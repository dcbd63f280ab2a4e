import { formatMicroTime } from '../../../api/time';
import type { Lease } from '../../../api/types';
import { MachineKind, type Machine } from '../../../kernel/machine';
import { SECOND } from '../../../kernel/time';
import { objectOf, ResourceClient, succeeded } from '../../client/typed-client';
import { wallMicros } from '../../clock';
import type { KubeletContext } from '../context';
import { leaseMachine, type LeaseEvent } from './lease.machine';

interface Data {
  lease: Lease | undefined;
}

type LeaseMachine = Machine<LeaseEvent, Data>;

const NAMESPACE = 'kube-node-lease';
const DURATION = 40;

/** The node's lease in kube-node-lease. */
export class NodeLease {
  private readonly leases: ResourceClient;
  private readonly machine: LeaseMachine;

  constructor(private readonly context: KubeletContext) {
    this.leases = new ResourceClient(context.heartbeat, context.scheme, 'coordination.k8s.io', 'v1', 'leases');
    const kind = new MachineKind<LeaseEvent, Data>('node lease', leaseMachine, {
      get: (m: LeaseMachine) => this.get(m), create: (m: LeaseMachine) => this.create(m), renew: (m: LeaseMachine) => this.renew(m), rest: (m: LeaseMachine) => this.rest(m),
    });
    this.machine = context.actor.start(kind, { subject: `leases/${NAMESPACE}/${context.node.name}`, data: { lease: undefined } });
  }

  start(): void {
    this.machine.send({ type: 'START' });
  }

  private get(m: LeaseMachine): void {
    this.leases.get({ namespace: NAMESPACE, name: this.context.node.name }, (response) => {
      if (succeeded(response)) m.data.lease = objectOf<Lease>(response);
      m.send({ type: succeeded(response) ? 'FOUND' : response.code === 404 ? 'ABSENT' : 'FAILED' });
    });
  }

  private create(m: LeaseMachine): void {
    const { name } = this.context.node;
    const lease: Lease = {
      apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name, namespace: NAMESPACE },
      spec: { holderIdentity: name, leaseDurationSeconds: DURATION, renewTime: formatMicroTime(wallMicros(m.kernel.now)) },
    };
    this.leases.create(lease, (response) => this.keep(m, response));
  }

  private renew(m: LeaseMachine): void {
    const { lease } = m.data;
    if (lease === undefined) return;
    this.leases.update({ ...lease, spec: { ...lease.spec, renewTime: formatMicroTime(wallMicros(m.kernel.now)) } }, (response) => this.keep(m, response));
  }

  private keep(m: LeaseMachine, response: Parameters<typeof objectOf>[0]): void {
    m.data.lease = succeeded(response) ? objectOf<Lease>(response) : undefined;
    m.send({ type: succeeded(response) ? 'DONE' : 'FAILED' });
  }

  private rest(m: LeaseMachine): void {
    m.actor.timer(m.data.lease === undefined ? SECOND : (DURATION / 4) * SECOND, 'lease renewal', () => {
      if (this.context.alive()) m.send({ type: m.data.lease === undefined ? 'TICK' : 'FOUND' });
    }, m.subject);
  }
}
