import type { CniExecRequest, CniExecResponse } from '../../api/cni';
import type { CriError, CriMethod, CriRequest, CriResponse, CriResult } from '../../api/cri';
import { err, ok } from '../../base/result';
import type { Actor } from '../../kernel/actor';
import type { Machine } from '../../kernel/machine';
import type { SpanRow } from '../../kernel/time';
import type { ClusterSpec, NodeSpec } from '../spec';
import type { RuntimeStore } from './store';

/** Executes network plugins; cni/ provides it. */
export interface NetworkPlugins {
  exec(from: Actor, request: CniExecRequest, subject: string | undefined, done: (response: CniExecResponse) => void): void;
}

/** Something on the node changed that a list of sandboxes or containers would show. */
export interface RuntimeChange {
  readonly podUid: string;
  /** The span that changed it. */
  readonly span: SpanRow;
}

/** What all calls of one node's runtime share. */
export interface Runtime {
  readonly actor: Actor;
  readonly node: NodeSpec;
  readonly spec: ClusterSpec;
  readonly store: RuntimeStore;
  readonly plugins: NetworkPlugins;
  readonly changed: (change: RuntimeChange) => void;
}

/** One call of one method. `reply` once. */
export interface Call<M extends CriMethod> {
  readonly runtime: Runtime;
  readonly request: CriRequest<M>;
  readonly subject: string | undefined;
  readonly reply: (result: CriResult<M>) => void;
}

export type CallEvent =
  | { readonly type: 'NEXT' }
  | { readonly type: 'SKIP' }
  | { readonly type: 'FAILED' };

export type CallMachine<D> = Machine<CallEvent, D>;

export const answer = <M extends CriMethod>(call: Call<M>, response: CriResponse<M>): void => call.reply(ok(response) as CriResult<M>);
export const refuse = <M extends CriMethod>(call: Call<M>, error: CriError): void => call.reply(err(error) as CriResult<M>);

export const notFound = (what: string, id: string): CriError => ({ code: 'NotFound', message: `an error occurred when try to find ${what} "${id}": not found` });
