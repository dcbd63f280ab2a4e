import type { Explanation } from '../text';

/** kubelet, container runtime, network plugins. */
export const nodeSteps = {
  'kubelet.see': {
    title: 'The kubelet on {node} sees the pod',
    text: 'The kubelet watches only pods whose nodeName is its own. The binding made this pod one of them. It gets a worker of its own, which does one thing at a time for this pod; other pods have other workers.',
  },
  'kubelet.admit': {
    title: '{node} admits the pod',
    text: 'The kubelet checks once more, with its own knowledge, whether the pod fits: resources, ports, affinity. The scheduler may have been passed over (a nodeName set by hand) or may have been out of date. A pod that does not fit becomes Failed, with a reason such as OutOfcpu, and its controller makes another.',
  },
  'kubelet.cgroup': {
    title: 'A cgroup for the pod',
    text: 'The pod gets a control group below that of its quality-of-service class, which follows from requests and limits. The kernel will hold CPU and memory of all its containers within it. Without requests and limits the class is BestEffort: the first to suffer when memory runs out.',
  },
  'kubelet.directories': {
    title: 'Directories for the pod',
    text: 'Below /var/lib/kubelet/pods/<uid> the kubelet makes places for volumes, plugin data and the containers’ own files. They are named by uid, not by name, so a pod of the same name that comes later never finds the files of the one before.',
  },
  'kubelet.volumes': {
    title: 'Volumes are mounted',
    text: 'Every volume has to be there before the first container: here the one with the service account’s token, the CA certificate and the namespace, written to memory. The kubelet looks every 300 ms whether all are mounted, so even a pod with this one volume waits about that long. A volume that cannot be mounted holds the pod in ContainerCreating.',
  },
  'kubelet.volumeFails': {
    title: 'A volume cannot be mounted',
    text: 'Something that the volume needs is missing, a ConfigMap or Secret for example. The kubelet writes an event FailedMount and tries again after 0.5, 1, 2, 4 … seconds. The pod stays in ContainerCreating; it starts by itself once the missing object exists.',
  },
  'kubelet.secrets': {
    title: 'Credentials for the registry',
    text: 'If the pod names imagePullSecrets, the kubelet reads them now, to pass them on with the pull. A missing one is no error yet: the pull is tried without it.',
  },
  'kubelet.sync': {
    title: 'What is missing on {node}?',
    text: 'The kubelet compares the pod that is wanted with the sandbox and the containers that the runtime reports, and computes what to do: make a sandbox, start this container, kill that one. It does the same in every round, whether the pod is new or has run for a year.',
  },
  'kubelet.image': {
    title: 'Is the image there?',
    text: 'The kubelet asks the runtime whether the node has the image. With the pull policy IfNotPresent, the default for any tag but latest, a present image is used as it is and nothing is fetched. So a tag that was moved in the registry is not noticed by nodes that already have the old image under it.',
  },
  'kubelet.postStart': {
    title: 'The postStart hook runs',
    text: 'The container has started and its hook runs beside it, with no promise that it comes before the main process. Until it ends the container does not count as running, and the next container is not started. If it fails, the container is killed.',
  },
  'kubelet.failure': {
    title: 'A container could not be started',
    text: 'The kubelet notes the reason, writes an event, and will try again; each try has to wait longer than the last, up to five minutes. It goes on with the other containers of the pod. The reason stands in the container’s waiting state, and kubectl shows it as the pod’s STATUS, though the phase is another word.',
  },
  'kubelet.probe': {
    title: 'A probe asks the container',
    text: 'The kubelet asks from its own node, by HTTP, TCP, gRPC or a command. A failing readiness probe only takes the pod out of the Services; a failing liveness or startup probe has the container killed and started again. Without a readiness probe a container is ready as soon as it runs.',
  },
  'kubelet.cleanUp': {
    title: 'The node forgets the pod',
    text: 'With all containers stopped the kubelet unmounts the volumes and removes the cgroup. Only then is the pod’s own worker through, and only then may the object be deleted for good: nothing of the pod is left on the node.',
  },
  'kubelet.kill': {
    title: 'Containers are asked to stop',
    text: 'The pod is being deleted. A preStop hook runs first, if there is one, and its time counts against the grace period; then every container gets SIGTERM, all at the same time. Endpoints are removed in parallel, which is why a server should go on answering for a moment.',
  },
  'kubelet.pleg': {
    title: 'The kubelet notices the change',
    text: 'The kubelet does not trust what it ordered: about once a second it lists what the runtime really runs and turns differences into events. Only then does it know that the container started. That second is often the longest wait at the end of the whole path.',
  },
  'kubelet.status': {
    title: 'The pod’s status is reported: {word}',
    text: 'The kubelet reads the pod and patches its status: phase, conditions, container states, the pod’s address. A pod that starts well often needs just two such writes: ContainerCreating, then Running with Ready=True. Everything that anybody knows about a pod, they know from here.',
  },
  'kubelet.remove': {
    title: 'The last DELETE',
    text: 'All containers are gone and the cleaning up is done. Now the kubelet deletes the pod for good, with a grace period of 0 and a precondition on its uid. Until this moment the object was there, shown as Terminating; on a node that has died it stays so, because nobody can say that its containers have stopped.',
  },

  'cri.sandbox': {
    title: 'A sandbox: the pod’s namespaces',
    text: 'RunPodSandbox makes the place that all containers of the pod will share: first a network namespace, into which the network plugins put an interface and an address. So the pod has its IP before any process of it exists. If the network fails, there is no sandbox, and the pod stays in ContainerCreating with an event FailedCreatePodSandBox.',
  },
  'cri.pause': {
    title: 'The pause container holds it',
    text: 'A tiny process that does nothing is started in the sandbox. It holds the network, IPC and UTS namespaces open, so that an application container may crash and restart without the pod losing its address.',
  },
  'cri.sandboxFails': {
    title: 'The sandbox could not be made',
    text: 'Most often a network plugin failed: no configuration, no free address. The kubelet writes FailedCreatePodSandBox and tries again with a new sandbox. Containers cannot be tried before: they would have no network to live in.',
  },
  'cri.pull': {
    title: 'The image is pulled',
    text: 'The runtime asks the registry what the tag means now, fetches the layers that the node does not have, and unpacks them. Layers are named by the hash of their content, so images share them and nothing is fetched twice. An image that is already on the node is used as it is, unless the pull policy is Always, the default for the tag latest.',
  },
  'cri.pullFails': {
    title: 'The image cannot be pulled',
    text: 'The registry does not know the tag, or cannot be reached, or wants a login. The container waits with the reason ErrImagePull and, between the tries, ImagePullBackOff: the same failure, seen while waiting. The wait doubles from ten seconds to five minutes; the phase stays Pending, and nothing else of the cluster gives up.',
  },
  'cri.create': {
    title: 'The container is created',
    text: 'A writable layer is put on top of the image, and mounts, environment, limits and namespaces are written down as a specification for runc. Nothing runs yet. A missing ConfigMap key would be found here, as CreateContainerConfigError.',
  },
  'cri.start': {
    title: 'The container starts',
    text: 'runc makes the process in the sandbox’s namespaces and in its own mount and PID namespaces, inside the pod’s cgroup, and lets it go. The containers of a pod are started one after the other, in the order of the specification. Started is not ready: that is for probes to say, or, without one, follows at once.',
  },
  'cri.startFails': {
    title: 'The process cannot start',
    text: 'The container exists, but its command does not, or may not be executed. The kubelet reports RunContainerError and later CrashLoopBackOff; it goes on trying, with longer and longer pauses.',
  },
  'cri.exit': {
    title: 'The process ends',
    text: 'The container’s main process has exited, and the runtime keeps its exit code. What follows is for restartPolicy to say: with Always even a success is restarted. 137 is 128 + 9: it was killed.',
  },
  'cri.stop': {
    title: 'SIGTERM, then patience',
    text: 'The runtime sends SIGTERM to the container’s first process and waits for it to end, up to what is left of the grace period: 30 seconds unless the pod says otherwise. A process that handles the signal ends at once; a shell that ignores it makes everybody wait.',
  },
  'cri.kill': {
    title: 'SIGKILL',
    text: 'The grace period is over and the process still runs, so the kernel ends it. Its exit code is 137. Whatever it had not written is lost.',
  },
  'cri.stopSandbox': {
    title: 'The sandbox is taken down',
    text: 'With the containers gone the sandbox follows: the network plugins take back the interface and the address, the pause process ends. The address is not handed out again until the range has been gone through.',
  },

  'cni.bridge': {
    title: 'CNI: a cable from the pod to the bridge',
    text: 'The bridge plugin makes a pair of virtual interfaces, a cable with two ends: eth0 inside the pod’s network namespace, veth… on the node, plugged into the bridge cni0. A plugin is just a program: configuration on stdin, result on stdout. The first pod of a node finds no bridge, and it is made.',
  },
  'cni.address': {
    title: 'CNI: an address for the pod',
    text: 'host-local takes the next free address of the node’s own range and notes it in a file named by that address. Nodes need not ask each other, because each has a range of its own. The bridge has the first address as the gateway, so the first pod of a node gets the one that ends in .2.',
  },
  'cni.configure': {
    title: 'CNI: address, route, up',
    text: 'eth0 gets its address and a default route by way of the bridge, and is switched on. Pods reach each other without translation of addresses; only what leaves the pods’ network is masked as the node.',
  },
  'cni.portmap': {
    title: 'CNI: host ports',
    text: 'portmap, the next plugin of the chain, would forward ports of the node to the pod with iptables rules, if the pod asked for hostPort. Most pods do not, and it passes the result on as it is.',
  },
  'cni.release': {
    title: 'CNI: the address is given back',
    text: 'On DEL the plugins undo in reverse order what they did on ADD: the address’s file is removed, the cable is taken away. They must succeed even if half of it is gone already, because after a crash nobody knows how far they came.',
  },
  'cni.fails': {
    title: 'CNI: a plugin failed',
    text: 'The plugin answers with a code and a message; the runtime gives the sandbox up and the kubelet says so in an event. It will try again with a fresh sandbox. Until then the pod has no address.',
  },
} satisfies Readonly<Record<string, Explanation>>;
