import type { ClusterView } from '../../trace/views';

const VERBS = ['annotate', 'api-resources', 'apply', 'auth', 'cordon', 'create', 'delete', 'describe', 'drain', 'exec', 'explain', 'expose', 'get', 'label', 'logs', 'patch', 'rollout', 'run', 'scale', 'set', 'taint', 'top', 'uncordon', 'version', 'wait'];
const RESOURCES = ['configmaps', 'cronjobs', 'daemonsets', 'deployments', 'endpoints', 'events', 'jobs', 'namespaces', 'nodes', 'pods', 'replicasets', 'secrets', 'serviceaccounts', 'services', 'statefulsets'];
const CREATABLE = ['configmap', 'deployment', 'job', 'namespace', 'secret', 'service', 'serviceaccount'];
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  create: ['--image=', '--replicas=', '--port=', '--dry-run=client', '--namespace=', '-o', '-v=6'],
  run: ['--image=', '--restart=', '--labels=', '--port=', '--env=', '-v=6'],
  scale: ['--replicas='],
  get: ['-o', '-w', '-A', '--show-labels', '--selector=', '--namespace=', '-v=6'],
  delete: ['--cascade=', '--grace-period=', '--force', '--wait='],
  apply: ['-f', '--server-side', '--dry-run=server'],
  logs: ['-f', '--previous', '--tail='],
};
const NAMED = new Set(['get', 'describe', 'delete', 'scale', 'logs', 'label', 'annotate', 'patch', 'expose']);
const SINGULAR: Readonly<Record<string, keyof Pick<ClusterView, 'pods' | 'deployments' | 'replicaSets' | 'nodes'>>> = {
  pod: 'pods', pods: 'pods', po: 'pods', deployment: 'deployments', deployments: 'deployments', deploy: 'deployments', replicaset: 'replicaSets', replicasets: 'replicaSets', rs: 'replicaSets', node: 'nodes', nodes: 'nodes', no: 'nodes',
};

/** What could stand before the cursor instead: the line so far with its last word completed. */
export function completions(before: string, cluster: ClusterView | undefined): readonly string[] {
  const words = before.split(/\s+/);
  const last = words[words.length - 1] ?? '';
  const start = before.slice(0, before.length - last.length);
  return candidates(words, cluster).filter((word) => word.startsWith(last) && word !== last).map((word) => start + word + (word.endsWith('=') || word.endsWith('/') ? '' : ' '));
}

function candidates(words: readonly string[], cluster: ClusterView | undefined): readonly string[] {
  const [program = '', verb = '', kind = ''] = words;
  const last = words[words.length - 1] ?? '';
  if (words.length === 1) return ['kubectl'];
  if (program !== 'kubectl' && program !== 'k') return [];
  if (words.length === 2) return VERBS;
  if (last.startsWith('-')) return FLAGS[verb] ?? [];
  if (words.length === 3) {
    if (verb === 'create') return CREATABLE;
    if (verb === 'rollout') return ['history', 'pause', 'restart', 'resume', 'status', 'undo'];
    if (verb === 'logs') return names(cluster, 'pods');
    return NAMED.has(verb) ? RESOURCES : [];
  }
  const of = SINGULAR[kind];
  return words.length === 4 && NAMED.has(verb) && of !== undefined ? names(cluster, of) : [];
}

const names = (cluster: ClusterView | undefined, of: 'pods' | 'deployments' | 'replicaSets' | 'nodes'): readonly string[] => (cluster?.[of] ?? []).map((fact) => fact.name);
