import { invariant } from '../../base/assert';
import { err, ok, type Result } from '../../base/result';
import type { Micros } from '../../kernel/time';
import type { ApiResponse, WatchFrame } from '../client/http';
import type { RequestSpec } from '../client/api-client';
import { describeFailure, statusesOf, type Failure } from './failure';
import type { ClientConfig } from './kubeconfig';
import { toJson } from './print/json';

export type Stream = 'stdout' | 'stderr';

/** A request, and from which source file the real kubectl logs its bodies at -v=8. */
export interface KubectlRequest extends RequestSpec {
  readonly accept: string;
  /** `helper.go:246`: the caller in client-go or cli-runtime. */
  readonly logFrom: string;
  /** The body is read as it comes: -v does not show it. */
  readonly stream?: boolean;
}

/** An open watch, as a program holds it. */
export interface WatchId {
  readonly id: number;
}

/**
 * What a command asks of the process it runs in; each is one state of the kubectl machine. A command is a generator that
 * yields these one after the other and so reads from top to bottom like the real one, though no time passes inside it.
 */
export type Effect =
  | { readonly kind: 'validate' }
  | { readonly kind: 'loadConfig'; readonly config: ClientConfig }
  | { readonly kind: 'discover'; readonly document: unknown }
  | { readonly kind: 'build'; readonly document: unknown }
  | { readonly kind: 'request'; readonly request: KubectlRequest }
  | { readonly kind: 'openWatch'; readonly request: KubectlRequest }
  /** Waits for the next event of a watch, not longer than until `deadline`. */
  | { readonly kind: 'nextFrame'; readonly watch: WatchId; readonly deadline: Micros | undefined }
  | { readonly kind: 'closeWatch'; readonly watch: WatchId }
  /** A line of klog, written if -v asks for it; `from` is the line of code: `apply.go:546`. */
  | { readonly kind: 'log'; readonly level: number; readonly from: string; readonly message: string }
  | { readonly kind: 'sleep'; readonly micros: Micros }
  | { readonly kind: 'print'; readonly stream: Stream; readonly text: string }
  | { readonly kind: 'exit'; readonly code: number };

/** What the process hands back to the command. */
export type Reply =
  | { readonly kind: 'done' }
  | { readonly kind: 'response'; readonly response: ApiResponse }
  /** No connection: `server` is the URL, `message` Go's reason. */
  | { readonly kind: 'unreachable'; readonly server: string; readonly message: string }
  | { readonly kind: 'watch'; readonly watch: WatchId; readonly response: ApiResponse }
  | { readonly kind: 'frame'; readonly frame: WatchFrame }
  | { readonly kind: 'ended' }
  | { readonly kind: 'deadline' };

/** A command, or a part of one, that ends with a `T`. */
export type Program<T> = Generator<Effect, T, Reply>;

/** Ends the process here: prints `text` to stderr (if any) and exits with `code`. Control never comes back. */
export function* die(text: string, code = 1): Program<never> {
  if (text !== '') yield { kind: 'print', stream: 'stderr', text: text.endsWith('\n') ? text : `${text}\n` };
  yield { kind: 'exit', code };
  throw new Error('invariant: resumed after exit');
}

/** The value, or the end of the process with the message that kubectl prints for the failure. */
export function* check<T>(result: Result<T, Failure>): Program<T> {
  if (result.ok) return result.value;
  return yield* fail(result.error);
}

export function* fail(failure: Failure): Program<never> {
  for (const status of statusesOf(failure)) yield* log(8, 'helpers.go:246', `server response object: %s[${toJson(status, 2)}]`);
  return yield* die(describeFailure(failure));
}

/** Does what a visitor asks for; one that only collects asks for nothing. */
export function* visited<T>(todo: Program<T> | undefined): Program<T | undefined> {
  return todo === undefined ? undefined : yield* todo;
}

export function* log(level: number, from: string, message: string): Program<void> {
  yield { kind: 'log', level, from, message };
}

export function* print(text: string): Program<void> {
  if (text !== '') yield { kind: 'print', stream: 'stdout', text };
}

export function* printError(text: string): Program<void> {
  if (text !== '') yield { kind: 'print', stream: 'stderr', text };
}

export function* sleep(micros: Micros): Program<void> {
  yield { kind: 'sleep', micros };
}

export function* build(document: unknown): Program<void> {
  yield { kind: 'build', document };
}

/** Sends a request and waits for the answer, whatever its code; an error when there was no connection. */
export function* tryExchange(request: KubectlRequest): Program<Result<ApiResponse, Failure>> {
  const reply = yield { kind: 'request', request };
  if (reply.kind === 'unreachable') return err({ kind: 'connection', server: reply.server, message: reply.message, request });
  invariant(reply.kind === 'response', `a request answered with ${reply.kind}`);
  return ok(reply.response);
}

/** The same; without a connection the process ends. */
export function* exchange(request: KubectlRequest): Program<ApiResponse> {
  return yield* check(yield* tryExchange(request));
}

export type Opened = { readonly watch: WatchId; readonly response: ApiResponse };

export function* openWatch(request: KubectlRequest): Program<Opened> {
  const reply = yield { kind: 'openWatch', request };
  if (reply.kind === 'unreachable') return yield* fail({ kind: 'connection', server: reply.server, message: reply.message, request });
  invariant(reply.kind === 'watch', `a watch answered with ${reply.kind}`);
  return reply;
}

/** The next event; `ended` when the server closed the stream, `deadline` when the time came first. */
export function* nextFrame(watch: WatchId, deadline?: Micros): Program<WatchFrame | 'ended' | 'deadline'> {
  const reply = yield { kind: 'nextFrame', watch, deadline };
  if (reply.kind === 'frame') return reply.frame;
  if (reply.kind === 'ended' || reply.kind === 'deadline') return reply.kind;
  invariant(false, `a watch gave ${reply.kind}`);
}

export function* closeWatch(watch: WatchId): Program<void> {
  yield { kind: 'closeWatch', watch };
}
