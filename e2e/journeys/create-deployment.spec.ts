import { CREATE, en, expect, test, type Podyssey } from '../support/podyssey';

test('a person types one command and follows it to three running pods, at sixteen times the speed', async ({ podyssey: p }) => {
  await p.open();
  await p.type(CREATE);
  await expect(p.app).toHaveAttribute('data-playback', 'playing');
  await p.choose(p.button(`${en.transport.speed}: 1×`), '16×');
  await p.stopped();

  await p.says(`$ ${CREATE}\ndeployment.apps/nginx created`);
  await expect(p.commands).toHaveText(new RegExp(`create deployment nginx.*${en.journey.outcomes.ready}`));
  await expect(p.pods).toHaveCount(3);
  for (const pod of await p.pods.all()) {
    await expect(pod).toHaveAttribute('data-look', 'running');
    await expect(pod).toContainText('Running');
  }
  // One on each node.
  for (const node of ['node-1', 'node-2', 'node-3']) await expect(p.map.locator(`[data-node="${node}"] .pod`)).toHaveCount(1);
  await p.map.getByRole('button', { name: en.map.asTable }).click();
  const rows = p.map.getByRole('table', { name: en.map.table.pods }).locator('tbody tr');
  await expect(rows).toHaveCount(3);
  for (const row of await rows.all()) await expect(row).toHaveText(/^nginx-\S+Running1\/1node-\d10\.244\.\d\.\d+$/);
});

test('every lane of the timeline has work of the command in it', async ({ podyssey: p }) => {
  await p.open();
  await p.type(CREATE);
  await p.idle();
  await p.press('End');
  const lanes = p.timeline.locator('.lane-label[data-depth="0"]');
  await expect(lanes).toHaveCount(8);
  const actors = ['kubectl', 'kube-apiserver', 'etcd', 'deployment-controller', 'replicaset-controller', 'kube-scheduler', 'kubelet', 'containerd', 'cni'];
  const seen = new Set<string>();
  // The table shows what is in sight, so its window goes along with the story.
  await p.chart.focus();
  for (let i = 0; i < 7; i++) await p.page.keyboard.press('w');
  for (let i = 0; i < 150; i++) await p.page.keyboard.press('a');
  for (let i = 0; i < 24 && !actors.every((actor) => seen.has(actor)); i++) {
    for (const [, , component = ''] of await p.timelineRows()) seen.add(component.split(' · ')[0] ?? '');
    await p.timeline.getByRole('button', { name: en.timeline.asChart }).click();
    await p.chart.focus();
    for (let j = 0; j < 6; j++) await p.page.keyboard.press('d');
  }
  expect([...seen]).toEqual(expect.arrayContaining(actors));
});

test('the causes lead from the last status write back to the keystroke, through every component', async ({ podyssey: p }) => {
  await p.openAfter(CREATE);
  await p.step(/Deployment status: 3 of 3 ready/).click();
  await p.tab('causes');
  const chain = p.inspector.locator('.chain > li');
  await expect(chain.first()).toContainText('kubectl create deployment nginx');
  await expect(chain.first()).toContainText(`${en.components.terminal} → kubectl`);
  await expect(chain.last()).toContainText('deployment-controller');
  const whole = await chain.locator('.row-who').allTextContents();
  for (const actor of ['kubectl', 'kube-apiserver', 'etcd', 'deployment-controller', 'replicaset-controller', 'kube-scheduler', 'kubelet', 'containerd', 'cni']) {
    expect(whole.some((who) => who.split(' → ').some((name) => name.split(' · ')[0] === actor)), `${actor} is in the chain`).toBe(true);
  }
  await backToTheKeystroke(p);
});

/** Clicks from link to link, each time the nearest cause that another component is the author of. */
async function backToTheKeystroke(p: Podyssey): Promise<void> {
  const chain = p.inspector.locator('.chain > li');
  let length = await chain.count();
  let clicks = 0;
  while (length > 1) {
    const names = await chain.locator('.row-who').allTextContents();
    const last = names.at(-1);
    let target = length - 2;
    while (target > 0 && names[target] === last) target--;
    await chain.nth(target).locator('.row-link').click();
    // What was clicked is now what is asked about: the chain ends with it, and the playhead is where it happened.
    await expect(chain).toHaveCount(target + 1);
    await expect(chain.last()).toHaveAttribute('aria-current', 'true');
    length = target + 1;
    clicks++;
  }
  expect(clicks).toBeGreaterThan(20);
  await expect(p.inspector.locator('.tag')).toHaveText(en.components.terminal);
  await expect(p.clock).toHaveText(/^0\.000 s/);
}
