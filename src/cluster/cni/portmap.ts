import { MachineKind } from '../../kernel/machine';
import { LATENCY } from '../latencies';
import { choose, succeed, type PluginEvent, type PluginMachine, type PluginRun } from './plugin';
import { portmapMachine } from './portmap.machine';

// Models plugins/meta/portmap/main.go cmdAdd, cmdDel
export const portmapPlugin = new MachineKind<PluginEvent, PluginRun>('portmap plugin', portmapMachine, {
  choose,
  lookForPorts: (m: PluginMachine) => {
    const { stdin } = m.data.request;
    m.data.result = stdin.prevResult;
    const wanted = (stdin.runtimeConfig?.portMappings ?? []).length > 0;
    m.work(m.actor.sample(LATENCY.portmap), { type: wanted ? 'NEXT' : 'SKIP' });
  },
  program: (m: PluginMachine) => {
    const { request, host } = m.data;
    const mappings = request.stdin.runtimeConfig?.portMappings ?? [];
    const address = request.stdin.prevResult?.ips?.[0]?.address.split('/')[0] ?? '';
    host.portMappings.set(request.env.CNI_CONTAINERID, mappings);
    m.note({
      type: 'PortMapping', chain: 'CNI-HOSTPORT-DNAT',
      rules: mappings.map((p) => `${p.Protocol} ${p.HostIP}:${p.HostPort} -> ${address}:${p.ContainerPort}`),
    });
    m.work(m.actor.sample(LATENCY.portmap), { type: 'NEXT' });
  },
  remove: (m: PluginMachine) => {
    m.data.host.portMappings.delete(m.data.request.env.CNI_CONTAINERID);
    m.work(m.actor.sample(LATENCY.portmap), { type: 'NEXT' });
  },
  succeed,
});
