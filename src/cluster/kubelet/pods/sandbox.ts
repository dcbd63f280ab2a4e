import type { Pod } from '../../../api/types';
import type { RuntimePodStatus } from '../runtime/pod-status';

/** Whether a pod needs a (new) sandbox, as which attempt, and the id of the present one. Models pkg/kubelet/kuberuntime/util/util.go PodSandboxChanged. */
export function sandboxChanged(pod: Pod, seen: RuntimePodStatus): { readonly changed: boolean; readonly attempt: number; readonly sandboxId: string } {
  const [latest] = seen.sandboxes;
  if (latest === undefined) return { changed: true, attempt: 0, sandboxId: '' };
  if (latest.state !== 'SANDBOX_READY') return { changed: true, attempt: latest.metadata.attempt + 1, sandboxId: latest.id };
  if (pod.spec.hostNetwork !== true && latest.ip === '') return { changed: true, attempt: latest.metadata.attempt + 1, sandboxId: latest.id };
  return { changed: false, attempt: latest.metadata.attempt, sandboxId: latest.id };
}
