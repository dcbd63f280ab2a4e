import type { Container, Pod, Probe } from '../../../api/types';
import type { KubeletContext } from '../context';
import { resolvePort } from '../containers/hooks';
import { podSubject } from '../pods/pod';
import type { ProbeResult } from './results';

/** Asks once: runs the command, makes the request, opens the connection. Models pkg/kubelet/prober/prober.go, pkg/probe. */
export function probeOnce(context: KubeletContext, pod: Pod, container: Container, containerId: string, podIP: string, probe: Probe, done: (result: ProbeResult, output: string) => void): void {
  const subject = podSubject(pod);
  if (probe.exec !== undefined) {
    const cmd = probe.exec.command ?? [];
    context.runtime.call('ExecSync', { containerId, cmd, timeout: probe.timeoutSeconds }, subject, (result) => {
      if (!result.ok) {
        if (result.error.code === 'DeadlineExceeded') done('failure', `command "${cmd.join(' ')}" timed out`);
        else done('unknown', result.error.message);
      } else done(result.value.exitCode === 0 ? 'success' : 'failure', result.value.stdout + result.value.stderr);
    });
    return;
  }
  const { httpGet } = probe;
  if (httpGet !== undefined) {
    const ip = httpGet.host ?? podIP;
    const port = resolvePort(httpGet.port, container);
    const path = httpGet.path ?? '/';
    context.runtime.httpGet(ip, port, path, subject, (answer) => {
      if (answer === undefined) done('failure', `Get "${(httpGet.scheme ?? 'HTTP').toLowerCase()}://${ip}:${port}${path}": dial tcp ${ip}:${port}: connect: connection refused`);
      else done(answer.code >= 200 && answer.code < 400 ? 'success' : 'failure', `HTTP probe failed with statuscode: ${answer.code}`);
    });
    return;
  }
  const port = probe.tcpSocket !== undefined ? resolvePort(probe.tcpSocket.port, container) : (probe.grpc?.port ?? 0);
  const ip = probe.tcpSocket?.host ?? podIP;
  context.runtime.connect(ip, port, subject, (open) => done(open ? 'success' : 'failure', `dial tcp ${ip}:${port}: connect: connection refused`));
}
