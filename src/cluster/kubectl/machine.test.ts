import { expect, it } from 'vitest';
import { expectSteppersEqual } from '../../kernel/stepper-equality';
import { kubectlMachine } from './machine';

it('steps compiled as it does in XState, whatever comes', () => {
  const events = [...new Set(Object.values(kubectlMachine.states).flatMap((s) => Object.keys((s.config as { readonly on?: object }).on ?? {}))), 'INTERRUPT'];
  expect(expectSteppersEqual(kubectlMachine, undefined, events)).toEqual([]);
});
