import { expect, test } from 'vitest';
import { behaviourOf } from '../../versions';
import { invalidReference, invalidReferenceText } from './reference';

test.each(['nginx', 'nginx:1.29', 'library/nginx', 'ghcr.io/Org/x'.toLowerCase(), 'localhost:5000/web:v1', 'a.b/c-d_e/f:1.2-rc.1', `nginx@sha256:${'a'.repeat(64)}`])('%s is a name', (image) => {
  expect(invalidReference(image)).toBeUndefined();
});
test.each([['Nginx:1.19', 'repository name must be lowercase'], ['nginx:', ''], ['a//b', ''], ['nginx:bad tag', ''], ['', '']])('%s is none: %s', (image, why) => {
  expect(invalidReference(image)).toBe(why);
});
test('1.20 and 1.35 word it differently', () => {
  const text = (version: '1.20' | '1.35'): string => invalidReferenceText('Nginx:1.19', 'repository name must be lowercase', behaviourOf(version).kubelet);
  expect(text('1.20')).toBe('Failed to apply default image tag "Nginx:1.19": couldn\'t parse image reference "Nginx:1.19": invalid reference format: repository name must be lowercase');
  expect(text('1.35')).toBe('Failed to apply default image tag "Nginx:1.19": couldn\'t parse image name "Nginx:1.19": invalid reference format: repository name must be lowercase');
});
