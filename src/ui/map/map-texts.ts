import type { Texts } from '../../i18n/en';
import { fill } from '../../i18n/fill';
import type { Packet } from '../../trace/views';
import type { ApiserverTexts } from './draw/apiserver';
import type { LoopsTexts } from './draw/loops';
import type { NodeTexts } from './draw/node';
import type { NodeDetailTexts } from './draw/node-detail';
import type { NodeFrame } from './frame';
import { lookOf } from './phase';

/** The map's words in one language, in the shape that drawing wants them. */
export interface MapTexts {
  readonly kubectl: string;
  readonly atRest: string;
  readonly apiserver: ApiserverTexts;
  readonly loops: LoopsTexts;
  readonly node: NodeTexts;
  readonly detail: NodeDetailTexts;
  readonly objects: { readonly title: string; readonly kind: (resource: string) => string; readonly more: (n: number) => string };
  readonly revision: (n: number) => string;
  readonly etcdLabel: (n: number) => string;
  readonly state: (machine: string, state: string) => string;
  readonly nodeLabel: (node: NodeFrame) => string;
  readonly packet: (packet: Packet) => string;
}

/** A state's name in the present language. */
export type NameState = (machine: string, state: string) => string;

export function mapTexts(t: Texts, state: NameState): MapTexts {
  const { map } = t;
  return {
    kubectl: 'kubectl',
    atRest: map.atRest,
    state,
    revision: map.revision,
    etcdLabel: (n) => `etcd, ${map.revision(n)}`,
    apiserver: { title: 'kube-apiserver', stage: (id) => t.stages[id] ?? readableState(id), idle: map.noRequest, request: (label) => packetLabel({ label, count: 1 }), watches: map.watches, requests: map.moreRequests },
    loops: { controllers: map.controllers, scheduler: 'scheduler', idle: map.idleLoops, word: state, resting: map.atRest, waiting: map.waiting },
    node: {
      notReady: map.notReady, cordoned: map.cordoned, chosenFor: map.chosenFor, empty: map.emptyNode,
      word: (pod) => map.looks[lookOf(pod)],
      describe: (pod) => `${pod.name}: ${pod.word}`,
    },
    detail: { ...map.node, step: (name) => state('pod worker', name), sandboxState: (name) => map.sandboxStates[name] ?? name },
    objects: { title: map.objects, kind: (resource) => t.kinds[resource] ?? resource, more: map.moreObjects },
    nodeLabel: (node) => fill(map.nodeLabel, { name: node.fact.name, word: node.fact.word, pods: node.pods.length }),
    packet: packetLabel,
  };
}

/** Words that are written otherwise than in lower case. */
const SPELLED: readonly (readonly [RegExp, string])[] = [
  [/\breplica set(s?)\b/g, 'ReplicaSet$1'], [/\bdeployment(s?)\b/g, 'Deployment$1'], [/\bipam\b/g, 'IPAM'], [/\bapi\b/g, 'API'], [/\bcri\b/g, 'CRI'], [/\bcni\b/g, 'CNI'], [/\bpleg\b/g, 'PLEG'], [/\bsigterm\b/g, 'SIGTERM'], [/\bsigkill\b/g, 'SIGKILL'], [/\bip\b/g, 'IP'], [/\bid\b/g, 'ID'], [/\bqos\b/g, 'QoS'],
];

/** `creatingReplicaSet` reads `creating ReplicaSet`, `stage.filters` reads `filters`. */
export function readableState(state: string): string {
  const leaf = state.slice(state.lastIndexOf('.') + 1);
  const words = leaf.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2').toLowerCase();
  return SPELLED.reduce((text, [pattern, spelling]) => text.replace(pattern, spelling), words);
}

/** `POST /apis/apps/v1/namespaces/default/deployments?…` is short as `POST deployments`; `MODIFIED pods default/web-7c5-x2k4p` as `MODIFIED pod …x2k4p`. */
export function packetLabel(packet: Pick<Packet, 'label' | 'count'>): string {
  if (packet.label.startsWith('kubectl ')) return packet.label.length > 64 ? `${packet.label.slice(0, 63)}…` : packet.label;
  const times = packet.count > 1 ? ` ×${packet.count}` : '';
  const words = packet.label.split(' ').map((word) => (word.startsWith('/') ? shortPath(word) : shortWord(word)));
  const text = words.join(' ');
  return `${text.length > 34 ? `${text.slice(0, 33)}…` : text}${times}`;
}

function shortPath(uri: string): string {
  const path = uri.split('?')[0]?.split('/').filter((part) => part !== '') ?? [];
  const after = path.indexOf('namespaces');
  const parts = after >= 0 && path.length > after + 2 ? path.slice(after + 2) : path.slice(path[0] === 'api' ? 2 : 3);
  return parts.map(shortWord).join('/');
}

/** Long names keep what tells them apart: their end. */
function shortWord(word: string): string {
  const name = word.slice(word.lastIndexOf('/') + 1);
  return name.length > 16 ? `…${name.slice(-5)}` : name;
}
