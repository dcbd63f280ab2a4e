import { expect, test } from 'vitest';
import { parseImage, referenceText } from './image-reference';

test.each([
  ['nginx', 'docker.io/library/nginx:latest'],
  ['nginx:1.29', 'docker.io/library/nginx:1.29'],
  ['bitnami/redis:7', 'docker.io/bitnami/redis:7'],
  ['ghcr.io/a/b:1', 'ghcr.io/a/b:1'],
  ['localhost:5000/web', 'localhost:5000/web:latest'],
])('%s is %s', (name, full) => {
  expect(referenceText(parseImage(name))).toBe(full);
});
