import type { Explanation } from '../text';

/** What all control loops have in common, and the rarer ways of Deployments and the scheduler. */
export const moreLoopSteps = {
  'informer.hear': {
    title: 'The controllers’ cache hears of {object}',
    text: 'kube-controller-manager keeps one watch for each resource and one cache that all its controllers share. The change of {object} came down that stream; the cache takes it in, and the handlers of the controllers concerned each put a key into a queue. They do nothing else here: a slow handler would hold up everybody.',
  },
  'deployment.pause': {
    title: 'The rollout is paused, or goes on',
    text: 'The Deployment’s condition Progressing says so: DeploymentPaused or DeploymentResumed. While it is paused, changes of the template are stored but no ReplicaSet is made for them; scaling still works. Several changes can thus be made before one rollout carries them all.',
  },
  'gc.orphaned': {
    title: 'The owner goes without its children',
    text: 'All dependents have been set free, so the finalizer orphan is removed from {object}, and with it the last thing that kept the object. The children now have no owner that the garbage collector could miss.',
  },
  'controllers.queue': {
    title: 'A key in the {queue} queue',
    text: 'Between hearing and acting stands a work queue. It holds keys, not events, each key once: what changes often is worked on once, in its newest state. A failed key comes back after a pause that doubles.',
  },
  'controllers.adopt': {
    title: '{object} adopts by label',
    text: 'Something without an owner matches the selector of {object}. The controller asks the API server whether {object} still lives, by its uid, and then writes itself in as the owner. Ownership thus follows labels: whatever fits the selector is counted, whoever made it.',
  },
  'controllers.release': {
    title: '{object} lets go of what no longer fits',
    text: 'A label was changed, and the selector of {object} does not match any more. The controller removes its owner reference and leaves the object alone otherwise; a pod goes on running. The number is one short now, so another one is made.',
  },
  'controllers.requeue': {
    title: '{object} goes back into the queue',
    text: 'The round did not come to its end: a write was refused, the copy in hand was old, or something has to be waited for. The key goes back into the queue, and the next round starts from the newest state. Nothing is remembered of the failed one but how often it has failed.',
  },
  'controllers.credentials': {
    title: 'A controller fetches its own identity',
    text: 'Each controller acts as a service account of its own in kube-system, with just the rights that it needs. Before its first request it asks for a token. So one can see in the audit log which controller did what, and a fault in one cannot use the rights of another.',
  },
  'scheduler.hear': {
    title: 'The scheduler hears of {object}',
    text: 'The scheduler watches pods, nodes and a few more. A new pod without a node goes into its queue; a change of a node or of another pod may wake pods that could not be placed before. It never polls: nothing happens until something has changed.',
  },
  'scheduler.evict': {
    title: 'Pods of lower priority make room for {pod}',
    text: 'The scheduler deletes the victims that it has chosen and writes nominatedNodeName into {pod}. The victims get their grace period, so the room is not free yet: {pod} goes back to the queue and is tried again when they are gone. Another pod of higher priority may still take the place.',
  },
  'scheduler.bound': {
    title: '{pod} belongs to its node',
    text: 'The API server has confirmed the binding. The scheduler forgets that the place was only assumed and writes the event Scheduled. Its part is over; what happens to {pod} from here on is the kubelet’s business.',
  },
  'scheduler.bindFails': {
    title: 'The binding of {pod} failed',
    text: 'The pod could not be given its node: it was deleted meanwhile, or a volume could not be bound. The scheduler takes the pod off its books again, so that the room counts as free, and puts it back into the queue.',
  },
  'controllers.tally': {
    title: '{object} is counted up',
    text: 'From its cache the controller works out what the status should say and compares it with what is stored. An equal status is not written again: without this every round would wake everybody who watches, this controller first of all.',
  },
} satisfies Readonly<Record<string, Explanation>>;
