import { expect, test } from 'vitest';
import { expectSteppersEqual } from '../../kernel/stepper-equality';
import { createContainerMachine, removeContainerMachine, startContainerMachine, stopContainerMachine } from './container-calls';
import { connectionMachine } from './connection';
import { containerMachine } from './container.machine';
import { execSyncMachine } from './exec-call';
import { pullImageMachine } from './image-calls';
import { readMachine } from './read-call';
import { runPodSandboxMachine, stopPodSandboxMachine } from './sandbox-calls';

const EVENTS = ['NEXT', 'SKIP', 'FAILED', 'EXITED', 'GRACE_OVER', 'TIMED_OUT', 'STARTED', 'REMOVED', 'ANSWERED', 'REFUSED'];

test.each([
  runPodSandboxMachine, stopPodSandboxMachine, pullImageMachine, createContainerMachine, startContainerMachine, stopContainerMachine, removeContainerMachine,
  execSyncMachine, readMachine, containerMachine, connectionMachine,
].map((machine) => [machine.id, machine] as const))('%s steps as XState would', (_, machine) => {
  expect(expectSteppersEqual(machine, undefined, EVENTS)).toEqual([]);
});
