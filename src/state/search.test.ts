import { describe, expect, it } from 'vitest';
import { search, type SearchEntry } from './search';

const entry = (text: string, kind: SearchEntry['kind'] = 'object'): SearchEntry => ({ kind, text, time: 0 });
const ENTRIES = [entry('secrets/default/cobweb'), entry('secrets/default/webhook'), entry('pods/default/web-1'), entry('pods/default/my-web'), entry('deployments/default/web'), entry('kubectl create deployment web', 'command'), entry('scheduler.filter node', 'step')];
const found = (query: string): readonly string[] => search(ENTRIES, query, (e) => (e.kind === 'step' ? 'Which nodes can run it?' : '')).map((e) => e.text);

describe('search', () => {
  it('finds what has every word, in any order and case', () => {
    expect(found('WEB pods')).toEqual(['pods/default/web-1', 'pods/default/my-web']);
  });

  it('puts whole words before beginnings and these before the rest', () => {
    expect(found('web').slice(-2)).toEqual(['secrets/default/webhook', 'secrets/default/cobweb']);
  });

  it('finds steps by their text in the present language', () => {
    expect(found('which nodes')).toEqual(['scheduler.filter node']);
  });

  it('finds nothing for nothing', () => {
    expect(found('  ')).toEqual([]);
  });
});
