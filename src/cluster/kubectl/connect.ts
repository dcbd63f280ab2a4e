import { die, print, type Program } from './program';
import type { Invocation } from './invocation';
import { EMPTY_KUBECONFIG, loadConfig, type ClientConfig, type Kubeconfig } from './kubeconfig';
import { fail } from './program';

/** The kubeconfig that the flags name. */
export function* readKubeconfig(inv: Invocation): Program<Kubeconfig> {
  const path = inv.flags.string('kubeconfig');
  const own = inv.host.kubeconfig();
  if (path === '' || path === own.path || path === '~/.kube/config') return own;
  if (path === '/dev/null') return EMPTY_KUBECONFIG;
  return yield* fail({ kind: 'text', text: `stat ${path}: no such file or directory` });
}

/** Reads kubeconfig and flags; after this requests can be sent. */
export function* connect(inv: Invocation): Program<ClientConfig> {
  const loaded = loadConfig(yield* readKubeconfig(inv), inv.flags);
  if (loaded.kind === 'error') return yield* die(loaded.message);
  if (loaded.kind === 'prompt') {
    // Nobody types at this prompt: standard input is at its end.
    yield* print('Please enter Username: ');
    return yield* die('error: EOF');
  }
  yield { kind: 'loadConfig', config: loaded.config };
  return loaded.config;
}
