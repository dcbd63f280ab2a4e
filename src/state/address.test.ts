import { describe, expect, it } from 'vitest';
import { readLink, writeLink, type Link } from './address';

const FULL: Link = {
  scenario: 'create-deployment', version: '1.20', seed: 7, nodes: 5,
  plan: [
    { at: undefined, action: { type: 'execute', id: 1, line: 'kubectl create deployment nginx --image=nginx:1.29 --replicas=3' } },
    { at: undefined, action: { type: 'execute', id: 2, line: 'kubectl get pods -w' } },
    { at: 7_123_456, action: { type: 'interrupt', id: 2 } },
    { at: undefined, action: { type: 'advance', by: 5_000_000 } },
    { at: undefined, action: { type: 'execute', id: 3, line: 'kubectl apply -f -', stdin: 'kind: Pod\nmetadata:\n  name: "a&b=c#d"\n', user: 'alice' } },
  ],
  t: 1_234_567, mode: 'clock', speed: 0.25, row: { kind: 'span', row: 812 }, subject: 'pods/default/nginx-1', step: 'api/apiserver.admission', tab: 'decision',
  window: [0.5, 12.25], camera: { x: -3.5, y: 7, k: 1.25 }, language: 'zh', theme: 'dark',
};

describe('a link', () => {
  it('read back says the same, commands as text', () => {
    const text = writeLink(FULL);
    expect(readLink(`#${text}`)).toEqual({ link: FULL, bad: [] });
    expect(text).toContain('c=kubectl+create+deployment+nginx+--image=nginx:1.29+--replicas=3');
    expect(text).not.toContain('#');
  });

  it('without fields is empty, and an empty link has none', () => {
    expect(writeLink({})).toBe('v=1');
    expect(readLink('')).toEqual({ link: {}, bad: [] });
    expect(readLink('#v=1')).toEqual({ link: {}, bad: [] });
  });

  it.each([
    ['s', 's=../etc'], ['k', 'k=1.99'], ['n', 'n=-1'], ['d', 'd=0'], ['t', 't=soon'], ['m', 'm=dream'], ['x', 'x=1000'], ['r', 'r=q1'], ['o', 'o=a/b/c/d'], ['p', 'p=nothing'], ['i', 'i=magic'],
    ['w', 'w=5~1'], ['z', 'z=1~2'], ['l', 'l=tlh'], ['h', 'h=pink'],
  ])('falls back alone in field %s when it is bad', (name, bad) => {
    const good = writeLink(FULL).split('&').filter((field) => !field.startsWith(`${name}=`)).join('&');
    const read = readLink(`${good}&${bad}`);
    expect(read.bad).toEqual([name]);
    expect(read.link).toEqual(readLink(good).link);
    expect(Object.keys(read.link)).toHaveLength(Object.keys(FULL).length - 1);
  });

  it('loses one bad command and keeps the others', () => {
    const { link, bad } = readLink('v=1&c=kubectl+get+pods&c=%5EC9&c=&c=kubectl+get+nodes');
    expect(bad).toEqual(['c', 'c']);
    expect(link.plan?.map((p) => (p.action.type === 'execute' ? p.action.line : p.action.type))).toEqual(['kubectl get pods', 'kubectl get nodes']);
  });

  it('of a version that is not known yet says nothing, and says so', () => {
    expect(readLink('v=2&n=5')).toEqual({ link: {}, bad: ['v'] });
  });

  it('with a broken escape is taken as it is written', () => {
    expect(readLink('v=1&c=echo+100%').link.plan?.[0]?.action).toMatchObject({ line: 'echo 100%' });
  });
});
