// One measured run: boots a cluster, creates a Deployment with N replicas, runs until all are Ready, prints what it cost as JSON.
import { peakMemory } from './peak';
import { bootCluster } from '../src/cluster/boot';
import type { Deployment } from '../src/api/types';
import { Kernel } from '../src/kernel/kernel';
import { SECOND } from '../src/kernel/time';
import { defaultCluster } from '../src/scenarios/default-cluster';

const replicas = Number(process.argv[2] ?? '3');
const nodes = Number(process.argv[3] ?? '3');

const kernel = new Kernel(1);
const cluster = bootCluster(kernel, defaultCluster('1.35', nodes));
const { log } = kernel;
const from = { time: kernel.now, spans: log.spans.begin.length, cpu: process.cpuUsage() };
cluster.kubectl.execute({ line: `kubectl create deployment web --image=nginx:1.29 --replicas=${replicas}`, onOutput: () => {}, onExit: () => {} });

const key = log.intern('/registry/deployments/default/web');
let seen = log.revisions.key.length;
function ready(): boolean {
  for (; seen < log.revisions.key.length; seen++) {
    if (log.revisions.key.get(seen) !== key) continue;
    const deployment = log.payloads[log.revisions.object.get(seen)] as Deployment;
    if (deployment.status?.readyReplicas === replicas) return true;
  }
  return false;
}
kernel.runWhile(() => !ready(), kernel.now + 3600 * SECOND);

const cpu = process.cpuUsage(from.cpu);
const ok = kernel.now - from.time < 3600 * SECOND;
process.stdout.write(`${JSON.stringify({
  ok, cpu: (cpu.user + cpu.system) / 1e6, peak: peakMemory(), virtual: (kernel.now - from.time) / SECOND,
  spans: log.spans.begin.length - from.spans, messages: log.messages.sent.length, revisions: log.revisions.key.length,
})}\n`);
