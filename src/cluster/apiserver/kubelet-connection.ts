import type { ExecStreamed } from '../../api/cri';
import type { Actor } from '../../kernel/actor';

/** A request from kube-apiserver to a kubelet's own server on port 10250. */
export interface KubeletRequest {
  /** `/containerLogs/default/web/nginx` */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

export interface KubeletReply {
  readonly code: number;
  readonly body: string;
  readonly streamed?: ExecStreamed;
}

/** What kube-apiserver knows of a kubelet: where to send, and what the other end does with it. Registered by whoever boots the cluster. */
export interface KubeletServer {
  readonly actor: Actor;
  /** Runs at the kubelet when the request has arrived there; `reply` may be called later. */
  serve(request: KubeletRequest, reply: (reply: KubeletReply) => void): void;
}
