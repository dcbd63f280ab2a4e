import type { CommandSpec } from '../cli/command';
import { array, string } from '../cli/flags';
import { text } from '../failure';
import { fail, type Program } from '../program';
import { CREATE_FLAGS } from './create-flags';
import { createTyped, nameArgument } from './create-typed';

const RULE = /^([\w*.-]*)(\/[^=]*)=([\w-]+):([\w-]+)(,tls(?:=(.*))?)?$/;
const BACKEND = /^([\w-]+):([\w-]+)$/;

interface Path {
  readonly backend: object;
  readonly path: string;
  readonly pathType: 'Exact' | 'Prefix';
}

export const createIngress: CommandSpec = {
  path: ['create', 'ingress'], aliases: ['ing'], usage: 'NAME --rule=host/path=service:port[,tls[=secret]]  [options]', about: 'Create an ingress with the specified name',
  flags: [...CREATE_FLAGS, array('annotation'), string('class'), string('default-backend'), array('rule')],
  // Models kubectl pkg/cmd/create create_ingress.go
  *run(inv) {
    const { flags } = inv;
    const name = yield* nameArgument(inv);
    const [rules, fallback] = [flags.list('rule'), flags.string('default-backend')];
    if (rules.length === 0 && fallback === '') return yield* fail(text('not enough information provided: every ingress has to either specify a default-backend (which catches all traffic) or a list of rules (which catch specific paths)'));
    const spec = yield* rulesOf(rules);
    const [, service = '', port = ''] = BACKEND.exec(fallback) ?? [];
    if (fallback !== '' && service === '') return yield* fail(text('default-backend should be in format servicename:serviceport'));
    const annotations: Record<string, string> = {};
    for (const annotation of flags.list('annotation')) {
      const equals = annotation.indexOf('=');
      if (equals < 0) return yield* fail(text(`annotation ${annotation} is invalid and should be in format key=[value]`));
      annotations[annotation.slice(0, equals)] = annotation.slice(equals + 1);
    }
    return yield* createTyped(inv, 'ingress: ', {
      kind: 'Ingress', apiVersion: 'networking.k8s.io/v1', metadata: { name, ...(Object.keys(annotations).length === 0 ? {} : { annotations }) },
      spec: { ...(flags.string('class') === '' ? {} : { ingressClassName: flags.string('class') }), ...(fallback === '' ? {} : { defaultBackend: backendOf(service, port) }), ...spec },
      status: { loadBalancer: {} },
    });
  },
};

const backendOf = (name: string, port: string): object => ({ service: { name, port: /^\d+$/.test(port) ? { number: Number(port) } : { name: port } } });

/** Rules of one host are one rule; so are hosts of one secret. */
function* rulesOf(given: readonly string[]): Program<object> {
  const hosts = new Map<string, Path[]>();
  const secrets = new Map<string, string[]>();
  for (const rule of given) {
    const match = RULE.exec(rule);
    if (match === null) return yield* fail(text(`rule ${rule} is invalid and should be in format host/path=svcname:svcport[,tls[=secret]]`));
    const [, host = '', path = '', service = '', port = '', tls, secret = ''] = match;
    const prefix = path.endsWith('*');
    const paths = hosts.get(host) ?? [];
    hosts.set(host, [...paths, { backend: backendOf(service, port), path: prefix ? path.slice(0, -1) : path, pathType: prefix ? 'Prefix' : 'Exact' }]);
    if (tls !== undefined) secrets.set(secret, [...(secrets.get(secret) ?? []), ...(host === '' ? [] : [host])]);
  }
  const tls = [...secrets].map(([secretName, names]) => ({ ...(names.length === 0 ? {} : { hosts: names }), ...(secretName === '' ? {} : { secretName }) }));
  return {
    ...(tls.length === 0 ? {} : { tls }),
    ...(hosts.size === 0 ? {} : { rules: [...hosts].map(([host, paths]) => ({ ...(host === '' ? {} : { host }), http: { paths } })) }),
  };
}
