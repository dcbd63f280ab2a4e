import { expect, it } from 'vitest';
import { KubectlWorld } from './testing/kubectl-world';

/** The lines without their time and process. */
const lines = (stderr: string): readonly string[] => stderr.replace(/^([IWE])\d{4} \d\d:\d\d:\d\d\.\d{6} +\d+ /gm, '$1 ').split('\n');

it('shows what it sends at -v=8, as it was recorded', () => {
  const world = new KubectlWorld('1.20');
  const { stdout, stderr } = world.run('kubectl create deployment nginx --image=nginx:1.19 --replicas=3 -v=8');
  expect(stdout).toBe('deployment.apps/nginx created\n');
  const request = lines(stderr).slice(0, 29);
  expect(request).toEqual([
    'I loader.go:405] Config loaded from file:  /home/admin/.kube/config',
    'I envvar.go:172] "Feature gate default state" feature="InformerResourceVersion" enabled=true',
    'I envvar.go:172] "Feature gate default state" feature="WatchListClient" enabled=true',
    'I envvar.go:172] "Feature gate default state" feature="ClientsAllowCBOR" enabled=false',
    'I envvar.go:172] "Feature gate default state" feature="ClientsPreferCBOR" enabled=false',
    'I envvar.go:172] "Feature gate default state" feature="InOrderInformers" enabled=true',
    'I envvar.go:172] "Feature gate default state" feature="InOrderInformersBatchProcess" enabled=true',
    'I cert_rotation.go:141] "Starting client certificate rotation controller" logger="tls-transport-cache"',
    'I type.go:213] "Request Body" body=<',
    '\t00000000  6b 38 73 00 0a 15 0a 07  61 70 70 73 2f 76 31 12  |k8s.....apps/v1.|',
    '\t00000010  0a 44 65 70 6c 6f 79 6d  65 6e 74 12 b9 01 0a 23  |.Deployment....#|',
    '\t00000020  0a 05 6e 67 69 6e 78 12  00 1a 00 22 00 2a 00 32  |..nginx....".*.2|',
    '\t00000030  00 38 00 42 00 5a 0c 0a  03 61 70 70 12 05 6e 67  |.8.B.Z...app..ng|',
    '\t00000040  69 6e 78 12 83 01 08 03  12 0e 0a 0c 0a 03 61 70  |inx...........ap|',
    '\t00000050  70 12 05 6e 67 69 6e 78  1a 67 0a 1e 0a 00 12 00  |p..nginx.g......|',
    '\t00000060  1a 00 22 00 2a 00 32 00  38 00 42 00 5a 0c 0a 03  |..".*.2.8.B.Z...|',
    '\t00000070  61 70 70 12 05 6e 67 69  6e 78 12 45 12 27 0a 05  |app..nginx.E.\'..|',
    '\t00000080  6e 67 69 6e 78 12 0a 6e  67 69 6e 78 3a 31 2e 31  |nginx..nginx:1.1|',
    '\t00000090  39 2a 00 42 00 6a 00 72  00 80 01 00 88 01 00 90  |9*.B.j.r........|',
    '\t000000a0  01 00 a2 01 00 1a 00 32  00 42 00 4a 00 52 00 58  |.......2.B.J.R.X|',
    '\t000000b0  00 60 00 68 00 82 01 00  8a 01 00 9a 01 00 c2 01  |.`.h............|',
    '\t000000c0  00 22 02 0a 00 28 00 38  00 1a 0c 08 00 10 00 18  |."...(.8....... [truncated 77 chars]',
    ' >',
    'I round_trippers.go:527] "Request" verb="POST" url="https://127.0.0.1:6443/apis/apps/v1/namespaces/default/deployments?fieldManager=kubectl-create&fieldValidation=Strict" headers=<',
    '\tAccept: application/vnd.kubernetes.protobuf,application/json',
    '\tContent-Type: application/vnd.kubernetes.protobuf',
    '\tUser-Agent: kubectl/v1.35.2 (linux/amd64) kubernetes/fdc9d74',
    ' >',
    'I round_trippers.go:632] "Response" status="201 Created" headers=<',
  ]);
});

it('shows the answer of the server as it stands on the wire', () => {
  const world = new KubectlWorld();
  const { stderr } = world.run('kubectl create namespace web -v=8');
  expect(stderr).toContain('type.go:213] "Response Body" body=<\n\t00000000  6b 38 73 00 0a 0f 0a 02  76 31 12 09 4e 61 6d 65  |k8s.....v1..Name|\n');
  expect(world.run('kubectl get ns web -o name -v=8').stderr).toMatch(/helper\.go:105\] "Response Body" body=<\n\t\{"kind":"Namespace","apiVersion":"v1","metadata":\{"name":"web","uid":"/);
});

it('says less at lower levels', () => {
  const world = new KubectlWorld();
  expect(lines(world.run('kubectl get pods -v=6').stderr).at(-3)).toMatch(/^I round_trippers\.go:632\] "Response" verb="GET" url="https:\/\/127\.0\.0\.1:6443\/api\/v1\/namespaces\/default\/pods\?limit=500" status="200 OK" milliseconds=\d+$/);
  const seven = world.run('kubectl get pods -v=7').stderr;
  expect(seven).toContain('"Request" verb="GET"');
  expect(seven).not.toContain('Body');
  expect(world.run('kubectl get pods').stderr).toBe('No resources found in default namespace.\n');
});

it('does the same whatever it tells of it', () => {
  const [quiet, loud] = [new KubectlWorld(), new KubectlWorld()];
  quiet.out('kubectl create deployment web --image=nginx');
  loud.out('kubectl create deployment web --image=nginx -v=9');
  expect(loud.out('kubectl get deploy web -o yaml')).toBe(quiet.out('kubectl get deploy web -o yaml'));
});

// Recorded on a real 1.20: 1071 and 1889 bytes, with resourceVersions of four digits. They hold managedFields too.
it.each([
  ['kubectl create deployment nginx --image=nginx:1.19 --replicas=3 -v=8', 1071],
  ['kubectl run web --image=nginx:1.19 --port=80 -v=9', 1889],
])('says how long an answer is, to the byte as it was recorded: %s', (line, recorded) => {
  const world = new KubectlWorld('1.20');
  world.server.giveServiceAccount();
  const { stderr } = world.run(line);
  const version = world.out('kubectl get pods,deployments -o jsonpath="{.items[0].metadata.resourceVersion}"');
  expect(stderr).toContain(`\tContent-Length: ${recorded - 4 + version.length}\n`);
});

it('does not know how long a long answer is', () => {
  const world = new KubectlWorld();
  const { stderr } = world.run('kubectl get clusterroles -v=8');
  expect(stderr).toContain('Content-Type: application/json');
  expect(stderr).not.toContain('Content-Length');
});
