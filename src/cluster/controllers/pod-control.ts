import { controllerRef } from '../../api/owner';
import type { KubeObject, Pod, PodTemplateSpec } from '../../api/types';
import type { ApiResponse } from '../client/http';
import type { EventRecorder } from '../client/event-recorder';
import { objectOf, refusalOf, succeeded, type ResourceClient } from '../client/typed-client';
import { errorOf, isNamespaceTerminating, isNotFound } from './errors';
import type { SyncError } from './worker';

/** Creating and deleting pods on behalf of an owner, with the events that tell of it. */

/** A pod as a controller posts it: the server gives it the rest of its name. */
export interface NewPod {
  readonly apiVersion: 'v1';
  readonly kind: 'Pod';
  readonly metadata: Partial<Pod['metadata']>;
  readonly spec: PodTemplateSpec['spec'];
}

/** Models pkg/controller/controller_utils.go GetPodFromTemplate. */
export function podFromTemplate(template: PodTemplateSpec, owner: KubeObject): NewPod {
  const { labels, annotations, finalizers } = template.metadata;
  const { namespace, name } = owner.metadata;
  return {
    apiVersion: 'v1', kind: 'Pod',
    metadata: {
      generateName: `${name}-`, ...(namespace === undefined ? {} : { namespace }), ...(labels === undefined ? {} : { labels }), ...(annotations === undefined ? {} : { annotations }),
      ...(finalizers === undefined ? {} : { finalizers }), ownerReferences: [controllerRef(owner)],
    },
    spec: template.spec,
  };
}

/** Models pkg/controller/controller_utils.go RealPodControl. */
export class PodControl {
  constructor(private readonly pods: ResourceClient, private readonly recorder: EventRecorder) {}

  create(pod: NewPod): (done: (response: ApiResponse) => void) => void {
    return (done) => this.pods.create(pod, done);
  }

  delete(pod: Pod): (done: (response: ApiResponse) => void) => void {
    return (done) => this.pods.delete({ namespace: pod.metadata.namespace, name: pod.metadata.name }, {}, done);
  }

  /** Reports how a creation went; gives back why it failed, if it did and that matters. */
  created(owner: KubeObject, response: ApiResponse): SyncError | undefined {
    if (succeeded(response)) {
      this.recorder.event(owner, 'Normal', 'SuccessfulCreate', `Created pod: ${objectOf<Pod>(response).metadata.name}`);
      return undefined;
    }
    // In a namespace that is going away all creations fail: no use to report or to try again.
    if (isNamespaceTerminating(response)) return undefined;
    this.recorder.event(owner, 'Warning', 'FailedCreate', `Error creating: ${refusalOf(response).message}`);
    return errorOf(response);
  }

  /** The same for a deletion. A pod that is already gone is no failure. */
  deleted(owner: KubeObject, pod: Pod, response: ApiResponse): SyncError | undefined {
    if (succeeded(response)) {
      this.recorder.event(owner, 'Normal', 'SuccessfulDelete', `Deleted pod: ${pod.metadata.name}`);
      return undefined;
    }
    if (isNotFound(response)) return undefined;
    const { message, code } = refusalOf(response);
    this.recorder.event(owner, 'Warning', 'FailedDelete', `Error deleting: ${message}`);
    return { message: `unable to delete pods: ${message}`, code };
  }
}
