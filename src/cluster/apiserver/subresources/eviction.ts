import { labelSelectorMatches } from '../../../api/selectors/labels';
import { disruptionBudgetStatus, forbiddenStatus, internalErrorStatus, isStatus, notFoundStatus, tooManyRequestsStatus } from '../../../api/status';
import type { Eviction, KubeObject, Pod, PodDisruptionBudget, Status } from '../../../api/types';
import { draw } from '../../../kernel/latency';
import { LATENCY } from '../../latencies';
import { resourcePath } from '../../../api/scheme';
import { refuse, type RequestMachine } from '../request';

/** Attempts at writing the budget before giving up. */
const ATTEMPTS = 5;
const EVENT = { type: 'BUDGET_CHARGED' } as const;

/**
 * Counts an eviction against the pod's disruption budget, by a write of the server itself, before the pod is deleted.
 * Models pkg/registry/core/pod/storage eviction.go.
 */
export function chargeBudget(m: RequestMachine): void {
  const { data } = m;
  const delay = draw(LATENCY.registry, m.actor.random);
  const pod = data.core.caches.get('pods', data.cacheKey) as Pod | undefined;
  if (pod === undefined) {
    refuse(m, delay, notFoundStatus(data.resource, data.name));
    return;
  }
  const options = (data.object as Eviction | undefined)?.deleteOptions;
  data.options = options ?? {};
  const { phase } = pod.status;
  if (phase === 'Succeeded' || phase === 'Failed' || phase === 'Pending' || pod.metadata.deletionTimestamp !== undefined) {
    m.note({ type: 'eviction', reason: 'The pod does not run: no budget needs to be asked.' });
    m.work(delay, EVENT);
    return;
  }
  const budgets: PodDisruptionBudget[] = [];
  for (const object of data.core.caches.inNamespace('poddisruptionbudgets', data.namespace ?? '')) {
    const budget = object as PodDisruptionBudget;
    if (labelSelectorMatches(budget.spec.selector, pod.metadata.labels)) budgets.push(budget);
  }
  const [budget] = budgets;
  if (budget === undefined) {
    m.note({ type: 'eviction', reason: 'No disruption budget selects the pod.' });
    m.work(delay, EVENT);
    return;
  }
  if (budgets.length > 1) {
    refuse(m, delay, internalErrorStatus('This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.'));
    return;
  }
  charge(m, budget, pod, delay, ATTEMPTS);
}

function charge(m: RequestMachine, budget: PodDisruptionBudget, pod: Pod, delay: number, attempts: number): void {
  const { data } = m;
  const { name } = budget.metadata;
  const { status } = budget;
  const no = refusalOf(budget);
  m.note({ type: 'eviction', budget: name, disruptionsAllowed: status.disruptionsAllowed, currentHealthy: status.currentHealthy, desiredHealthy: status.desiredHealthy, allowed: no === undefined });
  if (no !== undefined) {
    refuse(m, delay, no);
    return;
  }
  if (data.dryRun) {
    m.work(delay, EVENT);
    return;
  }
  const next: PodDisruptionBudget = {
    ...budget,
    status: { ...status, disruptionsAllowed: status.disruptionsAllowed - 1, disruptedPods: { ...status.disruptedPods, [pod.metadata.name]: data.core.strategyContext().timestamp } },
  };
  const resource = data.core.scheme.kindFor(budget.apiVersion, 'PodDisruptionBudget');
  if (resource === undefined) return;
  const at = { namespace: data.namespace, name };
  const subject = `poddisruptionbudgets/${data.namespace ?? ''}/${name}`;
  data.core.loopback.request({ method: 'PUT', path: resourcePath(resource, { ...at, subresource: 'status' }), body: next, subject }, (response) => {
    if (response.code < 400) {
      m.send(EVENT);
      return;
    }
    if (response.code !== 409 || attempts <= 1) {
      refuse(m, 0, isStatus(response.body) ? response.body : internalErrorStatus('the disruption budget could not be written'));
      return;
    }
    data.core.loopback.request({ method: 'GET', path: resourcePath(resource, at), subject }, (fresh) => {
      if (fresh.code < 400) charge(m, fresh.body as KubeObject as PodDisruptionBudget, pod, 0, attempts - 1);
      else m.send(EVENT);
    });
  });
}

function refusalOf(budget: PodDisruptionBudget): Status | undefined {
  const { name, generation } = budget.metadata;
  const { status } = budget;
  if ((status.observedGeneration ?? 0) < (generation ?? 0)) {
    return tooManyRequestsStatus("Cannot evict pod as it would violate the pod's disruption budget.", {
      causes: [{ reason: 'DisruptionBudget', message: `The disruption budget ${name} is still being processed by the server.` }], retryAfterSeconds: 10,
    });
  }
  if (status.disruptionsAllowed < 0) return forbiddenStatus({ group: 'policy', resource: 'poddisruptionbudgets' }, name, 'pdb disruptions allowed is negative');
  if (status.disruptionsAllowed === 0) return disruptionBudgetStatus(`The disruption budget ${name} needs ${status.desiredHealthy} healthy pods and has ${status.currentHealthy} currently`);
  return undefined;
}
