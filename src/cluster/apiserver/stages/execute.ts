import { draw } from '../../../kernel/latency';
import { LATENCY } from '../../latencies';
import { tokenRequest } from '../subresources/token';
import { accessReview } from '../subresources/reviews';
import { badRequestStatus } from '../../../api/status';
import { refuse, type RequestMachine } from '../request';

/** Kinds that are asked and not stored. */
export function execute(m: RequestMachine): void {
  const { data } = m;
  const delay = draw(LATENCY.registry, m.actor.random);
  const result = data.subresource === 'token' ? tokenRequest(data) : accessReview(data);
  if (result === undefined) {
    refuse(m, delay, badRequestStatus(`${data.resource.kind} is not served by this cluster`));
    return;
  }
  if (!result.ok) {
    refuse(m, delay, result.error);
    return;
  }
  data.code = 201;
  data.result = result.value;
  m.work(delay, { type: 'EXECUTED' });
}
