import { expect, test } from 'vitest';
import { expectSteppersEqual } from '../../kernel/stepper-equality';
import { bridgeMachine } from './bridge.machine';
import { hostLocalMachine } from './host-local.machine';
import { loopbackMachine } from './loopback.machine';
import { portmapMachine } from './portmap.machine';

test.each([loopbackMachine, hostLocalMachine, bridgeMachine, portmapMachine].map((machine) => [machine.id, machine] as const))('%s steps as XState would', (_, machine) => {
  expect(expectSteppersEqual(machine, undefined, ['ADD', 'DEL', 'NEXT', 'SKIP', 'FAILED'])).toEqual([]);
});
