import type { Resource, Scheme } from '../../api/scheme';
import type { Actor } from '../../kernel/actor';
import type { Kernel } from '../../kernel/kernel';
import type { ApiClient } from '../client/api-client';
import type { ClusterSpec } from '../spec';
import type { VersionBehaviour } from '../versions';
import type { AdmissionChain } from './admission/chain';
import type { Authenticator } from './authentication/authenticator';
import type { Authorizer } from './authorization/authorizer';
import type { FlowController } from './flowcontrol/dispatcher';
import type { KubeletServer } from './kubelet-connection';
import type { Comparison } from './managedfields/compare';
import type { Allocators } from './registry/allocators';
import type { BodyReader } from './registry/body-reader';
import type { ResourceHandler } from './registry/handler';
import type { StrategyContext } from './registry/strategy';
import type { RequestInfos } from './request-info';
import type { ValidatedSpecs } from './registry/validated-specs';
import type { EtcdClient } from './storage/etcd-client';
import type { Caches } from './storage/caches';

/** The parts of the server that the stages of a request use. */
export interface Core {
  readonly kernel: Kernel;
  readonly actor: Actor;
  readonly spec: ClusterSpec;
  readonly scheme: Scheme;
  readonly behaviour: VersionBehaviour;
  readonly etcd: EtcdClient;
  readonly infos: RequestInfos;
  readonly caches: Caches;
  readonly authenticator: Authenticator;
  readonly authorizer: Authorizer;
  readonly flow: FlowController;
  readonly admission: AdmissionChain;
  readonly reader: BodyReader;
  readonly comparison: Comparison;
  readonly validated: ValidatedSpecs;
  readonly allocators: Allocators;
  readonly kubelets: ReadonlyMap<string, KubeletServer>;
  /** The server's own client: user system:apiserver. */
  readonly loopback: ApiClient;
  handlerFor(resource: Resource): ResourceHandler;
  strategyContext(): StrategyContext;
}
