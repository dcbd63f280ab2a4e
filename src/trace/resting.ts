import type { LogTables, SpanRow } from './types';

/** States in which a machine only waits for something to come. */
const RESTING = /^(idle|resting|watching|waiting|running|ready|serving|streaming|listening|sleeping|synced|stopped|done|finished|terminated|leading|monitoring|holding|holdingToken|created|exited|mounted|onHold|waitingForRelist)$/;

/** Whether a span is a wait rather than work: drawn as background, not counted as activity. */
export function isResting(log: LogTables, row: SpanRow): boolean {
  return isRestingState(log.strings[log.spans.state.get(row)] ?? '');
}

export function isRestingState(state: string): boolean {
  return RESTING.test(state.slice(state.lastIndexOf('.') + 1));
}
