import { describe, expect, it } from 'vitest';
import { meetsDemands, termMatches, tolerates, toleratesTaint, untolerated } from './scheduling';
import type { Node, NodeSelectorRequirement, Taint, Toleration } from './types';

const node = (name: string, labels?: Readonly<Record<string, string>>): Node => ({ apiVersion: 'v1', kind: 'Node', metadata: { name, ...(labels && { labels }) }, spec: {}, status: {} }) as unknown as Node;
const taint: Taint = { key: 'gpu', value: 'a100', effect: 'NoSchedule' };

describe('a toleration', () => {
  it.each<[string, Toleration, boolean]>([
    ['of the same key, value and effect tolerates', { key: 'gpu', value: 'a100', effect: 'NoSchedule' }, true],
    ['without an effect tolerates all effects', { key: 'gpu', value: 'a100' }, true],
    ['of another effect does not', { key: 'gpu', value: 'a100', effect: 'NoExecute' }, false],
    ['of another value does not', { key: 'gpu', value: 'v100' }, false],
    ['that asks only for the key cares for no value', { key: 'gpu', operator: 'Exists' }, true],
    ['without a key that asks for anything tolerates everything', { operator: 'Exists' }, true],
    ['of an operator that the taint’s value is not meant for does not', { key: 'gpu', operator: 'Gt', value: 'a100' }, false],
  ])('%s', (_, toleration, want) => {
    expect(toleratesTaint(toleration, taint)).toBe(want);
  });

  it('is enough when it is one of several', () => {
    expect(tolerates([{ key: 'other' }, { key: 'gpu', operator: 'Exists' }], taint)).toBe(true);
    expect(tolerates([], taint)).toBe(false);
  });
});

it('finds the first taint that keeps a pod away; soft ones keep nobody away', () => {
  const soft: Taint = { key: 'soft', effect: 'PreferNoSchedule' };
  const hard: Taint = { key: 'hard', effect: 'NoExecute' };
  expect(untolerated([soft, hard, taint], [])).toBe(hard);
  expect(untolerated([soft, hard], [{ key: 'hard', operator: 'Exists' }])).toBeUndefined();
});

describe('a term of node affinity', () => {
  const matches = (r: NodeSelectorRequirement, labels?: Readonly<Record<string, string>>): boolean => termMatches({ matchExpressions: [r] }, node('n', labels));

  it.each<[NodeSelectorRequirement, boolean, boolean, boolean]>([
    // of `zone=a`, of `zone=7`, without the label
    [{ key: 'zone', operator: 'In', values: ['a', 'b'] }, true, false, false],
    [{ key: 'zone', operator: 'NotIn', values: ['a'] }, false, true, true],
    [{ key: 'zone', operator: 'Exists' }, true, true, false],
    [{ key: 'zone', operator: 'DoesNotExist' }, false, false, true],
    [{ key: 'zone', operator: 'Gt', values: ['5'] }, false, true, false],
    [{ key: 'zone', operator: 'Lt', values: ['9'] }, false, true, false],
  ])('%o', (r, ofA, ofSeven, ofNone) => {
    expect([matches(r, { zone: 'a' }), matches(r, { zone: '7' }), matches(r)]).toEqual([ofA, ofSeven, ofNone]);
  });

  it('may name the node, wants all of its parts, and matches nothing when it has none', () => {
    const byName = { matchFields: [{ key: 'metadata.name', operator: 'In' as const, values: ['n1'] }] };
    expect(termMatches(byName, node('n1'))).toBe(true);
    expect(termMatches(byName, node('n2'))).toBe(false);
    expect(termMatches({ ...byName, matchExpressions: [{ key: 'zone', operator: 'Exists' }] }, node('n1'))).toBe(false);
    expect(termMatches({}, node('n1'))).toBe(false);
  });
});

it('asks of a node every selector label and any one of the terms', () => {
  const terms = ['a', 'b'].map((zone) => ({ matchExpressions: [{ key: 'zone', operator: 'In' as const, values: [zone] }] }));
  const demands = { nodeSelector: { disk: 'ssd' }, requiredNodeTerms: terms };
  expect(meetsDemands(node('n', { disk: 'ssd', zone: 'b' }), demands)).toBe(true);
  expect(meetsDemands(node('n', { disk: 'ssd', zone: 'c' }), demands)).toBe(false);
  expect(meetsDemands(node('n', { disk: 'hdd', zone: 'b' }), demands)).toBe(false);
  expect(meetsDemands(node('n'), { nodeSelector: undefined, requiredNodeTerms: undefined })).toBe(true);
  expect(meetsDemands(node('n'), { nodeSelector: undefined, requiredNodeTerms: [] })).toBe(false);
});
