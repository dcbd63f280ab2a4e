import type { Actor } from '../../kernel/actor';
import type { ApiResponse, ApiServer, AuditRecord, Exchange, WatchFrame } from '../client/http';

/** A process's connections to kube-apiserver. Cutting them is what the server sees of a process that died. */
export class ServerConnection implements ApiServer {
  private cutOff = false;
  private readonly streams = new Set<() => void>();

  constructor(private readonly server: ApiServer) {}

  get actor(): Actor {
    return this.server.actor;
  }

  get url(): string {
    return this.server.url;
  }

  unreachable(): string | undefined {
    return this.cutOff ? undefined : this.server.unreachable();
  }

  serve(exchange: Exchange): void {
    if (!this.cutOff) this.server.serve(new Guarded(exchange, this.streams));
  }

  /** The process is gone: nothing it sends arrives, nothing reaches it, its watches end. */
  cut(): void {
    this.cutOff = true;
    for (const close of [...this.streams]) close();
    this.streams.clear();
  }
}

/** One exchange that may be cut. */
class Guarded implements Exchange {
  private gone = false;
  private readonly close = (): void => {
    this.gone = true;
    this.closed?.();
  };
  private closed: (() => void) | undefined;

  constructor(private readonly inner: Exchange, private readonly streams: Set<() => void>) {
    streams.add(this.close);
    inner.onClose(() => {
      streams.delete(this.close);
      this.closed?.();
    });
  }

  get request(): Exchange['request'] {
    return this.inner.request;
  }

  get client(): Actor {
    return this.inner.client;
  }

  get row(): number {
    return this.inner.row;
  }

  respond(response: ApiResponse, audit: AuditRecord): void {
    if (this.request.query['watch'] === undefined || response.code >= 400) this.streams.delete(this.close);
    if (!this.gone) this.inner.respond(response, audit);
  }

  frame(frame: WatchFrame, subject: string | undefined): void {
    if (!this.gone) this.inner.frame(frame, subject);
  }

  end(): void {
    this.streams.delete(this.close);
    if (!this.gone) this.inner.end();
  }

  onClose(closed: () => void): void {
    this.closed = closed;
  }
}
