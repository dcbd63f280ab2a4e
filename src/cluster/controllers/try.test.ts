import { it } from 'vitest';
import { ControlPlane } from '/work/main/src/cluster/controllers/testing/cluster';
import { deployment } from '/work/main/src/cluster/controllers/testing/world';
it('try', () => {
  for (const v of ['1.20','1.35'] as const) {
    const t0 = performance.now();
    const c = new ControlPlane(v);
    console.log(v, 'boot ms', performance.now()-t0, 'spans', c.kernel.log.spans.begin.length, 'messages', c.kernel.log.messages.sent.length);
    const bad = new Map<string, number>();
    const save = (c as any).from; (c as any).from = 0;
    for (const r of c.requests()) if (r.audit.code >= 400) { const k = `${r.actor} ${r.audit.verb} ${r.audit.uri} ${r.audit.code} ${JSON.stringify((r.audit.response as any)?.message)}`; bad.set(k, (bad.get(k) ?? 0) + 1); }
    (c as any).from = save;
    console.log([...bad].slice(0, 60).map(([k, n]) => `${n} ${k}`).join('\n'));
    const answer = c.request('POST', '/apis/apps/v1/namespaces/default/deployments', deployment('web', 3));
    console.log(answer.code, JSON.stringify(answer.body).slice(0, 300));
    c.run(3);
    for (const r of c.requests()) if (!['get','list','watch'].includes(r.audit.verb) || r.audit.code >= 400) console.log((r.at/1000).toFixed(1), r.actor, r.audit.verb, r.audit.uri, r.audit.code, r.audit.code >= 400 ? (r.audit.response as any)?.message : '');
  }
});
