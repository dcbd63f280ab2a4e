import { describe, expect, it } from 'vitest';
import { varint } from './bytes';
import { encodeProtobuf } from './encode';

const hex = (bytes: readonly number[] | undefined): string => (bytes ?? []).map((b) => b.toString(16).padStart(2, '0')).join(' ');

describe('the protobuf form of an object', () => {
  it('is what kubectl sends for a config map', () => {
    // As kubectl v1.35.2 logged it with -v=8.
    expect(hex(encodeProtobuf({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'x' }, data: { a: 'b' } }, '1.35'))).toBe(
      '6b 38 73 00 0a 0f 0a 02 76 31 12 09 43 6f 6e 66 69 67 4d 61 70 12 1b 0a 11 0a 01 78 12 00 1a 00 22 00 2a 00 32 00 38 00 42 00 12 06 0a 01 61 12 01 62 1a 00 22 00');
  });

  it('leaves pointers out and writes zeros', () => {
    const scale = (spec: object): string => hex(encodeProtobuf({ kind: 'Scale', apiVersion: 'autoscaling/v1', spec }, '1.35'));
    expect(scale({})).toContain('12 02 08 00');
    expect(scale({ replicas: 300 })).toContain('12 03 08 ac 02');
  });

  it('holds times as seconds, and Go’s zero time as nothing', () => {
    const namespace = (metadata: object): string => hex(encodeProtobuf({ kind: 'Namespace', apiVersion: 'v1', metadata }, '1.35'));
    expect(namespace({ creationTimestamp: '2026-11-30T17:02:14Z' })).toContain('42 08 08 96 d8 b6 d8 06 10 00');
    expect(namespace({})).toContain('38 00 42 00');
  });

  it('numbers the fields of a release as that release did', () => {
    // clusterName is field 15 of 1.20 and gone in 1.35.
    const last = (version: '1.20' | '1.35'): boolean => hex(encodeProtobuf({ kind: 'Namespace', apiVersion: 'v1', metadata: { name: 'a' } }, version)).includes('42 00 7a 00');
    expect([last('1.20'), last('1.35')]).toEqual([true, false]);
  });

  it('is not made up for kinds of unknown shape', () => {
    expect(encodeProtobuf({ kind: 'Unicorn', apiVersion: 'example.com/v1' }, '1.35')).toBeUndefined();
    expect(encodeProtobuf({ kind: 'PersistentVolume', apiVersion: 'v1', spec: { hostPath: { path: '/' } } }, '1.35')).toBeUndefined();
  });
});

it('writes numbers in sevens of bits', () => {
  expect([0, 1, 127, 128, 300].map((n) => hex(varint(n)))).toEqual(['00', '01', '7f', '80 01', 'ac 02']);
  expect(hex(varint(-1))).toBe('ff ff ff ff ff ff ff ff ff 01');
});
