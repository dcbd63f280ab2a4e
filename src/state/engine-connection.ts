import type { FromWorker, ToWorker } from '../worker/protocol';

/** A worker, or what stands for it in a test. */
export interface EngineConnection {
  send(message: ToWorker): void;
  close(): void;
}

export interface ConnectionHandlers {
  readonly message: (message: FromWorker) => void;
  /** The worker died: an error that it did not catch, or the browser ended it. */
  readonly crashed: (reason: string) => void;
}

export type Connect = (handlers: ConnectionHandlers) => EngineConnection;

/** Starts the engine in a Web Worker of this page. */
export const connectWorker: Connect = (handlers) => {
  const worker = new Worker(new URL('../worker/entry.ts', import.meta.url), { type: 'module', name: 'engine' });
  worker.onmessage = (event: MessageEvent<FromWorker>) => handlers.message(event.data);
  worker.onerror = (event) => {
    event.preventDefault();
    handlers.crashed(event.message || 'the worker stopped');
  };
  worker.onmessageerror = () => handlers.crashed('a message could not be read');
  return { send: (message) => worker.postMessage(message), close: () => worker.terminate() };
};
