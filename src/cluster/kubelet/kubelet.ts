import type { Actor } from '../../kernel/actor';
import { KubeletProcess, type KubeletDeps } from './process';
import { serveExec } from './exec';
import { serveLogs } from './logs';
import type { KubeletHttpReply, KubeletHttpRequest } from './server';

/** The node agent of one node. */
export interface Kubelet {
  readonly actor: Actor;
  start(): void;
  /** The process dies; containers go on. `start` runs a new one that finds them again. */
  stop(): void;
  /** The kubelet's own HTTP server, which kube-apiserver asks for logs and to run commands. It answers once; never, while the kubelet is stopped. */
  readonly server: { readonly actor: Actor; serve(request: KubeletHttpRequest, reply: (reply: KubeletHttpReply) => void): void };
}

/**
 * A kubelet with the identity of its node. The runtime service is the other end of its CRI socket.
 * Models cmd/kubelet, pkg/kubelet/kubelet.go Run.
 */
export function createKubelet(deps: KubeletDeps): Kubelet {
  const actor = deps.kernel.actor(`kubelet:${deps.node.name}`);
  let process: KubeletProcess | undefined;
  return {
    actor,
    start: () => {
      if (process !== undefined) return;
      process = new KubeletProcess(deps);
      process.start();
    },
    stop: () => {
      process?.kill();
      process = undefined;
    },
    server: {
      actor,
      serve: (request, reply) => {
        const serving = process;
        if (serving === undefined) return;
        const statusOf = (key: string): ReturnType<KubeletProcess['statusOf']> => serving.statusOf(key);
        if (request.path.startsWith('/exec/')) serveExec(serving.context, request, statusOf, reply);
        else serveLogs(serving.context, request, statusOf, reply);
      },
    },
  };
}
