import { setup } from 'xstate';

export type ProbeEvent =
  | { readonly type: 'PROBE' }
  | { readonly type: 'PROBED' }
  | { readonly type: 'CONTINUE' }
  | { readonly type: 'HOLD' }
  | { readonly type: 'RESUME' }
  | { readonly type: 'STOP' };

/** Models pkg/kubelet/prober/worker.go. */
export const probeWorkerMachine = setup({
  types: { events: {} as ProbeEvent },
  actions: { probe: () => {}, judge: () => {} },
}).createMachine({
  id: 'probe worker',
  description: 'Asks one container the same question again and again.',
  initial: 'waiting',
  states: {
    waiting: { on: { PROBE: 'probing', STOP: 'stopped' } },
    probing: { entry: 'probe', on: { PROBED: 'judgingResult', STOP: 'stopped' } },
    judgingResult: { entry: 'judge', on: { CONTINUE: 'waiting', HOLD: 'onHold', STOP: 'stopped' } },
    onHold: { on: { RESUME: 'waiting', STOP: 'stopped' } },
    stopped: { type: 'final' },
  },
});
