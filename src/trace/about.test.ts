import { describe, expect, it } from 'vitest';
import { aboutOf } from './about';
import { logFromText } from './testing/log-from-text';
import { toldCommands } from './testing/told-runs';
import { traceOf } from './trace';

describe('what a request that makes an object is about', () => {
  const { trace } = toldCommands([{ line: 'kubectl create deployment web --image=nginx:1.29', seconds: 1 }]);
  const { spans, strings } = trace.log;
  const states = [...Array(spans.begin.length).keys()].filter((row) => trace.index.commandOfSpan(row) !== -1 && strings[spans.machine.get(row)] === 'kube-apiserver request');
  const about = (state: string): unknown => aboutOf(trace, { kind: 'span', row: states.find((row) => strings[spans.state.get(row)] === state) ?? -1 });

  it('is a place, as long as its body has not been read', () => {
    expect(about('authorization')).toEqual({ kind: 'place', resource: 'deployments', namespace: 'default', creates: true });
  });

  it('is the object as soon as it has been', () => {
    expect(about('mutatingAdmission')).toEqual({ kind: 'object', subject: 'deployments/default/web' });
    expect(about('storing')).toEqual({ kind: 'object', subject: 'deployments/default/web' });
  });

  it('is a place for longer when the server makes the name up', () => {
    const pods = states.filter((row) => strings[spans.subject.get(row)] === 'pods' && strings[spans.state.get(row)] === 'mutatingAdmission');
    expect(pods.map((row) => aboutOf(trace, { kind: 'span', row }))).toEqual([{ kind: 'place', resource: 'pods', namespace: 'default', creates: true }]);
  });
});

describe('what a message is about', () => {
  const trace = traceOf(logFromText(`
    message  m0  http      kubectl → kube-apiserver  0..1  by -  GET /api/v1/pods?limit=500
    message  m1  http      kubectl → kube-apiserver  0..1  by -  GET /apis/apps/v1/namespaces/x/deployments?limit=500
    message  m2  response  kube-apiserver → kubectl  0..1  by -  201 POST /api/v1/namespaces
    message  m3  http      kubectl → kube-apiserver  0..1  by -  GET /apis
    message  m4  http      kubectl → kube-apiserver  0..1  by -  GET /api/v1/nodes/n1 for nodes/n1
    message  m5  queue     a → b                     0..1  by -  activeQ
  `));

  it.each([
    [0, { kind: 'place', resource: 'pods', namespace: undefined, creates: false }],
    [1, { kind: 'place', resource: 'deployments', namespace: 'x', creates: false }],
    [2, { kind: 'place', resource: 'namespaces', namespace: undefined, creates: true }],
    [3, undefined],
    [4, { kind: 'object', subject: 'nodes/n1' }],
    [5, undefined],
  ])('m%i', (row, expected) => {
    expect(aboutOf(trace, { kind: 'message', row })).toEqual(expected);
  });
});
