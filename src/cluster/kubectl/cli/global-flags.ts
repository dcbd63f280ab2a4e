import { array, bool, int, string, type FlagSpec } from './flags';

/** Flags that every command has. Those of a real process's surroundings (cache, profile) are read and have no effect. */
export const GLOBAL_FLAGS: readonly FlagSpec[] = [
  string('as'), array('as-group'), string('as-uid'), array('as-user-extra'),
  string('cache-dir', '/home/admin/.kube/cache'), string('certificate-authority'), string('client-certificate'), string('client-key'),
  string('cluster'), string('context'), bool('disable-compression'), bool('insecure-skip-tls-verify'), string('kubeconfig'), string('kuberc'),
  string('log-flush-frequency', '5s'), bool('match-server-version'), string('namespace', '', 'n'), string('password'), string('profile', 'none'),
  string('profile-output', 'profile.pprof'), string('request-timeout', '0'), string('server', '', 's'), string('tls-server-name'), string('token'),
  string('user'), string('username'), int('v', 0, 'v'), string('vmodule'), bool('warnings-as-errors'),
];

export const HELP_FLAG: FlagSpec = bool('help', false, 'h');
