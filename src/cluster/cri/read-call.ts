import { MachineKind, type Machine } from '../../kernel/machine';
import type { Distribution } from '../../kernel/latency';
import { readMachine, type ReadEvent } from './read-call.machine';

interface ReadCall {
  readonly latency: Distribution;
  readonly reply: () => void;
}

/** ImageStatus, PodSandboxStatus, ContainerStatus, the lists: they change nothing. */
export const read = new MachineKind<ReadEvent, ReadCall>('runtime read', readMachine, {
  read: (m: Machine<ReadEvent, ReadCall>) => m.work(m.actor.sample(m.data.latency), { type: 'NEXT' }),
  reply: (m: Machine<ReadEvent, ReadCall>) => m.data.reply(),
});
