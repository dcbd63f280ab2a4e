import { describe, expect, it } from 'vitest';
import { parseTime } from '../time';
import type { ContainerStatus, KubeObject, PodStatus } from '../types';
import type { KubeVersion } from '../version';
import { tableFor } from './table';

const NOW = parseTime('2026-11-30T17:10:00Z') ?? 0;
const created = { creationTimestamp: '2026-11-30T17:09:52Z' };

/** The visible cells of one object, as `HEADER=cell`. */
function shown(object: KubeObject, version: KubeVersion = '1.35', wide = false): string {
  const table = tableFor(object, [object], { now: NOW, version });
  return table.columnDefinitions.flatMap((c, i) => (c.priority === 0 || wide ? [`${c.name.toUpperCase()}=${String(table.rows[0]?.cells[i])}`] : [])).join(' ');
}

const container = (more: Partial<ContainerStatus>): ContainerStatus => ({ name: 'c', lastState: {}, ready: false, restartCount: 0, image: 'x', imageID: '', ...more });
const pod = (status: PodStatus, more: { readonly spec?: object; readonly metadata?: object } = {}): KubeObject => ({
  apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', ...created, ...more.metadata }, spec: { containers: [{ name: 'c', image: 'x' }], ...more.spec }, status,
});
const ended = { terminated: { exitCode: 1, reason: 'Error', finishedAt: '2026-11-30T17:09:40Z' } };

describe('the STATUS of pods', () => {
  it.each([
    ['0/1 Pending', pod({ phase: 'Pending' })],
    ['0/1 ContainerCreating', pod({ phase: 'Pending', containerStatuses: [container({ state: { waiting: { reason: 'ContainerCreating' } } })] })],
    ['1/1 Running', pod({ phase: 'Running', containerStatuses: [container({ ready: true, state: { running: {} } })] })],
    ['0/1 CrashLoopBackOff', pod({ phase: 'Running', containerStatuses: [container({ state: { waiting: { reason: 'CrashLoopBackOff' } } })] })],
    ['0/1 Completed', pod({ phase: 'Succeeded', containerStatuses: [container({ state: { terminated: { exitCode: 0, reason: 'Completed' } } })] })],
    ['0/1 ExitCode:3', pod({ phase: 'Failed', containerStatuses: [container({ state: { terminated: { exitCode: 3 } } })] })],
    ['0/1 Signal:9', pod({ phase: 'Failed', containerStatuses: [container({ state: { terminated: { exitCode: 137, signal: 9 } } })] })],
    ['0/1 Evicted', pod({ phase: 'Failed', reason: 'Evicted' })],
    ['0/1 Init:1/2', pod({ phase: 'Pending', initContainerStatuses: [container({ state: { terminated: { exitCode: 0 } } }), container({ state: { running: {} } })] }, { spec: { initContainers: [{ name: 'a' }, { name: 'b' }] } })],
    ['0/1 Init:Error', pod({ phase: 'Pending', initContainerStatuses: [container({ state: ended })] }, { spec: { initContainers: [{ name: 'a' }] } })],
    ['0/1 Init:CrashLoopBackOff', pod({ phase: 'Pending', initContainerStatuses: [container({ state: { waiting: { reason: 'CrashLoopBackOff' } } })] }, { spec: { initContainers: [{ name: 'a' }] } })],
    ['1/1 Terminating', pod({ phase: 'Running', containerStatuses: [container({ ready: true, state: { running: {} } })] }, { metadata: { deletionTimestamp: '2026-11-30T17:10:00Z' } })],
    ['0/1 Unknown', pod({ phase: 'Running', reason: 'NodeLost' }, { metadata: { deletionTimestamp: '2026-11-30T17:10:00Z' } })],
    ['0/1 SchedulingGated', pod({ phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated', lastProbeTime: null, lastTransitionTime: null }] })],
  ])('%s', (want, object) => {
    const m = /READY=(\S+) STATUS=(\S+)/.exec(shown(object));
    expect(`${m?.[1]} ${m?.[2]}`).toBe(want);
  });

  it('counts restarts, and says when from 1.22 on', () => {
    const object = pod({ phase: 'Running', containerStatuses: [container({ restartCount: 3, lastState: ended, state: { waiting: { reason: 'CrashLoopBackOff' } } })] });
    expect(shown(object)).toBe('NAME=p READY=0/1 STATUS=CrashLoopBackOff RESTARTS=3 (20s ago) AGE=8s');
    expect(shown(object, '1.20')).toBe('NAME=p READY=0/1 STATUS=CrashLoopBackOff RESTARTS=3 AGE=8s');
  });

  it('counts sidecars among the containers', () => {
    const object = pod({ phase: 'Running', initContainerStatuses: [container({ name: 's', ready: true, started: true, state: { running: {} } })], containerStatuses: [container({ ready: true, state: { running: {} } })] }, { spec: { initContainers: [{ name: 's', restartPolicy: 'Always' }] } });
    expect(shown(object)).toContain('READY=2/2 STATUS=Running');
  });

  it('has the wide columns of the recordings', () => {
    const object = pod({ phase: 'Running', podIP: '10.244.1.17', podIPs: [{ ip: '10.244.1.17' }], containerStatuses: [container({ ready: true, state: { running: {} } })] }, { spec: { nodeName: 'node-2' } });
    expect(shown(object, '1.20', true)).toBe('NAME=p READY=1/1 STATUS=Running RESTARTS=0 AGE=8s IP=10.244.1.17 NODE=node-2 NOMINATED NODE=<none> READINESS GATES=<none>');
  });
});

describe('other kinds', () => {
  const template = { spec: { containers: [{ name: 'nginx', image: 'nginx:1.19' }] } };
  const metadata = { name: 'x', ...created };
  const selector = { matchLabels: { app: 'nginx' } };

  it.each([
    ['NAME=x READY=2/3 UP-TO-DATE=3 AVAILABLE=2 AGE=8s CONTAINERS=nginx IMAGES=nginx:1.19 SELECTOR=app=nginx', { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { replicas: 3, selector, template }, status: { readyReplicas: 2, updatedReplicas: 3, availableReplicas: 2 } }],
    ['NAME=x DESIRED=3 CURRENT=0 READY=0 AGE=8s CONTAINERS=nginx IMAGES=nginx:1.19 SELECTOR=app=nginx', { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata, spec: { replicas: 3, selector, template }, status: { replicas: 0 } }],
    ['NAME=x DESIRED=3 CURRENT=3 READY=3 UP-TO-DATE=3 AVAILABLE=3 NODE SELECTOR=<none> AGE=8s CONTAINERS=nginx IMAGES=nginx:1.19 SELECTOR=app=nginx', { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata, spec: { selector, template }, status: { desiredNumberScheduled: 3, currentNumberScheduled: 3, numberReady: 3, updatedNumberScheduled: 3, numberAvailable: 3 } }],
    ['NAME=x TYPE=NodePort CLUSTER-IP=10.96.0.5 EXTERNAL-IP=<none> PORT(S)=80:30080/TCP,53/UDP AGE=8s SELECTOR=app=nginx', { apiVersion: 'v1', kind: 'Service', metadata, spec: { type: 'NodePort', clusterIPs: ['10.96.0.5'], ports: [{ port: 80, nodePort: 30080, protocol: 'TCP' }, { port: 53, protocol: 'UDP' }], selector: { app: 'nginx' } }, status: { loadBalancer: {} } }],
    ['NAME=x ENDPOINTS=10.0.0.1:80,10.0.0.2:80,10.0.0.3:80 + 1 more... AGE=8s', { apiVersion: 'v1', kind: 'Endpoints', metadata, subsets: [{ addresses: ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'].map((ip) => ({ ip })), ports: [{ port: 80, protocol: 'TCP' }] }] }],
    ['NAME=x STATUS=NotReady,SchedulingDisabled ROLES=control-plane AGE=8s VERSION=v1.35.0 INTERNAL-IP=192.0.2.2 EXTERNAL-IP=<none> OS-IMAGE=Debian KERNEL-VERSION=6.1 CONTAINER-RUNTIME=containerd://2', { apiVersion: 'v1', kind: 'Node', metadata: { ...metadata, labels: { 'node-role.kubernetes.io/control-plane': '' } }, spec: { unschedulable: true }, status: { conditions: [{ type: 'Ready', status: 'Unknown' }], addresses: [{ type: 'InternalIP', address: '192.0.2.2' }], nodeInfo: { kubeletVersion: 'v1.35.0', osImage: 'Debian', kernelVersion: '6.1', containerRuntimeVersion: 'containerd://2' } } }],
    ['NAME=x STATUS=Complete COMPLETIONS=1/1 DURATION=5s AGE=8s CONTAINERS=nginx IMAGES=nginx:1.19 SELECTOR=app=nginx', { apiVersion: 'batch/v1', kind: 'Job', metadata, spec: { completions: 1, template, selector }, status: { succeeded: 1, startTime: '2026-11-30T17:09:52Z', completionTime: '2026-11-30T17:09:57Z', conditions: [{ type: 'Complete', status: 'True' }] } }],
    ['NAME=x DATA=2 AGE=8s', { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { a: '' }, binaryData: { b: '' } }],
    ['NAME=x REQUEST=pods: 2/2 LIMIT=limits.cpu: 0/1 AGE=8s', { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: {}, status: { hard: { pods: '2', 'limits.cpu': '1' }, used: { pods: '2' } } }],
    ['NAME=x CONTROLLER=daemonset.apps/agent REVISION=1 AGE=8s', { apiVersion: 'apps/v1', kind: 'ControllerRevision', metadata: { ...metadata, ownerReferences: [{ apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'agent', uid: 'u', controller: true }] }, revision: 1 }],
    ['NAME=x CREATED AT=2026-11-30T17:09:52Z', { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata, rules: [] }],
    ['NAME=x MIN AVAILABLE=50% MAX UNAVAILABLE=N/A ALLOWED DISRUPTIONS=1 AGE=8s', { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata, spec: { minAvailable: '50%' }, status: { disruptionsAllowed: 1 } }],
  ] as const)('%s', (want, object) => {
    expect(shown(object, '1.35', true)).toBe(want);
  });

  it('has fewer columns in 1.20', () => {
    const job = { apiVersion: 'batch/v1', kind: 'Job', metadata, spec: { completions: 1, template, selector }, status: {} };
    expect(shown(job, '1.20')).toBe('NAME=x COMPLETIONS=0/1 DURATION= AGE=8s');
    const cron = { apiVersion: 'batch/v1beta1', kind: 'CronJob', metadata, spec: { schedule: '* * * * *', suspend: false, jobTemplate: { spec: { template } } }, status: {} };
    expect(shown(cron, '1.20')).toBe('NAME=x SCHEDULE=* * * * * SUSPEND=False ACTIVE=0 LAST SCHEDULE=<none> AGE=8s');
    expect(shown(cron)).toContain('TIMEZONE=<none>');
  });

  it('shows old and new events alike', () => {
    const base = { apiVersion: 'v1', kind: 'Event', metadata, involvedObject: { kind: 'Pod', name: 'web' }, reason: 'Pulled', message: 'done\n', type: 'Normal', reportingComponent: '', reportingInstance: '' };
    expect(shown({ ...base, source: { component: 'kubelet', host: 'node-1' }, firstTimestamp: '2026-11-30T17:08:00Z', lastTimestamp: '2026-11-30T17:09:47Z', count: 4, eventTime: null }, '1.35', true)).toBe('LAST SEEN=13s TYPE=Normal REASON=Pulled OBJECT=pod/web SUBOBJECT= SOURCE=kubelet, node-1 MESSAGE=done FIRST SEEN=2m COUNT=4 NAME=x');
    expect(shown({ ...base, source: {}, reportingComponent: 'default-scheduler', firstTimestamp: null, lastTimestamp: null, eventTime: '2026-11-30T17:09:51.500000Z' })).toContain('LAST SEEN=8s');
  });
});

it('rows carry the metadata of their object, and mark finished pods', () => {
  const table = tableFor({ kind: 'Pod' }, [pod({ phase: 'Succeeded' })], { now: NOW, version: '1.35', metadata: { resourceVersion: '7' } });
  expect(table).toMatchObject({ kind: 'Table', apiVersion: 'meta.k8s.io/v1', metadata: { resourceVersion: '7' } });
  expect(table.rows[0]?.object).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'p' } });
  expect(table.rows[0]?.conditions).toEqual([{ type: 'Completed', status: 'True', reason: 'Succeeded', message: 'The pod has completed successfully.' }]);
});
