import { en, expect, test } from '../support/podyssey';

test.use({ viewport: { width: 1440, height: 1100 } });

const RULES = `must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`;

/** What is typed, and what kubectl or the API server says to it, word for word. */
const WRONG = [
  { what: 'a command that kubectl does not have', line: 'kubectl creat deployment nginx', says: 'error: unknown command "creat" for "kubectl"\n\nDid you mean this?\n        create', outcome: 'usage' },
  { what: 'no image', line: 'kubectl create deployment nginx', says: 'error: required flag(s) "image" not set', outcome: 'usage' },
  { what: 'a flag that is not there', line: 'kubectl create deployment nginx --image=nginx --replica=3', says: "error: unknown flag: --replica\nSee 'kubectl create deployment --help' for usage.", outcome: 'usage' },
  { what: 'a number that is none', line: 'kubectl scale deployment nginx --replicas=many', says: 'error: invalid argument "many" for "--replicas" flag: strconv.ParseInt: parsing "many": invalid syntax', outcome: 'usage' },
  { what: 'an image name that is none', line: 'kubectl run web --image=nginx::1.29', says: 'error: Invalid image name "nginx::1.29": invalid reference format', outcome: 'usage' },
  { what: 'a program that is not there', line: 'helm install nginx', says: 'bash: helm: command not found', outcome: undefined },
  { what: 'a file that is not there', line: 'kubectl apply -f web.yaml', says: 'error: the path "web.yaml" does not exist', outcome: 'usage' },
  { what: 'a kind that is not there', line: 'kubectl get deploymint', says: `error: the server doesn't have a resource type "deploymint"`, outcome: undefined },
  { what: 'an object that is not there', line: 'kubectl get deployment web', says: 'Error from server (NotFound): deployments.apps "web" not found', outcome: 'refused' },
  { what: 'a namespace that is not there', line: 'kubectl create deployment web --image=nginx:1.29 -n dev', says: 'error: failed to create deployment: namespaces "dev" not found', outcome: 'refused' },
  { what: 'a name against the rules', line: 'kubectl create deployment Bad_Name --image=nginx:1.29', says: `error: failed to create deployment: Deployment.apps "Bad_Name" is invalid: metadata.name: Invalid value: "Bad_Name": a lowercase RFC 1123 subdomain ${RULES}`, outcome: 'refused' },
] as const;

test('wrong lines are answered as kubectl and the API server answer them, and the session goes on', async ({ podyssey: p }) => {
  await p.open();
  await p.enlargeTerminal();
  for (const { what, line, says, outcome } of WRONG) {
    await test.step(what, async () => {
      await p.run(line);
      await p.says(`$ ${line}\n${says}`);
      if (outcome !== undefined) await expect(p.commands.last()).toContainText(en.journey.outcomes[outcome]);
    });
  }
  await expect(p.pods).toHaveCount(0);
  await p.run('kubectl run web --image=nginx:1.29');
  await p.says('pod/web created');
  await expect(p.pods).toHaveCount(1);
});

test('bad YAML, typed as a here-document, is refused with its line, and so are fields and kinds that do not exist', async ({ podyssey: p }) => {
  await p.open();
  await p.enlargeTerminal();
  const apply = async (yaml: string, says: string): Promise<void> => {
    await p.run(`kubectl apply -f - <<EOF\n${yaml}\nEOF`);
    await p.says(says);
  };
  await apply('apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n name: other', 'error: error parsing STDIN: error converting YAML to JSON: yaml: line 4: did not find expected key');
  await apply('kind: Pod\nmetadata: {name: web}', 'error: error validating "STDIN": error validating data: apiVersion not set; if you choose to ignore these errors, turn validation off with --validate=false');
  await apply('apiVersion: v1\nkind: Podd\nmetadata: {name: web}', 'error: resource mapping not found for name: "web" namespace: "" from "STDIN": no matches for kind "Podd" in version "v1"\nensure CRDs are installed first');
  const pod = (container: string): string => `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [${container}]}`;
  await apply(pod('{name: web, imag: nginx}'), 'Error from server (BadRequest): error when creating "STDIN": Pod in version "v1" cannot be handled as a Pod: strict decoding error: unknown field "spec.containers[0].imag"');
  await apply(pod('{name: web}'), 'The Pod "web" is invalid: spec.containers[0].image: Required value');
  await apply(pod('{name: web, image: "nginx:1.29"}'), 'pod/web created');
  await expect(p.pods).toHaveCount(1);
});

test('an image that does not exist: everything works but the pull, and the pod says so', async ({ podyssey: p }) => {
  await p.open();
  await p.enlargeTerminal();
  await p.run('kubectl create deployment broken --image=nginx:9.99');
  await p.says('deployment.apps/broken created');
  await expect(p.pods).toHaveAttribute('data-look', 'failed');
  await expect(p.pods).toContainText(/ErrImagePull|ImagePullBackOff|Failing/);
  await expect(p.commands).toContainText(en.journey.outcomes.failing);
  await p.run('kubectl get pods');
  await p.says('NAME                     READY   STATUS             RESTARTS   AGE');
  expect(await p.screen()).toMatch(/broken-\S+ +0\/1 +(ImagePullBackOff|ErrImagePull) +0 /);
  await p.run('kubectl get events --field-selector=reason=Failed');
  await expect.poll(async () => (await p.screen()).replace(/\n/g, '')).toMatch(/Failed to pull image "nginx:9\.99": .*docker\.io\/library\/nginx:9\.99: not found/);
});
