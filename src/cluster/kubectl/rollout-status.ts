import type { KubeObject } from '../../api/types';
import { err, ok, type Result } from '../../base/result';
import { dig, isRecord, listAt, numberAt, stringAt } from './document';

export interface RolloutStatus {
  readonly text: string;
  readonly done: boolean;
}

export const STATUS_KINDS: readonly string[] = ['Deployment', 'DaemonSet', 'StatefulSet'];

/** How far a rollout has come, in kubectl's words. Models kubectl pkg/polymorphichelpers rollout_status.go. */
export function rolloutStatus(object: KubeObject, revision: number): Result<RolloutStatus, string> {
  switch (object.kind) {
    case 'Deployment': return deploymentStatus(object, revision);
    case 'DaemonSet': return daemonSetStatus(object);
    default: return statefulSetStatus(object);
  }
}

const waiting = (text: string): Result<RolloutStatus, string> => ok({ text: `${text}\n`, done: false });
const finished = (text: string): Result<RolloutStatus, string> => ok({ text: `${text}\n`, done: true });
const observed = (object: KubeObject): boolean => (object.metadata.generation ?? 0) <= numberAt(object, 'status', 'observedGeneration');

function deploymentStatus(d: KubeObject, revision: number): Result<RolloutStatus, string> {
  const { name } = d.metadata;
  const running = Number(d.metadata.annotations?.['deployment.kubernetes.io/revision'] ?? '0');
  if (revision > 0 && revision !== running) return err(`desired revision (${revision}) is different from the running revision (${running})`);
  if (!observed(d)) return waiting('Waiting for deployment spec update to be observed...');
  const progressing = listAt(d, 'status', 'conditions').find((c) => stringAt(c, 'type') === 'Progressing');
  if (stringAt(progressing, 'reason') === 'ProgressDeadlineExceeded') return err(`deployment ${JSON.stringify(name)} exceeded its progress deadline`);
  const wanted = numberAt(d, 'spec', 'replicas');
  const [updated, replicas, available] = ['updatedReplicas', 'replicas', 'availableReplicas'].map((key) => numberAt(d, 'status', key)) as [number, number, number];
  const head = `Waiting for deployment ${JSON.stringify(name)} rollout to finish:`;
  if (updated < wanted) return waiting(`${head} ${updated} out of ${wanted} new replicas have been updated...`);
  if (replicas > updated) return waiting(`${head} ${replicas - updated} old replicas are pending termination...`);
  if (available < updated) return waiting(`${head} ${available} of ${updated} updated replicas are available...`);
  return finished(`deployment ${JSON.stringify(name)} successfully rolled out`);
}

const ONLY_ROLLING = 'rollout status is only available for RollingUpdate strategy type';

function daemonSetStatus(ds: KubeObject): Result<RolloutStatus, string> {
  if (stringAt(ds, 'spec', 'updateStrategy', 'type') !== 'RollingUpdate') return err(ONLY_ROLLING);
  if (!observed(ds)) return waiting('Waiting for daemon set spec update to be observed...');
  const n = (key: string): number => numberAt(ds, 'status', key);
  const head = `Waiting for daemon set ${JSON.stringify(ds.metadata.name)} rollout to finish:`;
  const desired = n('desiredNumberScheduled');
  if (n('updatedNumberScheduled') < desired) return waiting(`${head} ${n('updatedNumberScheduled')} out of ${desired} new pods have been updated...`);
  if (n('numberAvailable') < desired) return waiting(`${head} ${n('numberAvailable')} of ${desired} updated pods are available...`);
  return finished(`daemon set ${JSON.stringify(ds.metadata.name)} successfully rolled out`);
}

function statefulSetStatus(sts: KubeObject): Result<RolloutStatus, string> {
  if (stringAt(sts, 'spec', 'updateStrategy', 'type') !== 'RollingUpdate') return err(ONLY_ROLLING);
  const n = (key: string): number => numberAt(sts, 'status', key);
  if (n('observedGeneration') === 0 || !observed(sts)) return waiting('Waiting for statefulset spec update to be observed...');
  const wanted = numberAt(sts, 'spec', 'replicas');
  if (n('readyReplicas') < wanted) return waiting(`Waiting for ${wanted - n('readyReplicas')} pods to be ready...`);
  const rolling = dig(sts, 'spec', 'updateStrategy', 'rollingUpdate');
  if (isRecord(rolling)) {
    const due = wanted - numberAt(rolling, 'partition');
    if (n('updatedReplicas') < due) return waiting(`Waiting for partitioned roll out to finish: ${n('updatedReplicas')} out of ${due} new pods have been updated...`);
    return finished(`partitioned roll out complete: ${n('updatedReplicas')} new pods have been updated...`);
  }
  const [update, current] = [stringAt(sts, 'status', 'updateRevision'), stringAt(sts, 'status', 'currentRevision')];
  if (update !== current) return waiting(`waiting for statefulset rolling update to complete ${n('updatedReplicas')} pods at revision ${update}...`);
  return finished(`statefulset rolling update complete ${n('currentReplicas')} pods at revision ${current}...`);
}
