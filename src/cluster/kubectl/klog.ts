import { formatMicroTime } from '../../api/time';
import type { Micros } from '../../kernel/time';
import { requestUri, type ApiRequest, type ApiResponse } from '../client/http';
import { wallMicros } from '../clock';
import { hexDump } from './hexdump';

/** Writes klog lines, as `-v` asks for them. Models k8s.io/klog/v2 and client-go transport round_trippers.go. */
export class Klog {
  private dialled = false;

  constructor(private readonly verbosity: number, private readonly pid: number, private readonly now: () => Micros, private readonly write: (text: string) => void) {}

  enabled(level: number): boolean {
    return this.verbosity >= level;
  }

  info(level: number, from: string, message: string): void {
    if (this.enabled(level)) this.write(`${klogHeader('I', this.now(), this.pid, from)} ${message}\n`);
  }

  warning(from: string, message: string): void {
    this.write(`${klogHeader('W', this.now(), this.pid, from)} ${message}\n`);
  }

  /** The body on its way out or in. Models client-go rest/request.go logBody. */
  body(level: 'Request' | 'Response', from: string, body: LoggedBody | undefined): void {
    if (body === undefined || !this.enabled(8)) return;
    this.info(8, from, `"${level} Body" body=${quoteValue(this.truncate(body.kind === 'bytes' ? hexDump(body.bytes) : body.text))}`);
  }

  private truncate(text: string): string {
    const limit = this.verbosity >= 10 ? Infinity : this.verbosity >= 9 ? 10_240 : 1_024;
    return text.length <= limit ? text : `${text.slice(0, limit)} [truncated ${text.length - limit} chars]`;
  }

  request(server: string, request: ApiRequest): void {
    const url = server + requestUri(request);
    const headers = requestHeaders(request);
    if (this.enabled(9)) {
      const curl = `curl -v -X${request.method}  ${headers.map(([key, value]) => `-H "${key}: ${value}"`).join(' ')} '${url}'\n`;
      this.info(9, 'round_trippers.go:527', `"Request" curlCommand=${quoteValue(curl)}`);
      if (!this.dialled) this.info(9, 'round_trippers.go:562', `"HTTP Trace: Dial succeed" network="tcp" address="${server.replace(/^https?:\/\//, '')}"`);
      this.dialled = true;
    } else if (this.enabled(7)) {
      this.info(7, 'round_trippers.go:527', `"Request" verb="${request.method}" url="${url}" headers=${multiLine(headers)}`);
    }
  }

  response(server: string, request: ApiRequest, response: ApiResponse, took: Micros, body?: LoggedBody): void {
    const status = `${response.code} ${STATUS_TEXTS[response.code] ?? ''}`.trim();
    const took_ = `milliseconds=${Math.floor(took / 1000)}`;
    const length = body === undefined ? 0 : body.kind === 'bytes' ? body.bytes.length : utf8Length(body.text);
    // Go knows the length of what fits its buffer; the rest it sends without.
    const sized = length > 0 && length <= RESPONSE_BUFFER ? { ...response.headers, 'Content-Length': String(length) } : response.headers;
    const headers = Object.entries(sized).map(([key, value]): readonly [string, string] => [key, value]).sort(([a], [b]) => (a < b ? -1 : 1));
    const asked = `verb="${request.method}" url="${server + requestUri(request)}"`;
    // Of the last three nothing is known here: one connection serves the whole simulation.
    if (this.enabled(9)) this.info(9, 'round_trippers.go:632', `"Response" ${asked} status="${status}" headers=${multiLine(headers)} ${took_} dnsLookupMilliseconds=0 dialMilliseconds=0 tlsHandshakeMilliseconds=0 serverProcessingMilliseconds=${Math.floor(took / 1000)}`);
    else if (this.enabled(8)) this.info(8, 'round_trippers.go:632', `"Response" status="${status}" headers=${multiLine(headers)} ${took_}`);
    else if (this.enabled(7)) this.info(7, 'round_trippers.go:632', `"Response" status="${status}" ${took_}`);
    else this.info(6, 'round_trippers.go:632', `"Response" ${asked} status="${status}" ${took_}`);
  }
}

/** Models golang.org/x/net/http2 server.go handlerChunkWriteSize. */
const RESPONSE_BUFFER = 4096;

function utf8Length(text: string): number {
  let length = 0;
  for (const char of text) {
    const point = char.codePointAt(0) ?? 0;
    length += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return length;
}

export type LoggedBody = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'bytes'; readonly bytes: readonly number[] };

/** `I1130 17:02:14.750440    5031 loader.go:405]`. */
export function klogHeader(severity: 'I' | 'W' | 'E', now: Micros, pid: number, from: string): string {
  const wall = formatMicroTime(wallMicros(now));
  return `${severity}${wall.slice(5, 7)}${wall.slice(8, 10)} ${wall.slice(11, 26)} ${String(pid).padStart(7)} ${from}]`;
}

/** A value of a structured line: quoted, or, where it has lines, set in between `<` and ` >`. Models klog serialize.go writeStringValue. */
function quoteValue(text: string): string {
  return text.includes('\n') ? `<\n\t${text.replace(/\n$/, '').replace(/\n/g, '\n\t')}\n >` : JSON.stringify(text);
}

function multiLine(headers: readonly (readonly [string, string])[]): string {
  return quoteValue(headers.map(([key, value]) => `${key}: ${value}\n`).join(''));
}

function requestHeaders(request: ApiRequest): readonly (readonly [string, string])[] {
  const headers: (readonly [string, string])[] = [['Accept', request.accept]];
  if (request.contentType !== undefined) headers.push(['Content-Type', request.contentType]);
  headers.push(['User-Agent', request.userAgent]);
  const { impersonate } = request;
  if (impersonate !== undefined) {
    headers.push(['Impersonate-User', impersonate.user], ...impersonate.groups.map((group): readonly [string, string] => ['Impersonate-Group', group]));
    if (impersonate.uid !== undefined) headers.push(['Impersonate-Uid', impersonate.uid]);
  }
  if (request.credential.kind === 'bearerToken') headers.push(['Authorization', 'Bearer <masked>']);
  return headers.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  101: 'Switching Protocols', 200: 'OK', 201: 'Created', 202: 'Accepted', 204: 'No Content', 304: 'Not Modified', 400: 'Bad Request', 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found',
  405: 'Method Not Allowed', 406: 'Not Acceptable', 409: 'Conflict', 410: 'Gone', 413: 'Request Entity Too Large', 415: 'Unsupported Media Type', 422: 'Unprocessable Entity',
  429: 'Too Many Requests', 500: 'Internal Server Error', 503: 'Service Unavailable', 504: 'Gateway Timeout',
};
