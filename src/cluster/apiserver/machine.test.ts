import { describe, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { Prng } from '../../base/prng';
import { compileStepper } from '../../kernel/compiled-stepper';
import { xstateStepper } from '../../kernel/xstate-stepper';
import { rangeMachine, txnMachine } from '../etcd/machine';
import { FILTERS } from './filters';
import { buildRequestMachine } from './machine';
import { watchCacheMachine } from './storage/machine';
import { ServerWorld } from './testing/server-world';

const MACHINES: Readonly<Record<string, AnyStateMachine>> = {
  'request 1.20': buildRequestMachine(FILTERS['1.20']), 'request 1.35': buildRequestMachine(FILTERS['1.35']), 'watch cache': watchCacheMachine, 'etcd transaction': txnMachine, 'etcd read': rangeMachine,
};

/** Every event type that some state of the machine knows. */
const eventsOf = (machine: AnyStateMachine): readonly string[] => [...new Set(Object.values(machine.states).flatMap((s) => Object.keys((s.config as { readonly on?: object }).on ?? {})))].sort();

describe.each(Object.entries(MACHINES))('the machine of the %s', (_, machine) => {
  it('steps compiled as it does in XState, whatever comes', () => {
    const compiled = compileStepper(machine);
    const reference = xstateStepper(machine, undefined);
    const events = eventsOf(machine);
    for (let seed = 0; seed < 60; seed++) {
      const random = new Prng(seed, 'events');
      let [a, b] = [compiled.start(undefined), reference.start(undefined)];
      for (let i = 0; i < 80; i++) {
        expect({ state: a.snapshot.state, done: a.snapshot.done, entered: a.entered, effects: a.effects }).toEqual({ state: b.snapshot.state, done: b.snapshot.done, entered: b.entered, effects: b.effects });
        // Mostly what the state knows, sometimes anything.
        const known = Object.keys((machine.states[a.snapshot.state]?.config as { readonly on?: object } | undefined)?.on ?? {});
        const type = known.length > 0 && random.next() < 0.8 ? random.pick(known) : random.pick(events);
        [a, b] = [compiled.step(a.snapshot, { type }), reference.step(b.snapshot, { type })];
      }
    }
  });
});

describe.each(['1.20', '1.35'] as const)('a request in %s', (version) => {
  it('passes every filter in order, then the stages of its verb', () => {
    const world = new ServerWorld(version);
    const { log } = world.kernel;
    const from = log.spans.begin.length;
    world.post('/api/v1/namespaces/default/configmaps', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' } });
    const machine = log.strings.indexOf('kube-apiserver request');
    const states: string[] = [];
    for (let row = from; row < log.spans.begin.length; row++) if (log.spans.machine.get(row) === machine) states.push(log.strings[log.spans.state.get(row)] ?? '');
    expect(states).toEqual([
      ...FILTERS[version].map((f) => f.name), 'routing', 'decoding', 'defaulting', 'mutatingAdmission', 'preparing', 'validation', 'validatingAdmission', 'storing', 'encoding', 'answered',
    ]);
  });

  it('leaves a chain of causes from the answer back to the request', () => {
    const world = new ServerWorld(version);
    const { log } = world.kernel;
    world.post('/api/v1/namespaces/default/configmaps', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' } });
    let message = log.messages.sent.length - 1;
    while (log.messageKind(message) !== 'response') message--;
    const kinds: string[] = [];
    for (let span = log.messages.cause.get(message); span >= 0; span = log.messages.cause.get(message)) {
      message = log.spans.cause.get(span);
      if (message < 0) break;
      kinds.push(`${log.messageKind(message)} ${log.strings[log.messages.label.get(message)] ?? ''}`);
    }
    expect(kinds).toEqual(['etcd put done', 'etcd txn put', 'http POST /api/v1/namespaces/default/configmaps']);
  });
});
