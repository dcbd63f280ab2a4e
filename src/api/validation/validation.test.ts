import { describe, expect, it } from 'vitest';
import { deepFreeze } from '../../base/freeze';
import { decodeAndDefault } from '../defaults/defaults';
import { fieldErrorText } from '../field/error';
import { schemeFor } from '../scheme';
import type { KubeObject } from '../types';
import type { KubeVersion } from '../version';
import { generateJobSelector } from './batch';
import { validateCreate, validateUpdate } from './validate';

function read(body: object, version: KubeVersion): KubeObject {
  const r = decodeAndDefault(deepFreeze(body) as KubeObject, version, false);
  if (!r.ok) throw new Error(r.error);
  return deepFreeze(r.value);
}

function problems(body: object, version: KubeVersion = '1.35'): readonly string[] {
  const object = read(body, version);
  const resource = schemeFor(version).kindFor(object.apiVersion, object.kind);
  if (resource === undefined) throw new Error(`no ${object.kind}`);
  return validateCreate(resource, object, version).map((e) => fieldErrorText(e, version));
}

function changes(before: object, after: object, version: KubeVersion = '1.35'): readonly string[] {
  const [old, next] = [read(before, version), read(after, version)];
  const resource = schemeFor(version).kindFor(next.apiVersion, next.kind);
  if (resource === undefined) throw new Error(`no ${next.kind}`);
  return validateUpdate(resource, next, old, version).map((e) => fieldErrorText(e, version));
}

const meta = { name: 'x', namespace: 'default' };
const pod = (spec: object, metadata: object = meta) => ({ apiVersion: 'v1', kind: 'Pod', metadata, spec });
const container = (more: object = {}) => ({ name: 'c', image: 'nginx', ...more });
const deployment = (spec: object, metadata: object = meta) => ({
  apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { selector: { matchLabels: { app: 'a' } }, template: { metadata: { labels: { app: 'a' } }, spec: { containers: [container()] } }, ...spec },
});

it('a StatefulSet may mount what its claims will make', () => {
  const spec = { serviceName: 'db', selector: { matchLabels: { app: 'a' } }, template: { metadata: { labels: { app: 'a' } }, spec: { containers: [container({ volumeMounts: [{ name: 'data', mountPath: '/data' }] })] } } };
  const claims = [{ metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } }];
  expect(problems({ apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: meta, spec: { ...spec, volumeClaimTemplates: claims } })).toEqual([]);
  expect(problems(deployment({ template: spec.template }))).toEqual(['spec.template.spec.containers[0].volumeMounts[0].name: Not found: "data"']);
});

describe('what the real 1.20 server refused', () => {
  it('a selector that does not fit', () => {
    expect(problems(deployment({ template: { metadata: { labels: { app: 'b' } }, spec: { containers: [container()] } } }), '1.20')).toEqual(['spec.template.metadata.labels: Invalid value: map[string]string{"app":"b"}: `selector` does not match template `labels`']);
  });

  it('a name with capitals', () => {
    expect(problems(deployment({}, { ...meta, name: 'Bad_Name' }), '1.20')).toEqual(["metadata.name: Invalid value: \"Bad_Name\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"]);
  });

  it('a pod with four mistakes, in this order', () => {
    expect(problems(pod({ restartPolicy: 'Sometimes', containers: [{ name: 'c' }, { name: 'c', image: 'x', resources: { requests: { cpu: 2 }, limits: { cpu: 1 } } }] }), '1.20')).toEqual([
      'spec.containers[0].image: Required value', 'spec.containers[1].name: Duplicate value: "c"', 'spec.containers[1].resources.requests: Invalid value: "2": must be less than or equal to cpu limit',
      'spec.restartPolicy: Unsupported value: "Sometimes": supported values: "Always", "OnFailure", "Never"',
    ]);
    expect(problems(pod({}), '1.20')).toEqual(['spec.containers: Required value']);
  });

  it('a service port out of range, twice', () => {
    expect(problems({ apiVersion: 'v1', kind: 'Service', metadata: meta, spec: { ports: [{ port: 99999 }] } }, '1.20')).toEqual([
      'spec.ports[0].port: Invalid value: 99999: must be between 1 and 65535, inclusive', 'spec.ports[0].targetPort: Invalid value: 99999: must be between 1 and 65535, inclusive',
    ]);
  });
});

describe('metadata', () => {
  it.each([
    [{ namespace: 'default' }, 'metadata.name: Required value: name or generateName is required'],
    [{ ...meta, labels: { a: 'b c' } }, "metadata.labels: Invalid value: \"b c\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"],
    [{ ...meta, finalizers: ['mine'] }, 'metadata.finalizers: Invalid value: "mine": name is neither a standard finalizer name nor is it fully qualified'],
  ])('%j', (metadata, want) => {
    expect(problems(pod({ containers: [container()] }, metadata))).toEqual([want]);
  });

  it('of cluster-scoped kinds has no namespace', () => {
    expect(problems({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a.b', namespace: 'x' } })).toEqual(['metadata.name: Invalid value: "a.b": must not contain dots', 'metadata.namespace: Forbidden: not allowed on this type']);
    expect(problems({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'system:Node' }, rules: [] })).toEqual([]);
  });
});

describe('pods', () => {
  it.each([
    [{ containers: [container({ imagePullPolicy: 'Maybe' })] }, 'spec.containers[0].imagePullPolicy: Unsupported value: "Maybe": supported values: "Always", "IfNotPresent", "Never"'],
    [{ containers: [container({ ports: [{ containerPort: 0 }] })] }, 'spec.containers[0].ports[0].containerPort: Required value'],
    [{ containers: [container({ ports: [{ containerPort: 1, protocol: 'tcp' }] })] }, 'spec.containers[0].ports[0].protocol: Unsupported value: "tcp": supported values: "SCTP", "TCP", "UDP"'],
    [{ containers: [container({ volumeMounts: [{ name: 'v', mountPath: '/v' }] })] }, 'spec.containers[0].volumeMounts[0].name: Not found: "v"'],
    [{ containers: [container({ livenessProbe: {} })] }, 'spec.containers[0].livenessProbe: Required value: must specify a handler type'],
    [{ containers: [container({ env: [{ name: 'a=b' }] })] }, "spec.containers[0].env[0].name: Invalid value: \"a=b\": a valid environment variable name must consist only of printable ASCII characters other than '='"],
    [{ containers: [container({ resources: { limits: { gpu: '1' } } })] }, 'spec.containers[0].resources.limits[gpu]: Invalid value: "gpu": must be a standard resource type or fully qualified'],
    [{ containers: [container({ resources: { requests: { memory: '2Gi' }, limits: { memory: '1Gi' } } })] }, 'spec.containers[0].resources.requests: Invalid value: "2Gi": must be less than or equal to memory limit of 1Gi'],
    [{ containers: [container()], volumes: [{ name: 'v', secret: {} }] }, 'spec.volumes[0].secret.secretName: Required value'],
    [{ containers: [container()], tolerations: [{ operator: 'Equal' }] }, 'spec.tolerations[0].operator: Invalid value: "Equal": operator must be Exists when `key` is empty, which means "match all values and all keys"'],
    [{ containers: [container()], affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: '' }] } } }, 'spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: Required value: can not be empty'],
    [{ containers: [container()], activeDeadlineSeconds: 0 }, 'spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive'],
    [{ containers: [container({ ports: [{ containerPort: 1, hostPort: 80 }, { containerPort: 2, hostPort: 80 }] })] }, 'spec.containers[0].ports[1].hostPort: Duplicate value: "TCP//80"'],
  ])('%#: %j', (spec, want) => {
    expect(problems(pod(spec))[0]).toBe(want);
  });

  it('may change only a few fields once stored', () => {
    const stored = pod({ containers: [container()] }, { ...meta, resourceVersion: '1' });
    expect(changes(stored, pod({ containers: [container({ image: 'nginx:2', imagePullPolicy: 'Always' })], tolerations: [{ key: 'a', operator: 'Exists' }] }, { ...meta, resourceVersion: '1' }))).toEqual([]);
    const [complaint] = changes(stored, pod({ containers: [container()], hostname: 'h' }, { ...meta, resourceVersion: '1' }));
    expect(complaint?.split('\n')[0]).toBe('spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)');
    expect(complaint).toContain('+ \tHostname: "h",');
    expect(changes(stored, pod({ containers: [container(), container({ name: 'd' })] }, { ...meta, resourceVersion: '1' }))).toEqual(['spec.containers: Forbidden: pod updates may not add or remove containers']);
  });
});

describe('workloads', () => {
  it.each([
    [deployment({ replicas: -1 }), 'spec.replicas: Invalid value: -1: must be greater than or equal to 0'],
    [deployment({ selector: {} }), 'spec.selector: Invalid value: {}: empty selector is invalid for deployment'],
    [deployment({ strategy: { type: 'Recreate', rollingUpdate: {} } }), "spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'"],
    [deployment({ strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } }), 'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: 0: may not be 0 when `maxSurge` is 0'],
    [deployment({ strategy: { rollingUpdate: { maxSurge: 'x' } } }), "spec.strategy.rollingUpdate.maxSurge: Invalid value: \"x\": a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')"],
    [deployment({ minReadySeconds: 600 }), 'spec.progressDeadlineSeconds: Invalid value: 600: must be greater than minReadySeconds'],
    [deployment({ template: { metadata: { labels: { app: 'a' } }, spec: { restartPolicy: 'Never', containers: [container()] } } }), 'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"'],
    [{ apiVersion: 'batch/v1', kind: 'CronJob', metadata: meta, spec: { schedule: '* * *', jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', containers: [container()] } } } } } }, 'spec.schedule: Invalid value: "* * *": expected exactly 5 fields, found 3: [* * *]'],
    [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: meta, data: { 'a b': '' } }, "data[a b]: Invalid value: \"a b\": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"],
    [{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: meta, spec: {} }, 'spec.accessModes: Required value: at least 1 access mode is required'],
    [{ apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'x' }, value: 2_000_000_000 }, 'value: Forbidden: maximum allowed value of a user defined priority is 1000000000'],
    [{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: meta, rules: [{ verbs: ['get'] }] }, 'rules[0].apiGroups: Required value: resource rules must supply at least one api group'],
  ])('%#', (body, want) => {
    expect(problems(body)[0]).toBe(want);
  });

  it('keep their selector, in the words of the release', () => {
    const at = (app: string) => deployment({ selector: { matchLabels: { app } }, template: { metadata: { labels: { app } }, spec: { containers: [container()] } } }, { ...meta, resourceVersion: '1' });
    expect(changes(at('a'), at('web'))).toEqual(['spec.selector: Invalid value: {"matchLabels":{"app":"web"}}: field is immutable']);
    expect(changes(at('a'), at('web'), '1.20')).toEqual(['spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"app":"web"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable']);
  });

  it('take no finalizers while they are deleted', () => {
    const old = deployment({}, { ...meta, resourceVersion: '1', deletionTimestamp: '2026-11-30T17:02:14Z' });
    expect(changes(old, { ...old, metadata: { ...old.metadata, finalizers: ['a/b'] } })).toEqual(['metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"a/b"}']);
  });
});

describe('jobs', () => {
  const job = (policy: string) => ({ apiVersion: 'batch/v1', kind: 'Job', metadata: { ...meta, uid: 'u-1' }, spec: { template: { spec: { restartPolicy: policy, containers: [container()] } } } });

  it('get a selector made of their uid, and labels that fit', () => {
    const made = generateJobSelector(read(job('Never'), '1.20'), '1.20');
    expect(made).toMatchObject({ spec: { selector: { matchLabels: { 'controller-uid': 'u-1' } }, template: { metadata: { labels: { 'controller-uid': 'u-1', 'job-name': 'x' } } } } });
    expect(problems(made, '1.20')).toEqual([]);
    expect(problems(generateJobSelector(read(job('Never'), '1.35'), '1.35'))).toEqual([]);
  });

  it('may not restart always, in the words of the release', () => {
    expect(problems(generateJobSelector(read(job('Always'), '1.35'), '1.35'))).toEqual(['spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"']);
    expect(problems(generateJobSelector(read(job('Always'), '1.20'), '1.20'), '1.20')).toEqual(['spec.template.spec.restartPolicy: Unsupported value: "Always": supported values: "OnFailure", "Never"']);
  });
});
