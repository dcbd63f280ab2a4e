import { badRequestStatus } from '../../../api/status';
import type { KubeObject, Status } from '../../../api/types';
import type { Result } from '../../../base/result';
import { draw } from '../../../kernel/latency';
import { LATENCY } from '../../latencies';
import { refuse, type RequestMachine } from '../request';
import { accessReview } from '../subresources/reviews';
import { tokenRequest } from '../subresources/token';

/** Kinds that are asked and not stored. */
export function execute(m: RequestMachine): void {
  const { data } = m;
  if (data.subresource === 'token') {
    tokenRequest(data, (result) => finish(m, result, 0));
    return;
  }
  const delay = draw(LATENCY.registry, m.actor.random);
  const result = accessReview(data);
  if (result === undefined) refuse(m, delay, badRequestStatus(`${data.resource.kind} is not served by this cluster`));
  else finish(m, result, delay);
}

function finish(m: RequestMachine, result: Result<KubeObject, Status>, delay: number): void {
  const { data } = m;
  if (!result.ok) {
    refuse(m, delay, result.error);
    return;
  }
  data.code = 201;
  data.result = result.value;
  m.work(delay, { type: 'EXECUTED' });
}
