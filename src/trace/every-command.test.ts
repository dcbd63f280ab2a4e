import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { en } from '../i18n/explain/en';
import { zh } from '../i18n/explain/zh';
import { fill } from '../i18n/fill';
import { isResting } from './resting';
import { spanView } from './rows';
import { toldScenario, type ToldRun } from './testing/told-runs';
import type { Journey, Outcome } from './views';

// A whole cluster runs for each of them.
vi.setConfig({ testTimeout: 60_000 });

/** The scenario of that name among those that were recorded on a real cluster. */
const recordedScenario = (id: string): string => readFileSync(new URL(`../../e2e/oracle/scenarios/${id}.yaml`, import.meta.url), 'utf8');

/** Kinds and ways that the recorded scenarios lack, or have in a form that only old servers serve. */
const CRON_JOB = `
id: cron-job
steps:
- run: kubectl create -f -
  stdin: |
    apiVersion: batch/v1
    kind: CronJob
    metadata: {name: tick}
    spec:
      schedule: "* * * * *"
      jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: "busybox:1.32", command: ["true"]}]}}}}
  settle: 30
`;
const BUDGET_AND_TAINT = `
id: budget-and-taint
steps:
- run: kubectl create deployment web --image=nginx:1.29 --replicas=3
  settle: 12
- run: kubectl create poddisruptionbudget web --selector=app=web --min-available=3
- run: kubectl drain node-1 --ignore-daemonsets --timeout=8s
- run: kubectl taint node node-2 x=y:NoExecute
  settle: 6
- run: kubectl rollout pause deployment/web
- run: ls
`;
const VOLUME = `
id: volume
steps:
- run: kubectl apply -f -
  stdin: |
    apiVersion: v1
    kind: PersistentVolume
    metadata: {name: pv}
    spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], hostPath: {path: /x}}
- run: kubectl apply -f -
  stdin: |
    apiVersion: v1
    kind: PersistentVolumeClaim
    metadata: {name: data}
    spec: {resources: {requests: {storage: 1Gi}}, accessModes: [ReadWriteOnce]}
- run: kubectl delete pvc data --wait=false
`;
const INSIDE = `
id: inside
steps:
- run: kubectl run web --image=nginx:1.29
  settle: 20
- run: kubectl exec web -- ls
- run: kubectl exec web -- nothing-of-the-kind
- run: kubectl logs web
- run: kubectl exec nobody -- ls
`;

interface Case {
  readonly yaml: string;
  /** Of the commands of the scenario, in order; undefined where only the story's parts matter. */
  readonly outcomes: readonly (Outcome | undefined)[];
  /** Steps that the story of the nth command must have. */
  readonly tells: Readonly<Record<number, readonly string[]>>;
}

const recorded = (id: string, outcomes: Case['outcomes'], tells: Case['tells']): readonly [string, Case] => [id, { yaml: recordedScenario(id), outcomes, tells }];

const CASES: readonly (readonly [string, Case])[] = [
  recorded('job-success', ['ready', 'done', 'done', undefined], { 0: ['job.compare', 'job.create', 'job.track', 'job.status', 'status.completed'], 2: ['api.connect'], 3: ['gc.check', 'gc.delete'] }),
  recorded('statefulset-ordered', ['ready', 'ready', 'done'], { 0: ['statefulset.plan', 'statefulset.revision', 'statefulset.create', 'statefulset.status', 'endpointslice.write'], 1: ['statefulset.delete', 'kubelet.remove'] }),
  recorded('daemonset', ['ready', 'done'], { 0: ['daemonset.match', 'daemonset.revision', 'daemonset.create', 'daemonset.status'] }),
  recorded('expose-service', ['ready', 'done', 'done', 'ready', 'done', 'done'], { 1: ['endpointslice.compare', 'endpointslice.write', 'endpoints.write'], 3: ['deployment.scaleUp', 'endpointslice.write'] }),
  recorded('namespace-lifecycle', ['done', 'ready', 'done', 'done', 'done'], { 0: ['serviceaccount.create', 'rootca.publish'], 3: ['api.mark', 'namespace.read', 'namespace.empty', 'namespace.finalize', 'cri.stop'] }),
  recorded('delete-cascade-foreground', ['ready', 'done'], { 1: ['gc.check', 'gc.delete', 'gc.release', 'kubelet.end', 'kubelet.cleanUp'] }),
  recorded('delete-cascade-orphan', ['ready', 'done', 'done', 'ready', 'done'], { 1: ['gc.orphan', 'gc.orphaned'], 3: ['controllers.adopt'] }),
  recorded('adopt-and-release', ['ready', 'ready', 'done', undefined, 'done'], { 3: ['controllers.release', 'replicaset.create'] }),
  recorded('graceful-and-force-delete', ['ready', 'done', 'ready', 'done'], { 1: ['api.mark', 'kubelet.end', 'kubelet.kill', 'kubelet.stop', 'cri.stop', 'cri.kill', 'kubelet.stopSandbox', 'kubelet.remove', 'kubectl.watch'], 3: ['api.deletion'] }),
  recorded('lifecycle-hooks', ['ready', 'done'], { 0: ['kubelet.postStart', 'cri.exec'], 1: ['kubelet.preStop', 'kubelet.cleanUp'] }),
  recorded('crash-loop', ['failing', 'done', 'done'], { 0: ['cri.exit', 'cri.restart', 'status.ended', 'status.crashLoop'] }),
  recorded('image-not-found', ['failing', 'done', 'done'], { 0: ['cri.pullFails', 'kubelet.failure', 'status.imageError', 'status.imageBackOff'] }),
  recorded('liveness-probe-restarts', ['ready', 'done'], { 0: ['kubelet.probe', 'kubelet.restart'] }),
  recorded('missing-config', ['ready', 'done', 'done', 'done', 'done'], { 0: ['kubelet.volumeFails'] }),
  ['preemption', { yaml: recordedScenario('preemption').replaceAll('1200m', '3'), outcomes: ['ready', undefined, 'done', 'done'], tells: { 1: ['scheduler.preempt', 'scheduler.evict', 'scheduler.fail'] } }],
  recorded('node-selector-and-taints', ['failing', 'done', 'ready', 'done', 'done', 'failing', 'done', undefined, 'done'], { 0: ['scheduler.fail'], 2: ['scheduler.hear', 'scheduler.bind', 'kubelet.see'] }),
  recorded('resource-quota', ['done', 'done', 'open', 'done', 'done', 'done', 'refused'], { 1: ['quota.count'], 2: ['api.otherRefused'], 6: ['api.refused'] }),
  recorded('pvc-pending', ['failing', 'done', 'done'], { 0: ['volume.match', 'scheduler.fail'] }),
  recorded('rolling-update', ['ready', 'ready', 'done', 'done', 'done', 'ready', 'done', 'done'], { 1: ['deployment.scaleUp', 'deployment.scaleDown', 'replicaset.delete'], 2: ['kubectl.watch'], 5: ['deployment.record'] }),
  recorded('rbac-forbidden', ['refused', 'refused', 'done', 'done', 'done', 'ready', 'done', 'refused'], { 0: ['api.refused'], 2: ['api.execute'] }),
  recorded('stuck-finalizer', ['done', 'failing', 'done', 'done', 'refused'], { 1: ['api.mark', 'kubectl.watch', 'kubectl.failed'], 3: ['api.deletion'] }),
  recorded('conflict-and-missing', ['refused', 'refused', 'usage', 'refused', 'done', 'refused', 'refused', 'refused', 'refused'], { 5: ['etcd.conflict'] }),
  ['a CronJob', { yaml: CRON_JOB, outcomes: ['ready'], tells: { 0: ['cronjob.schedule', 'cronjob.create', 'cronjob.status', 'job.create'] } }],
  ['a disruption budget and a taint', { yaml: BUDGET_AND_TAINT, outcomes: ['ready', 'done', 'failing', 'ready', 'done', 'usage'], tells: { 1: ['budget.count'], 2: ['node.taint', 'api.budget', 'api.refused', 'kubectl.sleep', 'kubectl.failed'], 3: ['eviction.taint', 'replicaset.create', 'kubelet.end'], 4: ['deployment.pause'] } }],
  ['commands and logs in a container', { yaml: INSIDE, outcomes: ['ready', 'done', 'done', 'done', 'refused'], tells: {
    1: ['kubectl.request', 'kubectl.upgrade', 'api.authorization', 'api.exec', 'kubelet.findContainer', 'kubelet.prepareExec', 'cri.prepareExec', 'kubelet.streamExec', 'cri.enterContainer', 'cri.streamExec', 'kubelet.answerExec', 'kubectl.print', 'kubectl.exit'],
    2: ['cri.enterContainer', 'cri.streamExecFails', 'kubectl.failed'], 3: ['api.connect', 'kubelet.readLog'],
  } }],
  ['a volume and its claim', { yaml: VOLUME, outcomes: ['done', 'done', 'done'], tells: { 1: ['volume.match', 'volume.bind'], 2: ['volume.protect'] } }],
];

it.each(CASES)('%s: every command has its story, from Enter to the end, in both languages', (_, { yaml, outcomes, tells }) => {
  const run = toldScenario(yaml);
  const ended = (journey: Journey, outcome: Outcome | undefined): string => `${journey.command.line.slice(0, 60)}: ${outcome ?? journey.outcome}`;
  expect(run.journeys.map((j) => ended(j, undefined))).toEqual(run.journeys.map((j, i) => ended(j, outcomes[i])));
  expect(run.journeys).toHaveLength(outcomes.length);
  for (const journey of run.journeys) holdsTogether(run, journey);
  for (const [n, rules] of Object.entries(tells)) expect(run.journeys[Number(n)]?.steps.map((s) => s.rule), run.journeys[Number(n)]?.command.line).toEqual(expect.arrayContaining([...rules]));
});

function holdsTogether(run: ToldRun, journey: Journey): void {
  const { line, row } = journey.command;
  if (!line.startsWith('kubectl')) {
    expect(journey.chapters, line).toEqual([]);
    return;
  }
  expect(journey.chapters[0]?.id, line).toBe('kubectl');
  expect(journey.chapters.filter((c) => c.steps.length === 0), line).toEqual([]);
  for (const steps of [journey.steps, ...journey.chapters.map((c) => c.steps)]) {
    expect(steps.map((s) => s.begin), line).toEqual(steps.map((s) => s.begin).sort((a, b) => a - b));
  }
  for (const texts of [en, zh]) {
    for (const step of journey.steps) {
      const { title, text } = texts.steps[step.rule] ?? { title: `no text {${step.rule}}`, text: '' };
      expect(fill(title + text, step.params), `${line}: ${step.rule}`).not.toMatch(/\{\w+\}/);
      expect(texts.chapters[step.chapter]?.short, step.chapter).toBeTruthy();
    }
  }
  // The way from Enter to the end: unbroken, and told.
  const path = run.stories.path(row);
  expect(path?.begin, line).toBe(journey.begin);
  expect(path?.spans.size, line).toBeGreaterThan(0);
  expect(path?.segments.map((s) => s.begin), line).toEqual([journey.begin, ...(path?.segments.map((s) => s.end) ?? [])].slice(0, path?.segments.length));
  const untold = [...(path?.spans ?? [])].filter((span) => run.stories.stepOf({ kind: 'span', row: span }) === undefined && !isResting(run.trace.log, span));
  expect(untold.map((span) => spanView(run.trace.log, span)).map((s) => `${s.machine}: ${s.state}`), line).toEqual([]);
}
