import { schemeFor } from '../../api/scheme';
import type {
  KubeObject, Lease, Namespace, Node, PersistentVolume, PersistentVolumeClaim, Pod, PodDisruptionBudget, ReplicaSet, ReplicationController, Service, StatefulSet, StorageClass,
} from '../../api/types';
import { defined } from '../../base/assert';
import type { Kernel } from '../../kernel/kernel';
import { ApiClient } from '../client/api-client';
import type { ApiServer, Credential } from '../client/http';
import { Informer } from '../client/informer';
import { LeaderElector } from '../client/leader-election';
import { PATCH, ResourceClient } from '../client/typed-client';
import type { ClusterSpec } from '../spec';
import { behaviourOf } from '../versions';
import { BindingCycles } from './binding-cycle';
import { SchedulerCache } from './cache';
import { EventBroadcaster } from './event-broadcaster';
import { handleNodes, handleOthers, handlePods } from './event-handlers';
import type { Listers } from './listers';
import { Nominator } from './nominator';
import { PodClasses } from './pod-info';
import { Preemptor } from './preemptor';
import { createProfile } from './profile';
import { SchedulingCycle, type FailureReporter } from './scheduling-cycle';
import { SchedulingQueue } from './scheduling-queue';
import { VolumeBinder } from './volume-binder';

export interface SchedulerDeps {
  readonly kernel: Kernel;
  readonly spec: ClusterSpec;
  readonly server: ApiServer;
  /** Whether it competes for the lease kube-system/kube-scheduler before it works. Default true. */
  readonly leaderElect?: boolean;
  /** Where the process runs: part of its identity. */
  readonly host?: string;
}

export interface Scheduler {
  start(): void;
}

const NAME = 'kube-scheduler';
const SCHEDULER_NAME = 'default-scheduler';

/** kube-scheduler. Models cmd/kube-scheduler/app/server.go Run, pkg/scheduler/scheduler.go New */
export function createScheduler({ kernel, spec, server, leaderElect = true, host = 'control-plane' }: SchedulerDeps): Scheduler {
  const version = behaviourOf(spec.kubernetesVersion);
  const behaviour = version.scheduler;
  const scheme = schemeFor(spec.kubernetesVersion);
  const actor = kernel.actor(NAME);
  const credential: Credential = { kind: 'clientCertificate', commonName: 'system:kube-scheduler', organizations: [] };
  const agent = `${NAME}/${version.gitVersion} (linux/amd64) kubernetes/${version.gitCommit}`;
  // Events and leases go over clients of their own, so that they do not wait behind bindings.
  const client = (suffix: string): ApiClient => new ApiClient(actor, server, { credential, userAgent: agent + suffix, qps: 50, burst: 100 });
  const api = client('/scheduler');
  const eventsApi = client('');

  const pods = new ResourceClient(api, scheme, '', 'v1', 'pods');
  const informers: Informer<KubeObject>[] = [];
  const informer = <T extends KubeObject>(plural: string, options: { readonly fieldSelector?: string } = {}): Informer<T> => {
    const resource = defined(scheme.resolve(plural), `resource ${plural}`);
    const made = new Informer<T>(api, scheme, resource.group, resource.version, resource.resource, options);
    informers.push(made as unknown as Informer<KubeObject>);
    return made;
  };
  const podInformer = informer<Pod>('pods', { fieldSelector: 'status.phase!=Succeeded,status.phase!=Failed' });
  const nodeInformer = informer<Node>('nodes');
  const claimInformer = informer<PersistentVolumeClaim>('persistentvolumeclaims');
  const volumeInformer = informer<PersistentVolume>('persistentvolumes');
  const classInformer = informer<StorageClass>('storageclasses');
  const serviceInformer = informer<Service>('services');
  const replicaSetInformer = informer<ReplicaSet>('replicasets');
  const statefulSetInformer = informer<StatefulSet>('statefulsets');
  const controllerInformer = informer<ReplicationController>('replicationcontrollers');
  const budgetInformer = informer<PodDisruptionBudget>('poddisruptionbudgets');
  const namespaceInformer = behaviour.queueingHints ? informer<Namespace>('namespaces') : undefined;

  const listers: Listers = {
    services: (namespace) => serviceInformer.list(namespace), replicaSet: (key) => replicaSetInformer.get(key), statefulSet: (key) => statefulSetInformer.get(key),
    replicationController: (key) => controllerInformer.get(key), namespace: (name) => namespaceInformer?.get(name), claim: (key) => claimInformer.get(key), volume: (name) => volumeInformer.get(name),
    volumes: () => volumeInformer.list(), storageClass: (name) => classInformer.get(name), disruptionBudgets: (namespace) => budgetInformer.list(namespace),
  };

  const classes = new PodClasses();
  const nominator = new Nominator();
  const cache = new SchedulerCache(classes);
  const assumedVolumes = new Map<string, string>();
  const profile = createProfile(behaviour, listers, assumedVolumes);
  const events = new EventBroadcaster(eventsApi, scheme, SCHEDULER_NAME, host, behaviour.firstSeriesCount);
  const preemptor: Preemptor = new Preemptor({ actor, behaviour, pods, informer: podInformer, nominator, events, retry: (uid) => queue.ungate(uid) });
  const queue: SchedulingQueue = new SchedulingQueue({
    actor, profile, classes, nominator,
    gate: (pod) => ((pod.spec.schedulingGates ?? []).length > 0 ? 'SchedulingGates' : preemptor.isPreempting(pod.metadata.uid ?? '') ? 'DefaultPreemption' : undefined),
  });
  const reporter: FailureReporter = {
    requeue: (item, plugins) => {
      const known = podInformer.get(item.info.key);
      if (known === undefined || known.metadata.uid !== item.info.uid || (known.spec.nodeName ?? '') !== '') queue.done(item);
      else {
        item.info = classes.info(known, item.info);
        queue.addUnschedulable(item, plugins);
      }
    },
    patchStatus: ({ metadata: { namespace, name } }, patch, done) => pods.patch({ namespace, name, subresource: 'status' }, PATCH.strategic, patch, done),
  };
  const volumeBinder = new VolumeBinder({
    actor, claimInformer, volumes: new ResourceClient(api, scheme, '', 'v1', 'persistentvolumes'), claims: new ResourceClient(api, scheme, '', 'v1', 'persistentvolumeclaims'),
  });
  const bindings = new BindingCycles({ actor, behaviour, queue, cache, events, pods, volumeBinder, reporter, assumedVolumes });
  const cycle = new SchedulingCycle({ actor, profile, listers, queue, cache, nominator, events, preemptor, reporter, assumedVolumes, bind: (assumed) => bindings.start(assumed) });

  const handled = { schedulerName: SCHEDULER_NAME, behaviour, queue, cache };
  handlePods(podInformer, handled);
  handleNodes(nodeInformer, handled);
  handleOthers(claimInformer, 'PersistentVolumeClaim', handled);
  handleOthers(volumeInformer, 'PersistentVolume', handled);
  handleOthers(classInformer, 'StorageClass', handled);
  if (namespaceInformer === undefined) handleOthers(serviceInformer, 'Service', handled);
  else handleOthers(namespaceInformer, 'Namespace', handled);

  const elector = leaderElect
    ? new LeaderElector(client('/leader-election'), scheme, {
      name: NAME, identity: `${host}_${actor.random.uuid()}`, readsBeforeRenewal: version.controllers.leaderElectionReads, started: (_lease: Lease) => cycle.start(),
    })
    : undefined;

  return {
    start: () => {
      let left = informers.length;
      for (const one of informers) {
        one.whenSynced(() => {
          left--;
          if (left > 0) return;
          if (elector === undefined) cycle.start();
          else elector.start();
        });
        one.start();
      }
    },
  };
}
