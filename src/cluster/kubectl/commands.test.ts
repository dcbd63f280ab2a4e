import { describe, expect, it } from 'vitest';
import { SECOND } from '../../kernel/time';
import { KubectlWorld } from './testing/kubectl-world';

describe('kubectl create and get', () => {
  it('creates a deployment and shows it in every form', () => {
    const world = new KubectlWorld();
    expect(world.run('kubectl create deployment nginx --image=nginx:1.29 --replicas=3')).toEqual({ stdout: 'deployment.apps/nginx created\n', stderr: '', code: 0 });
    expect(world.out('kubectl get deployments')).toMatch(/^NAME {4}READY {3}UP-TO-DATE {3}AVAILABLE {3}AGE\nnginx {3}0\/3 {5}0 {12}0 {11}\ds\n$/);
    expect(world.out('kubectl get deploy nginx -o name')).toBe('deployment.apps/nginx\n');
    expect(world.out("kubectl get deploy nginx -o jsonpath='{.spec.replicas} {.spec.template.spec.containers[*].image}'")).toBe('3 nginx:1.29');
    expect(world.out('kubectl get deploy -o custom-columns=NAME:.metadata.name,IMAGES:.spec.template.spec.containers[*].image')).toBe('NAME    IMAGES\nnginx   nginx:1.29\n');
    expect(world.out('kubectl get deploy --show-labels --no-headers')).toMatch(/^nginx {3}0\/3 {3}0 {5}0 {5}\ds {4}app=nginx\n$/);
    expect(world.run('kubectl get pods')).toEqual({ stdout: '', stderr: 'No resources found in default namespace.\n', code: 0 });
  });

  it('prints without a server what it would create', () => {
    const world = new KubectlWorld();
    // What kubectl v1.35.2 printed.
    expect(world.out('kubectl create deployment nginx --image=nginx --port=80 --dry-run=client -o yaml')).toBe(
      'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  labels:\n    app: nginx\n  name: nginx\nspec:\n  replicas: 1\n  selector:\n    matchLabels:\n      app: nginx\n  strategy: {}\n  template:\n    metadata:\n      labels:\n        app: nginx\n    spec:\n      containers:\n      - image: nginx\n        name: nginx\n        ports:\n        - containerPort: 80\n        resources: {}\nstatus: {}\n');
    expect(world.run('kubectl get deployments').stderr).toBe('No resources found in default namespace.\n');
  });

  it('watches until Ctrl-C', () => {
    const world = new KubectlWorld();
    world.out('kubectl create configmap a --from-literal=k=v');
    const { execution, ran } = world.start('kubectl get configmaps -w');
    world.server.settle(SECOND);
    world.out('kubectl create configmap longer-name --from-literal=k=v --from-literal=l=w');
    expect(ran()).toMatchObject({ stderr: '', code: undefined });
    expect(ran().stdout).toMatch(/^NAME {3}DATA {3}AGE\na {6}1 {6}\ds\nlonger-name {3}2 {6}\ds\n$/);
    execution.interrupt();
    world.server.settle(SECOND);
    expect(ran().code).toBe(130);
  });

  it('asks as somebody else and is told what the server says', () => {
    const world = new KubectlWorld();
    expect(world.run('kubectl get pods', { user: 'alice' })).toEqual({ stdout: '', stderr: 'Error from server (Forbidden): pods is forbidden: User "alice" cannot list resource "pods" in API group "" in the namespace "default"\n', code: 1 });
    expect(world.run('kubectl auth can-i create pods --as=alice')).toEqual({ stdout: 'no\n', stderr: '', code: 1 });
    expect(world.run('kubectl --token=wrong --kubeconfig=/dev/null --server=https://127.0.0.1:6443 get pods')).toEqual({ stdout: '', stderr: 'error: You must be logged in to the server (Unauthorized)\n', code: 1 });
  });

  it('describes', () => {
    const world = new KubectlWorld();
    world.out('kubectl create configmap cfg --from-literal=color=red');
    expect(world.out('kubectl describe cm cfg')).toBe('Name:         cfg\nNamespace:    default\nLabels:       <none>\nAnnotations:  <none>\n\nData\n====\ncolor:\n----\nred\n\n\nBinaryData\n====\n\nEvents:  <none>\n');
  });
});

describe('kubectl apply', () => {
  const manifest = (color: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: cfg\ndata:\n  color: ${color}\n`;

  it('creates, changes, and leaves alone what is as wanted', () => {
    const world = new KubectlWorld();
    expect(world.run('kubectl apply -f cm.yaml', { files: { 'cm.yaml': manifest('red') } })).toEqual({ stdout: 'configmap/cfg created\n', stderr: '', code: 0 });
    expect(world.out('kubectl apply -f -', { stdin: manifest('red') })).toBe('configmap/cfg unchanged\n');
    expect(world.out(`kubectl apply -f - <<EOF\n${manifest('blue')}EOF`)).toBe('configmap/cfg configured\n');
    expect(world.out("kubectl get cm cfg -o jsonpath='{.data}'")).toBe('{"color":"blue"}');
    expect(world.out('kubectl get cm cfg -o jsonpath={.metadata.annotations}')).toBe(
      String.raw`{"kubectl.kubernetes.io/last-applied-configuration":"{\"apiVersion\":\"v1\",\"data\":{\"color\":\"blue\"},\"kind\":\"ConfigMap\",\"metadata\":{\"annotations\":{},\"name\":\"cfg\",\"namespace\":\"default\"}}\n"}`);
  });

  it('takes away what is no longer wanted and keeps what others added', () => {
    const world = new KubectlWorld();
    world.out('kubectl apply -f -', { stdin: `${manifest('red')}  size: big\n` });
    world.out(`kubectl patch cm cfg --type=merge -p '{"data":{"other":"1"}}'`);
    world.out('kubectl apply -f -', { stdin: manifest('red') });
    expect(world.out("kubectl get cm cfg -o jsonpath='{.data}'")).toBe('{"color":"red","other":"1"}');
  });

  it('warns of an object that it did not create', () => {
    const world = new KubectlWorld();
    world.out('kubectl create configmap cfg --from-literal=color=red');
    expect(world.run('kubectl apply -f -', { stdin: manifest('red') })).toEqual({
      stdout: 'configmap/cfg configured\n',
      stderr: 'Warning: resource configmaps/cfg is missing the kubectl.kubernetes.io/last-applied-configuration annotation which is required by kubectl apply. kubectl apply should only be used on resources created declaratively by either kubectl create --save-config or kubectl apply. The missing annotation will be patched automatically.\n',
      code: 0,
    });
  });

  it('names the file that it cannot read', () => {
    const world = new KubectlWorld();
    expect(world.run('kubectl apply -f nope.yaml').stderr).toBe('error: the path "nope.yaml" does not exist\n');
    expect(world.run('kubectl apply -f -', { stdin: 'apiVersion: v1\nmetadata:\n  name: x\n' }).stderr).toBe('error: error validating "STDIN": error validating data: kind not set; if you choose to ignore these errors, turn validation off with --validate=false\n');
  });
});

describe('kubectl delete', () => {
  it('waits until the object is gone', () => {
    const world = new KubectlWorld();
    world.out('kubectl create configmap cfg --from-literal=a=b');
    world.out(`kubectl patch cm cfg --type=merge -p '{"metadata":{"finalizers":["example.com/hold"]}}'`);
    const { ran } = world.start('kubectl delete cm cfg');
    world.server.settle(5 * SECOND);
    expect(ran()).toEqual({ stdout: 'configmap "cfg" deleted from default namespace\n', stderr: '', code: undefined });
    expect(world.out(`kubectl patch cm cfg --type=merge -p '{"metadata":{"finalizers":null}}'`)).toBe('configmap/cfg patched\n');
    world.server.settle(SECOND);
    expect(ran().code).toBe(0);
    expect(world.run('kubectl get cm cfg').stderr).toBe('Error from server (NotFound): configmaps "cfg" not found\n');
  });

  it('gives up when its time is over', () => {
    const world = new KubectlWorld();
    world.out('kubectl create configmap cfg --from-literal=a=b');
    world.out(`kubectl patch cm cfg --type=merge -p '{"metadata":{"finalizers":["example.com/hold"]}}'`);
    expect(world.run('kubectl delete cm cfg --timeout=2s')).toEqual({ stdout: 'configmap "cfg" deleted from default namespace\n', stderr: 'error: timed out waiting for the condition on configmaps/cfg\n', code: 1 });
    expect(world.run('kubectl delete cm cfg --wait=false').code).toBe(0);
  });
});

describe.each(['1.20', '1.35'] as const)('against a server of %s, kubectl', (version) => {
  it('changes what is there', () => {
    const world = new KubectlWorld(version);
    world.out('kubectl create deployment web --image=nginx:1.28');
    expect(world.out('kubectl scale deployment web --replicas=4')).toBe('deployment.apps/web scaled\n');
    expect(world.out('kubectl set image deployment/web nginx=nginx:1.29')).toBe('deployment.apps/web image updated\n');
    expect(world.out('kubectl label deployment web tier=front')).toBe('deployment.apps/web labeled\n');
    expect(world.out('kubectl annotate deployment web note=hi')).toBe('deployment.apps/web annotated\n');
    expect(world.out('kubectl rollout pause deployment/web')).toBe('deployment.apps/web paused\n');
    expect(world.out(`kubectl patch deployment web -p '{"spec":{"minReadySeconds":5}}'`)).toBe('deployment.apps/web patched\n');
    expect(world.out(`kubectl patch deployment web -p '{"spec":{"minReadySeconds":5}}'`)).toBe('deployment.apps/web patched (no change)\n');
    expect(world.out('kubectl expose deployment web --port=80')).toBe('service/web exposed\n');
    expect(world.out("kubectl get deploy web -o jsonpath='{.spec.replicas} {.spec.paused} {.metadata.labels.tier} {.spec.template.spec.containers[0].image}'")).toBe('4 true front nginx:1.29');
  });

  it('waits for a condition that comes or does not', () => {
    const world = new KubectlWorld(version);
    world.out('kubectl create configmap cfg --from-literal=a=b');
    expect(world.run("kubectl wait cm/cfg --for=jsonpath='{.data.a}'=c --timeout=2s")).toEqual({ stdout: '', stderr: 'error: timed out waiting for the condition on configmaps/cfg\n', code: 1 });
    const { ran } = world.start("kubectl wait cm/cfg --for=jsonpath='{.data.a}'=c");
    world.server.settle(SECOND);
    expect(ran().code).toBeUndefined();
    world.out(`kubectl patch cm cfg --type=merge -p '{"data":{"a":"c"}}'`);
    world.server.settle(SECOND);
    expect(ran()).toEqual({ stdout: 'configmap/cfg condition met\n', stderr: '', code: 0 });
  });
});

it('keeps the kubeconfig between commands', () => {
  const world = new KubectlWorld();
  expect(world.out('kubectl config current-context')).toBe('admin@kubernetes\n');
  expect(world.out('kubectl config set-context --current --namespace=kube-system')).toBe('Context "admin@kubernetes" modified.\n');
  expect(world.run('kubectl get pods').stderr).toBe('No resources found in kube-system namespace.\n');
  expect(world.out('kubectl config use-context alice@kubernetes')).toBe('Switched to context "alice@kubernetes".\n');
  expect(world.run('kubectl get pods').stderr).toContain('User "alice" cannot list resource "pods"');
});
