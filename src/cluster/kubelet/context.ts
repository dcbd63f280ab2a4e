import type { Scheme } from '../../api/scheme';
import type { Actor } from '../../kernel/actor';
import type { Kernel } from '../../kernel/kernel';
import type { Micros } from '../../kernel/time';
import type { ApiClient } from '../client/api-client';
import type { EventRecorder } from '../client/event-recorder';
import type { ResourceClient } from '../client/typed-client';
import type { ClusterSpec, NodeSpec } from '../spec';
import type { KubeletBehaviour } from '../versions';
import type { RuntimeClient } from './runtime/client';

/** What the parts of one kubelet process share. */
export interface KubeletContext {
  readonly kernel: Kernel;
  readonly actor: Actor;
  readonly spec: ClusterSpec;
  readonly node: NodeSpec;
  readonly behaviour: KubeletBehaviour;
  readonly gitVersion: string;
  readonly scheme: Scheme;
  /** For pods and what they need. */
  readonly api: ApiClient;
  /** For node status and leases: not limited. */
  readonly heartbeat: ApiClient;
  readonly pods: ResourceClient;
  readonly recorder: EventRecorder;
  readonly runtime: RuntimeClient;
  /** Whether this process still runs. */
  readonly alive: () => boolean;
  /** When the process began: its tickers count from there. */
  readonly startedAt: Micros;
}

/** The next time, strictly after now, at which a ticker of this period and phase fires. */
export const nextTick = (now: Micros, period: Micros, phase: Micros): Micros => now + period - (((now - phase) % period) + period) % period;

/** The last time, at or before now, at which it fired. */
export const lastTick = (now: Micros, period: Micros, phase: Micros): Micros => now - ((((now - phase) % period) + period) % period);
