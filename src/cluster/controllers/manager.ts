import { EventRecorder } from '../client/event-recorder';
import { LeaderElector } from '../client/leader-election';
import { ControllerContext, type ControllerManagerDeps } from './context';
import { CronJobController } from './cronjob/cronjob';
import { DaemonSetController } from './daemonset/daemonset';
import { DeploymentController } from './deployment/deployment';
import { DisruptionController } from './disruption/disruption';
import { EndpointSliceController } from './endpoints/endpointslices';
import { EndpointsController } from './endpoints/endpoints';
import { GarbageCollector } from './garbage-collector/garbage-collector';
import { JobController } from './job/job';
import { NamespaceController } from './namespace/namespace';
import { NodeIpamController, TtlController } from './node/ipam';
import { NodeLifecycleController } from './node/lifecycle';
import { TaintEvictionController } from './node/taint-eviction';
import { PersistentVolumeBinder } from './persistentvolume/binder';
import { ClaimProtection, VolumeProtection } from './persistentvolume/protection';
import { PodGarbageCollector } from './podgc/podgc';
import { ReplicaSetController } from './replicaset/replicaset';
import { ResourceQuotaController } from './resourcequota/resourcequota';
import { RootCaPublisher } from './serviceaccount/root-ca';
import { ServiceAccountsController } from './serviceaccount/serviceaccounts';
import { TokensController } from './serviceaccount/tokens';
import { StatefulSetController } from './statefulset/statefulset';

export type { ControllerManagerDeps } from './context';

const NAME = 'kube-controller-manager';

/** One of the controllers. */
export interface Controller {
  /**
   * Runs `then` once it may begin. In Kubernetes a controller's first request fetches its token; so it is here for those that few clusters
   * need. The others wait for theirs at once, as if they had long been at work when somebody types the first command.
   */
  whenReady(then: () => void): void;
  start(): void;
}

export interface ControllerManager {
  /** Competes for the lease; then starts the informers, and, once their caches are filled, the controllers. */
  start(): void;
}

/**
 * kube-controller-manager: one process, one set of informers, many controllers that meet only in the API server.
 * Models cmd/kube-controller-manager/app/controllermanager.go.
 */
export function createControllerManager(deps: ControllerManagerDeps): ControllerManager {
  const context = new ControllerContext(deps);
  const controllers: readonly Controller[] = [
    new DeploymentController(context), new ReplicaSetController(context), new GarbageCollector(context),
    new ServiceAccountsController(context), new RootCaPublisher(context), ...(context.behaviour.tokenSecrets ? [new TokensController(context)] : []),
    new EndpointsController(context), new EndpointSliceController(context), new NamespaceController(context),
    new NodeIpamController(context), new NodeLifecycleController(context), new TaintEvictionController(context), new TtlController(context), new PodGarbageCollector(context),
    new ResourceQuotaController(context), new JobController(context), new CronJobController(context), new DisruptionController(context), new DaemonSetController(context), new StatefulSetController(context),
    new PersistentVolumeBinder(context), new ClaimProtection(context), new VolumeProtection(context),
  ];
  const identity = `control-plane_${context.manager.random.uuid()}`;
  const recorder = new EventRecorder(context.managerClient('leader-election'), context.scheme, { component: NAME, ordered: context.behaviour.orderedEvents });
  const elector = new LeaderElector(context.managerClient('leader-election'), context.scheme, {
    name: NAME, identity, readsBeforeRenewal: context.behaviour.leaderElectionReads,
    started: (lease) => {
      recorder.event(lease, 'Normal', 'LeaderElection', `${identity} became leader`);
      context.start();
      context.whenSynced(() => {
        for (const controller of controllers) controller.whenReady(() => controller.start());
      });
    },
  });
  return { start: () => elector.start() };
}
