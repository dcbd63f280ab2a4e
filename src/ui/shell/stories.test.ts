import { expect, test } from 'vitest';
import { libraryScenario } from '../../scenarios/library/library';
import { planOf, storyOf } from './stories';

const OPTIONS = { version: '1.35', seed: 42 } as const;
const linesOf = (id: string): readonly string[] => {
  const scenario = libraryScenario(id);
  return scenario === undefined ? [] : planOf(scenario).flatMap(({ action }) => (action.type === 'execute' ? [action.line] : []));
};

test('a session without a name is named after the longest story that it begins with', () => {
  const deletion = linesOf('delete-deployment');
  expect(deletion).toHaveLength(2);
  expect(storyOf(OPTIONS, deletion)).toBe('delete-deployment');
  expect(storyOf(OPTIONS, [...deletion, 'kubectl get pods'])).toBe('delete-deployment');
});

test('a session keeps the name that it was started by while its commands begin so', () => {
  const lines = linesOf('daemon-set');
  expect(storyOf({ ...OPTIONS, scenario: 'daemon-set' }, [...lines, 'kubectl get pods'])).toBe('daemon-set');
  expect(storyOf({ ...OPTIONS, scenario: 'daemon-set' }, ['kubectl get pods'])).toBeUndefined();
});

test('an empty session is one’s own cluster, an unknown one has no name', () => {
  expect(storyOf(OPTIONS, [])).toBe('own');
  expect(storyOf(OPTIONS, ['kubectl get nodes'])).toBeUndefined();
});

test('waits become time that passes, manifests stay with their commands', () => {
  expect(planOf({ steps: [{ line: 'kubectl apply -f -', stdin: 'kind: Pod\n' }, { wait: 90 }, { line: 'kubectl get pods' }] }).map(({ action }) => action)).toEqual([
    { type: 'execute', id: 1, line: 'kubectl apply -f -', stdin: 'kind: Pod\n' }, { type: 'advance', by: 90_000_000 }, { type: 'execute', id: 2, line: 'kubectl get pods' },
  ]);
});
