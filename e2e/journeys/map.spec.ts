import { CREATE, en, expect, test } from '../support/podyssey';
import { stepPattern, stepTitle } from '../support/titles';

test('the map shows the request in the API server, stage by stage, and the packets on their way', async ({ podyssey: p }) => {
  await p.openAfter(CREATE);
  await p.step(stepTitle('api.validation')).click();
  const stage = (id: string) => p.map.locator('.stage', { hasText: en.stages[id] ?? '?' });
  await expect(stage('authorization')).toHaveAttribute('data-verdict', 'passed');
  await expect(stage('validation')).toHaveAttribute('data-verdict', 'present');
  await expect(stage('storage')).toHaveAttribute('data-verdict', 'ahead');
  const revision = await revisionOf();
  await p.step(stepPattern('etcd.write')).click();
  await expect(stage('storage')).toHaveAttribute('data-verdict', 'present');
  await p.step(stepTitle('api.answer', { code: 201 })).click();
  expect(await revisionOf()).toBeGreaterThan(revision);
  await p.step(stepTitle('kubectl.request')).click();
  await expect(p.map.locator('.packet').first()).toBeAttached();

  async function revisionOf(): Promise<number> {
    return Number(/\d+/.exec((await p.map.getByRole('button', { name: /^etcd/ }).getAttribute('aria-label')) ?? '')?.[0]);
  }
});

test('a refused request stops at the stage that refused it', async ({ podyssey: p }) => {
  await p.openAfter('kubectl create deployment web --image=nginx:1.29 --user=alice');
  await p.step(stepTitle('api.answer', { code: 403 })).click();
  await expect(p.map.locator('.stage', { hasText: en.stages['authorization'] ?? '?' })).toHaveAttribute('data-verdict', 'refused');
  await expect(p.map.locator('.stage[data-verdict="passed"]', { hasText: en.stages['storage'] ?? '?' })).toHaveCount(0);
});

test('zooming into a node shows the pod, its sandbox, its address and the bridge, from this very run', async ({ podyssey: p, page }) => {
  await p.openAfter(CREATE);
  await page.getByRole('radio', { name: en.shell.modes.explore }).click();
  await p.map.getByRole('button', { name: /^Node node-2/ }).focus();
  await page.keyboard.press('Enter');
  const detail = p.map.locator('.detail[data-node="node-2"]');
  await expect(detail.locator('.d-title')).toHaveText('node-2');
  await expect(detail).toContainText('10.244.1.0/24');
  await expect(detail).toContainText(/Pod nginx-\S+/);
  await expect(detail).toContainText('Running');
  await expect(detail).toContainText(/sandbox [0-9a-f]{8}/);
  await expect(detail).toContainText(/10\.244\.1\.\d+/);
  await expect(detail).toContainText('cni0');
  await expect(detail).toContainText(/veth[0-9a-f]+/);
  for (const call of ['PullImage', 'CreateContainer', 'StartContainer']) await expect(detail).toContainText(call);
  await expect(detail).toContainText('10.244.0.0/24');
  // At an earlier moment the pod is not there yet.
  await p.commands.first().click();
  await p.step(stepTitle('api.storage')).click();
  await expect(detail).toContainText(en.map.node.noPod);
  await p.map.getByRole('button', { name: en.map.fitAll }).click();
  await expect(detail).toHaveCount(0);
});

test('in a walkthrough the camera goes along into the node, and back', async ({ podyssey: p }) => {
  await p.openAfter(CREATE);
  await p.step(stepTitle('cni.address')).click();
  await expect(p.map.locator('.detail').filter({ hasText: en.map.node.criCalls })).not.toHaveCount(0);
  await p.step(stepTitle('scheduler.score')).click();
  await expect(p.map.locator('.detail')).toHaveCount(0);
});

test('pressing a component opens its machine, an object its YAML, a node’s kubelet the kubelet’s', async ({ podyssey: p }) => {
  await p.openAfter(CREATE);
  for (const [name, actor] of [['kube-scheduler', 'kube-scheduler'], ['etcd', 'etcd'], ['kube-apiserver', 'kube-apiserver'], ['kubectl', 'kubectl'], ['controllers', 'controllers']] as const) {
    await p.map.locator(`[data-actor="${name}"] > .card`).click({ position: { x: 20, y: 16 }, force: true });
    await expect(p.inspector.locator('.tag')).toHaveText(actor);
    await expect(p.inspector.getByRole('tab', { name: en.inspector.tabs.machine })).toHaveAttribute('aria-selected', 'true');
    await expect(p.inspector.locator('.machine-svg .state').first()).toBeVisible();
    await expect(p.inspector.locator('.machine-svg .state.is-visited')).not.toHaveCount(0);
  }
  await p.map.locator('.objects [data-subject^="deployments/"]').first().click();
  await expect(p.inspector.getByRole('tab', { name: en.inspector.tabs.object })).toHaveAttribute('aria-selected', 'true');
  await expect(p.inspector.locator('pre.yaml')).toBeVisible();
  await p.pods.first().click();
  await expect(p.inspector.locator('.object-line')).toContainText('Pod nginx-');
});

test('search finds steps, objects, machines and commands, and goes there', async ({ podyssey: p, page }) => {
  await p.openAfter(CREATE);
  const find = async (words: string, option: RegExp): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: en.shell.search }).fill(words);
    await page.getByRole('option', { name: option }).first().click();
  };
  await p.map.focus();
  await find('sandbox', new RegExp(`${en.search.kinds.step}.*${stepTitle('cri.sandbox').slice(0, 9)}`));
  await expect(p.inspector.getByRole('heading', { level: 2 })).toHaveText(stepTitle('cri.sandbox'));
  await find('replicaset nginx', new RegExp(`${en.search.kinds.object}.*ReplicaSet nginx-`));
  await expect(p.inspector.locator('.object-line')).toContainText('ReplicaSet nginx-');
  await find('pod worker', new RegExp(`${en.search.kinds.machine}.*pod worker`));
  await expect(p.inspector.locator('.machine-line')).toContainText('pod worker');
  await find('create deployment', new RegExp(`^${en.search.kinds.command}`));
  await expect(p.clock).toHaveText(/^0\.000 s/);
});

test('the map as a table says the same', async ({ podyssey: p }) => {
  await p.openAfter(CREATE);
  await p.step(stepTitle('cri.pull')).click();
  await p.map.getByRole('button', { name: en.map.asTable }).click();
  const working = p.map.getByRole('table', { name: en.map.table.caption });
  await expect(working.getByRole('row', { name: /containerd/ }).first()).toBeVisible();
  await expect(p.map.getByRole('table', { name: en.map.table.pods }).locator('tbody tr')).toHaveCount(3);
  await expect(p.map.getByRole('table', { name: en.map.table.pods })).toContainText('ContainerCreating');
});
