import { expect, test } from 'vitest';
import { STORIES, storyOf } from './stories';

test('a session is named after the longest story that it begins with', () => {
  const deletion = STORIES.find((story) => story.id === 'deleteDeployment')?.lines ?? [];
  expect(storyOf(deletion)).toBe('deleteDeployment');
  expect(storyOf([...deletion, 'kubectl get pods'])).toBe('deleteDeployment');
});

test('an empty session is one’s own cluster, an unknown one has no name', () => {
  expect(storyOf([])).toBe('own');
  expect(storyOf(['kubectl get nodes'])).toBeUndefined();
});
