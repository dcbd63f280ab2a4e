import { absent, docAt, inDoc, inList, isDoc, textAt, withDefault, withDefaults, withKey } from '../doc';
import type { Doc } from '../doc';
import { formatQuantity, quantity, roundUpToMilli } from '../quantity';
import type { KubeVersion } from '../version';

/** Defaults of pods and of everything inside them. Models pkg/apis/core/v1/defaults.go. */

const ROOT_FILE_MODE = 0o644;
const VOLUME_SOURCES_OF_NONE: Doc = { emptyDir: {} };

/** `Always` for `latest` or no tag, `IfNotPresent` for any other tag or a digest. A name that is no image reference counts as tagged. */
// Models pkg/apis/core/v1 SetDefaults_Container
function pullPolicyOf(image: string): string {
  if (!/^[a-z0-9]/.test(image) || image.includes('@')) return 'IfNotPresent';
  const last = image.slice(image.lastIndexOf('/') + 1);
  const colon = last.indexOf(':');
  return colon < 0 || last.slice(colon + 1) === 'latest' ? 'Always' : 'IfNotPresent';
}

function httpGet(action: Doc): Doc {
  return withDefaults(textAt(action, 'path') === '' ? withKey(action, 'path', '/') : action, { scheme: 'HTTP' });
}

function probe(p: Doc): Doc {
  const timed = withDefaults(p, { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 });
  return inDoc(inDoc(timed, 'httpGet', httpGet), 'grpc', (g) => withDefault(g, 'service', ''));
}

function env(e: Doc): Doc {
  return inDoc(e, 'valueFrom', (v) => inDoc(v, 'fieldRef', (f) => withDefault(f, 'apiVersion', 'v1')));
}

/** Amounts finer than a thousandth are rounded up. */
function resources(r: Doc): Doc {
  const round = (list: Doc): Doc => {
    let out = list;
    for (const name in list) {
      const text = list[name];
      if (typeof text === 'string' && /[nu]$|e-/.test(text)) out = withKey(out, name, formatQuantity(roundUpToMilli(quantity(text))));
    }
    return out;
  };
  return inDoc(inDoc(r, 'limits', round), 'requests', round);
}

function container(c: Doc): Doc {
  let out = withDefaults(c, { resources: {}, terminationMessagePath: '/dev/termination-log', terminationMessagePolicy: 'File' });
  if (absent(out['imagePullPolicy'])) out = withKey(out, 'imagePullPolicy', pullPolicyOf(textAt(out, 'image')));
  out = inList(inList(out, 'ports', (p) => withDefault(p, 'protocol', 'TCP')), 'env', env);
  for (const key of ['livenessProbe', 'readinessProbe', 'startupProbe']) out = inDoc(out, key, probe);
  const hook = (h: Doc): Doc => inDoc(h, 'httpGet', httpGet);
  out = inDoc(out, 'lifecycle', (l) => inDoc(inDoc(l, 'postStart', hook), 'preStop', hook));
  return inDoc(out, 'resources', resources);
}

function volume(v: Doc): Doc {
  if (Object.keys(v).every((key) => key === 'name')) return { ...v, ...VOLUME_SOURCES_OF_NONE };
  const mode = (s: Doc): Doc => withDefault(s, 'defaultMode', ROOT_FILE_MODE);
  let out = inDoc(inDoc(v, 'secret', mode), 'configMap', mode);
  const fieldRef = (f: Doc): Doc => inDoc(f, 'fieldRef', (r) => withDefault(r, 'apiVersion', 'v1'));
  out = inDoc(out, 'downwardAPI', (d) => inList(mode(d), 'items', fieldRef));
  out = inDoc(out, 'hostPath', (h) => withDefault(h, 'type', ''));
  out = inDoc(out, 'projected', (p) =>
    inList(mode(p), 'sources', (s) => inDoc(inDoc(s, 'serviceAccountToken', (t) => withDefault(t, 'expirationSeconds', 3600)), 'downwardAPI', (d) => inList(d, 'items', fieldRef))),
  );
  return inDoc(out, 'ephemeral', (e) => inDoc(e, 'volumeClaimTemplate', (t) => inDoc(t, 'spec', (spec) => withDefault(spec, 'volumeMode', 'Filesystem'))));
}

const CONTAINER_LISTS = ['initContainers', 'containers'] as const;

/** Containers on the host network listen on the host: their host ports are their own. */
function hostPorts(spec: Doc): Doc {
  if (spec['hostNetwork'] !== true) return spec;
  let out = spec;
  for (const key of CONTAINER_LISTS) out = inList(out, key, (c) => inList(c, 'ports', (p) => (absent(p['hostPort']) || p['hostPort'] === 0 ? withKey(p, 'hostPort', p['containerPort']) : p)));
  return out;
}

/** The spec of a pod or of a template. */
// Models pkg/apis/core/v1 SetDefaults_PodSpec
export function podSpec(spec: Doc, version: KubeVersion): Doc {
  let out = withDefaults(spec, {
    restartPolicy: 'Always', terminationGracePeriodSeconds: 30, dnsPolicy: 'ClusterFirst', securityContext: {}, schedulerName: 'default-scheduler',
  });
  // The two names of the service account are one field inside the server.
  if (textAt(out, 'serviceAccountName') !== '') out = withKey(out, 'serviceAccount', out['serviceAccountName']);
  else if (textAt(out, 'serviceAccount') !== '') out = withKey(out, 'serviceAccountName', out['serviceAccount']);
  for (const key of CONTAINER_LISTS) out = inList(out, key, container);
  out = inList(inList(out, 'ephemeralContainers', container), 'volumes', volume);
  // Later releases do this to pods only, lest a changed default change templates.
  return version === '1.20' ? hostPorts(out) : out;
}

function limitsToRequests(c: Doc): Doc {
  const limits = docAt(c, 'resources', 'limits');
  if (Object.keys(limits).length === 0) return c;
  return inDoc(c, 'resources', (r) => {
    const requests = r['requests'];
    const merged = withDefaults(isDoc(requests) ? requests : {}, limits);
    return withKey(r, 'requests', merged);
  });
}

/** A pod itself: what a template does not get. */
// Models pkg/apis/core/v1 SetDefaults_Pod
export function pod(object: Doc, version: KubeVersion): Doc {
  const withSpec = inDoc(object, 'spec', (spec) => {
    let out = podSpec(spec, version);
    for (const key of CONTAINER_LISTS) out = inList(out, key, limitsToRequests);
    return withDefault(hostPorts(out), 'enableServiceLinks', true);
  });
  return inDoc(withDefault(withSpec, 'status', {}), 'status', (s) => withDefault(s, 'phase', 'Pending'));
}

/** The template under a key of a workload's spec. */
export function podTemplate(spec: Doc, version: KubeVersion, key = 'template'): Doc {
  return inDoc(spec, key, (t) => inDoc(t, 'spec', (s) => podSpec(s, version)));
}
