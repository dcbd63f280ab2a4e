import { describe, expect, it } from 'vitest';
import { deepFreeze } from './freeze';
import { fnv1a32, fnv1a32Int } from './fnv';
import { canonicalJson, deepEqual } from './json';

describe('canonicalJson', () => {
  it('sorts keys at every depth and drops undefined members', () => {
    expect(canonicalJson({ b: 1, a: { d: undefined, c: [1, { z: 1, y: null }] } })).toBe('{"a":{"c":[1,{"y":null,"z":1}]},"b":1}');
  });

  it('writes undefined in lists as null, as JSON does', () => {
    expect(canonicalJson([undefined, 'x'])).toBe('[null,"x"]');
  });
});

describe('deepEqual', () => {
  it('ignores key order and undefined members, but not null ones', () => {
    expect(deepEqual({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1, c: undefined })).toBe(true);
    expect(deepEqual({ a: undefined }, { a: null })).toBe(false);
    expect(deepEqual({ a: 1 }, { a: 1, b: 2 })).toBe(false);
    expect(deepEqual({ a: 1, b: 2 }, { a: 1 })).toBe(false);
  });

  it('tells lists from objects and lengths from each other', () => {
    expect(deepEqual([], {})).toBe(false);
    expect(deepEqual({}, [])).toBe(false);
    expect(deepEqual([1], [1, 2])).toBe(false);
    expect(deepEqual([[1]], [[1]])).toBe(true);
  });
});

describe('fnv1a32', () => {
  it('agrees with Go over ASCII, and over UTF-8 for the rest', () => {
    expect(fnv1a32('')).toBe(0x811c9dc5);
    expect(fnv1a32('a')).toBe(0xe40c292c);
    expect(fnv1a32('foobar')).toBe(0xbf9cf968);
    expect(fnv1a32('é')).not.toBe(fnv1a32('e'));
    expect(fnv1a32('😀')).not.toBe(fnv1a32('😁'));
  });

  it('hashes integers byte by byte', () => {
    expect(fnv1a32Int(0x811c9dc5, 0x61)).not.toBe(fnv1a32Int(0x811c9dc5, 0x6100));
  });
});

describe('deepFreeze', () => {
  it('makes any later change throw, however deep', () => {
    const document = deepFreeze({ a: { b: [{ c: 1 }] } });
    expect(() => {
      (document.a.b[0] as { c: number }).c = 2;
    }).toThrow(TypeError);
  });
});
