import { badRequestStatus, internalErrorStatus, notFoundStatus } from '../../../api/status';
import type { Pod } from '../../../api/types';
import { draw } from '../../../kernel/latency';
import { LATENCY } from '../../latencies';
import { requestUri } from '../../client/http';
import type { KubeletReply } from '../kubelet-connection';
import { refuse, type RequestMachine } from '../request';

/** `pods/log` and `pods/exec`: passes the request on to the kubelet of the pod's node. Models pkg/registry/core/pod strategy.go LogLocation, ExecLocation. */
export function connect(m: RequestMachine): void {
  const { data } = m;
  const delay = draw(LATENCY.cacheRead, m.actor.random);
  const pod = data.handler.cache?.get(data.cacheKey) as Pod | undefined;
  if (pod === undefined) {
    refuse(m, delay, notFoundStatus(data.resource, data.name));
    return;
  }
  const container = containerOf(pod, data.request.query['container']);
  if (typeof container !== 'string') {
    refuse(m, delay, badRequestStatus(container.problem));
    return;
  }
  const node = pod.spec.nodeName ?? '';
  const exec = data.subresource === 'exec';
  if (node === '') {
    if (exec) refuse(m, delay, badRequestStatus(`pod ${data.name} does not have a host assigned`));
    else finish(m, 200, '', delay);
    return;
  }
  const { container: _, ...query } = data.request.query;
  const path = `/${exec ? 'exec' : 'containerLogs'}/${data.namespace ?? ''}/${data.name}/${container}`;
  const kubelet = data.core.kubelets.get(node);
  const url = `https://${addressOf(m, node)}:10250${requestUri({ path, query })}`;
  if (kubelet === undefined) {
    refuse(m, delay, internalErrorStatus(`${exec ? 'error sending request: Post' : 'Get'} "${url}": dial tcp ${addressOf(m, node)}:10250: connect: connection refused`));
    return;
  }
  const { actor } = m;
  actor.send(kubelet.actor, { kind: 'http', label: `${exec ? 'POST' : 'GET'} ${path}`, subject: m.subject, payload: { path, query }, delay: delay + draw(LATENCY.httpLink, actor.random) }, () => {
    kubelet.serve({ path, query }, (reply) => {
      kubelet.actor.send(actor, { kind: 'response', label: `${reply.code} ${exec ? 'POST' : 'GET'} ${path}`, subject: m.subject, payload: reply, delay: draw(LATENCY.httpLink, kubelet.actor.random) }, () => {
        if (exec) streamed(m, reply);
        else if (reply.code < 400) finish(m, reply.code, reply.body, 0);
        else refuse(m, 0, kubeletRefusal(reply.code, reply.body));
      });
    });
  });
}

function finish(m: RequestMachine, code: number, body: string, delay: number): void {
  const { data } = m;
  data.code = code;
  data.result = body;
  data.contentType = 'text/plain';
  // What the kubelet said is the cause of what follows.
  if (delay > 0) m.work(delay, { type: 'READ' });
  else m.send({ type: 'READ' });
}

/**
 * Everything that a command's streams carried, and the Status that ends them. Over WebSockets whatever goes wrong behind the server
 * comes on the error stream; over SPDY the kubelet's refusal is the answer.
 * Models apimachinery pkg/util/remotecommand, apiserver pkg/util/proxy streamtranslator.go, kubelet pkg/cri/streaming/remotecommand/exec.go.
 */
function streamed(m: RequestMachine, reply: KubeletReply): void {
  const { data } = m;
  const websocket = data.request.upgrade === 'websocket';
  const result = reply.streamed;
  if (result === undefined && !websocket) {
    refuse(m, 0, internalErrorStatus(`unable to upgrade connection: ${reply.body}`));
    return;
  }
  const failure = result === undefined ? `unable to upgrade connection: ${reply.body}` : result.ok ? undefined : `error executing command in container: ${result.error.message}`;
  const once = failure === undefined ? undefined : internalErrorStatus(failure);
  // The kubelet's own Status is an error to the translator, which wraps it once more.
  const status = once === undefined ? undefined : websocket && result !== undefined ? internalErrorStatus(once.message ?? '') : once;
  data.code = 101;
  data.result = result?.ok === true ? { ...result.value, status: undefined } : { stdout: '', stderr: '', exitCode: 1, status };
  data.contentType = 'application/octet-stream';
  m.send({ type: 'READ' });
}

/** A kubelet answers in plain text; the server makes a Status of it. Models apimachinery pkg/api/errors NewGenericServerResponse. */
function kubeletRefusal(code: number, body: string): ReturnType<typeof badRequestStatus> {
  return code === 404 ? { ...badRequestStatus(body), reason: 'NotFound', code } : code === 400 ? badRequestStatus(body) : internalErrorStatus(body);
}

function containerOf(pod: Pod, asked: string | undefined): string | { readonly problem: string } {
  const { containers, initContainers, ephemeralContainers } = pod.spec;
  const { name } = pod.metadata;
  if (asked !== undefined && asked !== '') {
    const known = [...containers, ...(initContainers ?? []), ...(ephemeralContainers ?? [])].some((c) => c.name === asked);
    return known ? asked : { problem: `container ${asked} is not valid for pod ${name}` };
  }
  const [only] = containers;
  if (containers.length === 1 && only !== undefined) return only.name;
  const inits = (initContainers ?? []).length > 0 ? ` or one of the init containers: [${(initContainers ?? []).map((c) => c.name).join(' ')}]` : '';
  return { problem: `a container name must be specified for pod ${name}, choose one of: [${containers.map((c) => c.name).join(' ')}]${inits}` };
}

function addressOf(m: RequestMachine, node: string): string {
  const status = m.data.core.caches.get('nodes', node)?.status as { readonly addresses?: readonly { readonly type: string; readonly address: string }[] } | undefined;
  return status?.addresses?.find((a) => a.type === 'InternalIP')?.address ?? node;
}
