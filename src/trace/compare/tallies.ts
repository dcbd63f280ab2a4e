import { MESSAGE_KINDS } from '../../kernel/log';
import { NONE } from '../../kernel/time';
import type { Trace } from '../trace';

const [HTTP, WATCH] = [MESSAGE_KINDS.indexOf('http'), MESSAGE_KINDS.indexOf('watch')];

/** How much the commands of a run led to. What the cluster does by itself, heartbeats and leases, is not counted. */
export interface Tallies {
  readonly requests: number;
  readonly watchEvents: number;
  /** Objects of kind Event, each once. */
  readonly events: number;
  /** Writes to etcd. */
  readonly writes: number;
  /** States that machines passed through. */
  readonly states: number;
}

export function talliesOf({ log, index, facts }: Trace): Tallies {
  const count = { requests: 0, watchEvents: 0, events: 0, writes: 0, states: 0 };
  for (let row = 0; row < log.messages.sent.length; row++) {
    const kind = log.messages.kind.get(row);
    if ((kind !== HTTP && kind !== WATCH) || index.commandOfMessage(row) === NONE) continue;
    if (kind === HTTP) count.requests++;
    else count.watchEvents++;
  }
  for (let row = 0; row < log.spans.begin.length; row++) if (index.commandOfSpan(row) !== NONE) count.states++;
  for (let row = 0; row < facts.length; row++) {
    const cause = log.revisions.cause.get(row);
    if (cause === NONE || index.commandOfMessage(cause) === NONE) continue;
    count.writes++;
    if (facts.text('resource', row) === 'events' && log.revisions.type.get(row) === 0) count.events++;
  }
  return count;
}
