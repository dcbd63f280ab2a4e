import { requestUri } from '../client/http';
import type { RequestSpec } from '../client/api-client';
import { isStatus } from '../../api/status';
import type { Status } from '../../api/types';


/** Why a command fails, before it is put into words. */
export type Failure =
  | { readonly kind: 'status'; readonly status: Status }
  /** An error that only has its text: printed as `error: <text>`. */
  | { readonly kind: 'text'; readonly text: string }
  /** Wrong use of a command: text, then where help is found. */
  | { readonly kind: 'usage'; readonly text: string; readonly command: string }
  | { readonly kind: 'noResource'; readonly resource: string; readonly group: string; readonly version: string }
  | { readonly kind: 'connection'; readonly server: string; readonly message: string; readonly request: Pick<RequestSpec, 'method' | 'path' | 'query'> }
  | { readonly kind: 'several'; readonly failures: readonly Failure[] };

export const text = (message: string): Failure => ({ kind: 'text', text: message });
export const usage = (command: string, message: string): Failure => ({ kind: 'usage', command, text: message });
export const refused = (status: Status): Failure => ({ kind: 'status', status });

/** The failure that an answer with a code of 400 or more stands for. */
export function statusOf(body: unknown, code: number): Status {
  if (isStatus(body)) return body;
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code, message: typeof body === 'string' ? body : 'unknown' };
}

/** The refusals of the server in a failure, one by one. */
export function statusesOf(failure: Failure): readonly Status[] {
  return failure.kind === 'status' ? (failure.status.reason === 'Invalid' ? [] : [failure.status]) : failure.kind === 'several' ? failure.failures.flatMap(statusesOf) : [];
}

/** The whole message on stderr. Models kubectl pkg/cmd/util helpers.go checkErr. */
export function describeFailure(failure: Failure): string {
  switch (failure.kind) {
    case 'status': return failure.status.reason === 'Invalid' ? describeInvalid(failure.status) : standardMessage(failure.status);
    case 'text': return failure.text.startsWith('error: ') ? failure.text : `error: ${failure.text}`;
    case 'usage': return `error: ${failure.text}\nSee '${failure.command} -h' for help and examples`;
    case 'noResource': return `error: ${noResourceText(failure)}`;
    case 'connection': return describeConnection(failure.server, failure.message);
    case 'several': {
      const [only, ...others] = failure.failures;
      if (only !== undefined && others.length === 0) return describeFailure(only);
      return failure.failures.map((f) => messageFor(f)).join('\n');
    }
  }
}

/** One line of several. Models kubectl pkg/cmd/util helpers.go messageForError. */
function messageFor(failure: Failure): string {
  switch (failure.kind) {
    case 'status': return standardMessage(failure.status);
    case 'text': return failure.text;
    default: return describeFailure(failure);
  }
}

/** The bare text of a failure, as it stands inside another message (Go's `err.Error()`). */
export function failureText(failure: Failure): string {
  switch (failure.kind) {
    case 'status': return failure.status.message ?? 'unknown';
    case 'text': case 'usage': return failure.text;
    case 'noResource': return noResourceText(failure);
    case 'connection': return connectionText(failure);
    case 'several': return failure.failures.length === 1 ? failure.failures.map(failureText).join('') : `[${failure.failures.map(failureText).join(', ')}]`;
  }
}

function noResourceText(f: Extract<Failure, { kind: 'noResource' }>): string {
  const where = [f.group === '' ? '' : `group ${JSON.stringify(f.group)}`, f.version === '' ? '' : `version ${JSON.stringify(f.version)}`].filter((part) => part !== '');
  return `the server doesn't have a resource type ${JSON.stringify(f.resource)}${where.length === 0 ? '' : ` in ${where.join(' and ')}`}`;
}

/** Models kubectl pkg/cmd/util helpers.go StandardErrorMessage. */
function standardMessage(status: Status): string {
  const message = status.message ?? '';
  if (status.reason === 'Unauthorized') return `error: You must be logged in to the server (${message})`;
  return status.reason === undefined || status.reason === '' ? `Error from server: ${message}` : `Error from server (${status.reason}): ${message}`;
}

function describeInvalid(status: Status): string {
  const { details, message = '' } = status;
  if (details === undefined) return message === '' ? 'The request is invalid' : `The request is invalid: ${message}`;
  const causes = details.causes ?? [];
  let head = 'The request is invalid';
  if ((details.kind ?? '') !== '' || (details.name ?? '') !== '') head = `The ${details.kind ?? ''} ${JSON.stringify(details.name ?? '')} is invalid`;
  else if (message !== '' && causes.length === 0) head += `: ${message}`;
  if (causes.length === 0) return head;
  const lines = [...new Set(causes.map((cause) => `${cause.field ?? ''}: ${cause.message ?? ''}`))];
  return lines.length === 1 ? `${head}: ${lines.join('')}` : `${head}: \n${lines.map((line) => `* ${line}`).join('\n')}`;
}

/** `message` is Go's: `dial tcp 127.0.0.1:6443: connect: connection refused`. */
function describeConnection(server: string, message: string): string {
  if (message.includes('connection refused')) return `The connection to the server ${server.replace(/^https?:\/\//, '')} was refused - did you specify the right host or port?`;
  return `Unable to connect to the server: ${message}`;
}

/** Go's url.Error: `Post "https://…": dial tcp …`. */
function connectionText(f: Extract<Failure, { kind: 'connection' }>): string {
  const { method, path, query = {} } = f.request;
  return `${method.charAt(0)}${method.slice(1).toLowerCase()} ${JSON.stringify(f.server + requestUri({ path, query }))}: ${f.message}`;
}

/** Puts the file in front of a refusal. Models kubectl pkg/cmd/util helpers.go AddSourceToErr. */
export function withSource(failure: Failure, verb: string, source: string): Failure {
  const head = `error when ${verb} ${JSON.stringify(source)}: `;
  if (failure.kind === 'status') return { kind: 'status', status: { ...failure.status, message: head + (failure.status.message ?? '') } };
  return text(head + failureText(failure));
}
