/** Most documents kept; the least recently used go first. */
const CAPACITY = 4000;

interface Waiting {
  readonly id: number;
  readonly promise: Promise<unknown>;
  readonly resolve: (document: unknown) => void;
}

/** Documents of the log that stay in the worker until somebody looks at them. Those asked for in one turn travel together. */
export class PayloadCache {
  private readonly known = new Map<number, unknown>();
  private readonly waiting = new Map<number, Waiting>();
  private readonly asked = new Map<number, readonly number[]>();
  private fresh: number[] = [];
  private requests = 0;

  /** `ask` sends a request; `arrived` runs after documents came. */
  constructor(private readonly ask: (request: number, ids: readonly number[]) => void, private readonly arrived: () => void) {}

  get(id: number): Promise<unknown> {
    if (id === 0) return Promise.resolve(undefined);
    if (this.known.has(id)) return Promise.resolve(this.touch(id));
    const waiting = this.waiting.get(id);
    if (waiting !== undefined) return waiting.promise;
    let resolve: (document: unknown) => void = () => {};
    const promise = new Promise<unknown>((r) => (resolve = r));
    this.waiting.set(id, { id, promise, resolve });
    if (this.fresh.length === 0) queueMicrotask(() => this.flush());
    this.fresh.push(id);
    return promise;
  }

  /** The document if it is here; else it is asked for. */
  peek(id: number): unknown {
    if (this.known.has(id)) return this.touch(id);
    void this.get(id);
    return undefined;
  }

  receive(request: number, documents: readonly unknown[]): void {
    const ids = this.asked.get(request);
    if (ids === undefined) return;
    this.asked.delete(request);
    ids.forEach((id, i) => {
      this.known.set(id, documents[i]);
      this.waiting.get(id)?.resolve(documents[i]);
      this.waiting.delete(id);
    });
    for (const id of this.known.keys()) {
      if (this.known.size <= CAPACITY) break;
      this.known.delete(id);
    }
    this.arrived();
  }

  /** Another log: nothing of the old one holds; what is waited for is asked anew. */
  renew(): void {
    this.known.clear();
    this.asked.clear();
    this.fresh = [...this.waiting.keys()];
    this.flush();
  }

  private flush(): void {
    const ids = this.fresh;
    this.fresh = [];
    if (ids.length === 0) return;
    const request = ++this.requests;
    this.asked.set(request, ids);
    this.ask(request, ids);
  }

  private touch(id: number): unknown {
    const document = this.known.get(id);
    this.known.delete(id);
    this.known.set(id, document);
    return document;
  }
}
