import { expect, test } from 'vitest';
import { expectSteppersEqual } from '../../kernel/stepper-equality';
import { bridgeMachine } from './bridge';
import { hostLocalMachine } from './host-local';
import { loopbackMachine } from './loopback';
import { portmapMachine } from './portmap';

test.each([loopbackMachine, hostLocalMachine, bridgeMachine, portmapMachine].map((machine) => [machine.id, machine] as const))('%s steps as XState would', (_, machine) => {
  expect(expectSteppersEqual(machine, undefined, ['ADD', 'DEL', 'NEXT', 'SKIP', 'FAILED'])).toEqual([]);
});
