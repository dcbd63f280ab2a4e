import { describe, expect, it } from 'vitest';
import { expectSteppersEqual } from '../../kernel/stepper-equality';
import { bindingCycleMachine } from './binding-cycle.machine';
import { schedulingCycleMachine } from './scheduling-cycle.machine';

describe('machines of the scheduler', () => {
  it('step compiled as they do in XState', () => {
    expect(expectSteppersEqual(schedulingCycleMachine, undefined, ['POPPED', 'SKIP', 'NEXT', 'NO_NODES', 'REJECTED', 'SEVERAL_FIT', 'ONE_FITS', 'NONE_FIT', 'CANDIDATE', 'FAILED', 'PATCH'])).toEqual([]);
    expect(expectSteppersEqual(bindingCycleMachine, undefined, ['NEXT', 'NOMINATE', 'BOUND', 'FAILED'])).toEqual([]);
  });
});
