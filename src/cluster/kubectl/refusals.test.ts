import { beforeAll, describe, expect, it } from 'vitest';
import { KubectlWorld } from './testing/kubectl-world';

// Every text here is what kubectl v1.35.2 wrote.
const PROVIDE = "error: You must provide one or more resources by argument or filename.\nExample resource specifications include:\n   '-f rsrc.yaml'\n   '--filename=rsrc.json'\n   '<resource> <name>'\n   '<resource>'";

describe('kubectl refuses, as the real one does,', () => {
  let world: KubectlWorld;
  beforeAll(() => {
    world = new KubectlWorld();
    world.out('kubectl create deployment web --image=nginx');
    world.out('kubectl create configmap cfg --from-literal=a=b');
  });

  it.each([
    ['foo', 'error: unknown command "foo" for "kubectl"\n\nDid you mean this?\n\ttop'],
    ['get pods --foo', "error: unknown flag: --foo\nSee 'kubectl get --help' for usage."],
    ['get pods -x', "error: unknown shorthand flag: 'x' in -x\nSee 'kubectl get --help' for usage."],
    ['get pods -o badformat', 'error: unable to match a printer suitable for the output format "badformat", allowed formats are: custom-columns,custom-columns-file,go-template,go-template-file,json,jsonpath,jsonpath-as-json,jsonpath-file,kyaml,name,template,templatefile,wide,yaml'],
    ['get unicorns', `error: the server doesn't have a resource type "unicorns"`],
    ['get deploy/web pods', "error: there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl get resource/<resource_name>' instead of 'kubectl get resource resource/<resource_name>'"],
    ['create deployment', 'error: required flag(s) "image" not set'],
    ['create deployment w --image=nginx --replicas=abc', `error: invalid argument "abc" for "-r, --replicas" flag: strconv.ParseInt: parsing "abc": invalid syntax\nSee 'kubectl create deployment --help' for usage.`],
    ['create deployment w a b --image=nginx', "error: exactly one NAME is required, got 3\nSee 'kubectl create deployment -h' for help and examples"],
    ['create deployment w --image=nginx --dry-run=foo', 'error: Invalid dry-run value (foo). Must be "none", "server", or "client".'],
    ['create deployment web --image=nginx', 'error: failed to create deployment: deployments.apps "web" already exists'],
    ['create configmap x --from-literal=a', 'error: invalid literal source a, expected key=value'],
    ['scale deployment --replicas=2', 'error: resource(s) were provided, but no name was specified'],
    ['scale deployment web --replicas=2 --current-replicas=7', 'error: Expected replicas to be 7, was 1'],
    ['delete', PROVIDE],
    ['delete pods', 'error: resource(s) were provided, but no name was specified'],
    ['delete pod crash --now --force', 'error: --force and --grace-period greater than 0 cannot be specified together'],
    ['delete pods crash --all', 'error: name cannot be provided when a selector is specified'],
    ['patch deployment web', 'error: must specify --patch or --patch-file containing the contents of the patch'],
    ['patch deployment web --type=foo -p {}', 'error: --type must be one of [json merge strategic], not "foo"'],
    ['label cm cfg', 'error: at least one label update is required'],
    ['label cm cfg a=b a-', 'error: can not both modify and remove a label in the same command'],
    ['taint node node-1 a=b:Foo', "error: invalid taint effect: Foo, unsupported taint effect\nSee 'kubectl taint -h' for help and examples"],
    ['drain', "error: USAGE: drain NODE [flags]\nSee 'kubectl drain -h' for help and examples"],
    ['expose deployment web', "error: couldn't find port via --port flag or introspection"],
    ['wait --for=foo cm/cfg', 'error: unrecognized condition: "foo"'],
    ['set image deployment/web foo=nginx:1.20', 'error: unable to find container named "foo"'],
    ['set image cm/cfg a=b', 'error: configmaps/cfg the object is not a pod or does not have a pod template: *v1.ConfigMap'],
    ['rollout resume deployment/web', 'error: deployments.apps "web" is not paused'],
    ['logs', "error: expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\nPOD or TYPE/NAME is a required argument for the logs command\nSee 'kubectl logs -h' for help and examples"],
    ['get deployment nope', 'Error from server (NotFound): deployments.apps "nope" not found'],
    ['get pod crash -n nowhere', 'Error from server (NotFound): namespaces "nowhere" not found'],
    ['logs nope', 'error: error from server (NotFound): pods "nope" not found in namespace "default"'],
  ])('kubectl %s', (line, stderr) => {
    expect(world.run(`kubectl ${line}`)).toEqual({ stdout: '', stderr: `${stderr}\n`, code: 1 });
  });

  it('what it cannot do here, and says so', () => {
    expect(world.run('kubectl cp web:/x .')).toEqual({ stdout: '', stderr: 'error: cp is not available in this simulation: its containers hold no files\n', code: 1 });
  });

  it('other programs', () => {
    expect(world.run('helm install x')).toEqual({ stdout: '', stderr: 'bash: helm: command not found\n', code: 127 });
    expect(world.run('kubectl get pods | wc -l')).toMatchObject({ stdout: '', code: 2 });
  });
});
