import { humanDuration } from '../../../api/duration';
import { parseTime } from '../../../api/time';
import type { KubeObject } from '../../../api/types';
import type { Micros } from '../../../kernel/time';
import { wallMicros } from '../../clock';
import { numberAt, recordAt, stringAt } from '../document';
import type { Page } from './page';

/** How long ago a time was: `9s`, `<unknown>` without one. */
export function ago(text: string, now: Micros): string {
  const micros = parseTime(text);
  return micros === undefined ? '<unknown>' : humanDuration((wallMicros(now) - micros) / 1_000_000);
}

/** Models kubectl pkg/describe describe.go DescribeEvents. */
export function eventLines(page: Page, events: readonly KubeObject[] | undefined, now: Micros): void {
  if (events === undefined) return;
  if (events.length === 0) return page.line(0, 'Events:\t<none>');
  page.line(0, 'Events:');
  page.line(1, 'Type\tReason\tAge\tFrom\tMessage');
  page.line(1, '----\t------\t----\t----\t-------');
  const ordered = events.map((event, i) => ({ event, i })).sort((a, b) => lastSeen(a.event) - lastSeen(b.event) || a.i - b.i);
  for (const { event } of ordered) {
    const source = stringAt(event, 'source', 'component') || stringAt(event, 'reportingComponent');
    const field = stringAt(event, 'involvedObject', 'fieldPath');
    const message = (stringAt(event, 'message')).trim();
    page.line(1, `${stringAt(event, 'type')}\t${stringAt(event, 'reason')}\t${interval(event, now)}\t${source}\t${field === '' ? '' : `${field}: `}${message}`);
  }
}

const lastSeen = (event: KubeObject): number => parseTime(stringAt(event, 'lastTimestamp')) ?? 0;

/** `9s`, or `9s (x3 over 1m)`. */
export function interval(event: KubeObject, now: Micros): string {
  const first = ago(stringAt(event, 'eventTime') || stringAt(event, 'firstTimestamp'), now);
  const series = recordAt(event)['series'];
  if (series !== undefined && series !== null) return `${ago(stringAt(series, 'lastObservedTime'), now)} (x${numberAt(series, 'count')} over ${first})`;
  const count = numberAt(event, 'count');
  return count > 1 ? `${ago(stringAt(event, 'lastTimestamp'), now)} (x${count} over ${first})` : first;
}
