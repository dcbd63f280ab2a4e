import type { Explanation } from '../text';

/** Services, namespaces, nodes, volumes, quotas and budgets. */
export const clusterSteps = {
  'service.queue': {
    title: 'A key in the Services queue',
    text: 'A change of a Service or of a pod that it selects leads to the Service’s key. Two controllers have such queues: the one for EndpointSlices, and the older one for Endpoints.',
  },
  'endpointslice.compare': {
    title: 'Who stands behind {object}?',
    text: 'The controller selects the pods by the Service’s labels and takes from each its address, its readiness, and whether it is ending. A pod without an address is left out; one that is not ready is listed, but not as ready. Then it looks for the smallest change of the slices, of up to 100 endpoints each.',
  },
  'endpointslice.write': {
    title: 'The EndpointSlice is written',
    text: 'kube-proxy on every node watches the slices and turns them into packet rules; DNS for headless Services reads them too. Slices keep such an update small: with a single list of thousands of addresses every change would travel to every node in full. Until this write no traffic reaches the new pod, and until it is withdrawn traffic may still reach an ending one.',
  },
  'endpoints.compare': {
    title: 'The old list of {object}: Endpoints',
    text: 'The older Endpoints object holds all addresses of a Service in one list, ready and not ready apart. It is still maintained for clients that read it, though it is deprecated since 1.33 and cut off at 1000 addresses.',
  },
  'endpoints.write': {
    title: 'Endpoints are written',
    text: 'The list is written if it differs from the stored one; an equal one is not written again. kubectl get endpoints shows it. In current clusters nothing of the traffic depends on it any more, kube-proxy reads the EndpointSlices.',
  },
  'namespace.queue': {
    title: 'A key in the namespaces queue',
    text: 'The namespace was created, changed, or marked for deletion. Several controllers have an interest in it: one gives it a service account, one a certificate, one empties it when it goes.',
  },
  'namespace.read': {
    title: '{object} is on its way out',
    text: 'The controller takes the newest state of the namespace and asks the server which resources there are, since anything may live in a namespace. From the moment it is Terminating, NamespaceLifecycle refuses every new object in it; otherwise it could never be emptied.',
  },
  'namespace.empty': {
    title: 'Everything in {object} is deleted',
    text: 'Kind by kind the controller deletes all objects, in one request for each kind where the server can do that, and then lists what is left. Pods need their grace period, so the namespace stays Terminating for a while. An object whose finalizer nobody removes would hold it forever.',
  },
  'namespace.finalize': {
    title: '{object} is empty and may go',
    text: 'Conditions in the status say what remains, and why. When nothing does, the finalizer kubernetes is taken off the namespace’s spec, and the server removes it. Only then is the name free again.',
  },
  'serviceaccount.create': {
    title: 'The namespace gets its service account',
    text: 'Every namespace has a service account named default, and pods that name no other run as it. Until it exists, pods in the namespace are refused by the admission plugin ServiceAccount. It comes with no rights: RBAC has to give them.',
  },
  'serviceaccount.token': {
    title: 'A token for the service account',
    text: 'Up to 1.23 every service account got a Secret with a token that never expires. Today tokens are made for each pod, with an end, and mounted by the kubelet; such Secrets are made only on request.',
  },
  'rootca.publish': {
    title: 'The namespace gets the cluster’s certificate',
    text: 'A ConfigMap kube-root-ca.crt is put into every namespace. Each pod mounts it beside its token, so that a program in the pod can check that it talks to the real API server. Without it, no pod with a token volume would start.',
  },
  'node.queue': {
    title: 'A key in the nodes queue',
    text: 'Something of the node changed: its conditions, its taints, or whether it may be scheduled to. The queue keeps the node’s name, once, whatever has changed how often.',
  },
  'node.taint': {
    title: 'Taints follow the state of {node}',
    text: 'The node lifecycle controller turns states into taints: a cordoned node gets node.kubernetes.io/unschedulable, one that is not ready not-ready. The scheduler’s filter for taints then needs no rule of its own for each state, and a pod can tolerate it, as those of a DaemonSet do. Pods that run already are not touched by NoSchedule.',
  },
  'node.monitor': {
    title: 'Are all nodes alive?',
    text: 'Every five seconds the controller looks at the nodes’ leases. A node that has been silent for 50 seconds (40 until 1.31) gets Ready=Unknown, and the taint unreachable. Its pods are marked not ready, so that Services stop sending to them; they are evicted only five minutes later.',
  },
  'node.range': {
    title: '{node} gets its range of pod addresses',
    text: 'A new node is given a part of the cluster’s pod network, often a /24. Its network plugin hands out addresses from that range alone, so that no two nodes have to agree about a single address.',
  },
  'node.ttl': {
    title: 'How long may kubelets keep Secrets?',
    text: 'An annotation on the node tells kubelets for how long they may use a Secret or ConfigMap before they ask again. In a small cluster it is 0; in a large one it keeps thousands of kubelets from asking all the time.',
  },
  'eviction.taint': {
    title: '{pod} cannot stay on a tainted node',
    text: 'A taint with the effect NoExecute also concerns pods that run already. One that does not tolerate it is deleted at once, one with tolerationSeconds when that time has passed: 300 seconds for a lost node, unless the pod says otherwise. On a node that is really dead the object stays Terminating, since no kubelet confirms the end.',
  },
  'podgc.collect': {
    title: 'Pods that nobody looks after are removed',
    text: 'Every twenty seconds the pod garbage collector looks for pods that no kubelet will ever report on: their node is gone, or they are ending and never had one. They are deleted without grace, because there is nothing to wait for.',
  },
  'volume.match': {
    title: 'Which volume fits the claim {object}?',
    text: 'The binder looks for a PersistentVolume of the same class that is large enough and has the access modes, and takes the smallest that fits. If there is none, the claim stays Pending, and so does every pod that needs it. A class with WaitForFirstConsumer waits on purpose, until it is known where the pod will run.',
  },
  'volume.bind': {
    title: 'Claim and volume are bound',
    text: 'Each gets the other’s name: first the volume is claimed, then the claim names the volume. Two writes, in this order, so that after a crash in between no volume can be given away twice. The binding is for good: another claim cannot use the volume.',
  },
  'volume.provision': {
    title: 'Somebody is asked to make a volume',
    text: 'The storage class names a provisioner. The binder writes that name on the claim as an annotation and waits; the provisioner, a program outside of Kubernetes’ own, makes the volume. If nobody by that name runs in the cluster, the claim waits forever, with an event ExternalProvisioning.',
  },
  'volume.protect': {
    title: 'Is the claim still in use?',
    text: 'A finalizer keeps a claim that a pod uses, and a volume that is bound, from vanishing. The controller removes it when no pod names the claim any more. Without it, deleting a claim would pull the disk from under a running program.',
  },
  'budget.queue': {
    title: 'A key in the queue of disruption budgets',
    text: 'A pod that a budget selects has changed, so the budget has to be counted anew. Budgets that select none of the changed pods are left alone.',
  },
  'budget.count': {
    title: 'How many may be missing?',
    text: 'The controller counts the healthy pods that the budget selects, and how many there should be by the word of their controllers. What lies above minAvailable may be evicted: disruptionsAllowed. The number is only written here; the API server holds evictions to it.',
  },
  'quota.queue': {
    title: 'A key in the quotas’ queue',
    text: 'The quota is new or changed, or something that it counts was changed or deleted, so the sum has to be made anew. What is created needs no key: the API server has charged it already.',
  },
  'quota.count': {
    title: 'What is used of the quota?',
    text: 'The API server charges the quota when something is created; the controller adds up what is really there and corrects the status, above all after deletions. Until then room that has just been freed may still count as used, and a creation may be refused that would fit a moment later.',
  },
} satisfies Readonly<Record<string, Explanation>>;
