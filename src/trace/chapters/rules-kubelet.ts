import { nodeOf } from '../components';
import { IN_RUNTIME, kubelet, NEWS, REMOVAL } from './on-node';
import { nameOf, resourceOf, type Rule } from './rule';

/** From the pod's arrival at its node to its running containers: one pod worker, and who helps it. */
export const KUBELET_RULES: readonly Rule[] = [
  kubelet('kubelet.end', 'reflector', ['watching'], { ...REMOVAL, when: (span, { fact }) => resourceOf(span.subject) === 'pods' && fact(span.subject)?.deleting === true }),
  kubelet('kubelet.see', 'reflector', ['watching'], { when: (span, { fact }) => resourceOf(span.subject) === 'pods' && fact(span.subject)?.word === 'Pending' }),
  kubelet('kubelet.echo', 'reflector', ['watching'], { onlyOnWay: true, params: (span) => ({ object: nameOf(span.subject), node: span.node ?? '' }) }),
  kubelet('kubelet.admit', 'pod worker', ['admitting']),
  kubelet('kubelet.cgroup', 'pod worker', ['creatingCgroup']),
  kubelet('kubelet.directories', 'pod worker', ['creatingDataDirs']),
  kubelet('kubelet.volumes', 'pod worker', ['mountingVolumes']),
  kubelet('kubelet.mount', 'volume', ['waitingForReconciler', 'fetchingContent', 'settingUp', 'mounted']),
  kubelet('kubelet.follow', 'object watcher', ['listing', 'opening', 'watching'], { params: (span, { newsOf }) => ({ object: nameOf(span.subject), node: span.node ?? '', pod: nameOf(newsOf) }), onlyOnWay: true }),
  kubelet('kubelet.volumeFails', 'volume', ['backingOff'], { bad: true }),
  kubelet('kubelet.secrets', 'pod worker', ['fetchingPullSecrets']),
  kubelet('kubelet.sync', 'pod worker', ['computingActions']),
  kubelet('kubelet.sandbox', 'pod worker', ['creatingSandbox', 'readingSandboxStatus'], { ...IN_RUNTIME, onlyOnWay: true }),
  kubelet('kubelet.image', 'pod worker', ['checkingImage', 'pullingImage', 'recordingPull'], IN_RUNTIME),
  kubelet('kubelet.container', 'pod worker', ['creatingContainer', 'startingContainer', 'containerStarted'], IN_RUNTIME),
  kubelet('kubelet.postStart', 'pod worker', ['runningPostStart'], IN_RUNTIME),
  kubelet('kubelet.failure', 'pod worker', ['recordingFailure'], { ...IN_RUNTIME, bad: true }),
  kubelet('kubelet.restart', 'pod worker', ['killingContainers'], { ...IN_RUNTIME, bad: true }),
  kubelet('kubelet.probe', 'probe worker', ['probing', 'judgingResult'], NEWS),
  kubelet('kubelet.relist', 'pod worker', ['waitingForRelist'], { ...NEWS, onlyOnWay: true }),
  kubelet('kubelet.inspect', 'PLEG', ['listingSandboxes', 'listingContainers', 'inspectingPod'], { ...NEWS, onlyOnWay: true }),
  { on: 'message', id: 'kubelet.pleg', kind: 'channel', from: 'kubelet', to: 'kubelet', label: /^PLEG /, ...NEWS, params: (message) => ({ pod: nameOf(message.subject), node: nodeOf(message.to) ?? '' }) },
  kubelet('kubelet.phase', 'pod worker', ['computingStatus'], { ...NEWS, onlyOnWay: true }),
];
