import { expect, it } from 'vitest';
import { toYaml } from './yaml';

// What kubectl v1.35.2 printed for the same documents with -o yaml.
it.each<[string, unknown, string]>([
  ['keys in order, numbers in names by their value', { b: 1, a: 2, a10: 3, a9: 4 }, 'a: 2\na9: 4\na10: 3\nb: 1\n'],
  ['lists at the indent of their key', { args: ['a', ['b', 'c'], { d: 1, c: [] }], e: {} }, 'args:\n- a\n- - b\n  - c\n- c: []\n  d: 1\ne: {}\n'],
  ['texts that would be read as something else in quotes', { a: 'true', b: '1', c: 'null', d: '', e: 'yes', f: '1e3', g: '0x1', h: '~', i: '2026-11-30', j: 'x: y', k: '- x', l: '#a', m: '*' },
    'a: "true"\nb: "1"\nc: "null"\nd: ""\ne: "yes"\nf: "1e3"\ng: "0x1"\nh: "~"\ni: "2026-11-30"\nj: \'x: y\'\nk: \'- x\'\nl: \'#a\'\nm: \'*\'\n'],
  ['several lines as a block', { a: 'one\ntwo\n', b: 'one\ntwo', c: '  x\ny', d: 'a\n\n' }, 'a: |\n  one\n  two\nb: |-\n  one\n  two\nc: |2-\n    x\n  y\nd: |+\n  a\n\n'],
  ['long texts folded at a space after 80 columns', { m: `${'word '.repeat(20)}end` }, 'm: word word word word word word word word word word word word word word word word\n  word word word word end\n'],
  ['what cannot be printed escaped', { a: '\t', b: '\u0007', c: 'é', d: '"', e: "it's" }, 'a: "\\t"\nb: "\\a"\nc: é\nd: \'"\'\ne: it\'s\n'],
])('writes %s', (_, document, text) => {
  expect(toYaml(document)).toBe(text);
});
