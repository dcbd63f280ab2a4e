import { MESSAGE_KINDS } from '../kernel/log';
import { NONE } from '../kernel/time';
import { codeOf } from './requests-at';
import { messageView } from './rows';
import { REFUSING, stageOf } from './stages';
import type { Trace } from './trace';
import type { MessageRow, RowRef } from './types';
import type { Journey, StoryEnd } from './views';

const RESPONSE = MESSAGE_KINDS.indexOf('response');
/** Requests by which kubectl only learns what the server serves. */
const DISCOVERY = /^GET \/(api(\/v1)?|apis(\/[^/?]+){0,2}|openapi\/.*|version)(\?.*)?$/;
/** States in which kubectl waits for something to become true. */
const WAITS = /^(watching|sleeping)$/;

/** How the process in the terminal ended: all of the story when nothing was written. */
export function kubectlEnd(trace: Trace, command: MessageRow): StoryEnd {
  const { log, index } = trace;
  let last: RowRef = { kind: 'message', row: command };
  let asked = false;
  let waited = false;
  let refusal: Journey['refusal'];
  const kubectl = [...index.spansCausedBy(command)][0];
  // A line that is not for kubectl stays in the terminal.
  if (kubectl === undefined) return { outcome: log.messages.to.get(command) === log.messages.from.get(command) ? 'usage' : 'open', refusal, last };
  for (const row of index.spansOfInstance(log.spans.instance.get(kubectl))) {
    last = { kind: 'span', row };
    waited ||= WAITS.test(log.strings[log.spans.state.get(row)] ?? '');
    for (const message of index.messagesSentIn(row)) {
      const { kind, label } = messageView(log, message);
      asked ||= kind === 'http' && !DISCOVERY.test(label);
    }
    const cause = log.spans.cause.get(row);
    if (cause === NONE || log.messages.kind.get(cause) !== RESPONSE) continue;
    const code = codeOf(messageView(log, cause).label) ?? 0;
    refusal = code >= 400 && asked ? { code, step: refusingStage(trace, cause) } : undefined;
  }
  const state = log.strings[log.spans.state.get(last.row)] ?? '';
  if (state === 'exited' || state === 'interrupted') return { outcome: 'done', refusal: undefined, last };
  if (state !== 'failed') return { outcome: 'open', refusal: undefined, last };
  if (refusal !== undefined) return { outcome: 'refused', refusal, last };
  // Exit code 1 may be just the answer, such as the "no" of auth can-i; what was waited for and did not come is a failure.
  return { outcome: !asked ? 'usage' : waited ? 'failing' : 'done', refusal, last };
}

/** The stage that said no. */
function refusingStage(trace: Trace, response: MessageRow): string {
  const { log, index } = trace;
  let stage = '';
  for (const row of index.spansOfInstance(log.spans.instance.get(log.messages.cause.get(response)))) {
    const state = log.strings[log.spans.state.get(row)] ?? '';
    if (state === REFUSING) return stage;
    stage = stageOf(state);
  }
  return stage;
}
