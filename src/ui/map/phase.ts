import type { Fact } from '../../trace/types';

/** How a pod is drawn. Each phase has its own shape, so that colour is never alone in telling. */
export type PodLook = 'pending' | 'creating' | 'unready' | 'running' | 'succeeded' | 'failed' | 'terminating';

const BAD = /^(Err|Failed|Error|CrashLoop|OOMKilled|Evicted|Invalid|Unknown|.*(BackOff|Error|Failed)$|Create.*Error|Run.*Error|OutOf)/;

/** Models the reading of a person who looks at kubectl's STATUS and READY columns. */
export function lookOf(pod: Fact): PodLook {
  if (pod.deleting) return 'terminating';
  if (BAD.test(pod.word) || pod.phase === 'Failed') return 'failed';
  if (pod.phase === 'Succeeded' || pod.word === 'Completed') return 'succeeded';
  if (pod.phase === 'Running') return pod.ready >= pod.wanted ? 'running' : 'unready';
  return pod.node === '' ? 'pending' : 'creating';
}

/** The part of a pod's name that tells it from its siblings: `df5mk` of `nginx-7c5ddbdf54-df5mk`. */
export function shortName(name: string): string {
  const dash = name.lastIndexOf('-');
  const tail = dash < 0 ? name : name.slice(dash + 1);
  return dash > 0 && tail.length === 5 ? tail : name.length <= 7 ? name : `${name.slice(0, 6)}…`;
}

/** A closed path of radius 1 around the origin. */
export const SHAPES: Readonly<Record<PodLook, string>> = {
  pending: circle(0.92),
  creating: polygon(6, 1),
  unready: polygon(6, 1),
  running: polygon(6, 1),
  succeeded: 'M-.55 -.86H.55A.31 .31 0 0 1 .86 -.55V.55A.31 .31 0 0 1 .55 .86H-.55A.31 .31 0 0 1 -.86 .55V-.55A.31 .31 0 0 1 -.55 -.86Z',
  failed: 'M0 -1.1 1.1 0 0 1.1 -1.1 0Z',
  terminating: polygon(6, 1),
};

function polygon(sides: number, radius: number): string {
  const points = Array.from({ length: sides }, (_, i) => {
    const angle = (Math.PI * 2 * i) / sides - Math.PI / 2;
    return `${(radius * Math.cos(angle)).toFixed(3)} ${(radius * Math.sin(angle)).toFixed(3)}`;
  });
  return `M${points.join('L')}Z`;
}

function circle(r: number): string {
  return `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;
}
