import type { ChapterText } from '../text';

/** By chapter id of trace/chapters. */
export const chapters = {
  kubectl: {
    title: 'kubectl builds the request',
    short: 'kubectl',
    text: 'kubectl is a client like any other. It turns your line into one or more HTTP requests, adds who you are, and sends them to the API server; it never talks to etcd or to a node.',
  },
  api: {
    title: 'The API server decides',
    short: 'API server',
    text: 'Every request passes the same stages in the same order: who are you, may you, is it well formed, should it be changed or refused, and only then is it stored. Whatever comes later in the cluster starts from what is stored here.',
  },
  answer: {
    title: 'kubectl answers you',
    short: 'Answer',
    text: 'Your prompt is back as soon as the object is stored. Nothing has run yet: from here on the cluster works by itself towards what you asked for.',
  },
  controllers: {
    title: 'Control loops react',
    short: 'Control loops',
    text: 'Controllers watch the API server. Each compares what is wanted with what is there and makes one small change towards it, which is stored and wakes the next loop. Nobody calls anybody: all of them meet in the API server.',
  },
  scheduler: {
    title: 'The scheduler chooses nodes',
    short: 'Scheduler',
    text: 'A pod without a node is the scheduler’s business. It filters out nodes that cannot run the pod, scores the rest, and writes the winner into the pod. It starts nothing itself.',
  },
  kubelet: {
    title: 'The kubelet prepares the pod',
    short: 'kubelet',
    text: 'The kubelet on the chosen node sees a pod with its node’s name. It checks that the pod fits, reports that it has begun, and prepares cgroups, directories and volumes before any container exists.',
  },
  runtime: {
    title: 'Sandbox, network, containers',
    short: 'Sandbox · CNI',
    text: 'The kubelet asks the container runtime, over the CRI, for a sandbox first and for the containers then. The runtime asks network plugins to give the sandbox an interface and an address. The images are pulled only after that.',
  },
  status: {
    title: 'The news travels back',
    short: 'Status',
    text: 'What happened on the node is written into the pod’s status. That write wakes the loops again: the ReplicaSet counts one more ready pod, the Deployment too, until the numbers are the wanted ones.',
  },
  node: {
    title: 'The node itself is asked',
    short: 'Node',
    text: 'Some things are in no object: what a container has written, what a command says that is run in it. For these the API server opens a connection to the kubelet of the pod’s node and passes on what goes over it. Nothing is stored, and no other loop hears of it.',
  },
  services: {
    title: 'Services learn the addresses',
    short: 'Services',
    text: 'A Service has no process of its own: it is a list of addresses behind one name. Two controllers keep that list by the pods’ labels and readiness, and every node turns it into packet rules.',
  },
  removal: {
    title: 'Taken away again',
    short: 'Removal',
    text: 'Deleting goes the same way as creating: the wish is stored first, then those who watch carry it out. Containers are asked to stop, the network is given back, and the object itself goes last of all.',
  },
} satisfies Readonly<Record<string, ChapterText>>;
