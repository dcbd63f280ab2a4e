import { expect, test } from 'vitest';
import { expectSteppersEqual } from '../../kernel/stepper-equality';
import { createContainerMachine, removeContainerMachine, startContainerMachine, stopContainerMachine } from './container-calls.machine';
import { connectionMachine } from './connection.machine';
import { containerMachine } from './container.machine';
import { execSyncMachine } from './exec-call.machine';
import { pullImageMachine } from './image-calls.machine';
import { readMachine } from './read-call.machine';
import { runPodSandboxMachine, stopPodSandboxMachine } from './sandbox-calls.machine';

const EVENTS = ['NEXT', 'SKIP', 'FAILED', 'EXITED', 'GRACE_OVER', 'TIMED_OUT', 'STARTED', 'REMOVED', 'ANSWERED', 'REFUSED'];

test.each([
  runPodSandboxMachine, stopPodSandboxMachine, pullImageMachine, createContainerMachine, startContainerMachine, stopContainerMachine, removeContainerMachine,
  execSyncMachine, readMachine, containerMachine, connectionMachine,
].map((machine) => [machine.id, machine] as const))('%s steps as XState would', (_, machine) => {
  expect(expectSteppersEqual(machine, undefined, EVENTS)).toEqual([]);
});
