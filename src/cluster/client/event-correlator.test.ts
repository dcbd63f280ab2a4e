import { expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../kernel/time';
import { EventCorrelator, type Report } from './event-correlator';

const report = (message: string): Report => ({ type: 'Normal', reason: 'ScalingReplicaSet', message });

it('counts equal reports', () => {
  const correlator = new EventCorrelator();
  expect(correlator.correlate('d', report('a'), 0)).toMatchObject({ action: 'create', message: 'a' });
  expect(correlator.correlate('d', report('a'), SECOND)).toMatchObject({ action: 'count', count: 2 });
  expect(correlator.correlate('d', report('a'), 2 * SECOND)).toMatchObject({ action: 'count', count: 3 });
});

it('combines from the tenth different message of a reason on', () => {
  const correlator = new EventCorrelator();
  const actions = Array.from({ length: 12 }, (_, i) => correlator.correlate('d', report(`m${i}`), i * SECOND));
  expect(actions.slice(0, 9).every((a) => a.action === 'create' && !a.message.startsWith('(combined'))).toBe(true);
  expect(actions[9]).toMatchObject({ action: 'create', message: '(combined from similar events): m9' });
  expect(actions[10]).toMatchObject({ action: 'count', count: 2, message: '(combined from similar events): m10' });
  expect(actions[11]).toMatchObject({ action: 'count', count: 3 });
});

it('starts anew after ten quiet minutes', () => {
  const correlator = new EventCorrelator();
  for (let i = 0; i < 10; i++) correlator.correlate('d', report(`m${i}`), i * SECOND);
  expect(correlator.correlate('d', report('later'), 11 * MINUTE)).toMatchObject({ action: 'create', message: 'later' });
});

it('drops what comes after twenty-five in a burst, for each object by itself', () => {
  const correlator = new EventCorrelator();
  const actions = Array.from({ length: 30 }, () => correlator.correlate('d', report('a'), 0).action);
  expect(actions.filter((a) => a === 'drop')).toHaveLength(5);
  expect(correlator.correlate('other', report('a'), 0).action).toBe('create');
  expect(correlator.correlate('d', report('a'), 5 * MINUTE).action).toBe('count');
});
