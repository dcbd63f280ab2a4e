import type { CniExecRequest, CniExecResponse } from '../../api/cni';
import { invariant } from '../../base/assert';
import type { Actor } from '../../kernel/actor';
import type { Kernel } from '../../kernel/kernel';
import type { MachineKind } from '../../kernel/machine';
import { LATENCY } from '../latencies';
import { bridgePlugin } from './bridge';
import { HostNetwork } from './host';
import { hostLocalPlugin } from './host-local';
import { loopbackPlugin } from './loopback';
import type { PluginEvent, PluginRun } from './plugin';
import { portmapPlugin } from './portmap';

const PLUGINS: ReadonlyMap<string, MachineKind<PluginEvent, PluginRun>> = new Map([
  ['loopback', loopbackPlugin], ['bridge', bridgePlugin], ['host-local', hostLocalPlugin], ['portmap', portmapPlugin],
]);

/** Executes network plugins on one node. `exec` answers once, by a message to `from`. */
export interface CniPlugins {
  readonly actor: Actor;
  exec(from: Actor, request: CniExecRequest, subject: string | undefined, done: (response: CniExecResponse) => void): void;
}

/** The plugins in /opt/cni/bin of one node, and what they have set up there. */
export function createCni(deps: { readonly kernel: Kernel; readonly node: string }): CniPlugins & { readonly host: HostNetwork } {
  const actor = deps.kernel.actor(`cni:${deps.node}`);
  const host = new HostNetwork();

  // Models libcni pkg/invoke/exec.go ExecPluginWithResult: the configuration goes in by stdin, the result comes out by stdout.
  const exec: CniPlugins['exec'] = (from, request, subject, done) => {
    const { plugin, env } = request;
    const kind = PLUGINS.get(plugin);
    invariant(kind !== undefined, `no network plugin ${plugin}`);
    const answered = from.kernel.resuming(done);
    from.send(actor, { kind: 'cni', label: `${plugin} ${env.CNI_COMMAND}`, subject, payload: request, delay: from.sample(LATENCY.cniExec) }, () => {
      actor.start(kind, {
        subject,
        data: {
          request, host, result: undefined, error: undefined,
          delegate: (ipam, then) => exec(actor, ipam, subject, then),
          exit: (stdout, rc) => {
            const response: CniExecResponse = { ...request, stdout, rc };
            actor.send(from, { kind: 'cni', label: `${plugin} ${env.CNI_COMMAND} exits ${rc}`, subject, payload: response, delay: actor.sample(LATENCY.criLink) }, () => answered(response));
          },
        },
      });
    });
  };
  return { actor, host, exec };
}
