import { expect, test } from 'vitest';
import { expectSteppersEqual } from '../../kernel/stepper-equality';
import { execMachine } from './exec.machine';
import { killerMachine } from './containers/killer.machine';
import { logsMachine } from './logs.machine';
import { leaseMachine } from './node/lease.machine';
import { nodeStatusMachine } from './node/node-status.machine';
import { podWorkerMachine } from './pods/pod-worker.machine';
import { probeWorkerMachine } from './probes/probe-worker.machine';
import { collectorMachine } from './runtime/collector.machine';
import { plegMachine } from './runtime/pleg.machine';
import { statusManagerMachine } from './status/manager.machine';
import { objectWatcherMachine } from './volumes/object-cache.machine';
import { volumeMachine } from './volumes/volume.machine';

const MACHINES = [podWorkerMachine, statusManagerMachine, plegMachine, collectorMachine, killerMachine, probeWorkerMachine, volumeMachine, objectWatcherMachine, nodeStatusMachine, leaseMachine, execMachine, logsMachine];

/** Every event that a machine knows, from its own definition. */
const eventsOf = (machine: (typeof MACHINES)[number]): readonly string[] => machine.events.filter((type) => !type.startsWith('xstate.'));

test.each(MACHINES.map((machine) => [machine.id, machine] as const))('%s steps as XState would', (_, machine) => {
  expect(eventsOf(machine).length).toBeGreaterThan(0);
  expect(expectSteppersEqual(machine, undefined, eventsOf(machine), { walks: 60, length: 80 })).toEqual([]);
});
