import { dig, isRecord, listAt, numberAt, recordAt, stringAt, type Dict } from '../document';
import { orNone, time, yesNo } from './common';
import type { Page } from './page';
import { parseQuantity } from '../../../api/quantity';

/** `''` for a pod, two blanks for a template inside another object. */
export type Space = '' | '  ';

/** Models kubectl pkg/describe describe.go describeContainers. `pod` resolves references to the pod's own fields. */
export function containerLines(page: Page, label: string, containers: readonly unknown[], statuses: readonly unknown[], space: Space, pod: unknown): void {
  page.line(0, `${space}${label}:${containers.length === 0 ? ' <none>' : ''}`);
  for (const container of containers) {
    const status = statuses.find((s) => stringAt(s, 'name') === stringAt(container, 'name'));
    basics(page, container, status, space);
    for (const [title, words] of [['Command', listAt(container, 'command')], ['Args', listAt(container, 'args')]] as const) {
      if (words.length === 0) continue;
      page.line(2, `${title}:`);
      for (const word of words) for (const part of String(word).split('\n')) page.line(3, part);
    }
    if (status !== undefined) stateLines(page, status);
    resourceLines(page, recordAt(container, 'resources'), 2);
    for (const [title, key] of [['Liveness', 'livenessProbe'], ['Readiness', 'readinessProbe'], ['Startup', 'startupProbe']] as const) {
      const probe = dig(container, key);
      if (isRecord(probe)) page.line(2, `${title}:\t${probeText(probe)}`);
    }
    environmentLines(page, container, pod);
    mountLines(page, container);
  }
}

function basics(page: Page, container: unknown, status: unknown, space: Space): void {
  page.line(1, `${space === '' ? '' : ' '}${stringAt(container, 'name')}:`);
  if (status !== undefined) page.line(2, `Container ID:\t${stringAt(status, 'containerID')}`);
  page.line(2, `Image:\t${stringAt(container, 'image')}`);
  if (status !== undefined) page.line(2, `Image ID:\t${stringAt(status, 'imageID')}`);
  const ports = listAt(container, 'ports');
  for (const [title, key] of [['Port', 'containerPort'], ['Host Port', 'hostPort']] as const) {
    const text = ports.map((p) => `${numberAt(p, key)}/${stringAt(p, 'protocol')}${stringAt(p, 'name') === '' ? '' : ` (${stringAt(p, 'name')})`}`).join(', ');
    page.line(2, text.includes(',') ? `${title}s:\t${text}` : `${title}:\t${orNone(text)}`);
  }
}

function stateLines(page: Page, status: unknown): void {
  oneState(page, 'State', recordAt(status, 'state'));
  if (isRecord(dig(status, 'lastState', 'terminated'))) oneState(page, 'Last State', recordAt(status, 'lastState'));
  page.line(2, `Ready:\t${yesNo(dig(status, 'ready'))}`);
  page.line(2, `Restart Count:\t${numberAt(status, 'restartCount')}`);
}

function oneState(page: Page, title: string, state: Dict): void {
  const { running, waiting, terminated } = state;
  if (isRecord(running)) {
    page.line(2, `${title}:\tRunning`);
    page.line(3, `Started:\t${time(stringAt(running, 'startedAt'))}`);
  } else if (isRecord(waiting)) {
    page.line(2, `${title}:\tWaiting`);
    if (stringAt(waiting, 'reason') !== '') page.line(3, `Reason:\t${stringAt(waiting, 'reason')}`);
  } else if (isRecord(terminated)) {
    page.line(2, `${title}:\tTerminated`);
    if (stringAt(terminated, 'reason') !== '') page.line(3, `Reason:\t${stringAt(terminated, 'reason')}`);
    if (stringAt(terminated, 'message') !== '') page.line(3, `Message:\t${stringAt(terminated, 'message')}`);
    page.line(3, `Exit Code:\t${numberAt(terminated, 'exitCode')}`);
    if (numberAt(terminated, 'signal') > 0) page.line(3, `Signal:\t${numberAt(terminated, 'signal')}`);
    page.line(3, `Started:\t${time(stringAt(terminated, 'startedAt'))}`);
    page.line(3, `Finished:\t${time(stringAt(terminated, 'finishedAt'))}`);
  } else page.line(2, `${title}:\tWaiting`);
}

export function resourceLines(page: Page, resources: Dict, level: number): void {
  for (const [title, key] of [['Limits', 'limits'], ['Requests', 'requests']] as const) {
    const amounts = recordAt(resources, key);
    const names = Object.keys(amounts).sort();
    if (names.length > 0) page.line(level, `${title}:`);
    for (const name of names) page.line(level + 1, `${name}:\t${String(amounts[name])}`);
  }
}

function probeText(probe: Dict): string {
  const n = (key: string): number => numberAt(probe, key);
  const attributes = `delay=${n('initialDelaySeconds')}s timeout=${n('timeoutSeconds')}s period=${n('periodSeconds')}s #success=${n('successThreshold')} #failure=${n('failureThreshold')}`;
  if (isRecord(probe['exec'])) return `exec [${listAt(probe, 'exec', 'command').join(' ')}] ${attributes}`;
  const { httpGet, tcpSocket, grpc } = probe;
  if (isRecord(httpGet)) {
    const port = String(httpGet['port'] ?? '');
    const path = stringAt(httpGet, 'path');
    return `http-get ${(stringAt(httpGet, 'scheme') || 'http').toLowerCase()}://${stringAt(httpGet, 'host')}${port === '' ? '' : `:${port}`}${path === '' || path.startsWith('/') ? path : `/${path}`} ${attributes}`;
  }
  if (isRecord(tcpSocket)) return `tcp-socket ${stringAt(tcpSocket, 'host')}:${String(tcpSocket['port'] ?? '')} ${attributes}`;
  if (isRecord(grpc)) return `grpc <pod>:${numberAt(grpc, 'port')} ${stringAt(grpc, 'service')} ${attributes}`;
  return `unknown ${attributes}`;
}

function environmentLines(page: Page, container: unknown, pod: unknown): void {
  const from = listAt(container, 'envFrom');
  if (from.length > 0) page.line(2, 'Environment Variables from:');
  for (const source of from) {
    const kind = isRecord(dig(source, 'configMapRef')) ? 'ConfigMap' : 'Secret';
    const reference = dig(source, kind === 'ConfigMap' ? 'configMapRef' : 'secretRef');
    const prefix = stringAt(source, 'prefix');
    page.line(3, `${stringAt(reference, 'name')}\t${kind}${prefix === '' ? '' : ` with prefix '${prefix}'`}\tOptional: ${String(dig(reference, 'optional') === true)}`);
  }
  const env = listAt(container, 'env');
  page.line(2, `Environment:${env.length === 0 ? '\t<none>' : ''}`);
  for (const variable of env) {
    const name = stringAt(variable, 'name');
    const source = dig(variable, 'valueFrom');
    if (!isRecord(source)) stringAt(variable, 'value').split('\n').forEach((part, i) => page.line(3, `${i === 0 ? `${name}:` : ''}\t${part}`));
    else page.line(3, `${name}:\t${sourceText(source, container, pod)}`);
  }
}

function sourceText(source: Dict, container: unknown, pod: unknown): string {
  const { fieldRef, resourceFieldRef, secretKeyRef, configMapKeyRef } = source;
  if (isRecord(fieldRef)) {
    const path = stringAt(fieldRef, 'fieldPath');
    return `${String(dig(pod, ...path.split('.')) ?? '')} (${stringAt(fieldRef, 'apiVersion') || 'v1'}:${path})`;
  }
  if (isRecord(resourceFieldRef)) {
    const resource = stringAt(resourceFieldRef, 'resource');
    const amount = resourceAmount(dig(container, 'resources', ...resource.split('.')), resource);
    return `${amount === '0' && /^limits\.(cpu|memory)$/.test(resource) ? 'node allocatable' : amount} (${resource})`;
  }
  if (isRecord(secretKeyRef)) return `<set to the key '${stringAt(secretKeyRef, 'key')}' in secret '${stringAt(secretKeyRef, 'name')}'>\tOptional: ${String(secretKeyRef['optional'] === true)}`;
  if (isRecord(configMapKeyRef)) return `<set to the key '${stringAt(configMapKeyRef, 'key')}' of config map '${stringAt(configMapKeyRef, 'name')}'>\tOptional: ${String(configMapKeyRef['optional'] === true)}`;
  return '';
}

/** Whole cores or bytes, rounded up. */
function resourceAmount(value: unknown, resource: string): string {
  const quantity = parseQuantity(String(value ?? '0'));
  if (!quantity.ok) return '0';
  const whole = (quantity.value.nanos + 999_999_999n) / 1_000_000_000n;
  return resource === '' ? '0' : whole.toString();
}

function mountLines(page: Page, container: unknown): void {
  const mounts = [...listAt(container, 'volumeMounts')].sort((a, b) => (stringAt(a, 'mountPath') < stringAt(b, 'mountPath') ? -1 : 1));
  page.line(2, `Mounts:${mounts.length === 0 ? '\t<none>' : ''}`);
  for (const mount of mounts) {
    const flags = [dig(mount, 'readOnly') === true ? 'ro' : 'rw', ...(stringAt(mount, 'subPath') === '' ? [] : [`path=${JSON.stringify(stringAt(mount, 'subPath'))}`])];
    page.line(3, `${stringAt(mount, 'mountPath')} from ${stringAt(mount, 'name')} (${flags.join(',')})`);
  }
}
