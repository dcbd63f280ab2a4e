import { describe, expect, it } from 'vitest';
import { Kernel } from '../../kernel/kernel';
import { SECOND } from '../../kernel/time';
import { defaultCluster } from '../../scenarios/default-cluster';
import { bootCluster, type Cluster } from '../boot';

interface Said {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | undefined;
}

function run(cluster: Cluster, line: string, settle = 0): Said {
  const said = { stdout: '', stderr: '' };
  let code: number | undefined;
  const { kernel } = cluster;
  cluster.kubectl.execute({ line, onOutput: ({ stream, text }) => (said[stream] += text), onExit: (exit) => (code = exit) });
  kernel.runWhile(() => code === undefined, kernel.now + 60 * SECOND);
  kernel.run(kernel.now + settle * SECOND);
  return { ...said, code };
}

function withPod(version: '1.20' | '1.35'): Cluster {
  const cluster = bootCluster(new Kernel(1), defaultCluster(version, 1));
  run(cluster, 'kubectl run web --image=nginx:1.19', 8);
  return cluster;
}

describe.each(['1.20', '1.35'] as const)('kubectl exec in %s', (version) => {
  const cluster = withPod(version);
  const twice = version === '1.35' ? 'Internal error occurred: ' : '';

  it('runs a command in the container and gives back both streams and the exit code', () => {
    expect(run(cluster, 'kubectl exec web -- hostname')).toEqual({ stdout: 'web\n', stderr: '', code: 0 });
    expect(run(cluster, "kubectl exec web -- sh -c 'echo a; echo b >&2; exit 3'")).toEqual({ stdout: 'a\n', stderr: 'b\ncommand terminated with exit code 3\n', code: 3 });
    expect(run(cluster, 'kubectl exec web -t -- cat /var/run/secrets/kubernetes.io/serviceaccount/namespace').stdout).toBe('default');
  });

  it('says what cannot be run', () => {
    expect(run(cluster, 'kubectl exec web -- nope').stderr).toMatch(new RegExp(`^error: ${twice}Internal error occurred: error executing command in container: failed to exec in container: failed to start exec "[0-9a-f]{64}": OCI runtime exec failed: exec failed: unable to start container process: exec: "nope": executable file not found in \\$PATH\n$`));
    expect(run(cluster, 'kubectl exec web -c nope -- ls').stderr).toBe('Error from server (BadRequest): container nope is not valid for pod web\n');
    expect(run(cluster, 'kubectl get --raw /api/v1/namespaces/default/pods/web/exec').stderr).toBe('Error from server (BadRequest): Upgrade request required\n');
  });

  it('asks for more than a right to read', () => {
    run(cluster, 'kubectl create role reader --verb=get --resource=pods');
    run(cluster, 'kubectl create rolebinding reader --role=reader --user=alice', 1);
    expect(run(cluster, 'kubectl exec web --as=alice -- ls').stderr).toBe('Error from server (Forbidden): pods "web" is forbidden: User "alice" cannot create resource "pods/exec" in API group "" in the namespace "default"\n');
  });

  it('waits for nobody: a container that does not run is not found', () => {
    run(cluster, 'kubectl run pending --image=busybox:none');
    const internal = version === '1.35' ? 'error: Internal error occurred' : 'Error from server (InternalError): Internal error occurred';
    expect(run(cluster, 'kubectl exec pending -- ls').stderr).toBe(`${internal}: unable to upgrade connection: container not found ("pending")\n`);
  });

  it('leads from the keystroke to the process and back without a gap', () => {
    const { log } = cluster.kernel;
    const from = log.messages.sent.length;
    run(cluster, 'kubectl exec web -- hostname');
    const label = (row: number): string => log.strings[log.messages.label.get(row)] ?? '';
    const path: string[] = [];
    let row = Array.from({ length: log.messages.sent.length - from }, (_, i) => from + i).filter((r) => label(r).startsWith('101 ') && label(r).includes('/pods/web/exec')).at(-1) ?? -1;
    while (row >= 0) {
      path.unshift(label(row).replace(/\?.*|exec\/[0-9a-f]{8}/, ''));
      const span = log.messages.cause.get(row);
      row = span < 0 ? -1 : log.spans.cause.get(span);
    }
    expect(path[0]).toBe('kubectl exec web -- hostname');
    expect(path).toEqual(expect.arrayContaining(['POST /exec/default/web/web', 'Exec', 'Exec returns', 'POST http://127.0.0.1:40127/', '101 POST /exec/default/web/web']));
  });

  it('lets the container be stopped from inside, and the kubelet starts it again', () => {
    run(cluster, 'kubectl exec web -- kill 1', 5);
    expect(run(cluster, "kubectl get pod web -o jsonpath='{.status.containerStatuses[0].restartCount} {.status.phase}'").stdout).toBe('1 Running');
  });
});
