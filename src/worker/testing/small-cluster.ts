import { setup } from 'xstate';
import { Kernel } from '../../kernel/kernel';
import { MachineKind } from '../../kernel/machine';
import { MILLISECOND, SECOND, type Micros } from '../../kernel/time';
import type { CommandInput, EngineCluster } from '../engine-cluster';

type Event = { readonly type: 'NEXT' };

const commandMachine = setup({ types: { events: {} as Event }, actions: { work: () => {}, finish: () => {} } }).createMachine({
  id: 'command', initial: 'running',
  states: { running: { entry: 'work', on: { NEXT: 'done' } }, done: { type: 'final', entry: 'finish' } },
});

/**
 * A cluster for tests of the engine: leases are renewed for ever; a command writes a pod that takes `settles` to become
 * ready. Lines: `fail` throws (a mistake in our code), `watch` never ends by itself, `burst` does a lot at once.
 */
export function smallCluster(seed: number, settles: Micros = 12 * SECOND): EngineCluster {
  const kernel = new Kernel(seed);
  const { log } = kernel;
  const [etcd, kubectl, terminal] = [kernel.actor('etcd'), kernel.actor('kubectl'), kernel.actor('terminal')];
  let revision = 0;
  const write = (resource: string, name: string, object: unknown): void => {
    log.addRevision(++revision, kernel.now, `/registry/${resource}/default/${name}`, 'update', object, kernel.currentMessage);
  };
  const pod = (name: string, ready: boolean): unknown => ({
    kind: 'Pod', metadata: { name, namespace: 'default' }, spec: { containers: [{ name: 'c' }] },
    status: ready ? { phase: 'Running', containerStatuses: [{ name: 'c', ready: true, state: { running: {} } }] } : { phase: 'Pending' },
  });
  const renew = (): void => {
    write('leases', 'node-1', { kind: 'Lease', metadata: { name: 'node-1', namespace: 'default' } });
    etcd.timer(10 * SECOND, 'renew', renew);
  };
  etcd.timer(SECOND, 'renew', renew);

  interface Data { readonly input: CommandInput }
  const kind = new MachineKind<Event, Data>('command', commandMachine, {
    work: (m) => {
      const { line } = (m.data as Data).input;
      if (line === 'fail') throw new Error('a mistake');
      if (line === 'watch') return;
      if (line === 'burst') for (let i = 0; i < 5000; i++) kubectl.send(etcd, { kind: 'channel', label: `n${i}`, delay: i }, () => etcd.timer(0, 'again', () => {}));
      m.work(50 * MILLISECOND + kubectl.random.int(1000), { type: 'NEXT' });
    },
    finish: (m) => {
      const { line, onOutput, onExit } = (m.data as Data).input;
      onOutput('stdout', `${line} done\n`);
      write('pods', line, pod(line, false));
      kubectl.timer(settles, 'settle', () => write('pods', line, pod(line, true)));
      onExit(0);
    },
  });
  return {
    kernel, gitVersion: 'v0.0.0', ready: 2 * SECOND,
    execute: (input) => {
      let interrupted = false;
      terminal.send(kubectl, { kind: 'command', label: input.line, delay: 0 }, () => kubectl.start(kind, { data: { input } }));
      return {
        interrupt: () => {
          if (!interrupted) input.onExit(130);
          interrupted = true;
        },
      };
    },
  };
}
