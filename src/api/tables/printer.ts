import { humanDuration } from '../duration';
import { epochSeconds, parseTime } from '../time';
import type { Container, KindMap, KindName, KubeObject, TableCell, TableColumnDefinition } from '../types';
import type { KubeVersion } from '../version';

/** How one kind is shown in a table. Models pkg/printers/internalversion. All columns are filled; the client hides the wide ones. */
export interface Printer {
  readonly columns: readonly TableColumnDefinition[];
  readonly cells: (object: KubeObject, context: PrintContext) => readonly TableCell[];
}

export interface PrintContext {
  /** Epoch microseconds: ages are measured up to here. */
  readonly now: number;
  readonly version: KubeVersion;
}

/**
 * Columns from a short notation: `Name Ready:integer IP+ Last_Schedule`. A plus marks a wide column, an underscore a space,
 * the type is string unless given.
 */
export function columns(text: string): readonly TableColumnDefinition[] {
  return text.split(/\s+/).map((word) => {
    const [label = '', type = 'string'] = word.split(':');
    const wide = label.endsWith('+');
    const name = (wide ? label.slice(0, -1) : label).replace(/_/g, ' ');
    return { name, type: type as TableColumnDefinition['type'], format: name === 'Name' ? 'name' : '', description: '', priority: wide ? 1 : 0 };
  });
}

/** A printer for a kind, its cells seeing the kind's own type. */
export function printer<K extends KindName>(_kind: K, columnText: string, cells: (object: KindMap[K], context: PrintContext) => readonly TableCell[]): Printer {
  // The registry is keyed by kind, so that a printer only ever meets its own.
  return { columns: columns(columnText), cells: (object, context) => cells(object as unknown as KindMap[K], context) };
}

/** Time since a stored timestamp, `<unknown>` when there is none. */
// Models pkg/printers/internalversion translateTimestampSince
export function since(timestamp: string | null | undefined, now: number): string {
  const then = timestamp === undefined || timestamp === null ? undefined : parseTime(timestamp);
  return then === undefined ? '<unknown>' : humanDuration((now - then) / 1_000_000);
}

export function age(object: { readonly metadata: { readonly creationTimestamp?: string } }, context: PrintContext): string {
  return since(object.metadata.creationTimestamp, context.now);
}

/** Seconds between two stored timestamps. */
export function between(from: string, to: string): number {
  return (epochSeconds(to) ?? 0) - (epochSeconds(from) ?? 0);
}

/** Names and images of containers, each joined by commas. */
export function layoutContainers(containers: readonly Container[]): readonly [string, string] {
  return [containers.map((c) => c.name).join(','), containers.map((c) => c.image).join(',')];
}

/** At most `max` of a list, and how many more there are: `a,b,c + 2 more...`. */
export function listWithMore(items: readonly string[], max = 3): string {
  const head = items.slice(0, max).join(',');
  return items.length > max ? `${head} + ${items.length - max} more...` : head;
}
