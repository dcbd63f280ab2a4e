import { invariant } from '../../../base/assert';
import type { KubeVersion } from '../../../api/version';
import type { RequestInfo } from '../request-info';
import type { UserInfo } from '../user';
import { LEVELS, seatsOf, type PriorityLevel } from './levels';
import { SCHEMAS, type FlowSchemaRule } from './schemas';

/** The log's word on a request's priority. */
export interface FlowControlDecision {
  readonly type: 'flowControl';
  readonly flowSchema: string;
  readonly priorityLevel: string;
  /** Seats that the request takes; 0 when it is exempt. */
  readonly seats: number;
  /** Seats of the level, and how many are taken with this request. */
  readonly limit: number | undefined;
  readonly inUse: number;
  /** Requests that wait in front of this one; undefined: it need not wait. */
  readonly queued: number | undefined;
}

/** A request's claim on its priority level, from classification to the end of its handling. */
export interface FlowTicket {
  readonly schema: FlowSchemaRule;
  readonly level: Level;
  readonly seats: number;
  state: 'executing' | 'waiting' | 'rejected' | 'done';
  /** Runs when a seat is free. */
  dispatched: (() => void) | undefined;
}

interface Level {
  readonly config: PriorityLevel;
  readonly limit: number;
  inUse: number;
  readonly waiting: FlowTicket[];
}

/**
 * Priority and fairness: each request belongs to a flow schema, each schema to a priority level, each level has seats.
 * Models apiserver pkg/util/flowcontrol. Requests of one level queue first come, first served (upstream: a fair queue for
 * each flow), and levels do not lend each other seats.
 */
export class FlowController {
  private readonly levels: ReadonlyMap<string, Level>;
  private readonly schemas: readonly FlowSchemaRule[];
  /** Decisions about requests that need not wait repeat: one document for equal ones. */
  private readonly decisions = new Map<string, FlowControlDecision>();

  constructor(version: KubeVersion) {
    const configs = LEVELS[version];
    this.levels = new Map(configs.map((config) => [config.name, { config, limit: seatsOf(configs, config), inUse: 0, waiting: [] }]));
    this.schemas = SCHEMAS[version];
  }

  /** Takes seats, or a place in the queue, or neither: see `state`. */
  admit(user: UserInfo, info: RequestInfo, seats: number): FlowTicket {
    const schema = this.schemas.find((s) => s.matches(user, info));
    const level = this.levels.get(schema?.level ?? '');
    invariant(schema !== undefined && level !== undefined, 'the last flow schema matches everything');
    const exempt = level.config.shares === undefined;
    const width = exempt ? 0 : Math.min(seats, level.limit);
    const ticket: FlowTicket = { schema, level, seats: width, state: 'executing', dispatched: undefined };
    if (exempt) return ticket;
    if (level.waiting.length === 0 && level.inUse + width <= level.limit) level.inUse += width;
    else {
      const { queuing } = level.config;
      // One flow reaches only its hand of queues.
      const room = queuing === undefined ? 0 : queuing.handSize * queuing.queueLengthLimit;
      if (level.waiting.length >= room) ticket.state = 'rejected';
      else {
        ticket.state = 'waiting';
        level.waiting.push(ticket);
      }
    }
    return ticket;
  }

  decision(ticket: FlowTicket): FlowControlDecision {
    const { schema, level, seats, state } = ticket;
    const document: FlowControlDecision = {
      type: 'flowControl', flowSchema: schema.name, priorityLevel: level.config.name, seats, limit: level.config.shares === undefined ? undefined : level.limit, inUse: level.inUse,
      queued: state === 'waiting' ? level.waiting.length - 1 : undefined,
    };
    if (state !== 'executing') return document;
    const key = `${schema.name} ${seats} ${level.inUse}`;
    const known = this.decisions.get(key);
    if (known !== undefined) return known;
    this.decisions.set(key, document);
    return document;
  }

  /** The request is over, or a watch has begun to stream: its seats go to those who wait. */
  release(ticket: FlowTicket): void {
    const { level, state } = ticket;
    ticket.state = 'done';
    if (state === 'waiting') {
      const at = level.waiting.indexOf(ticket);
      if (at >= 0) level.waiting.splice(at, 1);
      return;
    }
    if (state !== 'executing') return;
    level.inUse -= ticket.seats;
    for (let next = level.waiting[0]; next !== undefined && level.inUse + next.seats <= level.limit; next = level.waiting[0]) {
      level.waiting.shift();
      level.inUse += next.seats;
      next.state = 'executing';
      next.dispatched?.();
    }
  }
}
