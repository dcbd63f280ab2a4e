import type { Log } from '../kernel/log';
import type { Window } from './recording-window';

interface CriPayload {
  readonly rpc: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly response?: Readonly<Record<string, unknown>>;
  readonly error?: unknown;
}

/** The runtime's log of its calls: one line when a call begins, one when it returns. */
export function criEntries(log: Log, window: Window): readonly unknown[] {
  return entries(log, window, 'cri', (row, time) => {
    const payload = log.payloads[log.messages.payload.get(row)] as CriPayload | undefined;
    if (payload === undefined) return undefined;
    const from = log.strings[log.messages.from.get(row)] ?? '';
    const to = log.strings[log.messages.to.get(row)] ?? '';
    const returned = from.startsWith('containerd:');
    const node = (returned ? from : to).split(':')[1] ?? '';
    const text = payload.rpc + (returned ? (payload.error === undefined ? ' returns successfully' : ` returns error ${JSON.stringify(payload.error)}`) : ` for ${JSON.stringify(payload.request)}`);
    return { t: window.ms(time), node, rpc: payload.rpc, text, level: payload.error === undefined ? 'info' : 'error' };
  });
}

interface CniPayload {
  readonly plugin: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: unknown;
  readonly stdout?: unknown;
  readonly rc?: number;
}

/** Every plugin execution, as its wrapper saw it: once, when it ended. */
export function cniEntries(log: Log, window: Window): readonly unknown[] {
  return entries(log, window, 'cni', (row, time) => {
    const payload = log.payloads[log.messages.payload.get(row)] as CniPayload | undefined;
    if (payload?.rc === undefined) return undefined;
    return { t: window.ms(time), plugin: payload.plugin, env: payload.env, stdin: payload.stdin, stdout: payload.stdout ?? '', rc: payload.rc };
  });
}

function entries(log: Log, window: Window, kind: 'cri' | 'cni', read: (row: number, time: number) => unknown): readonly unknown[] {
  const found: unknown[] = [];
  for (let row = 0; row < log.messages.sent.length; row++) {
    const time = log.messages.sent.get(row);
    if (time < window.from || time > window.to || log.messageKind(row) !== kind) continue;
    const entry = read(row, time);
    if (entry !== undefined) found.push(entry);
  }
  return found;
}
