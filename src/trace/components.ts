import type { ComponentId } from './types';

const NAMED: Readonly<Record<string, ComponentId>> = {
  terminal: 'terminal', init: 'terminal', kubectl: 'kubectl', 'kube-apiserver': 'kube-apiserver', etcd: 'etcd', 'kube-scheduler': 'kube-scheduler', kubelet: 'kubelet', containerd: 'containerd', cni: 'cni',
};

/** `kubelet:node-1` is `kubelet`. Every actor that is not named here lives in kube-controller-manager. */
export function componentOf(actor: string): ComponentId {
  const colon = actor.indexOf(':');
  return NAMED[colon < 0 ? actor : actor.slice(0, colon)] ?? 'controllers';
}

/** The node of an actor: `node-1` of `kubelet:node-1`. */
export function nodeOf(actor: string): string | undefined {
  const colon = actor.indexOf(':');
  return colon < 0 ? undefined : actor.slice(colon + 1);
}
