import type { Resource } from '../../api/scheme';
import type { Micros } from '../../kernel/time';
import { stringAt } from './document';
import { text, type Failure } from './failure';
import type { Invocation } from './invocation';
import type { Program } from './program';
import { ACCEPT, ask, LOG, to } from './requests';
import { watchOne } from './watch-one';

/** What was deleted and is to be gone. */
export interface Gone {
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly name: string;
  /** Of the object deleted: another of the same name counts as gone. Empty when unknown. */
  readonly uid: string;
}

/** Waits until an object is gone, at most `timeout`. Models kubectl pkg/cmd/wait delete.go IsDeleted. */
export function* waitForDeletion(inv: Invocation, gone: Gone, timeout: Micros, failures: Failure[]): Program<void> {
  const { resource, namespace, name, uid } = gone;
  const live = yield* ask(to(resource, { namespace, name }, { method: 'GET', accept: ACCEPT.unstructured, logFrom: LOG.dynamicGet }));
  if (!live.ok) {
    if (!(live.error.kind === 'status' && live.error.status.reason === 'NotFound')) failures.push(live.error);
    return;
  }
  if (uid !== '' && stringAt(live.value, 'metadata', 'uid') !== uid) return;
  const timedOut = (): void => {
    failures.push(text(`timed out waiting for the condition on ${resource.resource}${resource.group === '' ? '' : `.${resource.group}`}/${name}`));
  };
  const deadline = inv.host.now() + timeout;
  if (timeout <= 0) return timedOut();
  const watch = yield* watchOne(inv, resource, namespace, name);
  let present = watch.objects.length > 0;
  for (;;) {
    // Absent once the first picture is complete: gone before the watch began.
    if (!present && watch.synced) break;
    const frame = yield* watch.next(deadline);
    if (frame === 'deadline') {
      timedOut();
      break;
    }
    if (frame === 'ended' || frame.type === 'DELETED') break;
    if (frame.type === 'ADDED' || frame.type === 'MODIFIED') present = true;
  }
  yield* watch.close();
}
