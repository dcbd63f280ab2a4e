import type { Node, TaintEffect } from '../../../api/types';
import { formatTime } from '../../../api/time';
import { objectOf, PATCH, type ResourceClient } from '../../client/typed-client';
import { errorOf, isConflict, isNotFound } from '../errors';
import { call, think, type Step, type SyncError } from '../worker';
import { changedTaints, hasTaint } from './taints';

export interface TaintChange {
  readonly node: string;
  readonly effect: TaintEffect;
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** Models pkg/util/taints UpdateTaintBackoff. */
const RETRY = { p50: 150_000, p90: 190_000, min: 100_000, max: 200_000 } as const;
const TRIES = 5;

/** Who writes taints, and how. */
export interface TaintWriter {
  readonly nodes: ResourceClient;
  /** A list of taints that was read before somebody else changed it is refused; before 1.25 it overwrote their change. */
  readonly checksVersion: boolean;
  readonly wall: () => number;
}

/**
 * Puts taints on a node, then takes others off, each with a look at the stored node first.
 * Models pkg/controller/util/node/controller_utils.go SwapNodeControllerTaint.
 */
export function* swapTaints(writer: TaintWriter, { node, effect, add, remove }: TaintChange): Generator<Step, SyncError | undefined, unknown> {
  if (add.length > 0) {
    const error = yield* patchTaints(writer, { node, effect, add, remove: [] });
    if (error !== undefined) return error;
  }
  return remove.length > 0 ? yield* patchTaints(writer, { node, effect, add: [], remove }) : undefined;
}

function* patchTaints({ nodes, checksVersion, wall }: TaintWriter, change: TaintChange): Generator<Step, SyncError | undefined, unknown> {
  const { node: name, effect } = change;
  for (let attempt = 0; ; attempt++) {
    // The first look is at the API server's cache, later ones at etcd.
    const got = yield* call('GET', (done) => nodes.get({ name }, done, attempt === 0 ? { resourceVersion: '0' } : {}));
    if (isNotFound(got)) return undefined;
    const error = errorOf(got);
    if (error !== undefined) return error;
    const node = objectOf<Node>(got);
    const add = change.add.filter((key) => !hasTaint(node, key, effect));
    const remove = change.remove.filter((key) => hasTaint(node, key, effect));
    if (add.length === 0 && remove.length === 0) return undefined;
    const taints = changedTaints(node, effect, add, remove, formatTime(wall()));
    const patch = { ...(checksVersion ? { metadata: { resourceVersion: node.metadata.resourceVersion } } : {}), spec: { taints: taints.length === 0 ? null : taints } };
    const response = yield* call('PATCH', (done) => nodes.patch({ name }, PATCH.strategic, patch, done), { type: 'taints', node: name, effect, add, remove });
    if (!isConflict(response) || attempt + 1 >= TRIES) return errorOf(response);
    yield* think('WAIT', RETRY);
  }
}
