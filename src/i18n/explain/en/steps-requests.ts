import type { Explanation } from '../text';

/** Requests of everybody else, and those that are no plain write. */
export const requestSteps = {
  'kubectl.sleep': {
    title: 'kubectl waits before it asks again',
    text: 'What was asked for cannot be done yet, so kubectl tries again after a pause: drain waits five seconds when a disruption budget refuses an eviction, and one second between two looks at a pod that has to go. The waiting is kubectl’s own; the server has answered long ago. Ctrl-C would end the waiting and undo nothing.',
  },
  'kubectl.decide': {
    title: 'kubectl reads the answer',
    text: 'A code and an object have come back, and kubectl decides what follows. Many commands need more than one request: apply, scale and expose read the object first and send their change only then. With an error code it stops here and tells you the server’s message.',
  },
  'api.budget': {
    title: 'Does a disruption budget allow it?',
    text: 'Before it evicts a pod, the server looks for the PodDisruptionBudget whose selector matches the pod, and takes one of its allowed disruptions, by a write that fails if somebody else was quicker. If none is left the answer is 429, and the pod stays. A plain DELETE would not have asked: budgets protect against evictions only.',
  },
  'api.evict': {
    title: 'The pod is evicted',
    text: 'An eviction is a deletion that has asked first. The server may note the reason on the pod (condition DisruptionTarget, in current releases) and then marks it for deletion, with its grace period, as a DELETE would. The pod’s own controller will make another one, on another node if this one is cordoned.',
  },
  'api.mark': {
    title: 'Marked for deletion',
    text: 'The object is not removed yet: the server writes deletionTimestamp into it, because a grace period or a finalizer has to be waited for. From now on it counts as Terminating, and those who watch do their part: the kubelet stops containers, controllers hand in their finalizers. The mark cannot be taken back.',
  },
  'api.execute': {
    title: 'Worked out, not stored',
    text: 'Some resources are questions: a SubjectAccessReview asks what somebody may do, a TokenRequest asks for a token. They are posted like objects and pass the same stages, but the server computes the answer and stores nothing. The revision of etcd does not change.',
  },
  'api.connect': {
    title: 'The server asks the node',
    text: 'Logs are not in etcd. The API server opens a connection to the kubelet of the pod’s node and passes on what it sends. So logs need a node that can be reached, and a pod whose object is gone has none to show.',
  },
  'api.bound': {
    title: 'The binding is checked and stored',
    text: 'A POST to the binding subresource changes just one thing: nodeName, and the condition PodScheduled with it. The server refuses if the pod has a node already or is being deleted, so two schedulers can never both win. From this write on, the node’s kubelet gets the pod by its own watch.',
  },
  'api.otherNews': {
    title: '{actor} is sent back to look again: {code}',
    text: '404 means that the object is gone, 409 that somebody else wrote first. Controllers live with both: they read the newest state and try again, or find that there is nothing left to do. Nothing was changed, so nothing has to be repaired.',
  },
  'api.otherRefused': {
    title: '{actor} is refused with {code}',
    text: 'Not only people are refused. Quotas, admission webhooks and RBAC apply to controllers as well, and often only to them: a Deployment is accepted, its pods are not. The controller writes the server’s message into an event, and tries again, with longer and longer pauses.',
  },
  'api.stored': {
    title: 'What {actor} sent is stored',
    text: 'The change of {object} goes to etcd, and the answer goes back with the new resourceVersion. The server makes no difference between this write and yours. Everybody who watches {resource} will hear of it, the sender included.',
  },
  'api.asks': {
    title: '{actor} reads',
    text: 'Controllers and kubelets mostly read from caches of their own. Where the cache may be behind, before a write or before something is deleted, they ask the server itself. Such a read costs one round trip, and it may cost the server a look into etcd.',
  },
  'etcd.again': {
    title: 'Another write, revision {revision}',
    text: 'What {actor} sent is one more transaction, and one more revision: all objects of the cluster share one counter. Following the revisions, one can see the whole story in the order in which it happened. Each of these writes wakes the next who watches.',
  },
  'etcd.read': {
    title: 'Read from etcd',
    text: 'The server asks etcd for the present value and the revision that it belongs to. It does so where its own cache may be too old to rely on: before a change that depends on what is there, or for a GET that wants the newest state. A read changes no revision and wakes nobody.',
  },
} satisfies Readonly<Record<string, Explanation>>;
