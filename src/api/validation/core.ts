import { deepEqual } from '../../base/json';
import { decodeBase64 } from '../base64';
import { absent, docAt, docsAt, listAt, numberAt, textAt, textsAt, valueAt } from '../doc';
import type { Doc } from '../doc';
import { duplicate, forbidden, invalid, notSupported, required, tooLong } from '../field/error';
import type { FieldError } from '../field/error';
import { isConfigMapKey, isDNS1123Label, isDNS1123Subdomain, isQualifiedName, isValidIP, isValidPortNumber } from '../field/names';
import { quantity } from '../quantity';
import type { KubeVersion } from '../version';
import { PROTOCOLS, validatePortNumberOrName } from './container';
import { each, immutable, validateFinalizerName, validateLabels } from './meta';

/** core/v1 besides pods. Models pkg/apis/core/validation. */

const SERVICE_TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'] as const;

function validateServicePort(port: Doc, at: string, many: boolean, names: Set<string>, version: KubeVersion): readonly FieldError[] {
  const errors: FieldError[] = [];
  const name = textAt(port, 'name');
  if (many && name === '') errors.push(required(`${at}.name`));
  else if (name !== '') {
    errors.push(...each(`${at}.name`, name, isDNS1123Label(name, version)));
    if (names.has(name)) errors.push(duplicate(`${at}.name`, name));
    names.add(name);
  }
  const number = numberAt(port, 'port') ?? 0;
  errors.push(...each(`${at}.port`, number, isValidPortNumber(number)));
  const protocol = textAt(port, 'protocol');
  if (protocol === '') errors.push(required(`${at}.protocol`));
  else if (!PROTOCOLS.some((p) => p === protocol)) errors.push(notSupported(`${at}.protocol`, protocol, PROTOCOLS));
  return [...errors, ...validatePortNumberOrName(port['targetPort'], `${at}.targetPort`)];
}

export function validateServiceSpec(object: Doc, version: KubeVersion): readonly FieldError[] {
  const spec = docAt(object, 'spec');
  const ports = docsAt(spec, 'ports');
  const type = textAt(spec, 'type');
  const errors: FieldError[] = [];
  if (ports.length === 0 && textAt(spec, 'clusterIP') !== 'None' && type !== 'ExternalName') errors.push(required('spec.ports'));
  if (type === 'ExternalName') {
    const name = textAt(spec, 'externalName');
    if (name === '') errors.push(required('spec.externalName'));
    else errors.push(...each('spec.externalName', name, isDNS1123Subdomain(name.replace(/\.$/, ''))));
  }
  const names = new Set<string>();
  ports.forEach((p, i) => errors.push(...validateServicePort(p, `spec.ports[${i}]`, ports.length > 1, names, version)));
  errors.push(...validateLabels(textsAt(spec, 'selector'), 'spec.selector', version));
  const affinity = textAt(spec, 'sessionAffinity');
  if (affinity === '') errors.push(required('spec.sessionAffinity'));
  else if (affinity !== 'None' && affinity !== 'ClientIP') errors.push(notSupported('spec.sessionAffinity', affinity, ['ClientIP', 'None']));
  listAt(spec, 'externalIPs').forEach((ip, i) => {
    if (typeof ip === 'string' && !isValidIP(ip)) errors.push(invalid(`spec.externalIPs[${i}]`, ip, version === '1.20' ? 'must be a valid IP address' : 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'));
  });
  if (type === '') errors.push(required('spec.type'));
  else if (!SERVICE_TYPES.some((t) => t === type)) errors.push(notSupported('spec.type', type, SERVICE_TYPES));
  const seen = new Set<string>();
  ports.forEach((p, i) => {
    const key = `${textAt(p, 'protocol')}/${numberAt(p, 'port') ?? 0}`;
    if (seen.has(key)) errors.push(duplicate(`spec.ports[${i}]`, { go: `core.ServicePort{Name:"", Protocol:${JSON.stringify(textAt(p, 'protocol'))}, Port:${numberAt(p, 'port') ?? 0}}`, json: { port: p['port'], protocol: p['protocol'] } }));
    seen.add(key);
  });
  ports.forEach((p, i) => {
    const nodePort = numberAt(p, 'nodePort') ?? 0;
    if (nodePort !== 0 && type === 'ClusterIP') errors.push(forbidden(`spec.ports[${i}].nodePort`, "may not be used when `type` is 'ClusterIP'"));
  });
  return errors;
}

export function serviceFixed(object: Doc, stored: Doc): readonly FieldError[] {
  const next = textAt(object, 'spec', 'clusterIP');
  const old = textAt(stored, 'spec', 'clusterIP');
  if (textAt(object, 'spec', 'type') === 'ExternalName' || textAt(stored, 'spec', 'type') === 'ExternalName' || old === '') return [];
  return immutable('spec.clusterIP', next, old, next);
}

const MAX_DATA = 1024 * 1024;

export function validateConfigMap(object: Doc, version: KubeVersion): readonly FieldError[] {
  const errors: FieldError[] = [];
  let size = 0;
  const binary = textsAt(object, 'binaryData');
  for (const [key, value] of Object.entries(textsAt(object, 'data'))) {
    errors.push(...each(`data[${key}]`, key, isConfigMapKey(key)));
    if (key in binary) errors.push(invalid(`data[${key}]`, key, 'duplicate of key present in binaryData'));
    size += value.length;
  }
  for (const [key, value] of Object.entries(binary)) {
    errors.push(...each(`binaryData[${key}]`, key, isConfigMapKey(key)));
    size += decodeBase64(value)?.bytes ?? 0;
  }
  return size > MAX_DATA ? [...errors, tooLong(version, '', MAX_DATA)] : errors;
}

/** ConfigMaps and Secrets that were marked immutable. */
export function dataFixed(object: Doc, stored: Doc, keys: readonly string[]): readonly FieldError[] {
  if (stored['immutable'] !== true) return [];
  const text = 'field is immutable when `immutable` is set';
  return ['immutable', ...keys].filter((key) => (key === 'immutable' ? object['immutable'] !== true : !deepEqual(object[key], stored[key]))).map((key) => forbidden(key, text));
}

const SECRET_KEYS: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'], 'kubernetes.io/dockercfg': ['.dockercfg'], 'kubernetes.io/ssh-auth': ['ssh-privatekey'], 'kubernetes.io/tls': ['tls.crt', 'tls.key'],
};

export function validateSecret(object: Doc, version: KubeVersion): readonly FieldError[] {
  const data = textsAt(object, 'data');
  const errors: FieldError[] = Object.keys(data).flatMap((key) => each(`data[${key}]`, key, isConfigMapKey(key)));
  const size = Object.values(data).reduce((n, v) => n + (decodeBase64(v)?.bytes ?? 0), 0);
  if (size > MAX_DATA) errors.push(tooLong(version, 'data', MAX_DATA));
  for (const key of SECRET_KEYS[textAt(object, 'type')] ?? []) if (data[key] === undefined) errors.push(required(`data[${key}]`));
  if (textAt(object, 'type') === 'kubernetes.io/service-account-token' && textAt(object, 'metadata', 'annotations', 'kubernetes.io/service-account.name') === '') {
    errors.push(required('metadata.annotations[kubernetes.io/service-account.name]'));
  }
  return errors;
}

export function validateNamespace(object: Doc, version: KubeVersion): readonly FieldError[] {
  return listAt(object, 'spec', 'finalizers').flatMap((f) => (typeof f === 'string' ? validateFinalizerName(f, 'spec.finalizers', version) : []));
}

const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'] as const;

export function validateClaimSpec(object: Doc, version: KubeVersion): readonly FieldError[] {
  const spec = docAt(object, 'spec');
  const modes = listAt(spec, 'accessModes');
  const known = version === '1.20' ? ACCESS_MODES.slice(0, 3) : ACCESS_MODES;
  const errors: FieldError[] = [];
  if (modes.length === 0) errors.push(required('spec.accessModes', 'at least 1 access mode is required'));
  for (const mode of modes) if (typeof mode === 'string' && !known.some((m) => m === mode)) errors.push(notSupported('spec.accessModes', mode, known));
  const storage = textAt(spec, 'resources', 'requests', 'storage');
  if (storage === '') errors.push(required('spec.resources[storage]'));
  else if (quantity(storage).nanos <= 0n) errors.push(invalid('spec.resources[storage]', storage, 'must be greater than zero'));
  const sc = textAt(spec, 'storageClassName');
  if (sc !== '') errors.push(...each('spec.storageClassName', sc, isDNS1123Subdomain(sc)));
  return errors;
}

export function claimFixed(object: Doc, stored: Doc, version: KubeVersion): readonly FieldError[] {
  const rest = (o: Doc): Doc => {
    const { resources: _, volumeName, ...spec } = docAt(o, 'spec');
    return textAt(stored, 'spec', 'volumeName') === '' ? spec : { ...spec, volumeName };
  };
  if (deepEqual(rest(object), rest(stored))) return [];
  return [forbidden('spec', version === '1.20' ? 'is immutable after creation except resources.requests for bound claims' : 'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims')];
}

export function validateQuota(object: Doc, version: KubeVersion): readonly FieldError[] {
  return Object.entries(textsAt(object, 'spec', 'hard')).flatMap(([name, value]) => {
    const field = `spec.hard[${name}]`;
    const errors: FieldError[] = [...each(field, name, isQualifiedName(name, version))];
    if (quantity(value).nanos < 0n) errors.push(invalid(field, value, 'must be greater than or equal to 0'));
    return errors;
  });
}

export function validateLimitRange(object: Doc): readonly FieldError[] {
  return docsAt(object, 'spec', 'limits').flatMap((item, i) => {
    const at = `spec.limits[${i}]`;
    const errors: FieldError[] = [];
    const get = (key: string, name: string): bigint | undefined => {
      const v = textAt(item, key, name);
      return v === '' ? undefined : quantity(v).nanos;
    };
    const names = new Set(['max', 'min', 'default', 'defaultRequest'].flatMap((key) => Object.keys(docAt(item, key))));
    for (const name of [...names].sort()) {
      const [min, max, request, limit] = [get('min', name), get('max', name), get('defaultRequest', name), get('default', name)];
      const over = (key: string, a: bigint | undefined, b: bigint | undefined, other: string): void => {
        if (a !== undefined && b !== undefined && a > b) errors.push(invalid(`${at}.${key}[${name}]`, textAt(item, key, name), `${key} value ${textAt(item, key, name)} is greater than ${other} value ${textAt(item, other, name)}`));
      };
      over('min', min, max, 'max');
      over('defaultRequest', request, max, 'max');
      over('defaultRequest', request, limit, 'default');
      over('min', min, request, 'defaultRequest');
      over('min', min, limit, 'default');
      over('default', limit, max, 'max');
    }
    return errors;
  });
}

/** The body of a binding: it must name a node. */
export function validateBinding(object: Doc): readonly FieldError[] {
  const kind = textAt(object, 'target', 'kind');
  const errors: FieldError[] = [];
  if (kind !== '' && kind !== 'Node') errors.push(notSupported('target.kind', kind, ['Node', '<empty>']));
  if (textAt(object, 'target', 'name') === '') errors.push(required('target.name'));
  return errors;
}

const TAINT_EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'] as const;

export function validateNode(object: Doc, version: KubeVersion): readonly FieldError[] {
  const seen = new Set<string>();
  return docsAt(object, 'spec', 'taints').flatMap((t, i) => {
    const at = `spec.taints[${i}]`;
    const errors: FieldError[] = [...each(`${at}.key`, textAt(t, 'key'), isQualifiedName(textAt(t, 'key'), version))];
    const effect = textAt(t, 'effect');
    if (effect === '') errors.push(required(`${at}.effect`));
    else if (!TAINT_EFFECTS.some((e) => e === effect)) errors.push(notSupported(`${at}.effect`, effect, TAINT_EFFECTS));
    const id = `${textAt(t, 'key')}:${effect}`;
    if (seen.has(id)) errors.push({ ...duplicate(at, { go: '…', json: t }), detail: 'taints must be unique by key and effect pair' });
    seen.add(id);
    return errors;
  });
}

/** The pod range of a node may be set once. */
export function nodeFixed(object: Doc, stored: Doc): readonly FieldError[] {
  const old = valueAt(stored, 'spec', 'podCIDR');
  if (absent(old) || old === valueAt(object, 'spec', 'podCIDR')) return [];
  return [forbidden('spec.podCIDRs', 'node updates may not change podCIDR except from "" to valid')];
}
