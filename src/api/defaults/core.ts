import { encodeBase64 } from '../base64';
import { absent, docAt, inDoc, inList, isDoc, textAt, textsAt, withDefault, withDefaults, without, withKey } from '../doc';
import type { Doc } from '../doc';
import type { KubeVersion } from '../version';

/** Defaults of the other kinds. Models pkg/apis/core/v1/defaults.go and its siblings. */

export function service(object: Doc, version: KubeVersion): Doc {
  return inDoc(object, 'spec', (spec) => {
    let out = withDefaults(spec, { sessionAffinity: 'None', type: 'ClusterIP' });
    if (out['sessionAffinity'] === 'None') out = without(out, 'sessionAffinityConfig');
    else if (out['sessionAffinity'] === 'ClientIP') out = withDefault(out, 'sessionAffinityConfig', { clientIP: { timeoutSeconds: 10_800 } });
    out = inList(out, 'ports', (p) => {
      const port = withDefault(p, 'protocol', 'TCP');
      return absent(port['targetPort']) || port['targetPort'] === 0 || port['targetPort'] === '' ? withKey(port, 'targetPort', port['port']) : port;
    });
    const type = textAt(out, 'type');
    if (type === 'NodePort' || type === 'LoadBalancer') out = withDefault(out, 'externalTrafficPolicy', 'Cluster');
    if (version === '1.20') return out;
    if (type !== 'ExternalName') out = withDefault(out, 'internalTrafficPolicy', 'Cluster');
    return type === 'LoadBalancer' ? withDefault(out, 'allocateLoadBalancerNodePorts', true) : out;
  });
}

/** `stringData` is written only: it ends up encoded in `data`. */
export function secret(object: Doc): Doc {
  const texts = object['stringData'];
  let out = withDefault(object, 'type', 'Opaque');
  if (isDoc(texts)) {
    const data = { ...textsAt(object, 'data') };
    for (const [key, value] of Object.entries(textsAt(object, 'stringData'))) data[key] = encodeBase64(value);
    out = withKey(without(out, 'stringData'), 'data', data);
  }
  return out;
}

export function namespace(object: Doc, version: KubeVersion): Doc {
  const name = textAt(object, 'metadata', 'name');
  const labelled = version === '1.20' || name === '' ? object : inDoc(object, 'metadata', (m) => inDoc(withDefault(m, 'labels', {}), 'labels', (l) => withKey(l, 'kubernetes.io/metadata.name', name)));
  return inDoc(withDefault(labelled, 'status', {}), 'status', (s) => withDefault(s, 'phase', 'Active'));
}

export function node(object: Doc): Doc {
  return inDoc(object, 'status', (s) => (isDoc(s['capacity']) ? withDefault(s, 'allocatable', s['capacity']) : s));
}

export function endpoints(object: Doc): Doc {
  return inList(object, 'subsets', (s) => inList(s, 'ports', (p) => withDefault(p, 'protocol', 'TCP')));
}

export function endpointSlice(object: Doc): Doc {
  return inList(object, 'ports', (p) => withDefaults(p, { name: '', protocol: 'TCP' }));
}

export function persistentVolume(object: Doc): Doc {
  const withSpec = inDoc(object, 'spec', (spec) =>
    inDoc(withDefaults(spec, { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' }), 'hostPath', (h) => withDefault(h, 'type', '')),
  );
  return inDoc(withDefault(withSpec, 'status', {}), 'status', (s) => withDefault(s, 'phase', 'Pending'));
}

/** Limits default to the maximum, requests to the limit or else the minimum; only for containers. */
export function limitRange(object: Doc): Doc {
  return inDoc(object, 'spec', (spec) =>
    inList(spec, 'limits', (item) => {
      if (item['type'] !== 'Container') return item;
      const limits = withDefaults(docAt(item, 'default'), docAt(item, 'max'));
      const requests = withDefaults(withDefaults(docAt(item, 'defaultRequest'), limits), docAt(item, 'min'));
      const withLimits = Object.keys(limits).length > 0 ? withKey(item, 'default', limits) : item;
      return Object.keys(requests).length > 0 ? withKey(withLimits, 'defaultRequest', requests) : withLimits;
    }),
  );
}

const RBAC = 'rbac.authorization.k8s.io';

export function roleBinding(object: Doc): Doc {
  const withRef = inDoc(object, 'roleRef', (r) => (textAt(r, 'apiGroup') === '' ? withKey(r, 'apiGroup', RBAC) : r));
  return inList(withRef, 'subjects', (s) => ((s['kind'] === 'User' || s['kind'] === 'Group') && textAt(s, 'apiGroup') === '' ? withKey(s, 'apiGroup', RBAC) : s));
}

export function webhookConfiguration(object: Doc): Doc {
  const mutating = object['kind'] === 'MutatingWebhookConfiguration';
  return inList(object, 'webhooks', (w) => {
    let out = withDefaults(w, { failurePolicy: 'Fail', matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {}, timeoutSeconds: 10 });
    if (mutating) out = withDefault(out, 'reinvocationPolicy', 'Never');
    out = inList(out, 'rules', (r) => withDefault(r, 'scope', '*'));
    return inDoc(out, 'clientConfig', (c) => inDoc(c, 'service', (s) => withDefault(s, 'port', 443)));
  });
}

export const priorityClass = (object: Doc): Doc => withDefault(object, 'preemptionPolicy', 'PreemptLowerPriority');
export const storageClass = (object: Doc): Doc => withDefaults(object, { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' });
