import type { Explanation } from '../text';

/** StatefulSets, DaemonSets, Jobs, CronJobs. */
export const workloadSteps = {
  'statefulset.queue': {
    title: 'A key in the StatefulSet queue',
    text: 'A change of the StatefulSet or of one of its pods leads to the same key. One worker at a time has it, so that the pods are handled in order and never twice.',
  },
  'statefulset.plan': {
    title: 'The StatefulSet controller counts from 0 up',
    text: '{object} wants {wanted} pods with fixed names, from {object}-0 on. The controller goes through them in order and stops at the first that is missing, not ready or ending: as long as that one is not right, no later one is touched. Set podManagementPolicy to Parallel, and it would not wait.',
  },
  'statefulset.revision': {
    title: 'The template is kept as a ControllerRevision',
    text: 'StatefulSets and DaemonSets make no ReplicaSets. Each version of the template is stored as an object of its own, and pods carry its hash in a label. That is how the controller knows which pods are still old, and how rollout undo finds its way back.',
  },
  'statefulset.volume': {
    title: 'A claim for each pod',
    text: 'For each volumeClaimTemplate the pod gets a PersistentVolumeClaim of its own, named after claim and pod. It is made before the pod, and it stays when the pod goes: the next pod of the same name finds its data again. Deleting the claims is left to you, unless persistentVolumeClaimRetentionPolicy says otherwise.',
  },
  'statefulset.create': {
    title: 'The next pod in the order is created',
    text: 'One pod is created, with its number in its name. The one after it has to wait until this one runs and is ready, which takes seconds, not milliseconds: this is why a StatefulSet comes up like a staircase. If this pod never becomes ready, the rest is never made.',
  },
  'statefulset.delete': {
    title: 'The highest number goes first',
    text: 'Pods are removed from the top down, one at a time, each only when the one above is gone. An update works the same way: the old pod is deleted and a new one of the same name follows. Claims are not deleted with the pods.',
  },
  'statefulset.status': {
    title: 'StatefulSet status: {ready} of {wanted} ready',
    text: 'The controller counts the pods that exist, are ready and belong to the present revision, and writes the status. It is this write, and the pod’s that came before it, that lets the next round begin.',
  },
  'daemonset.queue': {
    title: 'A key in the DaemonSet queue',
    text: 'A change of the DaemonSet, of one of its pods or of a node leads to its key. So a node that joins gets its pod without anybody asking.',
  },
  'daemonset.match': {
    title: 'Which nodes need {object}?',
    text: 'The controller holds every node against the pod template: does the node selector match, are the taints tolerated? A fitting node without a pod lacks one; a pod on a node that does not fit is one too many. The number of pods is not written anywhere: it follows from the nodes.',
  },
  'daemonset.revision': {
    title: 'The template is kept as a ControllerRevision',
    text: 'Each version of the template is stored as an object of its own, and pods carry its hash in a label. That is how the controller tells old pods from new ones, and how rollout undo works here, without ReplicaSets.',
  },
  'daemonset.create': {
    title: 'A pod for each node',
    text: 'Pods are created in batches that double, each with a node affinity for exactly one node and with tolerations for node conditions, unschedulable included. The scheduler still binds them, so resources and ports are checked as for any pod. On a cordoned node a DaemonSet’s pod therefore starts nevertheless.',
  },
  'daemonset.roll': {
    title: 'Which old pods may be replaced now?',
    text: 'In a rolling update at most maxUnavailable nodes may be without a ready pod, one by default. Old pods that do not work are replaced first, they cannot be missed. The new pod comes only when the old one is gone, because both want the same node (maxSurge could change that).',
  },
  'daemonset.delete': {
    title: 'Pods that do not belong are deleted',
    text: 'A pod on a node that fits no longer, a second pod on the same node, or an old one that is to be replaced. They go in the ordinary way, with their grace period.',
  },
  'daemonset.status': {
    title: 'DaemonSet status: {ready} of {wanted} ready',
    text: 'The controller writes how many nodes should run the pod, how many do, and how many of those are ready and up to date. The wanted number is part of the status and not of the spec, because the nodes decide it.',
  },
  'job.queue': {
    title: 'A key in the Job queue',
    text: 'The Job was changed, or one of its pods was. Changes that come close together are gathered for about a second in current releases, so that a Job with many pods is not counted anew for each of them.',
  },
  'job.compare': {
    title: 'Is the Job done, failed, or short of pods?',
    text: 'The controller counts the pods of {object} that run, that succeeded and that failed. Enough successes: it is complete. More failures than backoffLimit, or past activeDeadlineSeconds: it has failed. Otherwise pods are missing, at most parallelism of them at once.',
  },
  'job.create': {
    title: 'Pods of the Job are created',
    text: 'A Job’s pod runs to its end and is not restarted by a controller that wants a number alive. In current releases it carries a finalizer, so that it cannot vanish before it has been counted. After a failure the next pod is made only after a pause: 10 seconds, then 20, then 40 (1.20: at once, then 10, then 20).',
  },
  'job.delete': {
    title: 'The Job’s running pods are deleted',
    text: 'The verdict is there, or there are more pods than parallelism allows: those that still run are deleted. Pods that have ended are kept, so that their logs can be read; they go with the Job.',
  },
  'job.track': {
    title: 'Ended pods are written down, then let go',
    text: 'First the controller writes into the status which ended pods it is about to count, then it removes their finalizers, then it counts them. Should it crash in between, the next one knows where it stood: no pod is lost, none is counted twice. (1.20 counted the pods that were there, and lost those that somebody had deleted.)',
  },
  'job.status': {
    title: 'Job status: {ready} of {wanted} succeeded',
    text: 'The counts of active, succeeded and failed pods are written, and at the end a condition: Complete or Failed, with the reason. A finished Job stays, with its pods, until it is deleted or ttlSecondsAfterFinished has passed.',
  },
  'cronjob.schedule': {
    title: 'Is a Job of {object} due?',
    text: 'The controller works out the last time at which the schedule should have fired. If there has been no Job for it yet, one is due; times that were missed are not made up one by one, only the latest counts. concurrencyPolicy says what happens when the Job before still runs: Allow, Forbid or Replace.',
  },
  'cronjob.create': {
    title: 'CronJob → Job',
    text: 'One Job is created from jobTemplate, with the scheduled time in its name. If the same moment is worked on twice, the second POST is refused because the name is taken: a tick never leads to two Jobs. The Job is then the Job controller’s work.',
  },
  'cronjob.history': {
    title: 'Old Jobs are removed',
    text: 'A CronJob keeps its last three successful Jobs and its last failed one, unless its history limits say otherwise. Older ones are deleted, and their pods after them.',
  },
  'cronjob.status': {
    title: 'The CronJob remembers its runs',
    text: 'The status lists the Jobs that are active, and when one was last scheduled and last succeeded. The next tick is worked out from these times, so they survive a restart of the controller.',
  },
} satisfies Readonly<Record<string, Explanation>>;
