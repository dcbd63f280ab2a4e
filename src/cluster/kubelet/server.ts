import type { ExecStreamed } from '../../api/cri';
import { formatTime } from '../../api/time';
import type { ContainerStatus, PodStatus } from '../../api/types';
import { wallMicros } from '../clock';
import type { KubeletContext } from './context';
import type { RuntimeLogLine } from './runtime/client';

/** A request to the kubelet's own server, and its answer. The same shapes as kube-apiserver's connection to kubelets has. */
export interface KubeletHttpRequest {
  /** `/containerLogs/default/web/nginx` */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

export interface KubeletHttpReply {
  readonly code: number;
  readonly body: string;
  /** What the streams of a command carried, after 101. */
  readonly streamed?: ExecStreamed;
}

type Lines = { readonly ok: true; readonly lines: readonly RuntimeLogLine[] } | { readonly ok: false; readonly why: string };

/** The answer to `GET /containerLogs/<namespace>/<pod>/<container>`. Models pkg/kubelet/server/server.go getContainerLogs, kubelet_pods.go validateContainerLogStatus. */
export function readLogs(context: KubeletContext, request: KubeletHttpRequest, statusOf: (key: string) => PodStatus | undefined): KubeletHttpReply {
  const [, endpoint, namespace = '', pod = '', container = ''] = request.path.split('/');
  if (endpoint !== 'containerLogs') return { code: 404, body: '404 page not found' };
  const status = statusOf(`${namespace}/${pod}`);
  if (status === undefined) return { code: 404, body: `pod "${pod}" does not exist\n` };
  const found = [...(status.containerStatuses ?? []), ...(status.initContainerStatuses ?? [])].find((c) => c.name === container);
  if (found === undefined) return { code: 404, body: `container "${container}" not found in pod "${pod}"\n` };
  const lines = linesOf(context, pod, found, request.query['previous'] === 'true');
  if (!lines.ok) return { code: 400, body: lines.why };
  return { code: 200, body: format(lines.lines, request.query) };
}

function linesOf(context: KubeletContext, pod: string, status: ContainerStatus, previous: boolean): Lines {
  const { state, lastState, containerID } = status;
  const name = status.name;
  const terminated = lastState.terminated;
  let id = previous ? terminated?.containerID : containerID;
  if (previous && id === undefined) return { ok: false, why: `previous terminated container "${name}" in pod "${pod}" not found` };
  const waiting = state?.waiting;
  if (!previous && waiting !== undefined) {
    if (terminated?.containerID !== undefined) id = terminated.containerID;
    else if (waiting.reason === 'ErrImagePull') return { ok: false, why: `container "${name}" in pod "${pod}" is waiting to start: image can't be pulled` };
    else if (waiting.reason === 'ImagePullBackOff') return { ok: false, why: `container "${name}" in pod "${pod}" is waiting to start: trying and failing to pull image` };
    else return { ok: false, why: `container "${name}" in pod "${pod}" is waiting to start: ${waiting.reason ?? ''}` };
  }
  const lines = id === undefined ? undefined : context.runtime.service.log(id.replace('containerd://', ''));
  return lines === undefined ? { ok: false, why: `unable to retrieve container logs for ${id ?? ''}` } : { ok: true, lines };
}

function format(all: readonly RuntimeLogLine[], query: Readonly<Record<string, string>>): string {
  const tail = query['tailLines'] === undefined ? all.length : Number(query['tailLines']);
  const lines = tail >= all.length ? all : all.slice(all.length - tail);
  const stamp = (line: RuntimeLogLine): string => (query['timestamps'] === 'true' ? `${formatTime(wallMicros(line.time)).replace('Z', '')}.${String(line.time % 1_000_000).padStart(6, '0')}000Z ` : '');
  return lines.map((line) => `${stamp(line)}${line.text}\n`).join('');
}
