import type { CommandSpec } from '../cli/command';
import { connect } from '../connect';
import { refreshDiscovery } from '../discovery';
import { text } from '../failure';
import { fail } from '../program';

/** Looks for the metrics API in what the server serves; no server here has one, as no cluster has before somebody installs it. Models kubectl pkg/cmd/top top.go SupportedMetricsAPIVersionAvailable. */
function top(what: string, aliases: readonly string[]): CommandSpec {
  return {
    path: ['top', what], aliases, usage: '[NAME | -l label] [options]', about: `Display resource (CPU/memory) usage of ${what}s`, flags: [], anyFlags: true,
    *run(inv) {
      yield* connect(inv);
      yield* refreshDiscovery(inv);
      return yield* fail(text('Metrics API not available'));
    },
  };
}

export const topNode = top('node', ['nodes', 'no']);
export const topPod = top('pod', ['pods', 'po']);
