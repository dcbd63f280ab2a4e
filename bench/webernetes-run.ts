// The same for @ngrok/webernetes: a Deployment with N replicas until all are Ready. Bundled before it runs (its package needs that in Node).
import { peakMemory } from './peak';
import { BaseImage, Cluster, type ProcessContext } from '@ngrok/webernetes';

class Web extends BaseImage {
  static readonly imageName = 'web';
  static readonly imageVersion = '1.0';
  readonly defaultCommand = ['serve'];

  override async exec(context: ProcessContext): Promise<number> {
    return await context.waitUntilKilled();
  }
}

const replicas = Number(process.argv[2] ?? '3');
const cluster = new Cluster({ nodes: Number(process.argv[3] ?? '3') });
cluster.registerImage(Web);
await cluster.init();
const before = process.cpuUsage();
const ready = new Promise<void>((resolve) => {
  cluster.informer('deployments', (_, deployment) => {
    if (deployment.status?.readyReplicas === replicas) resolve();
  });
});
await cluster.apply([{
  apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' },
  spec: { replicas, selector: { matchLabels: { app: 'web' } }, template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web:1.0' }] } } },
}]);
await ready;
const cpu = process.cpuUsage(before);
process.stdout.write(`${JSON.stringify({ ok: true, cpu: (cpu.user + cpu.system) / 1e6, peak: peakMemory() })}\n`);
process.exit(0);
