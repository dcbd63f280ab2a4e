import type { KubeObject } from '../../api/types';
import { defined } from '../../base/assert';
import { dig, numberAt, stringsAt, withValue, type Dict } from './document';
import type { Invocation } from './invocation';
import { check, type Program } from './program';
import { ACCEPT, getObject, listObjects, LOG, query } from './requests';
import type { Live } from './select';
import { podSelectorOf } from './workload-pods';

/** One earlier or present state of a workload's template. */
export interface Revision {
  readonly number: number;
  readonly cause: string;
  /** The pod template; undefined for kinds that keep it as a patch. */
  readonly template: Dict | undefined;
  /** What a rollback sends, for kinds that keep patches. */
  readonly patch: unknown;
  readonly annotations: Readonly<Record<string, string>>;
}

export const HISTORY_KINDS: readonly string[] = ['Deployment', 'DaemonSet', 'StatefulSet'];
const REVISION = 'deployment.kubernetes.io/revision';

/** The workload once more, and its revisions, oldest first. Models kubectl pkg/polymorphichelpers history.go. */
export function* readHistory(inv: Invocation, live: Live): Program<{ readonly object: KubeObject; readonly revisions: readonly Revision[] }> {
  const { resource, namespace } = live;
  const object = yield* check(yield* getObject(resource, { namespace, name: live.object.metadata.name }, ACCEPT.typed, LOG.typedGet));
  const plural = object.kind === 'Deployment' ? 'replicasets' : 'controllerrevisions';
  const holder = defined(inv.scheme.resourceFor('apps', 'v1', plural), plural);
  const all = yield* check(yield* listObjects(holder, { namespace }, query({ labelSelector: podSelectorOf(object) }), ACCEPT.typed, LOG.typedList));
  const own = all.filter((o) => o.metadata.ownerReferences?.some((r) => r.controller === true && r.uid === object.metadata.uid) === true);
  const revisions = own.map((o): Revision => {
    const annotations = stringsAt(o, 'metadata', 'annotations');
    const number = object.kind === 'Deployment' ? Number(annotations[REVISION] ?? '0') : numberAt(o, 'revision');
    return { number, cause: annotations['kubernetes.io/change-cause'] ?? '', template: object.kind === 'Deployment' ? templateOf(o) : undefined, patch: dig(o, 'data'), annotations };
  });
  return { object, revisions: revisions.filter((r) => r.number > 0).sort((a, b) => a.number - b.number) };
}

function templateOf(replicaSet: KubeObject): Dict {
  const template = dig(replicaSet, 'spec', 'template');
  return withValue(template, ['metadata', 'creationTimestamp'], undefined);
}

/** The template without the label that the controller adds. */
export function withoutHash(template: Dict): Dict {
  const { 'pod-template-hash': _hash, ...labels } = stringsAt(template, 'metadata', 'labels');
  return withValue(template, ['metadata', 'labels'], labels);
}
