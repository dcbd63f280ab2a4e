import { setup } from 'xstate';

export type KubectlEvent =
  | { readonly type: 'NEXT' | 'VALIDATE' | 'CONFIG' | 'DISCOVER' | 'BUILD' | 'SEND' | 'SENT' | 'WATCH' | 'SLEEP' | 'PRINT' | 'EXIT' | 'FAIL' | 'INTERRUPT' }
  | { readonly type: 'ANSWER' | 'FRAME' | 'ENDED' | 'DEADLINE' | 'WOKE' };

/** A state that is entered anew when a command stays in it: two texts printed are two visits. */
const again = <T extends string>(target: T) => ({ target, reenter: true }) as const;

/** Where a command may go on to once it holds an answer or has printed something. */
const further = {
  VALIDATE: 'validating', DISCOVER: again('discovering'), BUILD: again('building'), SEND: 'requesting', WATCH: 'watching', SLEEP: 'sleeping', PRINT: again('printing'), EXIT: 'exited', FAIL: 'failed',
} as const;

/**
 * One invocation of kubectl, from the key Enter to the exit code. Which way a command takes is decided by its program
 * (commands/*.ts); the machine is where it stands.
 */
export const kubectlMachine = setup({
  types: { events: {} as KubectlEvent },
  actions: {
    startProcess: () => {},
    parseArguments: () => {},
    work: () => {},
    send: () => {},
    decide: () => {},
    awaitFrame: () => {},
    sleep: () => {},
    print: () => {},
    finish: () => {},
  },
}).createMachine({
  id: 'kubectl',
  description: 'One kubectl command: reads its flags and its kubeconfig, builds what it wants, asks the API server and prints the answer.',
  initial: 'starting',
  on: { INTERRUPT: '.interrupted' },
  states: {
    starting: { description: 'The shell starts the process.', entry: 'startProcess', on: { NEXT: 'parsing' } },
    parsing: { description: 'Finds the command and reads its flags and arguments.', entry: 'parseArguments', on: { VALIDATE: 'validating', CONFIG: 'loadingConfig', BUILD: 'building', PRINT: 'printing', EXIT: 'exited', FAIL: 'failed' } },
    validating: { description: 'Checks what can be checked without a server.', entry: 'work', on: { CONFIG: 'loadingConfig', ...further } },
    loadingConfig: { description: 'Puts kubeconfig and flags together: which server, which user, which namespace.', entry: 'work', on: { ...further } },
    discovering: { description: 'Looks up in the discovery cache what the words stand for.', entry: 'work', on: { ...further } },
    building: { description: 'Builds the object, patch or options to send.', entry: 'work', on: { ...further } },
    requesting: { description: 'Writes the HTTP request.', entry: 'send', on: { SENT: 'waiting' } },
    waiting: { description: 'Waits for the answer.', on: { ANSWER: 'deciding' } },
    deciding: { description: 'Reads the answer and decides what follows.', entry: 'decide', on: { ...further } },
    watching: { description: 'Waits for the next event of a watch.', entry: 'awaitFrame', on: { FRAME: 'deciding', ENDED: 'deciding', DEADLINE: 'deciding' } },
    sleeping: { description: 'Waits before it asks again.', entry: 'sleep', on: { WOKE: 'deciding' } },
    printing: { description: 'Writes to the terminal.', entry: 'print', on: { CONFIG: 'loadingConfig', ...further } },
    exited: { description: 'Exit code 0.', type: 'final', entry: 'finish' },
    failed: { description: 'Another exit code.', type: 'final', entry: 'finish' },
    interrupted: { description: 'Ctrl-C: exit code 130.', type: 'final', entry: 'finish' },
  },
});
