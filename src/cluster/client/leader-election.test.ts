import { describe, expect, it } from 'vitest';
import { schemeFor } from '../../api/scheme';
import type { Lease } from '../../api/types';
import { Kernel } from '../../kernel/kernel';
import { expectSteppersEqual } from '../../kernel/stepper-equality';
import { SECOND } from '../../kernel/time';
import { ApiClient } from './api-client';
import { LeaderElector } from './leader-election';
import { leaderElectionMachine } from './leader-election.machine';
import { FakeApiServer } from './testing/fake-api-server';

interface Replica {
  readonly elector: LeaderElector;
  readonly log: string[];
}

function replica(kernel: Kernel, server: FakeApiServer, name: string, readsBeforeRenewal = false): Replica {
  const log: string[] = [];
  const api = new ApiClient(kernel.actor(name), server, { credential: { kind: 'none' }, userAgent: name });
  const elector = new LeaderElector(api, schemeFor('1.35'), {
    name: 'kube-scheduler', identity: `${name}_1`, readsBeforeRenewal, started: () => log.push(`leads at ${Math.floor(kernel.now / SECOND)} s`), stopped: () => log.push('stops'),
  });
  elector.start();
  return { elector, log };
}

const lease = (server: FakeApiServer): Lease | undefined => server.get<Lease>('leases', 'kube-system/kube-scheduler');

describe('LeaderElector', () => {
  it('makes the lease and leads at once when it is alone', () => {
    const kernel = new Kernel(1);
    const server = new FakeApiServer(kernel);
    const one = replica(kernel, server, 'one');
    kernel.run(1 * SECOND);
    expect(one.log).toEqual(['leads at 0 s']);
    expect(one.elector.isLeader).toBe(true);
    expect(lease(server)?.spec).toMatchObject({ holderIdentity: 'one_1', leaseDurationSeconds: 15, leaseTransitions: 0 });
  });

  it.each([[true, 'GET and PUT'], [false, 'PUT alone']])('renews every two seconds, reading before: %s (%s)', (reads) => {
    const kernel = new Kernel(1);
    const server = new FakeApiServer(kernel);
    replica(kernel, server, 'one', reads);
    kernel.run(1 * SECOND);
    const writes = server.requests.length;
    const { messages } = kernel.log;
    const before = messages.sent.length;
    kernel.run(21 * SECOND);
    expect(server.requests.length - writes).toBeGreaterThanOrEqual(9);
    const gets = Array.from({ length: messages.sent.length - before }, (_, i) => kernel.log.strings[messages.label.get(before + i)] ?? '').filter((l) => l.startsWith('GET ')).length;
    expect(gets > 0).toBe(reads);
  });

  it('waits while another replica renews, and takes over once that one has been silent for the lease’s duration', () => {
    const kernel = new Kernel(1);
    const server = new FakeApiServer(kernel);
    const one = replica(kernel, server, 'one');
    kernel.run(1 * SECOND);
    const two = replica(kernel, server, 'two');
    kernel.run(30 * SECOND);
    expect(two.log).toEqual([]);
    server.refuse = (_line, client) => (client === 'one' ? { code: 500, body: 'broken', contentType: 'text/plain', headers: {} } : undefined);
    kernel.run(60 * SECOND);
    expect(one.log).toEqual(['leads at 0 s', 'stops']);
    expect(two.log).toHaveLength(1);
    expect(lease(server)?.spec).toMatchObject({ holderIdentity: 'two_1', leaseTransitions: 1 });
  });

  it('tries again when the server cannot be reached', () => {
    const kernel = new Kernel(1);
    const server = new FakeApiServer(kernel);
    server.down = 'connection refused';
    const one = replica(kernel, server, 'one');
    kernel.run(5 * SECOND);
    server.down = undefined;
    kernel.run(15 * SECOND);
    expect(one.elector.isLeader).toBe(true);
  });

  it('steps compiled as it does in XState', () => {
    expect(expectSteppersEqual(leaderElectionMachine, undefined, ['START', 'HELD', 'REFUSED', 'RETRY', 'DEADLINE'])).toEqual([]);
  });
});
