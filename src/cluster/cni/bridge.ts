import type { CniExecRequest, CniResult } from '../../api/cni';
import { MachineKind } from '../../kernel/machine';
import { LATENCY } from '../latencies';
import { choose, fail, randomMac, succeed, type PluginEvent, type PluginMachine, type PluginRun } from './plugin';
import { bridgeMachine } from './bridge.machine';

/** A fifth of a bridge run: it has five steps on the way in. */
const step = (m: PluginMachine): number => Math.ceil(m.actor.sample(LATENCY.bridge) / 5);

const bridgeName = (m: PluginMachine): string => m.data.request.stdin.bridge ?? 'cni0';

// Models plugins/main/bridge/bridge.go cmdAdd, cmdDel
export const bridgePlugin = new MachineKind<PluginEvent, PluginRun>('bridge plugin', bridgeMachine, {
  choose,
  setUpBridge: (m: PluginMachine) => {
    const name = bridgeName(m);
    const known = m.data.host.bridges.get(name);
    const mac = known ?? randomMac(m);
    m.data.host.bridges.set(name, mac);
    m.note({ type: 'Bridge', name, mac, created: known === undefined });
    m.work(step(m), { type: 'NEXT' });
  },
  createVeth: (m: PluginMachine) => {
    const { env, stdin } = m.data.request;
    const pair = { hostName: `veth${m.actor.random.hex(8)}`, hostMac: randomMac(m), containerMac: randomMac(m), sandbox: env.CNI_NETNS };
    m.data.host.veths.set(env.CNI_CONTAINERID, pair);
    m.note({ type: 'VethPair', host: pair.hostName, container: env.CNI_IFNAME, namespace: env.CNI_NETNS, hairpinMode: stdin.hairpinMode === true });
    m.work(step(m), { type: 'NEXT' });
  },
  delegateIpam: (m: PluginMachine) => {
    const { request } = m.data;
    const ipam: CniExecRequest = { plugin: request.stdin.ipam?.type ?? 'host-local', env: request.env, stdin: request.stdin };
    m.data.delegate(ipam, ({ stdout, rc }) => {
      if (rc !== 0) m.data.error = stdout as PluginRun['error'];
      else if (stdout !== '') m.data.result = stdout as CniResult;
      m.send({ type: rc === 0 ? 'NEXT' : 'FAILED' });
    });
  },
  configure: (m: PluginMachine) => {
    const { request, host, result } = m.data;
    const { env, stdin } = request;
    const pair = host.veths.get(env.CNI_CONTAINERID);
    const name = bridgeName(m);
    m.data.result = {
      cniVersion: stdin.cniVersion,
      interfaces: [
        { name, mac: host.bridges.get(name) ?? '' },
        { name: pair?.hostName ?? '', mac: pair?.hostMac ?? '' },
        { name: env.CNI_IFNAME, mac: pair?.containerMac ?? '', sandbox: env.CNI_NETNS },
      ],
      ips: (result?.ips ?? []).map(({ version, address, gateway }) => ({
        ...(version === undefined ? {} : { version }), interface: 2, address, ...(gateway === undefined ? {} : { gateway }),
      })),
      routes: result?.routes ?? [],
      dns: {},
    };
    m.work(step(m), { type: stdin.ipMasq === true ? 'NEXT' : 'SKIP' });
  },
  addMasquerade: (m: PluginMachine) => {
    m.note({ type: 'Masquerade', source: m.data.result?.ips?.[0]?.address ?? '', why: 'traffic that leaves the pod network takes the node’s address' });
    m.work(step(m), { type: 'NEXT' });
  },
  removeVeth: (m: PluginMachine) => {
    const { CNI_CONTAINERID: id } = m.data.request.env;
    m.note({ type: 'VethPairRemoved', host: m.data.host.veths.get(id)?.hostName ?? 'gone already' });
    m.data.host.veths.delete(id);
    m.work(step(m), { type: 'NEXT' });
  },
  succeed,
  fail,
});
