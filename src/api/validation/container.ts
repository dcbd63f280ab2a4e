import { absent, docAt, docsAt, isDoc, isList, listAt, numberAt, textAt, textsAt } from '../doc';
import type { Doc } from '../doc';
import { duplicate, forbidden, invalid, notSupported, required } from '../field/error';
import type { FieldError } from '../field/error';
import { isDNS1123Label, isEnvVarName, isRelaxedEnvVarName, isQualifiedName, isValidPortName, isValidPortNumber } from '../field/names';
import { compareQuantity, quantity } from '../quantity';
import type { KubeVersion } from '../version';
import { each, nonNegative } from './meta';
import { validateVolumeMounts } from './volumes';

/** Containers. Models pkg/apis/core/validation validateContainers; the order of complaints changed with 1.24. */

export const PROTOCOLS = ['SCTP', 'TCP', 'UDP'] as const;
const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'] as const;

export function validatePortNumberOrName(value: unknown, field: string): readonly FieldError[] {
  return typeof value === 'string' ? each(field, value, isValidPortName(value)) : each(field, typeof value === 'number' ? value : 0, isValidPortNumber(typeof value === 'number' ? value : 0));
}

function validatePorts(container: Doc, at: string): readonly FieldError[] {
  const names = new Set<string>();
  return docsAt(container, 'ports').flatMap((port, i) => {
    const here = `${at}.ports[${i}]`;
    const errors: FieldError[] = [];
    const name = textAt(port, 'name');
    if (name !== '') {
      const bad = isValidPortName(name);
      if (bad.length > 0) errors.push(...each(`${here}.name`, name, bad));
      else if (names.has(name)) errors.push(duplicate(`${here}.name`, name));
      else names.add(name);
    }
    const number = numberAt(port, 'containerPort') ?? 0;
    if (number === 0) errors.push(required(`${here}.containerPort`));
    else errors.push(...each(`${here}.containerPort`, number, isValidPortNumber(number)));
    const hostPort = numberAt(port, 'hostPort') ?? 0;
    if (hostPort !== 0) errors.push(...each(`${here}.hostPort`, hostPort, isValidPortNumber(hostPort)));
    const protocol = textAt(port, 'protocol');
    if (protocol === '') errors.push(required(`${here}.protocol`));
    else if (!PROTOCOLS.some((p) => p === protocol)) errors.push(notSupported(`${here}.protocol`, protocol, PROTOCOLS));
    return errors;
  });
}

function validateEnv(container: Doc, at: string, version: KubeVersion): readonly FieldError[] {
  return docsAt(container, 'env').flatMap((e, i) => {
    const here = `${at}.env[${i}]`;
    const errors: FieldError[] = [];
    const name = textAt(e, 'name');
    if (name === '') errors.push(required(`${here}.name`));
    else errors.push(...each(`${here}.name`, name, version === '1.20' ? isEnvVarName(name) : isRelaxedEnvVarName(name)));
    const from = e['valueFrom'];
    if (!isDoc(from)) return errors;
    const sources = Object.keys(from).filter((key) => isDoc(from[key]));
    if (sources.length === 0) errors.push(invalid(`${here}.valueFrom`, '', 'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`'));
    for (const kind of ['configMapKeyRef', 'secretKeyRef']) {
      if (sources.includes(kind) && textAt(from, kind, 'name') === '' && version === '1.20') errors.push(required(`${here}.valueFrom.${kind}.name`));
      if (sources.includes(kind) && textAt(from, kind, 'key') === '') errors.push(required(`${here}.valueFrom.${kind}.key`));
    }
    if (sources.includes('fieldRef') && textAt(from, 'fieldRef', 'fieldPath') === '') errors.push(required(`${here}.valueFrom.fieldRef.fieldPath`));
    if (textAt(e, 'value') !== '' && sources.length > 0) errors.push(invalid(`${here}.valueFrom`, '', 'may not be specified when `value` is not empty'));
    else if (sources.length > 1) errors.push(invalid(`${here}.valueFrom`, '', 'may not have more than one field specified at a time'));
    return errors;
  });
}

function validateEnvFrom(container: Doc, at: string): readonly FieldError[] {
  return docsAt(container, 'envFrom').flatMap((e, i) => {
    const here = `${at}.envFrom[${i}]`;
    const kinds = ['configMapRef', 'secretRef'].filter((key) => isDoc(e[key]));
    const errors: FieldError[] = kinds.filter((k) => textAt(e, k, 'name') === '').map((k) => required(`${here}.${k}.name`));
    if (kinds.length === 0) errors.push(invalid(here, '', 'must specify one of: `configMapRef` or `secretRef`'));
    if (kinds.length > 1) errors.push(invalid(here, '', 'may not have more than one field specified at a time'));
    return errors;
  });
}

const CONTAINER_RESOURCES: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);
const isNative = (name: string): boolean => !name.includes('/') || name.includes('kubernetes.io/');
const overcommits = (name: string): boolean => isNative(name) && !name.startsWith('hugepages-');

function validateResourceName(name: string, field: string, version: KubeVersion): readonly FieldError[] {
  const errors: FieldError[] = [...each(field, name, isQualifiedName(name, version))];
  if (errors.length > 0 || name.includes('/')) return errors;
  if (CONTAINER_RESOURCES.has(name) || name.startsWith('hugepages-')) return errors;
  return [invalid(field, name, 'must be a standard resource type or fully qualified'), invalid(field, name, 'must be a standard resource for containers')];
}

export function validateResources(container: Doc, at: string, version: KubeVersion): readonly FieldError[] {
  const errors: FieldError[] = [];
  const limits = textsAt(container, 'resources', 'limits');
  const requests = textsAt(container, 'resources', 'requests');
  const check = (list: Readonly<Record<string, string>>, field: string, name: string): void => {
    const key = `${field}[${name}]`;
    errors.push(...validateResourceName(name, key, version));
    const q = quantity(list[name] ?? '0');
    if (q.nanos < 0n) errors.push(invalid(key, list[name], 'must be greater than or equal to 0'));
    if (!isNative(name) && q.nanos % 1_000_000_000n !== 0n) errors.push(invalid(key, list[name], 'must be an integer'));
  };
  for (const name of Object.keys(limits).sort()) check(limits, `${at}.resources.limits`, name);
  for (const name of Object.keys(requests).sort()) {
    check(requests, `${at}.resources.requests`, name);
    const limit = limits[name];
    const request = requests[name] ?? '0';
    const of = version === '1.20' ? '' : ` of ${limit ?? ''}`;
    if (limit === undefined) {
      if (!overcommits(name)) errors.push(required(`${at}.resources.limits`, 'Limit must be set for non overcommitable resources'));
    } else if (!overcommits(name)) {
      if (compareQuantity(quantity(request), quantity(limit)) !== 0) errors.push(invalid(`${at}.resources.requests`, request, `must be equal to ${name} limit${of}`));
    } else if (compareQuantity(quantity(request), quantity(limit)) > 0) {
      errors.push(invalid(`${at}.resources.requests`, request, `must be less than or equal to ${name} limit${of}`));
    }
  }
  return errors;
}

const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'] as const;

function validateHandler(handler: Doc, at: string): readonly FieldError[] {
  const kinds = HANDLERS.filter((h) => isDoc(handler[h]));
  if (kinds.length === 0) return [required(at, 'must specify a handler type')];
  return kinds.flatMap((kind, i) => {
    const here = `${at}.${kind}`;
    if (i > 0) return [forbidden(here, 'may not specify more than 1 handler type')];
    const action = docAt(handler, kind);
    if (kind === 'exec') return listAt(action, 'command').length === 0 ? [required(`${here}.command`)] : [];
    if (kind === 'tcpSocket') return validatePortNumberOrName(action['port'], `${here}.port`);
    if (kind === 'grpc') return each(`${here}.port`, numberAt(action, 'port') ?? 0, isValidPortNumber(numberAt(action, 'port') ?? 0));
    if (kind !== 'httpGet') return [];
    const scheme = textAt(action, 'scheme');
    return [
      ...(textAt(action, 'path') === '' ? [required(`${here}.path`)] : []),
      ...validatePortNumberOrName(action['port'], `${here}.port`),
      ...(scheme === 'HTTP' || scheme === 'HTTPS' ? [] : [notSupported(`${here}.scheme`, scheme, ['HTTP', 'HTTPS'])]),
    ];
  });
}

function validateProbe(container: Doc, key: string, at: string): readonly FieldError[] {
  const probe = container[key];
  if (!isDoc(probe)) return [];
  const here = `${at}.${key}`;
  const errors: FieldError[] = [...validateHandler(probe, here)];
  for (const n of ['initialDelaySeconds', 'timeoutSeconds', 'periodSeconds', 'successThreshold', 'failureThreshold']) errors.push(...nonNegative(probe, n, here));
  if (key !== 'readinessProbe' && probe['successThreshold'] !== 1) errors.push(invalid(`${here}.successThreshold`, numberAt(probe, 'successThreshold') ?? 0, 'must be 1'));
  return errors;
}

function validateHooks(container: Doc, at: string): readonly FieldError[] {
  return ['postStart', 'preStop'].flatMap((hook) => (isDoc(docAt(container, 'lifecycle')[hook]) ? validateHandler(docAt(container, 'lifecycle', hook), `${at}.lifecycle.${hook}`) : []));
}

function validateTerminationPolicy(container: Doc, at: string): readonly FieldError[] {
  const policy = textAt(container, 'terminationMessagePolicy');
  const text = "must be 'File' or 'FallbackToLogsOnError'";
  if (policy === 'File' || policy === 'FallbackToLogsOnError') return [];
  return [policy === '' ? required(`${at}.terminationMessagePolicy`, text) : invalid(`${at}.terminationMessagePolicy`, policy, text)];
}

function validatePullPolicy(container: Doc, at: string): readonly FieldError[] {
  const policy = textAt(container, 'imagePullPolicy');
  if (policy === '') return [required(`${at}.imagePullPolicy`)];
  return PULL_POLICIES.some((p) => p === policy) ? [] : [notSupported(`${at}.imagePullPolicy`, policy, PULL_POLICIES)];
}

function validateName(container: Doc, at: string, version: KubeVersion): readonly FieldError[] {
  const name = textAt(container, 'name');
  return name === '' ? [required(`${at}.name`)] : each(`${at}.name`, name, isDNS1123Label(name, version));
}

const imageRequired = (c: Doc, at: string): readonly FieldError[] => (textAt(c, 'image') === '' ? [required(`${at}.image`)] : []);

/** One container. `taken` holds the names seen so far. */
function validateContainer(c: Doc, at: string, taken: Set<string>, volumes: ReadonlySet<string>, version: KubeVersion, regular: boolean): readonly FieldError[] {
  const name = textAt(c, 'name');
  const twice = taken.has(name) ? [duplicate(`${at}.name`, name)] : [];
  taken.add(name);
  const body = [
    ...validatePorts(c, at), ...validateEnv(c, at, version), ...validateEnvFrom(c, at), ...validateVolumeMounts(c, at, volumes), ...validatePullPolicy(c, at),
    ...validateResources(c, at, version),
  ];
  const hooks = regular ? validateHooks(c, at) : [];
  if (version === '1.20') {
    return [
      ...validateName(c, at, version), ...twice, ...imageRequired(c, at), ...hooks, ...validateProbe(c, 'livenessProbe', at), ...validateProbe(c, 'startupProbe', at),
      ...validateTerminationPolicy(c, at), ...validateProbe(c, 'readinessProbe', at), ...body,
    ];
  }
  return [
    ...validateName(c, at, version), ...imageRequired(c, at), ...validateTerminationPolicy(c, at), ...body, ...twice, ...hooks,
    ...validateProbe(c, 'livenessProbe', at), ...validateProbe(c, 'readinessProbe', at), ...validateProbe(c, 'startupProbe', at),
  ];
}

function hostPortConflicts(containers: readonly Doc[], at: string): readonly FieldError[] {
  const seen = new Set<string>();
  return containers.flatMap((c, i) =>
    docsAt(c, 'ports').flatMap((p, j) => {
      const port = numberAt(p, 'hostPort') ?? 0;
      if (port === 0) return [];
      const key = `${textAt(p, 'protocol')}/${textAt(p, 'hostIP')}/${port}`;
      if (seen.has(key)) return [duplicate(`${at}[${i}].ports[${j}].hostPort`, key)];
      seen.add(key);
      return [];
    }),
  );
}

/** The containers of a pod spec. */
export function validateContainers(spec: Doc, at: string, volumes: ReadonlySet<string>, version: KubeVersion): readonly FieldError[] {
  const field = `${at}.containers`;
  const containers = docsAt(spec, 'containers');
  if (absent(spec['containers']) || (isList(spec['containers']) && containers.length === 0)) return [required(field)];
  const taken = new Set<string>();
  return [...containers.flatMap((c, i) => validateContainer(c, `${field}[${i}]`, taken, volumes, version, true)), ...hostPortConflicts(containers, field)];
}

/** Init containers: their names are also distinct from the containers'; probes and hooks only on sidecars. */
export function validateInitContainers(spec: Doc, at: string, volumes: ReadonlySet<string>, version: KubeVersion): readonly FieldError[] {
  const taken = new Set(docsAt(spec, 'containers').map((c) => textAt(c, 'name')));
  return docsAt(spec, 'initContainers').flatMap((c, i) => {
    const here = `${at}.initContainers[${i}]`;
    const sidecar = c['restartPolicy'] === 'Always';
    const errors: FieldError[] = [...validateContainer(sidecar ? c : withoutProbes(c), here, taken, volumes, version, sidecar)];
    if (sidecar) return errors;
    const text = version === '1.20' ? 'must not be set for init containers' : 'may not be set for init containers without restartPolicy=Always';
    for (const key of ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe']) {
      if (!isDoc(c[key])) continue;
      errors.push(version === '1.20' ? invalid(`${here}.${key}`, { go: '…', json: c[key] }, text) : forbidden(`${here}.${key}`, text));
    }
    return errors;
  });
}

function withoutProbes(c: Doc): Doc {
  const { livenessProbe: _l, readinessProbe: _r, startupProbe: _s, ...rest } = c;
  return rest;
}
