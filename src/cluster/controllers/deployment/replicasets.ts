import { getControllerOf } from '../../../api/owner';
import type { ReplicaSet } from '../../../api/types';
import { err, ok } from '../../../base/result';
import { objectOf, refusalOf } from '../../client/typed-client';
import { errorOf, isAlreadyExists, isNamespaceTerminating } from '../errors';
import { call, think } from '../worker';
import { maxRevision, newReplicaSetAnnotations, REVISION } from './annotations';
import { buildNewReplicaSet, findNewReplicaSet, findOldReplicaSets, sameTemplate, type NewReplicaSet } from './new-replicaset';
import { condition, hasProgressDeadline, progressing } from './status';
import type { DeploymentWork, Outcome, Steps } from './work';

/** The ReplicaSets of a Deployment, sorted by what they are to it. */
export interface Sets {
  /** The one of the present template; undefined when there is none yet. */
  readonly newRS: ReplicaSet | undefined;
  readonly old: readonly ReplicaSet[];
  readonly all: readonly (ReplicaSet | undefined)[];
}

/**
 * Finds the ReplicaSet of the present template and keeps revisions in step; creates it if `create`.
 * Models pkg/controller/deployment/sync.go getAllReplicaSetsAndSyncRevision, getNewReplicaSet.
 */
export function* syncRevision(w: DeploymentWork, create: boolean): Steps<Outcome<Sets>> {
  const old = findOldReplicaSets(w.d, w.replicaSets);
  const existing = findNewReplicaSet(w.d, w.replicaSets);
  const revision = maxRevision(old) + 1;
  yield* think('FIND_NEW', undefined, {
    type: 'findNewReplicaSet', found: existing?.metadata.name ?? 'none has the present template', old: old.map((rs) => rs.metadata.name), revision, create: existing === undefined && create,
  });
  const made = existing !== undefined ? yield* syncExisting(w, existing, revision) : create ? yield* createReplicaSet(w, old, revision) : ok(undefined);
  if (!made.ok) return made;
  return ok({ newRS: made.value, old, all: [...old, made.value] });
}

function* syncExisting(w: DeploymentWork, rs: ReplicaSet, revision: number): Steps<Outcome<ReplicaSet>> {
  const { d, ports } = w;
  const have = rs.metadata.annotations ?? {};
  const annotations = newReplicaSetAnnotations(d, have, revision, true);
  if (annotations !== have || (rs.spec.minReadySeconds ?? 0) !== (d.spec.minReadySeconds ?? 0)) {
    const { minReadySeconds: _, ...spec } = rs.spec;
    const wanted: ReplicaSet = {
      ...rs, metadata: { ...rs.metadata, annotations }, spec: { ...spec, ...(d.spec.minReadySeconds === undefined ? {} : { minReadySeconds: d.spec.minReadySeconds }) },
    };
    const response = yield* call('ANNOTATE', (done) => ports.replicaSets.update(wanted, done), { type: 'annotate', replicaSet: rs.metadata.name, annotations });
    const error = errorOf(response);
    return error === undefined ? ok(objectOf<ReplicaSet>(response)) : err(error);
  }
  let changed = w.setRevision(annotations[REVISION] ?? '');
  if (hasProgressDeadline(d) && progressing(d) === undefined) {
    w.setCondition(condition('Progressing', 'True', 'FoundNewReplicaSet', `Found new replica set "${rs.metadata.name}"`, ports.wall()));
    changed = true;
  }
  if (changed) {
    const error = yield* w.putStatus('RECORD_REVISION', { type: 'revision', revision: annotations[REVISION] ?? '' });
    if (error !== undefined) return err(error);
  }
  return ok(rs);
}

function* createReplicaSet(w: DeploymentWork, old: readonly ReplicaSet[], revision: number): Steps<Outcome<ReplicaSet>> {
  const { ports } = w;
  const wanted = buildNewReplicaSet(w.d, old, revision, ports.version);
  const { name } = wanted.metadata;
  const note = { type: 'createReplicaSet', name, replicas: wanted.spec.replicas, revision };
  const response = yield* call('CREATE', (done) => ports.replicaSets.create(wanted, done), note);
  const error = errorOf(response);
  let exists: ReplicaSet | undefined;
  if (isAlreadyExists(response)) {
    exists = sameReplicaSet(w, wanted);
    if (exists === undefined) {
      w.setStatus({ ...w.d.status, collisionCount: (w.d.status.collisionCount ?? 0) + 1 });
      yield* w.putStatus('COUNT_COLLISION', { type: 'collision', name, collisionCount: w.d.status.collisionCount });
      return err(error ?? { message: `${name} already exists` });
    }
  } else if (error !== undefined) {
    if (!isNamespaceTerminating(response)) yield* recordFailure(w, name, refusalOf(response).message);
    return err(isNamespaceTerminating(response) ? { ...error, giveUp: true } : error);
  }
  const rs = exists ?? objectOf<ReplicaSet>(response);
  if (exists === undefined && wanted.spec.replicas > 0) w.reportScaled(rs.metadata.name, 0, wanted.spec.replicas);
  let changed = w.setRevision(String(revision));
  if (exists === undefined && hasProgressDeadline(w.d)) {
    w.setCondition(condition('Progressing', 'True', 'NewReplicaSetCreated', `Created new replica set "${rs.metadata.name}"`, ports.wall()));
    changed = true;
  }
  const failed = changed ? yield* w.putStatus('RECORD_CREATED', { type: 'created', replicaSet: rs.metadata.name, revision }) : undefined;
  return failed === undefined ? ok(rs) : err(failed);
}

/** The ReplicaSet of that name in the cache, if it is this Deployment's and has this template: the cache was merely late. */
function sameReplicaSet(w: DeploymentWork, wanted: NewReplicaSet): ReplicaSet | undefined {
  const rs = w.ports.getReplicaSet(`${wanted.metadata.namespace ?? ''}/${wanted.metadata.name}`);
  return rs !== undefined && getControllerOf(rs)?.uid === w.d.metadata.uid && sameTemplate(w.d.spec.template, rs.spec.template) ? rs : undefined;
}

function* recordFailure(w: DeploymentWork, name: string, why: string): Steps<void> {
  const message = `Failed to create new replica set "${name}": ${why}`;
  if (hasProgressDeadline(w.d)) {
    w.setCondition(condition('Progressing', 'False', 'ReplicaSetCreateError', message, w.ports.wall()));
    yield* w.putStatus('RECORD_FAILURE', { type: 'createFailed', message });
  }
  w.ports.report(w.d, 'Warning', 'ReplicaSetCreateError', message);
}
