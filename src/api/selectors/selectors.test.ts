import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../types';
import { fieldSelectorMatches, fieldSelectorProblem, parseFieldSelector, requiredFieldValue } from './fields';
import { formatLabelSelector, formatSelector, labelSelectorMatches, selectorFromLabelSelector, selectorMatches, setMatches } from './labels';
import { parseSelector } from './parse';

const parsed = (text: string) => {
  const r = parseSelector(text, '1.35');
  if (!r.ok) throw new Error(r.error);
  return r.value;
};
const complaint = (text: string, version: '1.20' | '1.35' = '1.35') => {
  const r = parseSelector(text, version);
  return r.ok ? 'fine' : r.error;
};

describe('label selectors', () => {
  it.each([
    ['app=web', { app: 'web' }, true], ['app=web', { app: 'db' }, false], ['app!=web', {}, true], ['app==web', { app: 'web' }, true],
    ['app in (web, db)', { app: 'db' }, true], ['app notin (web)', {}, true], ['app', { app: '' }, true], ['!app', { app: 'x' }, false],
    ['in=1', { in: '1' }, true], ['n>3', { n: '4' }, true], ['n<3', { n: '4' }, false], ['n>3', { n: 'x' }, false], ['a=,b', { a: '', b: '1' }, true],
    ['', { x: 'y' }, true], ['a in ()', { a: '' }, true], ['a in (,b)', { a: 'b' }, true],
  ] as const)('%s of %j is %s', (text, labels, want) => {
    expect(selectorMatches(parsed(text), labels)).toBe(want);
  });

  it('prints sorted by key and reads its own text again', () => {
    const text = formatSelector(parsed('tier in (b,a), app=web, !old, env, n>3, x notin (q)'));
    expect(text).toBe('app=web,env,n>3,!old,tier in (a,b),x notin (q)');
    expect(formatSelector(parsed(text))).toBe(text);
  });

  it.each([
    ['a=b=c', "found '=', expected: ',' or 'end of string'"],
    ['=a', "found '=', expected: !, identifier, or 'end of string'"],
    ['a,', "found '', expected: identifier after ','"],
    ['a b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
    ['a in b', "unable to parse requirement: found 'b' expected: '('"],
    ['a in (b', "unable to parse requirement: found '', expected: ',' or ')'"],
    ['a=(', "unable to parse requirement: found '(', expected: identifier"],
    ['n>x', "unable to parse requirement: values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer"],
    ['a-=b', "unable to parse requirement: <nil>: Invalid value: \"a-\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"],
  ])('%s is refused as the server refuses it', (text, want) => {
    expect(complaint(text)).toBe(want);
  });

  it('has the older words in 1.20', () => {
    expect(complaint('a b', '1.20')).toBe("unable to parse requirement: found 'b', expected: '=', '!=', '==', 'in', notin'");
  });

  it('match the same through the object form', () => {
    const s = { matchLabels: { app: 'web' }, matchExpressions: [{ key: 'tier', operator: 'In', values: ['b', 'a'] }, { key: 'old', operator: 'DoesNotExist' }] } as const;
    expect(labelSelectorMatches(s, { app: 'web', tier: 'a' })).toBe(true);
    expect(labelSelectorMatches(s, { app: 'web', tier: 'a', old: '' })).toBe(false);
    expect(labelSelectorMatches(s, { app: 'web' })).toBe(false);
    expect(selectorMatches(selectorFromLabelSelector(s), { app: 'web', tier: 'b' })).toBe(true);
    expect(formatLabelSelector(s)).toBe('app=web,!old,tier in (a,b)');
    expect(formatLabelSelector({})).toBe('<none>');
    expect(labelSelectorMatches(undefined, {})).toBe(false);
    expect(labelSelectorMatches({}, {})).toBe(true);
    expect(setMatches({ a: '1' }, { a: '1', b: '2' })).toBe(true);
  });
});

describe('field selectors', () => {
  const pod: KubeObject = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', namespace: 'default' }, spec: { nodeName: 'node-1' }, status: { phase: 'Running' } };
  const fields = (text: string) => {
    const r = parseFieldSelector(text);
    if (!r.ok) throw new Error(r.error);
    return r.value;
  };

  it('select on what the server indexes', () => {
    expect(fieldSelectorMatches(fields('spec.nodeName=node-1,status.phase!=Failed'), pod)).toBe(true);
    expect(fieldSelectorMatches(fields('spec.nodeName='), pod)).toBe(false);
    expect(requiredFieldValue(fields('metadata.name==web'), 'metadata.name')).toBe('web');
    const node: KubeObject = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' }, spec: {} };
    expect(fieldSelectorMatches(fields('spec.unschedulable=false'), node)).toBe(true);
    const event: KubeObject = { apiVersion: 'v1', kind: 'Event', metadata: { name: 'e' }, involvedObject: { name: 'web' }, source: {}, reportingComponent: 'default-scheduler', reason: 'Scheduled' };
    expect(fieldSelectorMatches(fields('involvedObject.name=web,reason=Scheduled,source=default-scheduler'), event)).toBe(true);
  });

  it('complain as the server does', () => {
    expect(parseFieldSelector('a')).toEqual({ ok: false, error: "invalid selector: 'a'; can't understand 'a'" });
    expect(fieldSelectorProblem('Pod', fields('spec.foo=x'), '1.35')).toBe('field label not supported: spec.foo');
    expect(fieldSelectorProblem('Deployment', fields('spec.foo=x'), '1.35')).toBe('"spec.foo" is not a known field selector: only "metadata.name", "metadata.namespace"');
    expect(fieldSelectorProblem('Pod', fields('spec.hostNetwork=true'), '1.20')).toBe('field label not supported: spec.hostNetwork');
    expect(fieldSelectorProblem('Pod', fields('spec.nodeName=x'), '1.20')).toBeUndefined();
  });
});
