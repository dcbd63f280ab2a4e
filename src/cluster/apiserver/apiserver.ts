import { schemeFor, type Resource, type ResourceDef, type Scheme } from '../../api/scheme';
import { formatTime } from '../../api/time';
import { invariant } from '../../base/assert';
import type { Actor } from '../../kernel/actor';
import type { Kernel } from '../../kernel/kernel';
import { MachineKind } from '../../kernel/machine';
import { ApiClient } from '../client/api-client';
import type { ApiServer, Exchange } from '../client/http';
import { wallMicros, wallSeconds } from '../clock';
import type { ClusterSpec } from '../spec';
import { behaviourOf, type VersionBehaviour } from '../versions';
import { buildAdmission } from './admission/plugins';
import type { AdmissionChain } from './admission/chain';
import { Authenticator } from './authentication/authenticator';
import { Authorizer } from './authorization/authorizer';
import { NodeAuthorizer } from './authorization/node';
import { NodeGraph } from './authorization/node-graph';
import { RbacAuthorizer } from './authorization/rbac';
import { bootstrap } from './bootstrap/bootstrap';
import { bootstrapObjects } from './bootstrap/objects';
import type { Core } from './core';
import { FILTERS } from './filters';
import { httpDate } from './http-date';
import { FlowController } from './flowcontrol/dispatcher';
import type { KubeletServer } from './kubelet-connection';
import { buildRequestMachine, type RequestEvent } from './machine';
import { schemaOf } from '../../api/schema/schema';
import { Comparison } from './managedfields/compare';
import { BodyReader } from './registry/body-reader';
import { Allocators } from './registry/allocators';
import { handlerFor, type ResourceHandler } from './registry/handler';
import type { StrategyContext } from './registry/strategy';
import { ValidatedSpecs } from './registry/validated-specs';
import { RequestContext } from './request';
import { RequestInfos } from './request-info';
import { REQUEST_ACTIONS } from './actions';
import { Caches } from './storage/caches';
import { startCompactor } from './storage/compactor';
import type { EtcdServer } from './storage/etcd-api';
import { EtcdClient } from './storage/etcd-client';
import { watchCacheMachine, type WatchCacheMachineEvent } from './storage/machine';
import { WatchCache } from './storage/watch-cache';

/** Why connections fail while nobody listens. */
const REFUSED = 'dial tcp 127.0.0.1:6443: connect: connection refused';

/** kube-apiserver: see README.md. */
export class ApiServerImpl implements ApiServer, Core {
  readonly actor: Actor;
  readonly url = 'https://127.0.0.1:6443';
  readonly scheme: Scheme;
  readonly behaviour: VersionBehaviour;
  readonly etcd: EtcdClient;
  readonly infos: RequestInfos;
  readonly caches = new Caches();
  readonly authenticator: Authenticator;
  readonly authorizer: Authorizer;
  readonly flow: FlowController;
  readonly admission: AdmissionChain;
  readonly reader: BodyReader;
  readonly comparison: Comparison;
  readonly validated: ValidatedSpecs;
  readonly allocators: Allocators;
  readonly kubelets = new Map<string, KubeletServer>();
  readonly loopback: ApiClient;
  private readonly requestKind: MachineKind<RequestEvent, RequestContext>;
  private readonly handlers = new Map<Resource, ResourceHandler>();
  private readonly nodeGraph: NodeGraph;
  private down: string | undefined = REFUSED;
  private timestampOf = -1;
  private context: StrategyContext | undefined;

  constructor(readonly kernel: Kernel, readonly spec: ClusterSpec, etcd: EtcdServer) {
    const version = spec.kubernetesVersion;
    const actor = (this.actor = kernel.actor('kube-apiserver'));
    this.scheme = schemeFor(version);
    this.behaviour = behaviourOf(version);
    this.etcd = new EtcdClient(actor, etcd);
    this.infos = new RequestInfos(this.scheme);
    const cacheKind = new MachineKind<WatchCacheMachineEvent, WatchCache>('watch cache', watchCacheMachine, {
      list: (m) => m.data.listAll(), takeNext: (m) => m.data.takeNext(m), update: (m) => m.data.update(m), dispatch: (m) => m.data.dispatch(m),
    });
    for (const def of cachedResources(this.scheme)) this.caches.add(new WatchCache(def, actor, this.etcd, cacheKind));
    const loopbackToken = actor.random.uuid();
    this.authenticator = new Authenticator(actor, this.caches, actor.random.hex(16), loopbackToken);
    this.nodeGraph = new NodeGraph(this.caches);
    this.authorizer = new Authorizer(spec.authorization, new RbacAuthorizer(this.caches), new NodeAuthorizer(this.nodeGraph));
    this.flow = new FlowController(version);
    this.reader = new BodyReader(version);
    this.comparison = new Comparison(schemaOf(version));
    this.validated = new ValidatedSpecs(version);
    this.allocators = new Allocators(spec.serviceCIDR, actor.random, this.behaviour.apiServer.notInRange);
    this.loopback = new ApiClient(actor, this, { credential: { kind: 'bearerToken', token: loopbackToken }, userAgent: `kube-apiserver/${this.behaviour.gitVersion} (linux/amd64) kubernetes/${this.behaviour.gitCommit}` });
    this.admission = buildAdmission(spec, {
      actor, scheme: this.scheme, behaviour: this.behaviour, caches: this.caches, authorizer: this.authorizer, loopback: this.loopback,
    });
    this.requestKind = new MachineKind<RequestEvent, RequestContext>('kube-apiserver request', buildRequestMachine(FILTERS[version]), REQUEST_ACTIONS);
  }

  /** Opens the port, fills the watch caches, then writes the objects that a new cluster is born with. `ready` runs when all is done. */
  start(ready: () => void = () => {}): void {
    this.down = undefined;
    let missing = 0;
    for (const cache of this.caches.values()) {
      missing++;
      cache.start(() => {
        missing--;
        if (missing === 0) bootstrap(this.scheme, this.loopback, bootstrapObjects(this.spec), ready);
      });
    }
    this.nodeGraph.follow();
    startCompactor(this.actor, this.etcd);
  }

  unreachable(): string | undefined {
    return this.down;
  }

  serve(exchange: Exchange): void {
    this.actor.start(this.requestKind, { data: new RequestContext(this, exchange) });
  }

  /** Makes a kubelet's own server known, for `pods/log`. */
  registerKubelet(node: string, kubelet: KubeletServer): void {
    this.kubelets.set(node, kubelet);
  }

  /** Nobody listens any more; requests that are under way go on. */
  stop(): void {
    this.down = REFUSED;
  }

  /** Listens again after `stop`. */
  resume(): void {
    this.down = undefined;
  }

  handlerFor(resource: Resource): ResourceHandler {
    let handler = this.handlers.get(resource);
    if (handler === undefined) {
      handler = handlerFor(resource, this.caches.of(resource), this.spec.kubernetesVersion);
      this.handlers.set(resource, handler);
    }
    return handler;
  }

  strategyContext(): StrategyContext {
    const second = wallSeconds(this.kernel.now);
    if (this.context === undefined || second !== this.timestampOf) {
      this.timestampOf = second;
      this.context = { behaviour: this.behaviour, version: this.spec.kubernetesVersion, timestamp: formatTime(wallMicros(this.kernel.now)), httpDate: httpDate(this.kernel.now) };
    }
    return this.context;
  }
}

export function createApiServer(kernel: Kernel, spec: ClusterSpec, etcd: EtcdServer): ApiServerImpl {
  return new ApiServerImpl(kernel, spec, etcd);
}

/** One definition a storage prefix, without events, which are too many to keep twice. */
function cachedResources(scheme: Scheme): readonly ResourceDef[] {
  const out = new Map<string, ResourceDef>();
  for (const r of scheme.resources) if (r.stored && r.resource !== 'events' && r.storedAs === undefined && !out.has(r.storagePrefix)) out.set(r.storagePrefix, r);
  invariant(out.size > 0, 'a release serves something');
  return [...out.values()];
}
