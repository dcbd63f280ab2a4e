import { CREATE, en, expect, test } from '../support/podyssey';
import { stepPattern, stepTitle } from '../support/titles';

test.beforeEach(async ({ podyssey: p }) => {
  await p.openAfter(CREATE);
});

test('Explain: what happens, the facts of this run, and on to the next step', async ({ podyssey: p }) => {
  await p.step(stepTitle('api.authentication')).click();
  await p.tab('explain');
  expect((await p.inspector.locator('.explain-text').innerText()).split(/[.?!](?:\s|$)/).length).toBeGreaterThanOrEqual(3);
  await expect(p.inspector.locator('.facts')).toContainText(en.inspector.took);
  await p.button(en.inspector.next(stepTitle('api.fairness'))).click();
  await expect(p.inspector.getByRole('heading', { level: 2 })).toHaveText(stepTitle('api.fairness'));
});

test('every step of the path has two to four sentences', async ({ podyssey: p }) => {
  const titles = await p.steps.locator('.step-title').count();
  expect(titles).toBeGreaterThan(40);
  for (const step of await p.steps.all()) {
    await step.click();
    await expect(p.inspector.getByRole('heading', { level: 2 })).toHaveText((await step.locator('.step-title').innerText()).replace(/\s*×\d+$/, ''));
    const text = await p.inspector.locator('.explain-text').innerText();
    const sentences = text.split(/[.?!](?=\s|$)/).filter((part) => part.trim() !== '').length;
    expect(sentences, text).toBeGreaterThanOrEqual(2);
    expect(text).not.toMatch(/[{}]/);
  }
});

test('Decision: the scheduler’s table, plugin by plugin and node by node', async ({ podyssey: p }) => {
  await p.step(stepTitle('scheduler.score')).click();
  await p.tab('decision');
  const table = p.inspector.getByRole('table', { name: en.decisions.scores }).first();
  await expect(table.getByRole('columnheader')).toHaveText([en.decisions.plugin, 'node-1', 'node-2', 'node-3']);
  await expect(table.getByRole('rowheader', { name: /^PodTopologySpread/ })).toBeVisible();
  await expect(table.getByRole('rowheader', { name: /^ImageLocality/ })).toBeVisible();
  const totals = (await table.locator('tfoot td').allTextContents()).map(Number);
  expect(totals).toHaveLength(3);
  // Columns add up, and the node that was chosen has the most points.
  const rows = await table.locator('tbody tr').evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent))));
  expect(totals).toEqual([0, 1, 2].map((column) => rows.reduce((sum, row) => sum + (row[column] ?? NaN), 0)));
  expect(Number(await table.locator('tfoot td.is-chosen').textContent())).toBe(Math.max(...totals));
  // It is about the pod of this step, and that pod runs there.
  const chosen = await table.locator('th.is-chosen').innerText();
  await p.tab('explain');
  const pod = (await p.inspector.locator('.facts .link').first().innerText()).replace(/^Pod /, '');
  await p.press('End');
  await expect(p.map.locator(`[data-node="${chosen}"] [data-subject="pods/default/${pod}"]`)).not.toHaveCount(0);
});

test('Decision: the rule that authorized, and what each admission plugin did', async ({ podyssey: p }) => {
  await p.step(stepTitle('api.authorization')).click();
  await p.tab('decision');
  const card = p.inspector.locator('.decision').first();
  await expect(card).toContainText(en.decisions.allowed);
  await expect(card).toContainText('cluster-admin');
  await expect(card.locator('.plugins > li')).toContainText(['Node', 'RBAC']);
  await p.step(stepTitle('api.mutating')).click();
  const admission = p.inspector.locator('.decision', { has: p.page.locator('.plugins') }).first();
  await expect(admission).toBeVisible();
  await admission.getByRole('button', { name: /not concerned/ }).click();
  await expect(admission.locator('.plugins > li', { hasText: 'NamespaceLifecycle' })).toBeVisible();
  expect(await admission.locator('.plugins > li').count()).toBeGreaterThan(5);
});

test('Machine: drawn from its definition, the present state lit, what was visited stronger', async ({ podyssey: p }) => {
  await p.step(stepTitle('api.authorization')).click();
  await p.tab('machine');
  const lit = p.inspector.locator('.machine-svg .state.is-present');
  await expect(lit).toHaveCount(1);
  await expect(lit).toContainText(/authoriz/i);
  expect(await p.inspector.locator('.machine-svg .state').count()).toBeGreaterThan(15);
  const visited = await p.inspector.locator('.machine-svg .state.is-visited').count();
  await p.step(stepTitle('api.answer', { code: 201 })).click();
  await expect(lit).not.toContainText(/authoriz/i);
  await expect.poll(() => p.inspector.locator('.machine-svg .state.is-visited').count()).toBeGreaterThan(visited);
});

test('Object: the whole of it, and what each write changed', async ({ podyssey: p }) => {
  await p.step(stepPattern('deployment.status')).click();
  await p.tab('explain');
  await p.inspector.getByRole('button', { name: 'Deployment nginx' }).click();
  await expect(p.inspector.getByRole('tab', { name: en.inspector.tabs.object })).toHaveAttribute('aria-selected', 'true');
  const diff = p.inspector.getByLabel(en.inspector.difference);
  await p.inspector.locator('.revision').last().click();
  await expect(diff.locator('.added').filter({ hasText: 'readyReplicas: 3' })).toBeVisible();
  await p.page.getByRole('radio', { name: en.inspector.whole }).click();
  const yaml = p.inspector.locator('pre.yaml');
  for (const line of ['kind: Deployment', 'apiVersion: apps/v1', '  name: nginx', 'image: nginx:1.29', 'replicas: 3', 'maxSurge: 25%', 'reason: MinimumReplicasAvailable']) await expect(yaml).toContainText(line);
  // The first revision has nothing before it, and no status yet.
  await p.inspector.locator('.revision').first().click();
  await expect(yaml).toContainText('status: {}');
  await expect(yaml).not.toContainText('readyReplicas');
});

test('Request: what was asked and answered', async ({ podyssey: p }) => {
  await p.step(stepTitle('kubectl.request')).click();
  await p.tab('request');
  const request = p.inspector.locator('.request').first();
  await expect(request).toContainText('POST /apis/apps/v1/namespaces/default/deployments');
  await expect(request.locator('pre')).toContainText('kind: Deployment');
  await expect(p.inspector.locator('.requests')).toContainText('userAgent: kubectl/v1.35');
  await expect(p.inspector.locator('.requests')).toContainText('commonName: kubernetes-admin');
  await p.step(stepTitle('api.answer', { code: 201 })).click();
  await expect(p.inspector.locator('.requests')).toContainText('201');
});

test('Causes: back to Enter, and on to what came of it', async ({ podyssey: p }) => {
  await p.step(stepTitle('api.storage')).click();
  await p.tab('causes');
  const chain = p.inspector.locator('.chain > li');
  await expect(chain.first()).toContainText(CREATE.slice(0, 24));
  await expect(chain.last()).toContainText('kube-apiserver');
  // Down, from effect to effect, until the controllers have heard of it.
  const seen: string[] = [];
  for (let i = 0; i < 20 && !seen.join().includes('kube-controller-manager'); i++) {
    const length = await chain.count();
    await p.inspector.locator('.effects > li > .row-link').first().click();
    await expect.poll(() => chain.count()).not.toBe(length);
    seen.push(await chain.last().locator('.row-who').innerText());
  }
  expect(seen.join()).toContain('kube-controller-manager');
  await expect(chain.first()).toContainText(CREATE.slice(0, 24));
});

test('what a write to etcd led to is told: nothing on the path ends there', async ({ podyssey: p }) => {
  await p.step(stepPattern('etcd.write')).click();
  await p.tab('causes');
  await expect(p.inspector.locator('.chain > li').last()).toContainText('etcd');
  await expect(p.inspector.getByText(en.inspector.noEffects)).toHaveCount(0);
  await expect(p.inspector.locator('.effects').first()).toContainText('kube-apiserver');
});
