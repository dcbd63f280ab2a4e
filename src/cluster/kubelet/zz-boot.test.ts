import { readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { test } from 'vitest';
import { compare } from '../../../e2e/oracle/compare.mjs';
import { bootCluster } from '../boot';
import { Kernel } from '../../kernel/kernel';
import { parseCluster } from '../../scenarios/cluster-file';
import { recordingOf } from '../../scenarios/recording';
import { runScenario } from '../../scenarios/runner';
import { parseScenario } from '../../scenarios/scenario';
import { parseAllDocuments } from 'yaml';
import { ApiClient } from '../client/api-client';
import { schemeFor, resourcePath } from '../../api/scheme';
function patchKubectl(cluster: any) {
  const real = cluster.kubectl.execute;
  const api = new ApiClient(cluster.kernel.actor('kubectl'), cluster.server, { credential: { kind: 'clientCertificate', commonName: 'kubernetes-admin', organizations: ['system:masters'] }, userAgent: 'kubectl' });
  cluster.kubectl.execute = (o: any) => {
    if (!/kubectl (apply|create) -f -/.test(o.line ?? '')) return real(o);
    const docs = parseAllDocuments(o.stdin).map((d) => d.toJS());
    const scheme = schemeFor(cluster.spec.kubernetesVersion);
    const next = (i: number) => {
      const d = docs[i];
      if (!d) { o.onExit(0); return; }
      const r = scheme.kindFor(d.apiVersion, d.kind)!;
      api.request({ method: 'POST', path: resourcePath(r, { namespace: r.namespaced ? d.metadata.namespace ?? 'default' : undefined }), query: {}, body: d }, (res) => { if (res.code >= 300) console.log('POST', res.code, JSON.stringify(res.body).slice(0, 300)); o.onOutput({ stream: 'stdout', text: `${r.singular}${r.group ? '.' + r.group : ''}/${d.metadata.name} created\n` }); next(i + 1); });
    };
    cluster.kernel.actor('kubectl').timer(50000, 'x', () => next(0));
    return { interrupt() {} };
  };
}
const O = '/work/shared/oracle/';
const text = (p: string) => readFileSync(O + p, 'utf8');
const spec: any = (parseCluster('cluster.yaml', text('cluster.yaml')) as any).value;
const ids = (process.env.IDS ?? 'run-pod').split(',');
const verbose = process.env.VERBOSE === '1';
mkdirSync('/tmp/sim', { recursive: true });
test.each(ids)('%s', (id) => {
  const t0 = performance.now();
  const kernel = new Kernel(Number(process.env.SEED ?? 1));
  const cluster = bootCluster(kernel, process.env.V === '1.35' ? { ...spec, kubernetesVersion: '1.35', cni: { ...spec.cni, version: '1.0.0' } } : spec);
  patchKubectl(cluster);
  if (process.env.SETTLE) kernel.run(kernel.now + Number(process.env.SETTLE) * 1e6);
  const run = runScenario(cluster, (parseScenario(`${id}.yaml`, text(`scenarios/${id}.yaml`)) as any).value);
  const recording: any = recordingOf(kernel.log, run);
  recording.messages = [];
  const m = kernel.log.messages;
  for (let i = 0; i < m.sent.length; i++) if (m.sent.get(i) >= run.from) recording.messages.push({ t: (m.delivered.get(i) - run.from) / 1000, from: kernel.log.strings[m.from.get(i)], to: kernel.log.strings[m.to.get(i)], kind: kernel.log.messageKind(i), label: kernel.log.strings[m.label.get(i)], subject: kernel.log.strings[m.subject.get(i)] });
  writeFileSync(`/tmp/sim/${id}.json`, JSON.stringify(recording));
  const notes: string[] = [];
  const r = compare(JSON.parse(text(`recordings/${id}.json`)), recording, (s: string, n: string) => notes.push(`[${s}] ${n}`));
  console.log(`SCORE ${id} ${r.score.toFixed(3)} ${JSON.stringify(r.scores)} ${(performance.now() - t0).toFixed(0)}ms`);
  if (verbose) console.log(notes.join('\n'));
});
