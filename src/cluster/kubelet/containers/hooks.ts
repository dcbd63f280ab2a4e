import type { Container, LifecycleHandler, Pod } from '../../../api/types';
import { SECOND } from '../../../kernel/time';
import type { KubeletContext } from '../context';
import { formatPod, podSubject } from '../pods/pod';

/** How a hook went wrong: what the log, old events and waiting messages say, and the bare error. */
export interface HookFailure {
  readonly message: string;
  readonly error: string;
}

/** The number of a port that a handler names. */
export function resolvePort(port: number | string, container: Container): number {
  if (typeof port === 'number') return port;
  return container.ports?.find((p) => p.name === port)?.containerPort ?? Number(port);
}

/**
 * Runs a lifecycle hook inside a container, or calls it over HTTP, and calls back at its end.
 * Models pkg/kubelet/lifecycle/handlers.go Run.
 */
export function runHook(context: KubeletContext, pod: Pod, container: Container, containerId: string, podIP: string, handler: LifecycleHandler, done: (failure: HookFailure | undefined) => void): void {
  const subject = podSubject(pod);
  const where = `for Container "${container.name}" in Pod "${formatPod(pod)}" failed - error`;
  if (handler.exec !== undefined) {
    const cmd = handler.exec.command ?? [];
    context.runtime.call('ExecSync', { containerId, cmd, timeout: 0 }, subject, (result) => {
      if (result.ok && result.value.exitCode === 0) {
        done(undefined);
        return;
      }
      const output = result.ok ? result.value.stdout + result.value.stderr : '';
      const error = result.ok ? `command '${cmd.join(' ')}' exited with ${result.value.exitCode}: ${result.value.stderr}` : result.error.message;
      done({ error, message: `Exec lifecycle hook (${goStrings(cmd)}) ${where}: ${error}, message: ${JSON.stringify(output)}` });
    });
  } else if (handler.httpGet !== undefined) {
    const { path = '/', port, host } = handler.httpGet;
    context.runtime.httpGet(host ?? podIP, resolvePort(port, container), path, subject, (answer) => {
      if (answer !== undefined && answer.code < 400) {
        done(undefined);
        return;
      }
      const error = answer === undefined ? `Get "http://${host ?? podIP}:${resolvePort(port, container)}/${path.replace(/^\//, '')}": dial tcp ${host ?? podIP}:${resolvePort(port, container)}: connect: connection refused` : `HTTP lifecycle hook failed with statuscode: ${answer.code}`;
      done({ error, message: `HTTP lifecycle hook (${path.replace(/^\//, '')}) ${where}: ${error}, message: ${JSON.stringify(answer?.body ?? '')}` });
    });
  } else if (handler.sleep !== undefined) {
    context.actor.timer(handler.sleep.seconds * SECOND, 'sleep hook', () => {
      if (context.alive()) done(undefined);
    }, subject);
  } else done(undefined);
}

/** A list of strings as Go prints it with %v. */
const goStrings = (words: readonly string[]): string => `[${words.join(' ')}]`;
