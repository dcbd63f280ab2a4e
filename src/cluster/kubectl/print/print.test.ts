import { describe, expect, it } from 'vitest';
import { alignTabs, DESCRIPTION, TABLE } from './tabwriter';
import { findJsonPath, renderJsonPath } from './jsonpath';
import { toJson } from './json';

describe('columns', () => {
  it('of tables are as wide as their widest cell and three spaces, the last one as it is', () => {
    expect(alignTabs('NAME\tREADY\tAGE\t\nnginx-7b54d48599-rkzmc\t1/1\t5s\t\n', TABLE)).toBe('NAME                     READY   AGE   \nnginx-7b54d48599-rkzmc   1/1     5s    \n');
    expect(alignTabs('A\tB\nlonger\tc\n', TABLE)).toBe('A        B\nlonger   c\n');
  });

  it('of descriptions end where a line has none', () => {
    expect(alignTabs('Name:\tweb\nLabels:\tapp=web\nPod Template:\n  Labels:\tapp=web\n', DESCRIPTION)).toBe('Name:    web\nLabels:  app=web\nPod Template:\n  Labels:  app=web\n');
  });
});

describe('a JSONPath template', () => {
  const list = { items: [{ name: 'a', n: 1, ready: true, tags: ['x', 'y'] }, { name: 'b', n: 2, ready: false, tags: [] }, { name: 'c', n: 3, ready: true, tags: ['z'] }] };
  it.each([
    ['{.items[*].name}', 'a b c'],
    ['{.items[1].name}-{.items[-1].name}', 'b-c'],
    ['{.items[0:2].n}', '1 2'],
    ['{range .items[*]}{.name}={.n}{"\\n"}{end}', 'a=1\nb=2\nc=3\n'],
    ['{.items[?(@.ready==true)].name}', 'a c'],
    ['{.items[?(@.n>1)].name}', 'b c'],
    ["{.items[?(@.name=='b')].n}", '2'],
    ['{..tags}', '["x","y"] [] ["z"]'],
    ["{.items[0]['name','n']}", 'a 1'],
    ['{.nothing}', ''],
  ])('%s', (template, text) => {
    expect(renderJsonPath(template, list)).toEqual({ ok: true, value: text });
  });

  it('with a mistake is told as kubectl tells it', () => {
    expect(renderJsonPath('{.items[', list)).toMatchObject({ ok: false, error: expect.stringContaining('unterminated array') as string });
  });

  it('finds values as they are', () => {
    expect(findJsonPath('{.items[*].ready}', list)).toEqual({ ok: true, value: [true, false, true] });
  });
});

it('writes JSON as Go does', () => {
  expect(toJson({ a: '<&>', b: [] })).toBe('{\n    "a": "\\u003c\\u0026\\u003e",\n    "b": []\n}');
});
