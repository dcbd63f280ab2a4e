import { MachineKind } from '../../kernel/machine';
import { LATENCY } from '../latencies';
import { addressVersion, choose, fail, succeed, type PluginEvent, type PluginMachine, type PluginRun } from './plugin';
import { hostLocalMachine } from './host-local.machine';

/** The network's address files, or undefined when the configuration names no range. */
function storeOf(m: PluginMachine): ReturnType<PluginRun['host']['network']> | undefined {
  const { request, host } = m.data;
  const subnet = request.stdin.ipam?.ranges[0]?.[0]?.subnet;
  return subnet === undefined ? undefined : host.network(request.stdin.name, subnet);
}

// Models plugins/ipam/host-local/main.go cmdAdd
function allocate(m: PluginMachine): void {
  const { request } = m.data;
  const { env, stdin } = request;
  const lease = storeOf(m)?.allocate(env.CNI_CONTAINERID, env.CNI_IFNAME);
  if (lease?.ok !== true) {
    const msg = lease?.error ?? 'no IP ranges specified';
    m.data.error = { cniVersion: stdin.cniVersion, code: 999, msg };
    m.note({ type: 'AddressRefused', reason: msg });
    m.work(m.actor.sample(LATENCY.hostLocal), { type: 'FAILED' });
    return;
  }
  const { address, gateway, prefix } = lease.value;
  m.data.result = {
    cniVersion: stdin.cniVersion,
    ips: [{ ...addressVersion(stdin.cniVersion), address: `${address}/${prefix}`, gateway }],
    routes: stdin.ipam?.routes ?? [],
    dns: {},
  };
  const directory = `${stdin.ipam?.dataDir ?? ''}/${stdin.name}`;
  // Without a prototype an object is a plain table for the engine too; as a literal each address would give it a shape of its own, for good.
  const files = Object.create(null) as Record<string, string>;
  files[`${directory}/${address}`] = `${env.CNI_CONTAINERID}\r\n${env.CNI_IFNAME}`;
  files[`${directory}/last_reserved_ip.0`] = address;
  m.note({ type: 'AddressAllocated', address, gateway, files });
  m.work(m.actor.sample(LATENCY.hostLocal), { type: 'NEXT' });
}

export const hostLocalPlugin = new MachineKind<PluginEvent, PluginRun>('host-local plugin', hostLocalMachine, {
  choose,
  allocate,
  release: (m: PluginMachine) => {
    const { env } = m.data.request;
    const address = storeOf(m)?.release(env.CNI_CONTAINERID, env.CNI_IFNAME);
    m.note({ type: 'AddressReleased', address: address ?? 'none was held' });
    m.work(m.actor.sample(LATENCY.hostLocal), { type: 'NEXT' });
  },
  succeed,
  fail,
});
