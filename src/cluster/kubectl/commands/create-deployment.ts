import type { CommandSpec } from '../cli/command';
import { int, slice } from '../cli/flags';
import { text } from '../failure';
import type { Invocation } from '../invocation';
import { connect } from '../connect';
import { fail, type Program } from '../program';
import { CREATE_FLAGS } from './create-flags';
import { createTyped, nameArgument, type NewObject } from './create-typed';

export const createDeployment: CommandSpec = {
  path: ['create', 'deployment'], aliases: ['deploy'], usage: 'NAME --image=image -- [COMMAND] [args...] [options]', about: 'Create a Deployment',
  flags: [...CREATE_FLAGS, slice('image'), int('port', -1), int('replicas', 1, 'r')], required: ['image'], suggestFor: ['dep'], run,
};

// Models kubectl pkg/cmd/create create_deployment.go
function* run(inv: Invocation): Program<number> {
  const { flags } = inv;
  const name = yield* nameArgument(inv);
  const images = flags.list('image');
  const command = inv.dash >= 0 ? inv.args.slice(inv.dash) : inv.args.slice(1);
  const config = yield* connect(inv);
  yield { kind: 'validate' };
  if (images.length > 1 && command.length > 0) return yield* fail(text('cannot specify multiple --image options and command'));
  const containers = images.map((image, i) => ({
    name: containerName(image, () => randomSuffix(inv)), image,
    ...(command.length > 0 ? { command } : {}),
    ...(i === 0 && flags.number('port') >= 0 ? { ports: [{ containerPort: flags.number('port') }] } : {}),
    resources: {},
  }));
  const labels = { app: name };
  const deployment: NewObject = {
    kind: 'Deployment', apiVersion: 'apps/v1', metadata: { name, labels },
    spec: { replicas: flags.number('replicas'), selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } }, strategy: {} }, status: {},
  };
  return yield* createTyped(inv, 'deployment: ', deployment, { config });
}

/** The image's last path segment without tag or digest; characters that no name may hold are replaced and a suffix added. */
export function containerName(image: string, suffix: () => string): string {
  const base = (image.split('/').at(-1) ?? '').split('@')[0]?.split(':')[0] ?? '';
  return /[._]/.test(base) ? `${base.replace(/[._]/g, '-')}-${suffix()}` : base;
}

const SUFFIX_ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

export function randomSuffix(inv: Pick<Invocation, 'random'>): string {
  return Array.from({ length: 5 }, () => inv.random.pick([...SUFFIX_ALPHABET])).join('');
}

