import { MachineKind } from '../../kernel/machine';
import { LATENCY } from '../latencies';
import { choose, succeed, type PluginEvent, type PluginMachine, type PluginRun } from './plugin';
import { loopbackMachine } from './loopback.machine';

// Models plugins/main/loopback/loopback.go
export const loopbackPlugin = new MachineKind<PluginEvent, PluginRun>('loopback plugin', loopbackMachine, {
  choose,
  work: (m: PluginMachine) => {
    const { env, stdin } = m.data.request;
    m.data.result = {
      cniVersion: stdin.cniVersion,
      interfaces: [{ name: env.CNI_IFNAME, mac: '00:00:00:00:00:00', sandbox: env.CNI_NETNS }],
      ips: [{ interface: 0, address: '127.0.0.1/8' }, { interface: 0, address: '::1/128' }],
      dns: {},
    };
    m.work(m.actor.sample(LATENCY.loopback), { type: 'NEXT' });
  },
  succeed,
});
