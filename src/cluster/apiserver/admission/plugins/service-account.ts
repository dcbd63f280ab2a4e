import { forbiddenStatus, serverTimeoutStatus } from '../../../../api/status';
import type { Container, KubeObject, Pod, PodSpec, Secret, ServiceAccount, Status, Volume, VolumeMount } from '../../../../api/types';
import type { Prng } from '../../../../base/prng';
import { MILLISECOND } from '../../../../kernel/time';
import { randomSuffix } from '../../registry/metadata';
import type { Change } from '../difference';
import { concerns, type AdmissionAttributes, type AdmissionEnvironment, type AdmissionPlugin, type Answer, type Verdict } from '../plugin';

const MOUNT_PATH = '/var/run/secrets/kubernetes.io/serviceaccount';
/** The default account is made by a controller and may be a moment late: so often it is looked for. */
const DEFAULT_ATTEMPTS = 10;
const MIRROR_POD = 'kubernetes.io/config.mirror';

/** Gives pods a service account and mounts its token. Models plugin/pkg/admission/serviceaccount. */
export const serviceAccount: AdmissionPlugin = {
  name: 'ServiceAccount',
  handles: concerns(['CREATE'], 'pods'),
  mutate: (a, env) => {
    const given = a.object as Pod;
    if (given.metadata.annotations?.[MIRROR_POD] !== undefined) return undefined;
    const name = given.spec.serviceAccountName === undefined || given.spec.serviceAccountName === '' ? 'default' : given.spec.serviceAccountName;
    const account = env.caches.get('serviceaccounts', `${a.namespace ?? ''}/${name}`);
    if (account !== undefined) return give(env, given, account as ServiceAccount);
    return lookUp(a, env, given, name);
  },
  validate: (a) => {
    const pod = a.object as Pod;
    if (pod.metadata.annotations?.[MIRROR_POD] === undefined) return undefined;
    return (pod.spec.serviceAccountName ?? '') === '' ? undefined : { refusal: forbiddenStatus(a.resource, a.name, 'a mirror pod may not reference service accounts') };
  },
};

function lookUp(a: AdmissionAttributes, env: AdmissionEnvironment, pod: Pod, name: string): Answer {
  const interval = (100 + env.actor.random.int(100)) * MILLISECOND;
  const path = `/api/v1/namespaces/${a.namespace ?? ''}/serviceaccounts/${name}`;
  return {
    later: (resume) => {
      const attempt = (left: number): void => {
        env.loopback.request({ method: 'GET', path, subject: `serviceaccounts/${a.namespace ?? ''}/${name}` }, (response) => {
          if (response.code < 400) resume(give(env, pod, response.body as ServiceAccount));
          else if (left <= 1) resume({ refusal: forbiddenStatus(a.resource, a.name, `error looking up service account ${a.namespace ?? ''}/${name}: serviceaccount "${name}" not found`) });
          else env.actor.timer(interval, 'waiting for the service account', env.actor.kernel.resuming(() => attempt(left - 1)));
        });
      };
      attempt(name === 'default' ? DEFAULT_ATTEMPTS : 1);
    },
  };
}

function give(env: AdmissionEnvironment, pod: Pod, account: ServiceAccount): Verdict {
  const { spec } = pod;
  const { name } = account.metadata;
  const changed: { -readonly [K in keyof PodSpec]?: PodSpec[K] } = {};
  const patch: Change[] = [];
  if (spec.serviceAccountName !== name) {
    changed.serviceAccountName = changed.serviceAccount = name;
    patch.push({ op: 'add', path: '/spec/serviceAccountName', value: name }, { op: 'add', path: '/spec/serviceAccount', value: name });
  }
  if (spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true) {
    const refusal = addToken(spec, account, env, changed, patch);
    if (refusal !== undefined) return { refusal };
  }
  const secrets = account.imagePullSecrets ?? [];
  if ((spec.imagePullSecrets ?? []).length === 0 && secrets.length > 0) {
    changed.imagePullSecrets = secrets;
    patch.push({ op: 'add', path: '/spec/imagePullSecrets', value: secrets });
  }
  return patch.length === 0 ? {} : { object: { ...pod, spec: { ...spec, ...changed } }, patch };
}

/** Mounts the account's token where it is not mounted yet. Why that cannot be, or undefined. */
function addToken(spec: PodSpec, account: ServiceAccount, env: AdmissionEnvironment, changed: { -readonly [K in keyof PodSpec]?: PodSpec[K] }, patch: Change[]): Status | undefined {
  const projected = env.behaviour.apiServer.projectedTokens;
  const secret = projected ? undefined : tokenSecret(account, env);
  if (!projected && secret === undefined) {
    const text = `No API token found for service account "${account.metadata.name}", retry after the token is automatically created and added to the service account`;
    return { ...serverTimeoutStatus({ group: '', resource: 'serviceaccounts' }, 'create pod', 1), message: text };
  }
  const { containers, initContainers, volumes } = spec;
  if (!containers.some(lacksToken) && initContainers?.some(lacksToken) !== true) return undefined;
  const volume = secret === undefined ? projectedVolume(env.actor.random) : secretVolume(secret, spec);
  const mount: VolumeMount = { name: volume.name, readOnly: true, mountPath: MOUNT_PATH };
  patch.push({ op: 'add', path: `/spec/volumes/${(volumes ?? []).length}`, value: volume });
  const mounted = (list: readonly Container[], path: string): readonly Container[] => list.map((c, i) => {
    if (!lacksToken(c)) return c;
    const before = c.volumeMounts ?? [];
    patch.push({ op: 'add', path: `${path}/${i}/volumeMounts/${before.length}`, value: mount });
    return { ...c, volumeMounts: [...before, mount] };
  });
  changed.volumes = [...(volumes ?? []), volume];
  if (initContainers !== undefined) changed.initContainers = mounted(initContainers, '/spec/initContainers');
  changed.containers = mounted(containers, '/spec/containers');
  return undefined;
}

const lacksToken = (c: Container): boolean => !(c.volumeMounts ?? []).some((v) => v.mountPath === MOUNT_PATH);

/** The first of the account's Secrets that is a token of it. Models getReferencedServiceAccountToken. */
function tokenSecret(account: ServiceAccount, env: AdmissionEnvironment): string | undefined {
  for (const ref of account.secrets ?? []) {
    const secret: KubeObject | undefined = env.caches.get('secrets', `${account.metadata.namespace ?? ''}/${ref.name ?? ''}`);
    if ((secret as Secret | undefined)?.type === 'kubernetes.io/service-account-token') return ref.name;
  }
  return undefined;
}

function secretVolume(secret: string, spec: PodSpec): Volume {
  const taken = (spec.volumes ?? []).some((v) => v.name === secret);
  return { name: taken ? `${secret}-token` : secret, secret: { secretName: secret, defaultMode: 420 } };
}

const SOURCES: NonNullable<NonNullable<Volume['projected']>['sources']> = [
  { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
  { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
  { downwardAPI: { items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }] } },
];
const PROJECTED: NonNullable<Volume['projected']> = { sources: SOURCES, defaultMode: 420 };

const projectedVolume = (random: Prng): Volume => ({ name: `kube-api-access-${randomSuffix(random)}`, projected: PROJECTED });
