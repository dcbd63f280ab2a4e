import { describe, expect, it } from 'vitest';
import { KubectlWorld } from './testing/kubectl-world';

// What kubectl v1.35.2 printed when it asked a server whose OpenAPI document has the fields and no descriptions.
describe('kubectl explain', () => {
  const world = new KubectlWorld();

  it('shows a kind and its fields', () => {
    expect(world.out('kubectl explain deploy')).toBe(
      'GROUP:      apps\nKIND:       Deployment\nVERSION:    v1\n\nDESCRIPTION:\n    <empty>\nFIELDS:\n'
      + ['apiVersion\t<string>', 'kind\t<string>', 'metadata\t<ObjectMeta>', 'spec\t<DeploymentSpec>', 'status\t<DeploymentStatus>'].map((f) => `  ${f}\n    <no description>\n\n`).join('') + '\n');
  });

  it('shows a field, its type and whether it must be there', () => {
    expect(world.out('kubectl explain pods.spec.containers.ports --recursive')).toBe(
      'KIND:       Pod\nVERSION:    v1\n\nFIELD: ports <[]ContainerPort>\n\n\nDESCRIPTION:\n    <empty>\nFIELDS:\n'
      + '  containerPort\t<integer> -required-\n  hostIP\t<string>\n  hostPort\t<integer>\n  name\t<string>\n  protocol\t<string>\n\n');
    expect(world.out('kubectl explain pod.metadata.labels')).toBe('KIND:       Pod\nVERSION:    v1\n\nFIELD: labels <map[string]string>\n\n\nDESCRIPTION:\n    <empty>\n\n');
  });

  it('says what is not there', () => {
    expect(world.run('kubectl explain pod.spec.nope')).toEqual({ stdout: 'KIND:       Pod\nVERSION:    v1\n\n', stderr: 'error: field "nope" does not exist\n', code: 1 });
    expect(world.run('kubectl explain pod --api-version=foo/v9').stderr).toBe('error: couldn\'t find resource for "foo/v9, Resource=pods"\n');
    expect(world.run('kubectl explain po pod').stderr).toBe('error: We accept only this format: explain RESOURCE\n');
  });
});

describe('kubectl events', () => {
  const event = (name: string, type: string, more: object): string => JSON.stringify({
    apiVersion: 'v1', kind: 'Event', metadata: { name, namespace: 'default' }, type, involvedObject: { apiVersion: 'v1', kind: 'Pod', name: 'web', namespace: 'default' }, ...more,
  });

  it('lists them with the latest last, counted and chosen by type', () => {
    const world = new KubectlWorld();
    expect(world.run('kubectl events')).toEqual({ stdout: '', stderr: 'No events found in default namespace.\n', code: 0 });
    const at = JSON.parse(world.out('kubectl create configmap now -o json')) as { readonly metadata: { readonly creationTimestamp: string } };
    const time = at.metadata.creationTimestamp;
    world.out('kubectl create -f -', { stdin: event('b', 'Warning', { reason: 'BackOff', message: 'again\n', count: 3, firstTimestamp: time, lastTimestamp: time }) });
    world.out('kubectl create -f -', { stdin: event('a', 'Normal', { reason: 'Pulled', message: 'there', count: 1, firstTimestamp: '2020-01-01T00:00:00Z', lastTimestamp: '2020-01-01T00:00:00Z' }) });
    expect(world.out('kubectl events').replace(/ {2,}/g, '|')).toMatch(/^LAST SEEN\|TYPE\|REASON\|OBJECT\|MESSAGE\n\S+\|Normal\|Pulled\|Pod\/web\|there\n\ds \(x3 over \ds\)\|Warning\|BackOff\|Pod\/web\|again\n$/);
    expect(world.out('kubectl events --types=Normal --no-headers')).toMatch(/^\S+ {3}Normal {3}Pulled {3}Pod\/web {3}there\n$/);
    expect(world.out('kubectl events --for pod/web -o name')).toContain('event');
    expect(world.run('kubectl events --for web').stderr).toBe('error: --for must be in resource/name form\n');
  });
});

describe('kubectl top', () => {
  it('finds no metrics', () => {
    expect(new KubectlWorld().run('kubectl top pods')).toEqual({ stdout: '', stderr: 'error: Metrics API not available\n', code: 1 });
  });
});

describe('kubectl create token', () => {
  it('prints a token that the server then knows, with the claims of a real one', () => {
    const world = new KubectlWorld();
    world.out('kubectl create serviceaccount robot');
    const token = world.out('kubectl create token robot').trim();
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Readonly<Record<string, unknown>>;
    expect(claims).toMatchObject({ aud: ['https://kubernetes.default.svc.cluster.local'], iss: 'https://kubernetes.default.svc.cluster.local', 'kubernetes.io': { namespace: 'default', serviceaccount: { name: 'robot' } }, sub: 'system:serviceaccount:default:robot' });
    expect(world.out(`kubectl --token=${token} --kubeconfig=/dev/null --server=https://127.0.0.1:6443 auth whoami`)).toContain('system:serviceaccount:default:robot');
    expect(world.run('kubectl create token nope').stderr).toBe('error: failed to create token: serviceaccounts "nope" not found\n');
  });
});

describe('patches that do not fit', () => {
  it.each([
    [`-p 'x'`, 'Error from server (BadRequest): json: cannot unmarshal string into Go value of type map[string]interface {}'],
    [`--type=merge -p '[1]'`, 'Error from server (BadRequest): error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}'],
    [`--type=json -p '{"a":1}'`, 'Error from server (BadRequest): error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp'],
    [`-p '{"spec":{"replicas":"a"}}'`, 'The request is invalid: patch: Invalid value: "map[spec:map[replicas:a]]": unrecognized type: int32'],
    [`-p '{"spec":{"template":{"spec":{"containers":"a"}}}}'`, 'The request is invalid: patch: Invalid value: "map[spec:map[template:map[spec:map[containers:a]]]]": cannot restore slice from string'],
  ])('%s', (flags, stderr) => {
    const world = new KubectlWorld();
    world.out('kubectl create deployment web --image=nginx');
    expect(world.run(`kubectl patch deployment web ${flags}`)).toEqual({ stdout: '', stderr: `${stderr}\n`, code: 1 });
  });

  it('with a field that nobody knows are warned of', () => {
    const world = new KubectlWorld();
    world.out('kubectl create deployment web --image=nginx');
    expect(world.run(`kubectl patch deployment web -p '{"spec":{"foo":1}}'`)).toEqual({ stdout: 'deployment.apps/web patched (no change)\n', stderr: 'Warning: unknown field "spec.foo"\n', code: 0 });
  });
});

describe('deprecated resources', () => {
  it('are served with a warning', () => {
    const world = new KubectlWorld();
    expect(world.run('kubectl get endpoints').stderr).toContain('Warning: v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice\n');
    expect(new KubectlWorld('1.20').run('kubectl get endpoints').stderr).not.toContain('Warning');
    expect(world.run('kubectl get cs').stderr).toContain('Warning: v1 ComponentStatus is deprecated in v1.19+\n');
  });
});
