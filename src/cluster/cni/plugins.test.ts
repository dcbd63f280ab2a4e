import { describe, expect, test } from 'vitest';
import type { CniCommand, CniConfig, CniExecResponse, CniResult } from '../../api/cni';
import { Kernel } from '../../kernel/kernel';
import { SECOND } from '../../kernel/time';
import { createCni } from './cni';

const config = (cniVersion: string, type: string): CniConfig => ({
  cniVersion, name: 'bridge', type, bridge: 'cni0', isGateway: true, ipMasq: true, hairpinMode: true,
  ipam: { type: 'host-local', dataDir: '/var/lib/cni/networks', ranges: [[{ subnet: '10.244.0.0/24' }]], routes: [{ dst: '0.0.0.0/0' }] },
});

function setUp() {
  const kernel = new Kernel(1);
  const cni = createCni({ kernel, node: 'node-1' });
  const caller = kernel.actor('containerd:node-1');
  const exec = (command: CniCommand, stdin: CniConfig, id = 'abc'): CniExecResponse => {
    const env = { CNI_COMMAND: command, CNI_CONTAINERID: id, CNI_NETNS: `/var/run/netns/${id}`, CNI_IFNAME: stdin.type === 'loopback' ? 'lo' : 'eth0', CNI_ARGS: '', CNI_PATH: '/opt/cni/bin' };
    const answers: CniExecResponse[] = [];
    cni.exec(caller, { plugin: stdin.type, env, stdin }, undefined, (response) => answers.push(response));
    kernel.run(kernel.now + SECOND);
    expect(answers).toHaveLength(1);
    return answers[0] as CniExecResponse;
  };
  const executed = (): string[] => {
    const found: string[] = [];
    for (let row = 0; row < kernel.log.messages.sent.length; row++) {
      const payload = kernel.log.payloads[kernel.log.messages.payload.get(row)] as CniExecResponse | undefined;
      if (payload !== undefined && 'rc' in payload) found.push(payload.plugin);
    }
    return found;
  };
  return { kernel, cni, exec, executed };
}

describe('network plugins', () => {
  test('the bridge asks the IPAM plugin and connects the pod', () => {
    const { exec, executed } = setUp();
    const { stdout, rc } = exec('ADD', config('0.3.1', 'bridge'));
    const result = stdout as CniResult;
    expect(rc).toBe(0);
    expect(executed()).toEqual(['host-local', 'bridge']);
    expect(result.interfaces?.map((i) => [i.name.replace(/^veth.{8}$/, 'veth'), i.sandbox])).toEqual([['cni0', undefined], ['veth', undefined], ['eth0', '/var/run/netns/abc']]);
    expect(result.ips).toEqual([{ version: '4', interface: 2, address: '10.244.0.2/24', gateway: '10.244.0.1' }]);
    expect(result.routes).toEqual([{ dst: '0.0.0.0/0' }]);
  });

  test('results of version 1.0.0 say nothing of IPv4', () => {
    expect((setUp().exec('ADD', config('1.0.0', 'bridge')).stdout as CniResult).ips).toEqual([{ interface: 2, address: '10.244.0.2/24', gateway: '10.244.0.1' }]);
  });

  test('all pods of a node share one bridge', () => {
    const { exec, cni } = setUp();
    exec('ADD', config('1.0.0', 'bridge'), 'a');
    exec('ADD', config('1.0.0', 'bridge'), 'b');
    expect(cni.host.bridges.size).toBe(1);
    expect(cni.host.veths.size).toBe(2);
  });

  test('DEL prints nothing, takes the cable away and frees the address', () => {
    const { exec, cni, executed } = setUp();
    exec('ADD', config('1.0.0', 'bridge'));
    expect(exec('DEL', config('1.0.0', 'bridge'))).toMatchObject({ stdout: '', rc: 0 });
    expect(executed()).toEqual(['host-local', 'bridge', 'host-local', 'bridge']);
    expect(cni.host.veths.size).toBe(0);
    expect([...cni.host.network('bridge', '10.244.0.0/24').files.keys()]).toEqual(['last_reserved_ip.0']);
  });

  test('an IPAM failure is the bridge’s failure', () => {
    const { exec } = setUp();
    const tiny: CniConfig = { ...config('1.0.0', 'bridge'), ipam: { type: 'host-local', dataDir: '', ranges: [[{ subnet: '10.0.0.0/30' }]], routes: [] } };
    exec('ADD', tiny, 'a');
    expect(exec('ADD', tiny, 'b')).toMatchObject({ rc: 1, stdout: { msg: 'failed to allocate for range 0: no IP addresses available in range set: 10.0.0.1-10.0.0.2' } });
  });

  test('portmap passes the earlier result on and remembers host ports', () => {
    const { exec, cni } = setUp();
    const prevResult = exec('ADD', config('1.0.0', 'bridge')).stdout as CniResult;
    const portMappings = [{ HostPort: 8080, ContainerPort: 80, Protocol: 'tcp', HostIP: '' }];
    const { stdout } = exec('ADD', { cniVersion: '1.0.0', name: 'bridge', type: 'portmap', prevResult, runtimeConfig: { portMappings } });
    expect(stdout).toEqual(prevResult);
    expect([...cni.host.portMappings.values()]).toEqual([portMappings]);
  });

  test('loopback brings lo up', () => {
    expect(setUp().exec('ADD', { cniVersion: '1.0.0', name: 'cni-loopback', type: 'loopback' }).stdout).toMatchObject({
      interfaces: [{ name: 'lo', sandbox: '/var/run/netns/abc' }], ips: [{ address: '127.0.0.1/8' }, { address: '::1/128' }],
    });
  });
});
