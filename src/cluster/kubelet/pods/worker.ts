import type { CriError } from '../../../api/cri';
import type { Container, Pod, Service } from '../../../api/types';
import type { Machine } from '../../../kernel/machine';
import type { Entry } from '../../../kernel/queue';
import type { MessageRow, Micros } from '../../../kernel/time';
import type { KubeletContext } from '../context';
import type { ContainerKiller } from '../containers/killer';
import type { ImageManager } from '../images/image-manager';
import type { Backoff } from '../backoff';
import type { ProbeManager } from '../probes/probe-manager';
import type { Pleg } from '../runtime/pleg';
import type { RuntimePodStatus } from '../runtime/pod-status';
import type { StartFailure } from '../status/container-status';
import type { StatusManager } from '../status/manager';
import type { ObjectCache } from '../volumes/object-cache';
import type { VolumeManager } from '../volumes/volume-manager';
import type { PodActions } from './actions';
import type { PodWorkerEvent } from './pod-worker.machine';

/** A container that is about to be started, and how far that is. */
export interface Starting {
  readonly container: Container;
  readonly init: boolean;
  containerId: string;
  failure: StartFailure | undefined;
  /** Text of the Warning Failed event that goes with the failure; undefined: none. */
  failureEvent: string | undefined;
  /** The hook's own event. */
  hookEvent: string | undefined;
  pull: { error: CriError | undefined; began: Micros; asked: Micros } | undefined;
}

/** What a pod worker carries from sync to sync. */
export interface WorkerData {
  readonly uid: string;
  pod: Pod;
  /** The runtime's view with which the present sync works. */
  seen: RuntimePodStatus;
  working: boolean;
  /** Messages of updates that came during a sync: the next one answers them. */
  pending: MessageRow[];
  /** The message that said first that the pod has to go; NONE while it may stay. */
  deletion: MessageRow;
  lastSync: Micros;
  prepared: boolean;
  actions: PodActions | undefined;
  queue: { readonly container: Container; readonly init: boolean }[];
  starting: Starting | undefined;
  sandboxId: string;
  podIP: string;
  /** Why containers could not be started, from the last sync that tried. */
  readonly failures: Map<string, StartFailure>;
  /** Something went wrong in this sync: it is tried again. */
  failed: boolean;
  retry: Entry | undefined;
  /** The pod is to be ended for good (1.22 and later). */
  terminating: boolean;
  /** Its containers are known to have ended. */
  stopped: boolean;
  terminated: boolean;
  /** Its phase is Failed or Succeeded: it takes up no room on the node. */
  over: boolean;
  /** Not admitted, or over its deadline: phase Failed with this. */
  verdict: { readonly reason: string; readonly message: string } | undefined;
  deadline: Entry | undefined;
  /** The object is gone from the API. */
  removed: boolean;
}

export type Worker = Machine<PodWorkerEvent, WorkerData>;

/** The parts of the kubelet that pod workers use. */
export interface WorkerDeps {
  readonly context: KubeletContext;
  readonly pleg: Pleg;
  readonly status: StatusManager;
  readonly volumes: VolumeManager;
  readonly objects: ObjectCache;
  readonly images: ImageManager;
  readonly probes: ProbeManager;
  readonly killer: ContainerKiller;
  readonly crashes: Backoff;
  readonly services: () => Iterable<Service>;
  /** Pods that are admitted and not over, for the admission of another. */
  readonly activePods: () => readonly Pod[];
  /** Something may be ready to be collected. */
  readonly wakeCollector: () => void;
  /** A failed pod whose containers still run (1.20: housekeeping kills them as well). */
  readonly unwanted: (worker: Worker) => void;
}
