import type { Result } from '../base/result';
import type { AuthorizationMode, ClusterSpec, ImageSpec, NodeSpec, UserSpec } from '../cluster/spec';
import { fnv1a32 } from '../base/fnv';
import { Prng } from '../base/prng';
import { readYaml, type FileError, type YamlValue } from './yaml-reader';

const MEMBERS = ['kubernetesVersion', 'nodes', 'serviceCIDR', 'clusterDNS', 'authorization', 'admission', 'runtime', 'cni', 'registry', 'preloaded', 'users'];
const MODES: readonly AuthorizationMode[] = ['AlwaysAllow', 'AlwaysDeny', 'Node', 'RBAC'];

/** Reads a cluster file: `e2e/oracle/cluster.yaml` is one. What it leaves out has the defaults of a small kubeadm cluster. */
export function parseCluster(file: string, text: string): Result<ClusterSpec, FileError> {
  return readYaml(file, text, (root) => {
    root.onlyMembers(MEMBERS);
    const nodes = root.member('nodes').items().map(parseNode);
    if (nodes.length === 0) root.member('nodes').fail('at least one node');
    const admission = root.member('admission');
    const names = (key: string): readonly string[] => (admission.missing ? [] : admission.member(key).or<readonly string[]>([], texts));
    return {
      kubernetesVersion: root.member('kubernetesVersion').oneOf(['1.20', '1.35']),
      nodes,
      serviceCIDR: root.member('serviceCIDR').or('10.96.0.0/16', (v) => v.text()),
      clusterDNS: root.member('clusterDNS').or('10.96.0.10', (v) => v.text()),
      authorization: root.member('authorization').or<readonly AuthorizationMode[]>(['Node', 'RBAC'], (v) => v.items().map((m) => m.oneOf(MODES))),
      admission: { enable: names('enable'), disable: names('disable') },
      runtime: root.member('runtime').or({ name: 'containerd', version: '2.1.0', pauseImage: 'registry.k8s.io/pause:3.10' }, (v) => ({
        name: v.member('name').text(), version: v.member('version').text(), pauseImage: v.member('pauseImage').text(),
      })),
      cni: root.member('cni').or({ version: '1.0.0', plugins: ['bridge', 'portmap'] }, (v) => ({ version: v.member('version').text(), plugins: texts(v.member('plugins')) })),
      registry: root.member('registry').items().map(parseImage),
      preloaded: root.member('preloaded').or<readonly string[]>([], texts),
      users: root.member('users').items().map(parseUser),
    };
  });
}

const texts = (value: YamlValue): readonly string[] => value.items().map((v) => v.text());

function parseNode(node: YamlValue, index: number): NodeSpec {
  node.onlyMembers(['name', 'cpu', 'memory', 'pods', 'allocatable', 'podCIDR', 'address', 'labels', 'taints']);
  const cpu = node.member('cpu').text();
  const memory = node.member('memory').text();
  const allocatable = node.member('allocatable');
  return {
    name: node.member('name').text(), cpu, memory,
    pods: node.member('pods').or(110, (v) => v.number()),
    allocatable: allocatable.missing ? { cpu, memory } : { cpu: allocatable.member('cpu').or(cpu, (v) => v.text()), memory: allocatable.member('memory').or(memory, (v) => v.text()) },
    podCIDR: node.member('podCIDR').or(`10.244.${index}.0/24`, (v) => v.text()),
    address: node.member('address').or(`192.168.0.${11 + index}`, (v) => v.text()),
    labels: node.member('labels').or<Readonly<Record<string, string>>>({}, (v) => v.record()),
    taints: node.member('taints').or<NodeSpec['taints']>([], (v) => v.items().map((t) => {
      const effect = t.member('effect').oneOf(['NoSchedule', 'PreferNoSchedule', 'NoExecute'] as const);
      const key = t.member('key').text();
      return t.member('value').missing ? { key, effect } : { key, value: t.member('value').text(), effect };
    })),
  };
}

const MEBIBYTE = 1 << 20;
const DEFAULT_IMAGE_SIZE = 68 * MEBIBYTE;

/** `nginx:1.29`, or `{name, size, digest}`. A digest that is not given is made up from the name, always the same. */
function parseImage(image: YamlValue): ImageSpec {
  if (image.isText) return { name: image.text(), size: sizeOf(image.text()), digest: digestOf(image.text()) };
  image.onlyMembers(['name', 'size', 'digest']);
  const name = image.member('name').text();
  return {
    name, size: image.member('size').or(sizeOf(name), (v) => v.number()), digest: image.member('digest').or(digestOf(name), (v) => v.text()),
  };
}

/** Compressed sizes of the images that the walkthroughs use, roughly as published. */
function sizeOf(name: string): number {
  if (name.startsWith('busybox')) return 2 * MEBIBYTE;
  return name.startsWith('nginx') ? 72 * MEBIBYTE : DEFAULT_IMAGE_SIZE;
}

function digestOf(name: string): string {
  return `sha256:${new Prng(fnv1a32(name), 'image digest').hex(64)}`;
}

function parseUser(user: YamlValue): UserSpec {
  user.onlyMembers(['name', 'user', 'groups']);
  return { name: user.member('name').text(), user: user.member('user').text(), groups: user.member('groups').or<readonly string[]>([], texts) };
}
