import type { Deployment, DeploymentCondition, DeploymentStatus, Pod, ReplicaSet } from '../../../api/types';
import type { KubeVersion } from '../../../api/version';
import { deepEqual } from '../../../base/json';
import { err, ok, type Result } from '../../../base/result';
import { objectOf, type ResourceClient } from '../../client/typed-client';
import type { ControllerBehaviour } from '../../versions';
import { errorOf } from '../errors';
import { call, type Step, type SyncError } from '../worker';
import { REVISION, replicasAnnotations, withAnnotations } from './annotations';
import type { Resize } from './rolling';
import { withCondition } from './status';

/** What the deployment controller sees and may do, beyond the steps of a sync. */
export interface DeploymentPorts {
  readonly version: KubeVersion;
  readonly behaviour: ControllerBehaviour;
  readonly deployments: ResourceClient;
  readonly replicaSets: ResourceClient;
  /** From the cache. */
  readonly get: (key: string) => Deployment | undefined;
  /** ReplicaSets of a Deployment, and those of its namespace that nobody owns, from the cache. */
  readonly candidates: (d: Deployment) => Iterable<ReplicaSet>;
  readonly getReplicaSet: (key: string) => ReplicaSet | undefined;
  /** Pods of a ReplicaSet, from the cache. */
  readonly podsOf: (rs: ReplicaSet) => Iterable<Pod>;
  /** The wall clock, microseconds since 1970. */
  readonly wall: () => number;
  readonly report: (d: Deployment, type: 'Normal' | 'Warning', reason: string, message: string) => void;
  /** Queues the Deployment again, after so many microseconds or after its back-off. */
  readonly requeue: (d: Deployment, after: number | 'rateLimited') => void;
}

export type Steps<T> = Generator<Step, T, unknown>;
export type Outcome<T> = Result<T, SyncError>;

/**
 * One sync of one Deployment. `d` is the copy from the cache, changed as the sync goes on; its resourceVersion stays
 * that of the cache, so that a second write in one sync meets a conflict, as it does in Kubernetes.
 */
export class DeploymentWork {
  constructor(readonly ports: DeploymentPorts, public d: Deployment, readonly replicaSets: readonly ReplicaSet[]) {}

  setStatus(status: DeploymentStatus): void {
    if (status !== this.d.status) this.d = { ...this.d, status };
  }

  setCondition(c: DeploymentCondition): void {
    this.setStatus(withCondition(this.d.status, c));
  }

  /** Whether the revision on the Deployment had to change. Models pkg/controller/deployment/util SetDeploymentRevision. */
  setRevision(revision: string): boolean {
    const { metadata } = this.d;
    if (metadata.annotations?.[REVISION] === revision) return false;
    this.d = { ...this.d, metadata: { ...metadata, annotations: { ...metadata.annotations, [REVISION]: revision } } };
    return true;
  }

  /** PUT deployments/status with the copy in hand. */
  *putStatus(event: string, note?: unknown): Steps<SyncError | undefined> {
    return errorOf(yield* call(event, (done) => this.ports.deployments.update(this.d, done, 'status'), note));
  }

  /** Sizes one ReplicaSet and reports it. Models pkg/controller/deployment/sync.go scaleReplicaSet. */
  *resize({ rs, to }: Resize, why: unknown): Steps<Outcome<{ readonly scaled: boolean; readonly rs: ReplicaSet }>> {
    const { d, ports } = this;
    const annotations = withAnnotations(rs.metadata.annotations, replicasAnnotations(d));
    const from = rs.spec.replicas;
    if (from === to && annotations === rs.metadata.annotations) return ok({ scaled: false, rs });
    const wanted: ReplicaSet = { ...rs, metadata: { ...rs.metadata, annotations }, spec: { ...rs.spec, replicas: to } };
    const note = { type: 'resize', replicaSet: rs.metadata.name, from, to, why };
    const response = yield* call(to < from ? 'SCALE_DOWN' : 'SCALE_UP', (done) => ports.replicaSets.update(wanted, done), note);
    const error = errorOf(response);
    if (error !== undefined) return err(error);
    const updated = objectOf<ReplicaSet>(response);
    if (from !== to) this.reportScaled(updated.metadata.name, from, to);
    return ok({ scaled: from !== to, rs: updated });
  }

  reportScaled(name: string, from: number, to: number): void {
    const range = this.ports.behaviour.scaleEventsSayFrom ? `from ${from} to ${to}` : `to ${to}`;
    this.ports.report(this.d, 'Normal', 'ScalingReplicaSet', `Scaled ${to < from ? 'down' : 'up'} replica set ${name} ${range}`);
  }

  /** PUTs the status if it is new; the sync ends here. */
  *finish(status: DeploymentStatus): Steps<SyncError | undefined> {
    const changed = !deepEqual(this.d.status, status);
    if (!changed) return undefined;
    this.d = { ...this.d, status };
    return yield* this.putStatus('UPDATE_STATUS', { type: 'status', status });
  }
}
