import { describe, expect, it } from 'vitest';
import { factOf, pluralOf } from './fact-of';
import { podWord } from './pod-fact';

const pod = (status: object, metadata: object = {}, spec: object = {}): unknown => ({ kind: 'Pod', metadata: { name: 'p', namespace: 'default', ...metadata }, spec: { containers: [{ name: 'a', image: 'nginx' }, { name: 'b', image: 'busybox' }], ...spec }, status });
const running = { name: 'a', ready: true, restartCount: 0, state: { running: {} } };

describe('the word of a pod', () => {
  it.each([
    ['its phase, before any container', pod({ phase: 'Pending' }), 'Pending'],
    ['what a container waits for', pod({ phase: 'Pending', containerStatuses: [{ name: 'a', state: { waiting: { reason: 'ContainerCreating' } } }] }), 'ContainerCreating'],
    ['how a container ended, by reason', pod({ phase: 'Failed', containerStatuses: [{ name: 'a', state: { terminated: { reason: 'OOMKilled', exitCode: 137 } } }] }), 'OOMKilled'],
    ['how a container ended, by exit code', pod({ phase: 'Failed', containerStatuses: [{ name: 'a', state: { terminated: { exitCode: 3 } } }] }), 'ExitCode:3'],
    ['how a container ended, by signal', pod({ phase: 'Failed', containerStatuses: [{ name: 'a', state: { terminated: { exitCode: 137, signal: 9 } } }] }), 'Signal:9'],
    ['the pod’s own reason', pod({ phase: 'Failed', reason: 'Evicted' }), 'Evicted'],
    ['the first container’s trouble when several have some', pod({ phase: 'Pending', containerStatuses: [{ name: 'a', state: { waiting: { reason: 'ErrImagePull' } } }, { name: 'b', state: { waiting: { reason: 'CrashLoopBackOff' } } }] }), 'ErrImagePull'],
    ['Terminating while it is deleted', pod({ phase: 'Running', containerStatuses: [running] }, { deletionTimestamp: 'x' }), 'Terminating'],
    ['how far initialisation is', pod({ phase: 'Pending', initContainerStatuses: [{ name: 'i', state: { terminated: { exitCode: 0 } } }, { name: 'j', state: { waiting: { reason: 'PodInitializing' } } }] }, {}, { initContainers: [{ name: 'i' }, { name: 'j' }] }), 'Init:1/2'],
    ['why initialisation fails', pod({ phase: 'Pending', initContainerStatuses: [{ name: 'i', state: { waiting: { reason: 'CrashLoopBackOff' } } }] }, {}, { initContainers: [{ name: 'i' }] }), 'Init:CrashLoopBackOff'],
    ['Running when one container has completed and the pod is ready', pod({ phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }], containerStatuses: [{ name: 'a', state: { terminated: { reason: 'Completed', exitCode: 0 } } }, { ...running, name: 'b' }] }), 'Running'],
  ])('is %s', (_, object, word) => {
    expect(podWord(object)).toBe(word);
  });
});

describe('facts', () => {
  it('name the object, its owner and what the map draws of it', () => {
    const object = pod({ phase: 'Running', podIP: '10.244.0.5', containerStatuses: [running, { ...running, name: 'b', ready: false, restartCount: 2 }] }, { uid: 'u', ownerReferences: [{ kind: 'ReplicaSet', name: 'rs', uid: 'o', controller: true }] }, { nodeName: 'node-2' });
    expect(factOf('/registry/pods/default/p', object, undefined)).toMatchObject({
      resource: 'pods', namespace: 'default', name: 'p', uid: 'u', owner: 'replicasets/default/rs', ownerUid: 'o', node: 'node-2', ip: '10.244.0.5', ready: 1, wanted: 2, restarts: 2, detail: 'nginx',
    });
  });

  it('of a deletion without an object are those of the revision before', () => {
    const before = factOf('/registry/pods/default/p', pod({ phase: 'Running' }), undefined);
    expect(factOf('/registry/pods/default/p', undefined, before)).toBe(before);
  });

  it('of a node say whether it is ready and may be scheduled to', () => {
    const node = { kind: 'Node', metadata: { name: 'node-1' }, spec: { podCIDR: '10.244.0.0/24', unschedulable: true }, status: { conditions: [{ type: 'Ready', status: 'False' }] } };
    expect(factOf('/registry/minions/node-1', node, undefined)).toMatchObject({ resource: 'nodes', name: 'node-1', word: 'NotReady,SchedulingDisabled', schedulable: false, detail: '10.244.0.0/24' });
  });

  it.each([
    [['SuccessCriteriaMet'], 'SuccessCriteriaMet'], [['SuccessCriteriaMet', 'Complete'], 'Complete'], [['FailureTarget', 'Failed'], 'Failed'], [[], ''],
  ])('of a Job with the conditions %j say %s', (types, word) => {
    const job = { kind: 'Job', metadata: { name: 'j', namespace: 'default' }, spec: {}, status: { conditions: types.map((type) => ({ type, status: 'True' })) } };
    expect(factOf('/registry/jobs/default/j', job, undefined)).toMatchObject({ resource: 'jobs', word });
  });

  it.each([['Pod', 'pods'], ['NetworkPolicy', 'networkpolicies'], ['StorageClass', 'storageclasses'], ['Endpoints', 'endpoints'], ['Ingress', 'ingresses'], ['ReplicaSet', 'replicasets']])('find the resource of %s', (kind, resource) => {
    expect(pluralOf(kind)).toBe(resource);
  });
});
