import { describe, expect, it } from 'vitest';
import { KubectlWorld } from './testing/kubectl-world';

// All outputs are what kubectl v1.35.2 printed.
describe('kubectl create, dry run', () => {
  const world = new KubectlWorld();
  const yaml = (line: string): string => world.out(`kubectl create ${line} --dry-run=client -o yaml`);

  it('an ingress', () => {
    const backend = (name: string, port: string): string => `      - backend:\n          service:\n            name: ${name}\n            port:\n              ${port}\n`;
    expect(yaml("ingress i --rule='foo.com/bar*=svc:http,tls=sec' --class=nginx --annotation=a=b")).toBe(
      `apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  annotations:\n    a: b\n  name: i\nspec:\n  ingressClassName: nginx\n  rules:\n  - host: foo.com\n    http:\n      paths:\n${backend('svc', 'name: http')}        path: /bar\n        pathType: Prefix\n  tls:\n  - hosts:\n    - foo.com\n    secretName: sec\nstatus:\n  loadBalancer: {}\n`);
    expect(yaml('ingress i --rule=/bar=svc:80')).toContain(`  - http:\n      paths:\n${backend('svc', 'number: 80')}        path: /bar\n        pathType: Exact\n`);
    expect(yaml('ingress i --default-backend=svc:80')).toContain('spec:\n  defaultBackend:\n    service:\n      name: svc\n      port:\n        number: 80\n');
  });

  it('a secret for a registry', () => {
    expect(yaml('secret docker-registry r --docker-username=u --docker-password=p --docker-email=e')).toBe(
      'apiVersion: v1\ndata:\n  .dockerconfigjson: eyJhdXRocyI6eyJodHRwczovL2luZGV4LmRvY2tlci5pby92MS8iOnsidXNlcm5hbWUiOiJ1IiwicGFzc3dvcmQiOiJwIiwiZW1haWwiOiJlIiwiYXV0aCI6ImRUcHcifX19\nkind: Secret\nmetadata:\n  name: r\ntype: kubernetes.io/dockerconfigjson\n');
  });

  it('an alias for a name outside', () => {
    expect(yaml('service externalname s --external-name=a.b')).toBe(
      'apiVersion: v1\nkind: Service\nmetadata:\n  labels:\n    app: s\n  name: s\nspec:\n  externalName: a.b\n  selector:\n    app: s\n  type: ExternalName\nstatus:\n  loadBalancer: {}\n');
  });

  it.each([
    ['ingress i --rule=foo.com=svc:80', 'error: rule foo.com=svc:80 is invalid and should be in format host/path=svcname:svcport[,tls[=secret]]'],
    ['ingress i', 'error: not enough information provided: every ingress has to either specify a default-backend (which catches all traffic) or a list of rules (which catch specific paths)'],
    ['secret docker-registry r --docker-username=u', 'error: either --from-file or the combination of --docker-username, --docker-password and --docker-server is required'],
    ['service externalname s', 'error: required flag(s) "external-name" not set'],
  ])('refuses %s', (line, stderr) => {
    expect(world.run(`kubectl create ${line} --dry-run=client`)).toEqual({ stdout: '', stderr: `${stderr}\n`, code: 1 });
  });
});

describe('kubectl says how it is used', () => {
  const world = new KubectlWorld();

  it('with the commands below a word, in the order of the real help', () => {
    expect(world.run('kubectl create service')).toEqual({
      stdout: '', code: 1,
      stderr: 'Create a service using a specified subcommand.\n\nAliases:\nservice, svc\n\nAvailable Commands:\n  clusterip      Create a ClusterIP service\n  externalname   Create an ExternalName service\n  loadbalancer   Create a LoadBalancer service\n  nodeport       Create a NodePort service\n\nUsage:\n  kubectl create service [flags] [options]\n\nUse "kubectl create service <command> --help" for more information about a given command.\nUse "kubectl options" for a list of global command-line options (applies to all commands).\n',
    });
  });

  it.each([
    ['drain a b --selector=x', 'error: cannot specify both a node name and a --selector option\nSee \'kubectl drain -h\' for help and examples'],
    ['api-versions x', 'error: unexpected arguments: [x]\nSee \'kubectl api-versions -h\' for help and examples'],
    ['run p --image=a --restart=Foo', 'error: invalid restart policy: Foo\nSee \'kubectl run -h\' for help and examples'],
    ['delete pod --all --selector=x=y', 'error: setting \'all\' parameter but found a non empty selector. '],
  ])('%s', (line, stderr) => {
    expect(world.run(`kubectl ${line}`)).toEqual({ stdout: '', stderr: `${stderr}\n`, code: 1 });
  });
});
