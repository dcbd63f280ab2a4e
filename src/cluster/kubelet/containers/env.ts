import { quantityMilliValue, quantityValue } from '../../../api/quantity';
import type { ConfigMap, Container, Pod, Secret, Service } from '../../../api/types';
import type { Result } from '../../../base/result';
import { err, ok } from '../../../base/result';
import { decodeBase64 } from '../volumes/base64';

/** What environment variables may be taken from. */
export interface EnvSources {
  readonly configMap: (name: string) => ConfigMap | undefined;
  readonly secret: (name: string) => Secret | undefined;
  readonly services: Iterable<Service>;
  readonly podIP: string;
  readonly hostIP: string;
}

/**
 * The environment of a container, or why it cannot be made (`configmap "x" not found`).
 * Models pkg/kubelet/kubelet_pods.go makeEnvironmentVariables.
 */
export function environment(pod: Pod, container: Container, sources: EnvSources): Result<ReadonlyMap<string, string>, string> {
  const env = new Map<string, string>();
  const namespace = pod.metadata.namespace ?? '';
  for (const from of container.envFrom ?? []) {
    const prefix = from.prefix ?? '';
    if (from.configMapRef !== undefined) {
      const map = sources.configMap(from.configMapRef.name);
      if (map === undefined && from.configMapRef.optional !== true) return err(`configmap "${from.configMapRef.name}" not found`);
      for (const [key, value] of Object.entries(map?.data ?? {})) env.set(prefix + key, value);
    } else if (from.secretRef !== undefined) {
      const secret = sources.secret(from.secretRef.name);
      if (secret === undefined && from.secretRef.optional !== true) return err(`secret "${from.secretRef.name}" not found`);
      for (const [key, value] of Object.entries(secret?.data ?? {})) env.set(prefix + key, decodeBase64(value));
    }
  }
  for (const variable of container.env ?? []) {
    const { valueFrom } = variable;
    if (valueFrom === undefined) env.set(variable.name, expand(variable.value ?? '', env));
    else if (valueFrom.fieldRef !== undefined) env.set(variable.name, fieldValue(pod, valueFrom.fieldRef.fieldPath, sources));
    else if (valueFrom.resourceFieldRef !== undefined) env.set(variable.name, resourceValue(container, valueFrom.resourceFieldRef.resource, valueFrom.resourceFieldRef.divisor));
    else if (valueFrom.configMapKeyRef !== undefined) {
      const { name, key, optional } = valueFrom.configMapKeyRef;
      const map = sources.configMap(name);
      const value = map?.data?.[key];
      if (value !== undefined) env.set(variable.name, value);
      else if (optional !== true) return err(map === undefined ? `configmap "${name}" not found` : `couldn't find key ${key} in ConfigMap ${namespace}/${name}`);
    } else if (valueFrom.secretKeyRef !== undefined) {
      const { name, key, optional } = valueFrom.secretKeyRef;
      const secret = sources.secret(name);
      const value = secret?.data?.[key];
      if (value !== undefined) env.set(variable.name, decodeBase64(value));
      else if (optional !== true) return err(secret === undefined ? `secret "${name}" not found` : `couldn't find key ${key} in Secret ${namespace}/${name}`);
    }
  }
  for (const [key, value] of serviceVariables(pod, sources.services)) if (!env.has(key)) env.set(key, value);
  return ok(env);
}

/** `$(NAME)` in a value stands for a variable defined before; `$$` for one dollar sign. */
export function expand(text: string, env: ReadonlyMap<string, string>): string {
  return text.replace(/\$\$|\$\(([A-Za-z_][A-Za-z0-9_.-]*)\)/g, (whole, name: string | undefined) => (name === undefined ? '$' : (env.get(name) ?? whole)));
}

/** Models pkg/fieldpath/fieldpath.go ExtractFieldPathAsString, kubelet_pods.go podFieldSelectorRuntimeValue. */
export function fieldValue(pod: Pod, path: string, at: Pick<EnvSources, 'podIP' | 'hostIP'>): string {
  const subscript = /^metadata\.(labels|annotations)\['(.*)'\]$/.exec(path);
  if (subscript !== null) return (subscript[1] === 'labels' ? pod.metadata.labels : pod.metadata.annotations)?.[subscript[2] ?? ''] ?? '';
  switch (path) {
    case 'metadata.name': return pod.metadata.name;
    case 'metadata.namespace': return pod.metadata.namespace ?? '';
    case 'metadata.uid': return pod.metadata.uid ?? '';
    case 'metadata.labels': return mapText(pod.metadata.labels);
    case 'metadata.annotations': return mapText(pod.metadata.annotations);
    case 'spec.nodeName': return pod.spec.nodeName ?? '';
    case 'spec.serviceAccountName': return pod.spec.serviceAccountName ?? '';
    case 'status.hostIP': return at.hostIP;
    case 'status.podIP': case 'status.podIPs': return at.podIP;
    default: return '';
  }
}

const mapText = (map: Readonly<Record<string, string>> | undefined): string => Object.entries(map ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)).map(([k, v]) => `${k}="${v}"`).join('\n');

function resourceValue(container: Container, resource: string, divisor: string | undefined): string {
  const [part = '', name = ''] = resource.split('.');
  const list = part === 'limits' ? container.resources.limits : container.resources.requests;
  const text = list?.[name] ?? '0';
  if (name === 'cpu') return String(Math.ceil(quantityMilliValue(text) / Math.max(1, quantityMilliValue(divisor ?? '1'))));
  return String(Math.ceil(quantityValue(text) / Math.max(1, quantityValue(divisor ?? '1'))));
}

/** `WEB_SERVICE_HOST` and so on. Models pkg/kubelet/envvars/envvars.go FromServices. */
function serviceVariables(pod: Pod, services: Iterable<Service>): ReadonlyMap<string, string> {
  const env = new Map<string, string>();
  for (const service of services) {
    const master = service.metadata.namespace === 'default' && service.metadata.name === 'kubernetes';
    if (!master && (pod.spec.enableServiceLinks === false || service.metadata.namespace !== pod.metadata.namespace)) continue;
    const { clusterIP, ports } = service.spec;
    const [first] = ports ?? [];
    if (clusterIP === undefined || clusterIP === '' || clusterIP === 'None' || first === undefined) continue;
    const name = service.metadata.name.toUpperCase().replace(/-/g, '_');
    env.set(`${name}_SERVICE_HOST`, clusterIP);
    env.set(`${name}_SERVICE_PORT`, String(first.port));
    for (const port of ports ?? []) if (port.name !== undefined) env.set(`${name}_SERVICE_PORT_${port.name.toUpperCase().replace(/-/g, '_')}`, String(port.port));
    env.set(`${name}_PORT`, `${first.protocol.toLowerCase()}://${clusterIP}:${first.port}`);
    for (const { port, protocol } of ports ?? []) {
      const prefix = `${name}_PORT_${port}_${protocol}`;
      env.set(prefix, `${protocol.toLowerCase()}://${clusterIP}:${port}`);
      env.set(`${prefix}_PROTO`, protocol.toLowerCase());
      env.set(`${prefix}_PORT`, String(port));
      env.set(`${prefix}_ADDR`, clusterIP);
    }
  }
  return env;
}
