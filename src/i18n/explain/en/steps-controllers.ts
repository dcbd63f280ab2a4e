import type { Explanation } from '../text';

/** Control loops and the scheduler. */
export const loopSteps = {
  'deployment.queue': {
    title: 'A key in the Deployment queue',
    text: 'The informer’s handler puts only a key, namespace and name, into a work queue; not the event. If the same object changes five times before a worker is free, the worker still runs once, and looks at the newest state. That is why controllers survive missed and merged events.',
  },
  'deployment.sync': {
    title: 'The Deployment controller compares',
    text: 'A worker takes the key, reads the Deployment and its ReplicaSets from its local cache, and looks for the ReplicaSet whose template is the present one. There is none for a new Deployment. Reads cost the API server nothing here: the cache is kept current by a watch.',
  },
  'deployment.create': {
    title: 'Deployment → ReplicaSet',
    text: 'The controller creates one ReplicaSet for this version of the template. Its name ends in a hash of the template, so the same template always leads to the same ReplicaSet, and a changed one to another; that is how rollouts and rollbacks work. It asks for all {wanted} replicas at once: nothing old has to make room.',
  },
  'deployment.plan': {
    title: 'How far may it go?',
    text: 'The controller computes how many pods may exist above the wanted number (maxSurge, rounded up) and how many may be missing (maxUnavailable, rounded down). With three replicas and 25 % that is one more and none fewer. In each round it grows the new ReplicaSet or shrinks an old one.',
  },
  'deployment.scaleUp': {
    title: 'The ReplicaSet may grow',
    text: 'The Deployment controller writes a larger number into the ReplicaSet and does nothing else. The pods are the ReplicaSet controller’s work: it will see the change by its own watch.',
  },
  'deployment.scaleDown': {
    title: 'A ReplicaSet must shrink',
    text: 'A smaller number is written into the ReplicaSet. Pods that are not ready are given up first; of those that serve, no more than maxUnavailable may be missing at any moment.',
  },
  'deployment.cleanUp': {
    title: 'Old revisions are removed',
    text: 'ReplicaSets with no replicas are kept for rollbacks, ten of them unless revisionHistoryLimit says otherwise. Older ones are deleted here.',
  },
  'deployment.record': {
    title: 'The revision is recorded',
    text: 'The Deployment gets its revision number as an annotation and a condition that says that it progresses. From here on the copy in the worker’s hand is older than the stored one, so its next write in this round is answered with 409 and the key goes back to the queue. That is normal.',
  },
  'deployment.status': {
    title: 'Deployment status: {ready} of {wanted} ready',
    text: 'The controller sums up its ReplicaSets and writes the Deployment’s status: how many pods there are, are up to date, are available. When enough are available, the condition Available turns True. kubectl rollout status does nothing but wait for these fields.',
  },
  'replicaset.queue': {
    title: 'A key in the ReplicaSet queue',
    text: 'Changes of a ReplicaSet and of its pods lead to the same key: a pod’s owner reference says whose it is. While a worker has the key no other worker gets it, so one ReplicaSet is never counted twice at the same time.',
  },
  'replicaset.count': {
    title: 'How many pods are there?',
    text: 'The ReplicaSet controller counts the pods in its cache that match the selector and belong to it, and compares with the wanted number. Its cache may be behind its own writes, so it remembers how many creations it has not seen come back yet, and decides nothing until they have.',
  },
  'replicaset.create': {
    title: 'Pods are created: one, then two, then four',
    text: 'Pods are created in batches that double: if the first is refused, by a quota for example, one error has been made instead of hundreds. Each is a POST of its own; the server completes the name with five random letters, and an owner reference ties the pod to {object}. A pod is only a record now: it has no node.',
  },
  'replicaset.delete': {
    title: 'Surplus pods are deleted',
    text: 'There are more pods than wanted, so some must go. Those without a node go first, then pending ones, then those that are not ready, then those that have been ready for the shortest time. They are deleted in the ordinary way, with their grace period.',
  },
  'replicaset.status': {
    title: 'ReplicaSet status: {ready} of {wanted} ready',
    text: 'The counts of pods that exist, are ready and are available are written into the ReplicaSet’s status. That write is an event for the Deployment controller: the news climbs one floor further up.',
  },
  'gc.check': {
    title: 'Is the owner still there?',
    text: 'The garbage collector keeps a graph of all objects and their owners. {object} names an owner that seems to be gone; before it acts it asks the API server itself, because its graph may be behind. Only an owner that is surely absent lets the object be deleted.',
  },
  'gc.delete': {
    title: '{object} is deleted after its owner',
    text: 'The owner is gone, so {object} is deleted as well, with a precondition on its uid: if another object of the same name had taken its place, that one would be left alone. This is why a Deployment vanishes at once and its ReplicaSet and pods a moment later.',
  },
  'gc.release': {
    title: 'The owner may go',
    text: 'A deletion in the foreground waits, held by a finalizer, until the dependents are gone. They are, so the finalizer is removed, and with that the owner disappears.',
  },
  'gc.orphan': {
    title: 'The children are set free',
    text: 'With --cascade=orphan the owner references are removed from the dependents, which then live on without an owner. A new owner whose selector matches may adopt them.',
  },

  'scheduler.queue': {
    title: '{pod} waits in the scheduling queue',
    text: 'The scheduler watches for pods whose nodeName is empty. They wait in a queue ordered by priority, then by time. A pod that could not be placed waits elsewhere until something changes that might help it, and no shorter than its back-off.',
  },
  'scheduler.pop': {
    title: 'The scheduler takes {pod}',
    text: 'One pod at a time leaves the queue, so that each decision sees the one before. The scheduler works on a snapshot of all nodes with what is already promised on them; PreFilter plugins compute once what every node will be asked.',
  },
  'scheduler.filter': {
    title: 'Which nodes can run it?',
    text: 'Every node is held against the filters in order: schedulable, the right name, taints, affinity, ports, free resources, volumes, topology. The first filter that says no ends it for that node. Resources here are requests, never limits and never what is really in use; they have to be free on one node, a sum over several is no use.',
  },
  'scheduler.score': {
    title: 'Which node is best?',
    text: 'Each plugin gives the remaining nodes up to 100 points, which are multiplied with its weight and added up: room that is left, balance of CPU and memory, how evenly the pods of this workload are spread, whether the image is there already. With a single node left nothing is scored.',
  },
  'scheduler.select': {
    title: 'The winner is remembered',
    text: 'The node with the most points wins; between equals chance decides. The scheduler books the pod on that node in its own memory at once ("assumes" it), so that the next pod sees the room as taken, long before the cluster confirms it.',
  },
  'scheduler.preempt': {
    title: 'Would it help to make room?',
    text: 'No node fits. The scheduler looks for nodes where removing pods of lower priority would make room, and chooses so that as little as possible is harmed. Taints, affinity and node names cannot be helped that way.',
  },
  'scheduler.fail': {
    title: '{pod} cannot be placed',
    text: 'The pod goes to the pods that wait for better times, with an event FailedScheduling that counts the reasons of all nodes and a condition PodScheduled=False. It stays Pending: nothing is broken, and as soon as a node or a pod changes in a way that could matter, it is tried again.',
  },
  'scheduler.bind': {
    title: 'The node is written into {pod}',
    text: 'The decision becomes real as a POST to the pod’s binding subresource: the API server sets nodeName, and refuses if it is set already. It runs beside the scheduling of the next pod. The scheduler starts nothing; the kubelet on the node will act because it sees its own name.',
  },
} satisfies Readonly<Record<string, Explanation>>;
