import type { Brand } from '../base/brand';

/** Virtual time: whole microseconds since the simulation began. */
export type Micros = Brand<number, 'Micros'>;
/** Row number in the spans table, -1 for none. */
export type SpanRow = Brand<number, 'SpanRow'>;
/** Row number in the messages table, -1 for none. */
export type MessageRow = Brand<number, 'MessageRow'>;
/** An etcd revision. */
export type Revision = Brand<number, 'Revision'>;

export const NONE = -1;
export const MICROSECOND = 1;
export const MILLISECOND = 1_000;
export const SECOND = 1_000_000;
export const MINUTE = 60 * SECOND;
