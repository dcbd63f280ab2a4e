import { describe, expect, test } from 'vitest';
import type { Pod, PodStatus } from '../../../api/types';
import { behaviourOf } from '../../versions';
import { exited, sampleContainer, samplePod, sampleSandbox, sampleStatus, seen } from '../testing';
import { NOTHING_SEEN, type RuntimePodStatus } from '../runtime/pod-status';
import { timedConditions, withForeignConditions } from './conditions';
import type { StartFailure } from './container-status';
import { generateStatus, type GenerateInput } from './generate';
import { statusPatch } from './patch';

const NOW = '2026-11-30T17:03:42Z';

function statusFor(pod: Pod, runtime: RuntimePodStatus, more: Partial<GenerateInput> & { readonly version?: '1.20' | '1.35' } = {}): PodStatus {
  const { version = '1.20', ...rest } = more;
  const { kubelet: behaviour } = behaviourOf(version);
  const { status, findings } = generateStatus({
    pod, seen: runtime, previous: pod.status, failures: () => undefined, probes: { started: () => true, ready: () => true }, hostIP: '192.0.2.2', behaviour, terminal: false, verdict: undefined, ...rest,
  });
  const conditions = timedConditions(findings, pod.status.conditions ?? [], NOW, behaviour.observedGeneration ? pod.metadata.generation : undefined);
  return { ...status, conditions, startTime: pod.status.startTime ?? NOW };
}

const condition = (status: PodStatus, type: string) => status.conditions?.find((c) => c.type === type);

describe('the two patches of a pod that starts well, as recorded', () => {
  const pod = samplePod();
  const first = statusFor(pod, NOTHING_SEEN);

  test('the first: waiting, not ready, no address yet', () => {
    expect(statusPatch(pod, first)).toEqual({
      metadata: { uid: 'cedf2b7a-ddb0-48dd-a439-6c2bac088b43' },
      status: {
        '$setElementOrder/conditions': [{ type: 'Initialized' }, { type: 'Ready' }, { type: 'ContainersReady' }, { type: 'PodScheduled' }],
        conditions: [
          { lastProbeTime: null, lastTransitionTime: NOW, status: 'True', type: 'Initialized' },
          { lastProbeTime: null, lastTransitionTime: NOW, message: 'containers with unready status: [web]', reason: 'ContainersNotReady', status: 'False', type: 'Ready' },
          { lastProbeTime: null, lastTransitionTime: NOW, message: 'containers with unready status: [web]', reason: 'ContainersNotReady', status: 'False', type: 'ContainersReady' },
        ],
        containerStatuses: [{ image: 'nginx:1.19', imageID: '', lastState: {}, name: 'web', ready: false, restartCount: 0, started: false, state: { waiting: { reason: 'ContainerCreating' } } }],
        hostIP: '192.0.2.2', startTime: NOW,
      },
    });
  });

  test('the second: running, ready, with the address', () => {
    const stored: Pod = { ...pod, status: { ...first, conditions: first.conditions?.map((c) => ({ ...c, lastTransitionTime: '2026-11-30T17:03:41Z' })) ?? [] } };
    expect(statusPatch(stored, statusFor(stored, seen([sampleStatus('web')])))?.status).toEqual({
      '$setElementOrder/conditions': [{ type: 'Initialized' }, { type: 'Ready' }, { type: 'ContainersReady' }, { type: 'PodScheduled' }],
      conditions: [
        { lastTransitionTime: NOW, message: null, reason: null, status: 'True', type: 'Ready' },
        { lastTransitionTime: NOW, message: null, reason: null, status: 'True', type: 'ContainersReady' },
      ],
      containerStatuses: [{
        containerID: 'containerd://web-0', image: 'docker.io/library/nginx:1.19', imageID: 'docker.io/library/nginx@sha256:97cb', lastState: {}, name: 'web', ready: true, restartCount: 0,
        started: true, state: { running: { startedAt: '2026-11-30T17:00:03Z' } },
      }],
      phase: 'Running', podIP: '10.244.0.17', podIPs: [{ ip: '10.244.0.17' }],
    });
  });

  test('equal statuses need no patch', () => {
    expect(statusPatch({ ...pod, status: first }, first)).toBeUndefined();
  });

  test('what others wrote stays in front and is not touched', () => {
    const foreign = { type: 'DisruptionTarget', status: 'True' as const, lastProbeTime: null, lastTransitionTime: NOW };
    const stored: Pod = { ...pod, status: { ...first, conditions: [foreign, ...(first.conditions ?? [])] } };
    const merged = { ...first, conditions: withForeignConditions(first.conditions ?? [], stored.status.conditions ?? []) };
    expect(statusPatch(stored, merged)).toBeUndefined();
  });
});

describe('a pod over its deadline', () => {
  const pod: Pod = { ...samplePod(), status: statusFor(samplePod(), seen([sampleStatus('web')])) };
  const verdict = { reason: 'DeadlineExceeded', message: 'Pod was active on the node longer than the specified deadline' };

  test('1.20 drops conditions and hostIP', () => {
    const { conditions: none, ...after } = statusFor(pod, seen([sampleStatus('web')]), { verdict });
    expect(none).toEqual([]);
    expect(statusPatch(pod, after)?.status).toMatchObject({ conditions: null, hostIP: null, phase: 'Failed', ...verdict });
  });

  test('1.35 keeps them', () => {
    expect(statusFor(pod, seen([sampleStatus('web')]), { verdict, version: '1.35' })).toMatchObject({ hostIP: '192.0.2.2', phase: 'Failed', reason: 'DeadlineExceeded' });
  });
});

describe('containers that do not run', () => {
  const crash: StartFailure = { reason: 'CrashLoopBackOff', message: 'back-off 10s restarting failed container=web pod=web_default(u)' };

  test('a crash loop is a waiting reason beside the last termination; the phase stays Running', () => {
    const status = statusFor(samplePod(), seen([exited('web', 1, 1), exited('web', 1)]), { failures: () => crash });
    expect(status.phase).toBe('Running');
    expect(status.containerStatuses?.[0]).toMatchObject({ restartCount: 1, state: { waiting: crash }, lastState: { terminated: { exitCode: 1, reason: 'Error' } } });
  });

  test('an image that cannot be pulled leaves the pod Pending', () => {
    const status = statusFor(samplePod(), seen([]), { failures: () => ({ reason: 'ErrImagePull', message: 'no' }) });
    expect(status).toMatchObject({ phase: 'Pending', podIP: '10.244.0.17' });
    expect(status.containerStatuses?.[0]?.state).toEqual({ waiting: { reason: 'ErrImagePull', message: 'no' } });
  });

  test('a container that was removed before anybody saw its end is waiting again, with an unknown end', () => {
    const pod = samplePod({}, { deletionTimestamp: NOW });
    const running: Pod = { ...pod, status: statusFor(samplePod(), seen([sampleStatus('web')])) };
    expect(statusFor(running, seen([])).containerStatuses?.[0]).toMatchObject({
      restartCount: 1, state: { waiting: { reason: 'ContainerCreating' } },
      lastState: { terminated: { exitCode: 137, reason: 'ContainerStatusUnknown', message: 'The container could not be located when the pod was deleted.  The container used to be Running' } },
    });
  });
});

describe('init containers', () => {
  const pod = samplePod({ initContainers: [sampleContainer('one'), sampleContainer('two')] });

  test('before the first: all wait, both incomplete', () => {
    const status = statusFor(pod, NOTHING_SEEN);
    expect(condition(status, 'Initialized')).toMatchObject({ status: 'False', reason: 'ContainersNotInitialized', message: 'containers with incomplete status: [one two]' });
    expect([...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])].map((c) => c.state?.waiting?.reason)).toEqual(['PodInitializing', 'PodInitializing', 'PodInitializing']);
  });

  test('between them: the phase stays Pending, the first counts as ready', () => {
    const status = statusFor(pod, seen([exited('one', 0)]));
    expect(status.phase).toBe('Pending');
    expect(condition(status, 'Initialized')?.message).toBe('containers with incomplete status: [two]');
    expect(status.initContainerStatuses?.map((c) => c.ready)).toEqual([true, false]);
  });

  test('after both: initialized', () => {
    expect(condition(statusFor(pod, seen([exited('two', 0), exited('one', 0), sampleStatus('web')])), 'Initialized')).toMatchObject({ status: 'True' });
  });

  test('one that fails for good fails the pod', () => {
    expect(statusFor({ ...pod, spec: { ...pod.spec, restartPolicy: 'Never' } }, seen([exited('one', 1)])).phase).toBe('Failed');
    expect(statusFor(pod, seen([exited('one', 1)])).phase).toBe('Pending');
  });

  test('a sidecar that runs does not keep the pod Pending', () => {
    const mesh = samplePod({ initContainers: [sampleContainer('proxy', { restartPolicy: 'Always' })] });
    const status = statusFor(mesh, seen([sampleStatus('proxy'), sampleStatus('web')]), { version: '1.35' });
    expect(status.phase).toBe('Running');
    expect(condition(status, 'Initialized')?.status).toBe('True');
  });
});

describe('the end of pods', () => {
  test.each([
    ['Never', 0, 'Succeeded'], ['Never', 3, 'Failed'], ['OnFailure', 0, 'Succeeded'], ['OnFailure', 3, 'Running'], ['Always', 0, 'Running'],
  ] as const)('restartPolicy %s, exit code %d: %s', (restartPolicy, code, phase) => {
    expect(statusFor(samplePod({ restartPolicy }), seen([exited('web', code)])).phase).toBe(phase);
  });

  test('a completed pod says so in all conditions', () => {
    const status = statusFor(samplePod({ restartPolicy: 'Never' }), seen([exited('web', 0)]));
    expect(status.conditions?.map((c) => [c.type, c.status, c.reason])).toEqual([['Initialized', 'True', 'PodCompleted'], ['Ready', 'False', 'PodCompleted'], ['ContainersReady', 'False', 'PodCompleted'], ['PodScheduled', 'True', undefined]]);
  });

  test('a deleted pod gets a terminal phase in 1.35', () => {
    const pod = samplePod({}, { deletionTimestamp: NOW });
    expect(statusFor(pod, seen([exited('web', 0)]), { version: '1.35', terminal: true }).phase).toBe('Succeeded');
    expect(statusFor(pod, seen([exited('web', 143)]), { version: '1.35', terminal: true }).phase).toBe('Failed');
    expect(statusFor(pod, NOTHING_SEEN, { version: '1.35', terminal: true }).phase).toBe('Failed');
  });
});

describe('what 1.35 adds', () => {
  const pod = samplePod({ containers: [sampleContainer('web', { volumeMounts: [{ name: 'token', mountPath: '/t', readOnly: true }] })] }, { generation: 1 });

  test('conditions with the generation they saw, PodReadyToStartContainers first', () => {
    const waiting = statusFor(pod, NOTHING_SEEN, { version: '1.35' });
    expect(waiting.conditions?.map((c) => [c.type, c.status, c.observedGeneration])).toEqual([
      ['PodReadyToStartContainers', 'False', 1], ['Initialized', 'True', 1], ['Ready', 'False', 1], ['ContainersReady', 'False', 1], ['PodScheduled', 'True', 1],
    ]);
    expect(waiting).toMatchObject({ observedGeneration: 1, hostIPs: [{ ip: '192.0.2.2' }] });
    expect(condition(statusFor(pod, seen([]), { version: '1.35' }), 'PodReadyToStartContainers')?.status).toBe('True');
    expect(condition(statusFor(pod, seen([], [sampleSandbox({ state: 'SANDBOX_NOTREADY' })]), { version: '1.35' }), 'PodReadyToStartContainers')?.status).toBe('False');
  });

  test('running containers say what they mount, who they are and what they may use', () => {
    expect(statusFor(pod, seen([sampleStatus('web')]), { version: '1.35' }).containerStatuses?.[0]).toMatchObject({
      volumeMounts: [{ name: 'token', mountPath: '/t', readOnly: true, recursiveReadOnly: 'Disabled' }], resources: {}, user: { linux: { uid: 0, gid: 0, supplementalGroups: [0] } },
    });
  });
});

test('readiness gates are asked after the containers', () => {
  const pod = samplePod({ readinessGates: [{ conditionType: 'example.com/gate' }] });
  expect(condition(statusFor(pod, seen([sampleStatus('web')])), 'Ready')).toMatchObject({
    status: 'False', reason: 'ReadinessGatesNotReady', message: 'corresponding condition of pod readiness gate "example.com/gate" does not exist.',
  });
});
