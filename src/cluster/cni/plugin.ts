import type { CniError, CniExecRequest, CniExecResponse, CniResult } from '../../api/cni';
import type { Machine } from '../../kernel/machine';
import { LATENCY } from '../latencies';
import type { HostNetwork } from './host';

/** The events of all plugin machines: which command it is, work done, a refusal. */
export type PluginEvent =
  | { readonly type: 'ADD' }
  | { readonly type: 'DEL' }
  | { readonly type: 'NEXT' }
  | { readonly type: 'SKIP' }
  | { readonly type: 'FAILED' };

/** One run of one plugin: what it was told, where it works, how it answers. */
export interface PluginRun {
  readonly request: CniExecRequest;
  readonly host: HostNetwork;
  /** Runs another plugin (address management is delegated). */
  readonly delegate: (request: CniExecRequest, done: (response: CniExecResponse) => void) => void;
  /** Prints and exits. */
  readonly exit: (stdout: CniExecResponse['stdout'], rc: number) => void;
  /** What the plugin has found out so far. */
  result: CniResult | undefined;
  error: CniError | undefined;
}

export type PluginMachine = Machine<PluginEvent, PluginRun>;

/** The command decides which way a plugin goes. */
export const choose = (m: PluginMachine): void => m.work(m.actor.sample(LATENCY.cniParse), { type: m.data.request.env.CNI_COMMAND });

/** The last state of every plugin: it prints its result and exits. */
export function succeed(m: PluginMachine): void {
  const { request, result } = m.data;
  m.data.exit(request.env.CNI_COMMAND === 'ADD' && result !== undefined ? result : '', 0);
}

export function fail(m: PluginMachine): void {
  const { error, request } = m.data;
  m.data.exit(error ?? { cniVersion: request.stdin.cniVersion, code: 999, msg: 'unknown failure' }, 1);
}

/** A locally administered unicast MAC address. */
export function randomMac(m: PluginMachine): string {
  const digits = m.actor.random.hex(12);
  const first = ((Number.parseInt(digits.slice(0, 2), 16) & 0xfc) | 0x02).toString(16).padStart(2, '0');
  return `${first}${digits.slice(2)}`.replace(/(..)(?=.)/g, '$1:');
}

/** Results before 1.0.0 say of every address that it is IPv4. */
export const addressVersion = (cniVersion: string): { readonly version?: string } => (cniVersion.startsWith('0.') ? { version: '4' } : {});
