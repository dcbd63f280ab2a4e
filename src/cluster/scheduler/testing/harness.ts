import type { KubeVersion } from '../../../api/version';
import type { KubeObject, Node, Pod } from '../../../api/types';
import { Kernel } from '../../../kernel/kernel';
import { SECOND } from '../../../kernel/time';
import { FakeApiServer } from '../../client/testing/fake-api-server';
import type { ClusterSpec } from '../../spec';
import { createScheduler } from '../scheduler';

export interface Harness {
  readonly kernel: Kernel;
  readonly server: FakeApiServer;
  /** Lets so many seconds pass. */
  run(seconds: number): void;
  /** The requests that changed something, leases apart: `POST /api/v1/…`. */
  writes(): readonly string[];
  /** Type, reason and note of the events posted so far. */
  events(): readonly string[];
  pod(name: string): Pod | undefined;
}

const SPEC: Omit<ClusterSpec, 'kubernetesVersion'> = {
  nodes: [], serviceCIDR: '10.96.0.0/16', clusterDNS: '10.96.0.10', authorization: [], admission: { enable: [], disable: [] }, runtime: { name: 'containerd', version: '2', pauseImage: '' },
  cni: { version: '1.1.0', plugins: [] }, registry: [], preloaded: [], users: [],
};

/** A scheduler at a fake API server with these nodes, one second after its start. */
export function startScheduler(kubernetesVersion: KubeVersion, nodes: readonly Node[], objects: readonly (readonly [resource: string, object: KubeObject])[] = [], seed = 1): Harness {
  const kernel = new Kernel(seed);
  const server = new FakeApiServer(kernel);
  for (const n of nodes) server.put('nodes', n);
  for (const [resource, object] of objects) server.put(resource, object);
  createScheduler({ kernel, server, spec: { ...SPEC, kubernetesVersion } }).start();
  const run = (seconds: number): void => kernel.run(kernel.now + seconds * SECOND);
  run(1);
  return {
    kernel, server, run,
    writes: () => server.requests.map((r) => r.line).filter((line) => !line.includes('/leases')),
    events: () => server.requests.filter((r) => r.line.startsWith('POST /apis/events')).map((r) => {
      const e = r.body as { readonly type: string; readonly reason: string; readonly note: string };
      return `${e.type} ${e.reason}: ${e.note}`;
    }),
    pod: (name) => server.get<Pod>('pods', `default/${name}`),
  };
}
