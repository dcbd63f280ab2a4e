import type { CniCommand, CniConfig, CniEnv, CniError, CniExecRequest, CniExecResponse, CniResult } from '../../api/cni';
import type { Runtime } from './runtime';
import type { SandboxRecord } from './store';

/** The plugin list of the node, as its file in /etc/cni/net.d has it. */
function configsOf(runtime: Runtime, sandbox: SandboxRecord): readonly CniConfig[] {
  const { cni } = runtime.spec;
  const base = { cniVersion: cni.version, name: 'bridge' };
  const mappings = sandbox.config.portMappings.filter((p) => p.hostPort > 0);
  return cni.plugins.map((type): CniConfig => {
    if (type === 'bridge') {
      return {
        ...base, type, bridge: 'cni0', isGateway: true, ipMasq: true, hairpinMode: true,
        ipam: { type: 'host-local', dataDir: '/var/lib/cni/networks', ranges: [[{ subnet: runtime.node.podCIDR }]], routes: [{ dst: '0.0.0.0/0' }] },
      };
    }
    if (type === 'portmap') {
      return {
        ...base, type, capabilities: { portMappings: true },
        ...(mappings.length === 0 ? {} : {
          runtimeConfig: { portMappings: mappings.map((p) => ({ HostPort: p.hostPort, ContainerPort: p.containerPort, Protocol: p.protocol.toLowerCase(), HostIP: p.hostIp })) },
        }),
      };
    }
    return { ...base, type };
  });
}

function envOf(command: CniCommand, sandbox: SandboxRecord, ifname: string): CniEnv {
  const { name, namespace, uid } = sandbox.config.metadata;
  return {
    CNI_COMMAND: command, CNI_CONTAINERID: sandbox.id, CNI_NETNS: sandbox.netns, CNI_IFNAME: ifname,
    CNI_ARGS: `IgnoreUnknown=1;K8S_POD_NAMESPACE=${namespace};K8S_POD_NAME=${name};K8S_POD_INFRA_CONTAINER_ID=${sandbox.id};K8S_POD_UID=${uid}`,
    CNI_PATH: '/opt/cni/bin',
  };
}

const loopback = (runtime: Runtime): CniConfig => ({ cniVersion: runtime.spec.cni.version, name: 'cni-loopback', type: 'loopback' });

/** Keeps what ADD printed for a sandbox, as /var/lib/cni/results does: DEL gets it back as prevResult. */
export class ResultCache {
  readonly results = new Map<string, CniResult>();
}

/**
 * Attaches a sandbox: loopback beside the plugin list, which runs in order, each plugin with the result of the one before.
 * Models containerd go-cni cni.go Setup, libcni api.go AddNetworkList.
 */
export function attach(runtime: Runtime, cache: ResultCache, sandbox: SandboxRecord, done: (result: CniResult | undefined, error: string | undefined) => void): void {
  const configs = configsOf(runtime, sandbox);
  let open = 2;
  let failure: string | undefined;
  let result: CniResult | undefined;
  const finish = (): void => {
    if (--open === 0) done(failure === undefined ? result : undefined, failure);
  };
  const failed = (response: CniExecResponse): void => {
    failure ??= `failed to setup network for sandbox "${sandbox.id}": plugin type="${response.stdin.type}" failed (add): ${errorText(response)}`;
  };
  exec(runtime, { plugin: 'loopback', env: envOf('ADD', sandbox, 'lo'), stdin: loopback(runtime) }, sandbox, (response) => {
    if (response.rc !== 0) failed(response);
    finish();
  });
  const next = (i: number): void => {
    const config = configs[i];
    if (config === undefined) {
      if (result !== undefined) cache.results.set(sandbox.id, result);
      finish();
      return;
    }
    const stdin = result === undefined ? config : { ...config, prevResult: result };
    exec(runtime, { plugin: config.type, env: envOf('ADD', sandbox, 'eth0'), stdin }, sandbox, (response) => {
      if (response.rc !== 0) {
        failed(response);
        finish();
        return;
      }
      result = response.stdout as CniResult;
      next(i + 1);
    });
  };
  next(0);
}

/**
 * Takes a sandbox off the network: loopback, then the plugin list backwards.
 * Models containerd go-cni cni.go Remove, libcni api.go DelNetworkList.
 */
export function detach(runtime: Runtime, cache: ResultCache, sandbox: SandboxRecord, done: () => void): void {
  const configs = [...configsOf(runtime, sandbox)].reverse();
  const prevResult = cache.results.get(sandbox.id);
  // Plugins are told the earlier result since specification 0.4.0.
  const tell = prevResult !== undefined && !/^0\.[0-3]\./.test(runtime.spec.cni.version);
  const next = (i: number): void => {
    const config = configs[i];
    if (config === undefined) {
      cache.results.delete(sandbox.id);
      done();
      return;
    }
    exec(runtime, { plugin: config.type, env: envOf('DEL', sandbox, 'eth0'), stdin: tell ? { ...config, prevResult } : config }, sandbox, () => next(i + 1));
  };
  exec(runtime, { plugin: 'loopback', env: envOf('DEL', sandbox, 'lo'), stdin: loopback(runtime) }, sandbox, () => next(0));
}

function exec(runtime: Runtime, request: CniExecRequest, sandbox: SandboxRecord, done: (response: CniExecResponse) => void): void {
  runtime.plugins.exec(runtime.actor, request, sandbox.subject, done);
}

const errorText = ({ stdout }: CniExecResponse): string => (stdout === '' ? 'no output' : ((stdout as CniError).msg ?? 'netplugin failed with no error message'));
