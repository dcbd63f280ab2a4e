import { schemeFor, type Scheme } from '../../api/scheme';
import { getControllerOf, objectKey } from '../../api/owner';
import type { KubeObject, Pod } from '../../api/types';
import { invariant } from '../../base/assert';
import type { Actor } from '../../kernel/actor';
import type { KernelCore } from '../../kernel/core';
import type { Kernel } from '../../kernel/kernel';
import { ApiClient } from '../client/api-client';
import { EventRecorder } from '../client/event-recorder';
import type { ApiServer } from '../client/http';
import { Informer } from '../client/informer';
import { ResourceClient } from '../client/typed-client';
import { wallMicros } from '../clock';
import type { ClusterSpec } from '../spec';
import { behaviourOf, type ControllerBehaviour } from '../versions';
import { ClientBuilder, ControllerClient } from './client-builder';

export interface ControllerManagerDeps {
  readonly kernel: Kernel;
  readonly spec: ClusterSpec;
  readonly server: ApiServer;
}

/** kube-controller-manager's own limit on each of its clients. */
const QPS = 20;
const BURST = 30;

/** The index of every informer here: objects by the uid of the controller that owns them. */
export const BY_CONTROLLER = 'controller';
/** Under this key of BY_CONTROLLER stand the objects of a namespace that no controller owns. */
export const orphansOf = (namespace: string | undefined): string => `orphans/${namespace ?? ''}`;

/** The index of the pods' informer: pods by the node they are bound to. */
export const BY_NODE = 'node';

/** What one controller works with: its own actor, identity, connection and event recorder. */
export interface ControllerHandle {
  readonly actor: Actor;
  readonly api: ApiClient;
  readonly recorder: EventRecorder;
  /** Runs `then` once the controller has a token. */
  whenReady(then: () => void): void;
  /** The typed client of a resource, in the version that controllers use. */
  client(group: string, plural: string): ResourceClient;
}

/**
 * What all controllers of one kube-controller-manager share: the process' actor, its informers and its clock.
 * Models cmd/kube-controller-manager/app ControllerContext.
 */
export class ControllerContext {
  readonly kernel: KernelCore;
  readonly scheme: Scheme;
  readonly behaviour: ControllerBehaviour;
  readonly spec: ClusterSpec;
  /** The process. Informers run as it; work queues show it as who added. */
  readonly manager: Actor;
  private readonly informers = new Map<string, Informer<KubeObject>>();
  private readonly informerApi: ApiClient;
  private readonly clientBuilder: ClientBuilder;

  constructor(private readonly deps: ControllerManagerDeps) {
    this.kernel = deps.kernel;
    this.spec = deps.spec;
    this.scheme = schemeFor(deps.spec.kubernetesVersion);
    this.behaviour = behaviourOf(deps.spec.kubernetesVersion).controllers;
    this.manager = deps.kernel.actor('kube-controller-manager');
    this.informerApi = this.managerClient('shared-informers');
    this.clientBuilder = new ClientBuilder(this.managerClient('kube-controller-manager', true), this.scheme);
  }

  /** The wall clock, microseconds since 1970. */
  get wall(): number {
    return wallMicros(this.kernel.now);
  }

  /** The one informer of a resource in its preferred version. Add handlers and indices before `start`. */
  informer<T extends KubeObject>(group: string, plural: string): Informer<T> {
    const key = `${plural}.${group}`;
    let informer = this.informers.get(key);
    if (informer === undefined) {
      informer = new Informer<KubeObject>(this.informerApi, this.scheme, group, this.versionOf(group, plural), plural);
      informer.addIndex(BY_CONTROLLER, (object) => [getControllerOf(object)?.uid ?? orphansOf(object.metadata.namespace)]);
      if (key === 'pods.') informer.addIndex(BY_NODE, (pod) => [(pod as unknown as Pod).spec.nodeName ?? '']);
      this.informers.set(key, informer);
    }
    // An informer of a resource holds objects of that resource's kind.
    return informer as unknown as Informer<T>;
  }

  /** Starts the informers and has the controllers' service accounts made. */
  start(): void {
    this.clientBuilder.start();
    for (const informer of this.informers.values()) informer.start();
  }

  /** Runs `then` once all informers have their first list. */
  whenSynced(then: () => void): void {
    let missing = this.informers.size;
    for (const informer of this.informers.values()) {
      informer.whenSynced(() => {
        missing -= 1;
        if (missing === 0) then();
      });
    }
  }

  /** A client with the process' own identity. `purpose` ends its user agent. Informers are few requests: they need no limit. */
  managerClient(purpose: string, limited = false): ApiClient {
    return new ApiClient(this.manager, this.deps.server, {
      credential: { kind: 'clientCertificate', commonName: 'system:kube-controller-manager', organizations: [] }, userAgent: `${this.userAgent}/${purpose}`,
      ...(limited ? { qps: QPS, burst: BURST } : {}),
    });
  }

  /**
   * A controller's own actor, service account, connection (20 requests a second, bursts of 30) and recorder; events say that
   * `component` reported them.
   * Models staging/src/k8s.io/controller-manager clientbuilder ClientOrDie.
   */
  controller(name: string, component = name, qps = QPS): ControllerHandle {
    const user = `system:serviceaccount:kube-system:${name}`;
    const actor = this.deps.kernel.actor(name);
    const identity = this.clientBuilder.identity(name);
    const api = new ControllerClient(actor, this.deps.server, identity, { userAgent: `${this.userAgent}/${user}`, qps, burst: BURST });
    return {
      actor, api, recorder: new EventRecorder(api, this.scheme, { component, ordered: this.behaviour.orderedEvents }), whenReady: (then) => identity.whenReady(then),
      client: (group, plural) => new ResourceClient(api, this.scheme, group, this.versionOf(group, plural), plural),
    };
  }

  /** The version of a resource that clients are told to prefer. */
  versionOf(group: string, plural: string): string {
    const resource = this.scheme.resources.find((r) => r.preferred && r.group === group && r.resource === plural);
    invariant(resource !== undefined, `${plural}.${group} is not served`);
    return resource.version;
  }

  /** Whether this release serves a resource at all. */
  serves(group: string, plural: string): boolean {
    return this.scheme.resources.some((r) => r.group === group && r.resource === plural);
  }

  private get userAgent(): string {
    const { gitVersion, gitCommit } = behaviourOf(this.spec.kubernetesVersion);
    return `kube-controller-manager/${gitVersion} (linux/amd64) kubernetes/${gitCommit}`;
  }
}

/** `deployments/default/web`: how the log names the object of a key. */
export const subjectIn = (resource: string) => (key: string): string => `${resource}/${key}`;

/** The key of an object in a work queue. */
export const keyOf = objectKey;
