import { getControllerOf } from '../../../api/owner';
import { tolerates } from '../../../api/scheduling';
import type { Node } from '../../../api/types';
import { MAX_NODE_SCORE, normalizeByMax, type ScorePlugin } from '../framework';

const MEBIBYTE = 1024 * 1024;
const MIN_IMAGE = 23 * MEBIBYTE;
const MAX_IMAGE = 1000 * MEBIBYTE;

/** Prefers nodes that have the images, the more so the more nodes have them. Models pkg/scheduler/framework/plugins/imagelocality */
export function imageLocality(): ScorePlugin {
  return {
    name: 'ImageLocality',
    prepare: ({ class: c }, snapshot) => {
      const spread = c.images.map((image) => snapshot.imageNodes(image) / snapshot.nodes.length);
      const max = MAX_IMAGE * c.containerCount;
      return {
        score: (node) => {
          let sum = 0;
          for (let i = 0; i < c.images.length; i++) {
            const size = node.images.get(c.images[i] ?? '');
            if (size !== undefined) sum += Math.trunc(size * (spread[i] ?? 0));
          }
          const clamped = Math.min(max, Math.max(MIN_IMAGE, sum));
          return Math.trunc((MAX_NODE_SCORE * (clamped - MIN_IMAGE)) / (max - MIN_IMAGE));
        },
      };
    },
  };
}

/** Counts the soft taints that a pod does not tolerate. Models pkg/scheduler/framework/plugins/tainttoleration Score */
export function taintScore(): ScorePlugin {
  return {
    name: 'TaintToleration',
    prepare: ({ class: c }) => {
      const tolerations = c.tolerations.filter((t) => t.effect === undefined || t.effect === 'PreferNoSchedule');
      return {
        score: (node) => {
          let count = 0;
          for (const taint of node.taints) if (taint.effect === 'PreferNoSchedule' && !tolerates(tolerations, taint)) count++;
          return count;
        },
        normalize: (scores) => normalizeByMax(scores, true),
      };
    },
  };
}

const AVOID = 'scheduler.alpha.kubernetes.io/preferAvoidPods';

/** Nodes may name controllers whose pods they would rather not have (until 1.21). Models pkg/scheduler/framework/plugins/nodepreferavoidpods */
export function nodePreferAvoidPods(): ScorePlugin {
  return {
    name: 'NodePreferAvoidPods',
    prepare: ({ pod }) => {
      const controller = getControllerOf(pod);
      const relevant = controller?.kind === 'ReplicationController' || controller?.kind === 'ReplicaSet' ? controller : undefined;
      return { score: ({ node }) => (relevant !== undefined && node !== undefined && avoids(node, relevant.kind, relevant.uid) ? 0 : MAX_NODE_SCORE) };
    },
  };
}

function avoids(node: Node, kind: string, uid: string): boolean {
  const text = node.metadata.annotations?.[AVOID];
  if (text === undefined) return false;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return false;
  }
  const list = (parsed as { readonly preferAvoidPods?: readonly { readonly podSignature?: { readonly podController?: { readonly kind?: string; readonly uid?: string } } }[] } | null)?.preferAvoidPods;
  return Array.isArray(list) && list.some((a: { readonly podSignature?: { readonly podController?: { readonly kind?: string; readonly uid?: string } } }) => a.podSignature?.podController?.kind === kind && a.podSignature.podController.uid === uid);
}
