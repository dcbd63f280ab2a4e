import type { Fact } from '../../trace/types';
import type { ClusterView } from '../../trace/views';

export const FIRST_COMMAND = 'kubectl create deployment nginx --image=nginx:1.29 --replicas=3';

/** Commands worth trying next, in the light of what has been run and what the cluster holds. */
export function suggestions(run: readonly string[], cluster: Pick<ClusterView, 'deployments' | 'pods'> | undefined): readonly string[] {
  if (run.length === 0) return [FIRST_COMMAND, 'kubectl run web --image=nginx:1.29', 'kubectl create deployment broken --image=nginx:9.99', 'kubectl get nodes -o wide'];
  const deployment = first(cluster?.deployments);
  const pod = first(cluster?.pods.filter((p) => p.namespace === 'default'));
  const all = [
    'kubectl get pods -o wide',
    ...(deployment === undefined ? [FIRST_COMMAND] : [`kubectl scale deployment ${deployment.name} --replicas=${deployment.wanted + 2}`]),
    ...(pod === undefined ? [] : [`kubectl delete pod ${pod.name}`, `kubectl describe pod ${pod.name}`]),
    ...(deployment === undefined ? [] : [`kubectl delete deployment ${deployment.name}`]),
    'kubectl create deployment broken --image=nginx:9.99',
  ];
  return all.filter((line) => !run.includes(line)).slice(0, 4);
}

const first = (facts: readonly Fact[] | undefined): Fact | undefined => facts?.find((fact) => !fact.deleting);
