import { bootEngineCluster } from './boot-engine-cluster';
import { Engine } from './engine';
import type { ToWorker } from './protocol';

// The thin shell of the engine in a Web Worker: a port, a way to yield, a clock. Everything else is in engine.ts.

const tasks: (() => void)[] = [];
const channel = new MessageChannel();
channel.port1.onmessage = () => tasks.shift()?.();

const engine = new Engine({
  boot: bootEngineCluster,
  post: (message, transfer) => self.postMessage(message, { transfer: [...transfer] }),
  soon: (task) => {
    tasks.push(task);
    channel.port2.postMessage(undefined);
  },
  now: () => performance.now(),
});

self.onmessage = (event: MessageEvent<ToWorker>) => engine.receive(event.data);
