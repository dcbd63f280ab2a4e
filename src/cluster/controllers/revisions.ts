import type { ControllerRevision, KubeObject } from '../../api/types';
import { err, ok, type Result } from '../../base/result';
import type { Informer } from '../client/informer';
import { objectOf, succeeded, type ResourceClient } from '../client/typed-client';
import { errorOf, isAlreadyExists, isNotFound } from './errors';
import { buildRevision, sameData, type NewRevision } from './history';
import { call, type Step, type SyncError } from './worker';

/** The steps in which ControllerRevisions are written. */
export class Revisions {
  constructor(private readonly client: ResourceClient, private readonly cache: Informer<ControllerRevision>) {}

  /** Makes one, in state CREATE_REVISION. If it is there already with the same template, that one serves. */
  // Models pkg/controller/history CreateControllerRevision
  *create(owner: KubeObject, wanted: NewRevision): Generator<Step, Result<ControllerRevision, SyncError>, unknown> {
    const response = yield* call('CREATE_REVISION', (done) => this.client.create(buildRevision(owner, wanted), done));
    if (succeeded(response)) return ok(objectOf<ControllerRevision>(response));
    const cached = isAlreadyExists(response) ? this.cache.get(`${owner.metadata.namespace ?? ''}/${wanted.name}`) : undefined;
    if (cached !== undefined && sameData(cached.data, wanted.data)) return ok(cached);
    return err(errorOf(response) ?? { message: `cannot create revision for ${owner.metadata.name}` });
  }

  /** Makes an old one the newest, in state UPDATE_REVISION. */
  *renumber(found: ControllerRevision, revision: number): Generator<Step, Result<ControllerRevision, SyncError>, unknown> {
    const response = yield* call('UPDATE_REVISION', (done) => this.client.update({ ...found, revision }, done));
    const error = errorOf(response);
    return error === undefined ? ok(objectOf<ControllerRevision>(response)) : err(error);
  }

  /** Removes some, in states DELETE_REVISION, and stops at the first failure. */
  *delete(revisions: readonly ControllerRevision[]): Generator<Step, SyncError | undefined, unknown> {
    for (const { metadata: { namespace, name } } of revisions) {
      const response = yield* call('DELETE_REVISION', (done) => this.client.delete({ namespace, name }, {}, done));
      const error = errorOf(response);
      if (error !== undefined && !isNotFound(response)) return error;
    }
    return undefined;
  }
}
