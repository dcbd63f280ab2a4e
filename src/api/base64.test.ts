import { expect, it } from 'vitest';
import { decodeBase64, encodeBase64 } from './base64';

it.each(['', 'a', 'ab', 'abc', 'größe', '漢字 🙂'])('base64 of %j is that of the host, and comes back', (text) => {
  expect(encodeBase64(text)).toBe(Buffer.from(text).toString('base64'));
  expect(decodeBase64(encodeBase64(text))).toEqual({ bytes: Buffer.from(text).length, text });
});

it('refuses what is no base64', () => {
  expect(decodeBase64('abc')).toBeUndefined();
  expect(decodeBase64('ab!=')).toBeUndefined();
});
