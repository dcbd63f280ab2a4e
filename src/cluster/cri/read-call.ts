import { setup } from 'xstate';
import { MachineKind, type Machine } from '../../kernel/machine';
import type { Distribution } from '../../kernel/latency';

type ReadEvent = { readonly type: 'NEXT' };

interface ReadCall {
  readonly latency: Distribution;
  readonly reply: () => void;
}

export const readMachine = setup({
  types: { events: {} as ReadEvent },
  actions: { read: () => {}, reply: () => {} },
}).createMachine({
  id: 'runtime read',
  description: 'Looks something up in the runtime’s records.',
  initial: 'reading',
  states: { reading: { entry: 'read', on: { NEXT: 'answered' } }, answered: { type: 'final', entry: 'reply' } },
});

/** ImageStatus, PodSandboxStatus, ContainerStatus, the lists: they change nothing. */
export const read = new MachineKind<ReadEvent, ReadCall>('runtime read', readMachine, {
  read: (m: Machine<ReadEvent, ReadCall>) => m.work(m.actor.sample(m.data.latency), { type: 'NEXT' }),
  reply: (m: Machine<ReadEvent, ReadCall>) => m.data.reply(),
});
