import { invariant } from '../base/assert';
import type { KubeVersion } from '../api/version';
import type { ClusterSpec } from '../cluster/spec';
import { parseCluster } from './cluster-file';

/** The page's cluster: three small nodes as kubeadm would set them up, with the images of the walkthroughs in the registry. */
const DEFAULT_CLUSTER = `
kubernetesVersion: "1.35"
nodes:
- {name: node-1, cpu: "4", memory: 8Gi, allocatable: {cpu: "4", memory: 8092Mi}}
- {name: node-2, cpu: "4", memory: 8Gi, allocatable: {cpu: "4", memory: 8092Mi}}
- {name: node-3, cpu: "4", memory: 8Gi, allocatable: {cpu: "4", memory: 8092Mi}}
serviceCIDR: 10.96.0.0/12
admission: {enable: [NodeRestriction]}
registry: ["nginx:1.28", "nginx:1.29", "nginx:latest", "busybox:1.37", "busybox:latest", "nginx:1.19", "nginx:1.20", "busybox:1.32"]
users:
- {name: admin, user: kubernetes-admin, groups: ["kubeadm:cluster-admins"]}
- {name: alice, user: alice, groups: [dev]}
`;

/** The page's cluster at a version, with `nodes` nodes. */
export function defaultCluster(version: KubeVersion = '1.35', nodes = 3): ClusterSpec {
  const parsed = parseCluster('default-cluster.yaml', DEFAULT_CLUSTER);
  invariant(parsed.ok, 'the default cluster reads');
  const first = parsed.value.nodes[0];
  invariant(first !== undefined, 'the default cluster has a node');
  return {
    ...parsed.value, kubernetesVersion: version,
    nodes: Array.from({ length: nodes }, (_, i) => ({ ...first, name: `node-${i + 1}`, podCIDR: `10.244.${i}.0/24`, address: `192.168.0.${11 + i}` })),
  };
}
