import { describe, expect, test } from 'vitest';
import type { PodSpec } from '../../../api/types';
import { exited, sampleContainer, samplePod, sampleSandbox, sampleStatus, seen } from '../testing';
import { NOTHING_SEEN, type RuntimePodStatus } from '../runtime/pod-status';
import { podActions, type FailedProbe } from './actions';

function actions(spec: Partial<PodSpec>, runtime: RuntimePodStatus, probe: FailedProbe = () => undefined) {
  const { killPod, createSandbox, attempt, initContainersToStart, containersToStart, containersToKill } = podActions(samplePod(spec), runtime, probe);
  return { killPod, createSandbox, attempt, init: initContainersToStart.map((c) => c.name), start: containersToStart.map((c) => c.name), kill: containersToKill.map((k) => k.message) };
}
const nothing = { killPod: false, createSandbox: false, attempt: 0, init: [], start: [], kill: [] };

describe('what a sync has to do', () => {
  test('a new pod: a sandbox, then its containers', () => {
    expect(actions({}, NOTHING_SEEN)).toEqual({ ...nothing, killPod: true, createSandbox: true, start: ['web'] });
  });
  test('a running pod: nothing', () => expect(actions({}, seen([sampleStatus('web')]))).toEqual(nothing));
  test('a sandbox that stopped: everything anew, as the next attempt', () => {
    expect(actions({}, seen([exited('web', 0)], [sampleSandbox({ state: 'SANDBOX_NOTREADY' })]))).toEqual({ ...nothing, killPod: true, createSandbox: true, attempt: 1, start: ['web'] });
  });
  test('a container that ended is started again, unless the policy says no', () => {
    expect(actions({}, seen([exited('web', 0)])).start).toEqual(['web']);
    expect(actions({ restartPolicy: 'OnFailure' }, seen([exited('web', 1)])).start).toEqual(['web']);
    expect(actions({ restartPolicy: 'OnFailure' }, seen([exited('web', 0)]))).toEqual({ ...nothing, killPod: true });
    expect(actions({ restartPolicy: 'Never' }, seen([exited('web', 1)]))).toEqual({ ...nothing, killPod: true });
  });
  test('a failed liveness probe: kill and start in one sync', () => {
    expect(actions({}, seen([sampleStatus('web')]), () => 'liveness')).toEqual({ ...nothing, start: ['web'], kill: ['Container web failed liveness probe, will be restarted'] });
    expect(actions({ restartPolicy: 'Never' }, seen([sampleStatus('web')]), () => 'startup').kill).toEqual(['Container web failed startup probe']);
  });
  test('another image: the container is replaced', () => {
    expect(actions({ containers: [sampleContainer('web', { image: 'nginx:1.20' })] }, seen([sampleStatus('web')])).kill).toEqual(['Container web definition changed, will be restarted']);
  });
});

describe('init containers', () => {
  const initContainers = [sampleContainer('one'), sampleContainer('two')];
  test('come one after the other, then the rest', () => {
    expect(actions({ initContainers }, NOTHING_SEEN)).toMatchObject({ createSandbox: true, init: ['one'], start: [] });
    expect(actions({ initContainers }, seen([sampleStatus('one')]))).toEqual(nothing);
    expect(actions({ initContainers }, seen([exited('one', 0)]))).toEqual({ ...nothing, init: ['two'] });
    expect(actions({ initContainers }, seen([exited('two', 0), exited('one', 0)]))).toEqual({ ...nothing, start: ['web'] });
  });
  test('a failed one is tried again, or ends the pod', () => {
    expect(actions({ initContainers }, seen([exited('one', 1)]))).toEqual({ ...nothing, init: ['one'] });
    expect(actions({ initContainers, restartPolicy: 'Never' }, seen([exited('one', 1)]))).toEqual({ ...nothing, killPod: true });
  });
  test('a sidecar only has to run for the next to start, and is started again when it ends', () => {
    const mesh = [sampleContainer('proxy', { restartPolicy: 'Always' }), sampleContainer('setup')];
    expect(actions({ initContainers: mesh }, seen([sampleStatus('proxy')]))).toEqual({ ...nothing, init: ['setup'] });
    expect(actions({ initContainers: mesh }, seen([sampleStatus('web'), exited('setup', 0), exited('proxy', 1)]))).toEqual({ ...nothing, init: ['proxy'] });
  });
});
