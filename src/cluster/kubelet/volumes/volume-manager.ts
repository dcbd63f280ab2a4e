import type { PersistentVolumeClaim, Pod, Volume } from '../../../api/types';
import { MachineKind, type Machine } from '../../../kernel/machine';
import { MILLISECOND, SECOND, type Micros } from '../../../kernel/time';
import { objectOf, refusalOf, ResourceClient, succeeded } from '../../client/typed-client';
import { LATENCY } from '../../latencies';
import type { KubeletContext } from '../context';
import { podSubject, podUid } from '../pods/pod';
import { contentOf, hostPathOf, type Files } from './content';
import type { ObjectCache } from './object-cache';
import { referencedObjects } from './references';
import { volumeMachine, type VolumeEvent } from './volume.machine';

interface VolumeData {
  readonly pod: Pod;
  readonly volume: Volume;
  readonly hostPath: string;
  files: Files;
  token: string;
  error: string;
  retry: Micros;
}

type VolumeInstance = Machine<VolumeEvent, VolumeData>;

interface PodVolumes {
  readonly volumes: Map<string, VolumeInstance>;
  /** Whoever waits for a change of state of one of them. */
  changed: (() => void) | undefined;
}

const POLL = 300 * MILLISECOND;
const TIMEOUT = 123 * SECOND;
const FIRST_RETRY = 500 * MILLISECOND;
const LONGEST_RETRY = 122 * SECOND;

export type MountedVolumes = ReadonlyMap<string, { readonly hostPath: string; readonly files: Files }>;

/**
 * Mounts what pods need before their sandbox is made. Whoever waits looks every 300 ms.
 * Models pkg/kubelet/volumemanager/volume_manager.go.
 */
export class VolumeManager {
  private readonly pods = new Map<string, PodVolumes>();
  private readonly kind: MachineKind<VolumeEvent, VolumeData>;
  private readonly serviceAccounts: ResourceClient;
  private readonly claims: ResourceClient;

  constructor(private readonly context: KubeletContext, private readonly objects: ObjectCache) {
    this.serviceAccounts = new ResourceClient(context.api, context.scheme, '', 'v1', 'serviceaccounts');
    this.claims = new ResourceClient(context.api, context.scheme, '', 'v1', 'persistentvolumeclaims');
    this.kind = new MachineKind<VolumeEvent, VolumeData>('volume', volumeMachine, {
      wait: (m: VolumeInstance) => m.work(m.actor.sample(LATENCY.volumeReconcile), { type: 'RECONCILE' }),
      fetch: (m: VolumeInstance) => this.fetch(m), setUp: (m: VolumeInstance) => this.setUp(m), backOff: (m: VolumeInstance) => this.backOff(m),
      tearDown: (m: VolumeInstance) => m.work(m.actor.sample(LATENCY.volumeReconcile), { type: 'UNMOUNTED' }),
      report: (m: VolumeInstance) => this.pods.get(podUid(m.data.pod))?.changed?.(),
    });
  }

  /** Begins to mount a pod's volumes and to watch what they hold. */
  add(pod: Pod): void {
    const uid = podUid(pod);
    if (this.pods.has(uid)) return;
    for (const { plural, name } of referencedObjects(pod)) this.objects.reference(plural, pod.metadata.namespace ?? '', name);
    const entry: PodVolumes = { volumes: new Map(), changed: undefined };
    this.pods.set(uid, entry);
    for (const volume of pod.spec.volumes ?? []) {
      const data: VolumeData = { pod, volume, hostPath: hostPathOf(pod, volume), files: {}, token: '', error: '', retry: FIRST_RETRY };
      entry.volumes.set(volume.name, this.context.actor.start(this.kind, { subject: podSubject(pod), data }));
    }
  }

  /** Calls back at the first look at which all volumes are mounted, or with the names of those that are not when time is up. */
  whenMounted(pod: Pod, done: (unmounted: readonly string[]) => void): void {
    this.poll(pod, 'mounted', done);
  }

  /** Takes a pod's volumes away; calls back at the first look at which they are gone. */
  unmount(pod: Pod, done: () => void): void {
    for (const volume of this.pods.get(podUid(pod))?.volumes.values() ?? []) volume.send({ type: 'UNMOUNT' });
    this.poll(pod, 'unmounted', () => {
      this.forget(pod);
      done();
    });
  }

  /** Forgets a pod that is gone. */
  forget(pod: Pod): void {
    const uid = podUid(pod);
    const entry = this.pods.get(uid);
    if (entry === undefined) return;
    this.pods.delete(uid);
    for (const volume of entry.volumes.values()) volume.send({ type: 'UNMOUNT' });
    for (const { plural, name } of referencedObjects(pod)) this.objects.release(plural, pod.metadata.namespace ?? '', name);
  }

  mounted(pod: Pod): MountedVolumes {
    const volumes = new Map<string, { readonly hostPath: string; readonly files: Files }>();
    for (const [name, { data }] of this.pods.get(podUid(pod))?.volumes ?? []) volumes.set(name, data);
    return volumes;
  }

  private missing(pod: Pod, state: string): readonly string[] {
    return [...(this.pods.get(podUid(pod))?.volumes ?? [])].filter(([, m]) => m.state !== state).map(([name]) => name);
  }

  private poll(pod: Pod, state: 'mounted' | 'unmounted', done: (missing: readonly string[]) => void): void {
    const entry = this.pods.get(podUid(pod));
    if (entry === undefined || this.missing(pod, state).length === 0) {
      done([]);
      return;
    }
    const { actor, kernel } = this.context;
    const began = actor.now;
    let over = false;
    const finish = (missing: readonly string[]): void => {
      over = true;
      entry.changed = undefined;
      done(missing);
    };
    const { currentMessage } = kernel;
    const deadline = kernel.queue.add(began + TIMEOUT, () => {
      kernel.currentMessage = currentMessage;
      if (!over && this.context.alive()) finish(this.missing(pod, state));
    });
    entry.changed = () => {
      if (over || this.missing(pod, state).length > 0) return;
      entry.changed = undefined;
      // The one who waits only looks every 300 ms.
      const wait = Math.ceil((actor.now - began) / POLL) * POLL - (actor.now - began);
      actor.timer(wait, `next look for volumes that are ${state}`, () => {
        deadline.run = undefined;
        if (!over && this.context.alive()) finish([]);
      }, podSubject(pod));
    };
  }

  private fetch(m: VolumeInstance): void {
    const { pod, volume } = m.data;
    const namespace = pod.metadata.namespace ?? '';
    const needed = referencedObjects({ ...pod, spec: { ...pod.spec, volumes: [volume], containers: [], initContainers: [], imagePullSecrets: [] } });
    const token = (volume.projected?.sources ?? []).find((s) => s.serviceAccountToken !== undefined)?.serviceAccountToken;
    let open = needed.length + 1;
    let failed = false;
    const finish = (error?: string): void => {
      if (failed) return;
      if (error !== undefined) {
        failed = true;
        this.fail(m, error);
      } else if (--open === 0) m.send({ type: 'FETCHED' });
    };
    for (const { plural, name } of needed) this.objects.whenSynced(plural, namespace, name, () => finish());
    if (token !== undefined) this.requestToken(m, token.audience, token.expirationSeconds ?? 3607, finish);
    else if (volume.persistentVolumeClaim !== undefined) this.claim(m, volume.persistentVolumeClaim.claimName, finish);
    else finish();
  }

  // Models pkg/kubelet/token/token_manager.go GetServiceAccountToken
  private requestToken(m: VolumeInstance, audience: string | undefined, expirationSeconds: number, done: (error?: string) => void): void {
    const { pod } = m.data;
    const name = pod.spec.serviceAccountName ?? 'default';
    const body = {
      apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', metadata: {},
      spec: {
        audiences: audience === undefined ? [] : [audience], expirationSeconds,
        boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: pod.metadata.name, uid: podUid(pod) },
      },
    };
    this.serviceAccounts.createSubresource({ namespace: pod.metadata.namespace, name, subresource: 'token' }, body, (response) => {
      if (succeeded(response)) m.data.token = (response.body as { readonly status?: { readonly token?: string } }).status?.token ?? '';
      done(succeeded(response) ? undefined : `failed to fetch token: ${refusalOf(response).message}`);
    });
  }

  private claim(m: VolumeInstance, name: string, done: (error?: string) => void): void {
    this.claims.get({ namespace: m.data.pod.metadata.namespace, name }, (response) => {
      if (!succeeded(response)) done(`error processing PVC ${m.data.pod.metadata.namespace ?? ''}/${name}: ${refusalOf(response).message}`);
      else done(objectOf<PersistentVolumeClaim>(response).status.phase === 'Bound' ? undefined : `PVC ${name} is not bound`);
    });
  }

  private setUp(m: VolumeInstance): void {
    const { pod, volume, token } = m.data;
    const content = contentOf(pod, volume, { objects: this.objects, token, hostIP: this.context.node.address });
    if (!content.ok) {
      this.fail(m, content.error);
      return;
    }
    m.data.files = content.value;
    m.note({ type: 'VolumeSetUp', volume: volume.name, path: m.data.hostPath, files: Object.keys(content.value) });
    m.work(m.actor.sample(LATENCY.volumeSetUp), { type: 'SET_UP' });
  }

  private fail(m: VolumeInstance, error: string): void {
    m.data.error = error;
    m.send({ type: 'FAILED' });
  }

  private backOff(m: VolumeInstance): void {
    const wait = m.data.retry;
    m.data.retry = Math.min(wait * 2, LONGEST_RETRY);
    const { pod, volume, error } = m.data;
    m.note({ type: 'VolumeFailed', volume: volume.name, reason: error, nextTrySeconds: wait / SECOND });
    this.context.recorder.event(pod, 'Warning', 'FailedMount', `MountVolume.SetUp failed for volume "${volume.name}" : ${error}`);
    m.work(wait + m.actor.random.int(15 * MILLISECOND), { type: 'RECONCILE' });
  }
}
