import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseCluster } from './cluster-file';
import { defaultCluster } from './default-cluster';
import { describeFileError } from './yaml-reader';

test('the cluster of the recordings reads', () => {
  const result = parseCluster('cluster.yaml', readFileSync(new URL('../../e2e/oracle/cluster.yaml', import.meta.url), 'utf8'));
  if (!result.ok) throw new Error(describeFileError(result.error));
  expect(result.value.kubernetesVersion).toBe('1.20');
  expect(result.value.nodes.map((n) => [n.name, n.allocatable.cpu, n.podCIDR])).toEqual([
    ['node-1', '1900m', '10.244.0.0/24'], ['node-2', '1900m', '10.244.1.0/24'], ['node-3', '1900m', '10.244.2.0/24'],
  ]);
  expect(result.value.registry.map((i) => i.name)).toContain('busybox:1.32');
  expect(result.value.users.map((u) => u.user)).toEqual(['kubernetes-admin', 'alice']);
});

test('an unknown version is told with its line', () => {
  const result = parseCluster('c.yaml', 'kubernetesVersion: "1.21"\nnodes: []\n');
  expect(result.ok ? '' : describeFileError(result.error)).toBe('c.yaml:2: nodes: expected at least one node');
  const other = parseCluster('c.yaml', 'nodes:\n- {name: a, cpu: "1", memory: 1Gi}\nkubernetesVersion: "1.21"\n');
  expect(other.ok ? '' : describeFileError(other.error)).toBe('c.yaml:3: kubernetesVersion: expected one of 1.20, 1.35, not "1.21"');
});

test('the page has a cluster of as many nodes as asked for, with addresses of their own', () => {
  const spec = defaultCluster('1.35', 12);
  expect(new Set(spec.nodes.map((n) => n.podCIDR)).size).toBe(12);
  expect(new Set(spec.nodes.map((n) => n.address)).size).toBe(12);
});
