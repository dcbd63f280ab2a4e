import type { Explanation } from '../text';

/** What becomes of a pod on its node, beside the plain way up: statuses, restarts, the end. */
export const podSteps = {
  'kubelet.mount': {
    title: 'One volume is set up on {node}',
    text: 'The volume manager fetches what goes into the volume, a token from the API server for example, and writes the files into memory. A token is made for this very pod and ends with it. Looking for what has to be mounted is a loop of its own, every 100 ms; the pod’s worker only waits for it.',
  },
  'kubelet.follow': {
    title: '{node} follows {object}',
    text: 'A kubelet may read only the Secrets and ConfigMaps that pods of its node name, and it watches each of them while such a pod is here. So a change reaches the mounted files without a restart. Environment variables are not changed that way.',
  },
  'kubelet.sandbox': {
    title: '{node} asks for a sandbox',
    text: 'One call over the CRI, RunPodSandbox, and the kubelet waits for its end. Then it asks for the sandbox’s status, because that is where the pod’s address stands. If the call fails, all is tried again from here, with a new sandbox.',
  },
  'kubelet.container': {
    title: '{node} asks for the container',
    text: 'Two calls, CreateContainer and StartContainer, one container of the pod after the other. When the second returns, the process runs, and the kubelet writes the event Started. It does not conclude from this that the container runs: that is for the next look at the runtime to find.',
  },
  'kubelet.restart': {
    title: 'A container is killed, to be started again',
    text: 'A liveness or startup probe has failed too often, or the postStart hook has. The container is stopped like any other, with its grace period, and restartPolicy decides whether a new one follows in the same sandbox. The pod keeps its name, its node and its address; only RESTARTS goes up.',
  },
  'kubelet.relist': {
    title: 'The pod’s worker waits for a fresh look',
    text: 'After each round the worker waits until the kubelet has looked at the runtime once more; what it knows is older than what it has just done. That look comes once a second. Acting on stale knowledge, it might start the same container twice.',
  },
  'kubelet.inspect': {
    title: '{node} lists what really runs',
    text: 'Once a second the kubelet asks the runtime for all sandboxes and containers and compares with the list before. Each difference becomes an event for the pod’s worker. So a container that dies without a word is found within a second.',
  },
  'kubelet.phase': {
    title: 'What is the pod’s state now?',
    text: 'From the containers’ states the worker works out the phase and the conditions. Ready needs all containers ready, and the gates that the spec names. The result is only handed over here; the status manager writes it, and only if it differs.',
  },
  'kubelet.preStop': {
    title: 'The preStop hook runs',
    text: 'Before SIGTERM the container may finish what it is doing: run a command, answer a request, or just sleep until no more traffic comes. The hook’s time counts against the grace period. If it takes all of it, the process gets only two seconds more.',
  },
  'kubelet.stop': {
    title: 'A container is being stopped',
    text: 'The kubelet writes the event Killing and calls StopContainer with what is left of the grace period, never less than two seconds. All containers of the pod are stopped side by side, so the slowest decides.',
  },
  'kubelet.stopSandbox': {
    title: '{node} takes the sandbox down',
    text: 'Once no container runs any more, the kubelet asks for the end of the sandbox and then looks whether really nothing is left. As long as it is not sure, the pod’s object stays: a name must not be free while its processes live.',
  },
  'kubelet.unmount': {
    title: 'Volumes are taken away',
    text: 'What was mounted for the pod is unmounted, and its files in memory are gone with it. The same loop that mounts volumes does it, when it sees that no pod wants them.',
  },
  'kubelet.settled': {
    title: 'The status is stored',
    text: 'The API server has taken the status, and the kubelet checks whether the pod may be deleted by now. It may not: it is not being deleted, or something of it is still there.',
  },
  'kubelet.collect': {
    title: '{node} removes what is dead',
    text: 'Once a minute the kubelet removes containers and sandboxes that nobody needs any more. Dead containers are kept until then, the last one of each name longer, so that logs of the run before can be read.',
  },
  'status.crashLoop': {
    title: 'Status: {word}',
    text: 'The container ends again and again, and the kubelet waits before it tries once more: 10 seconds, then 20, 40, up to five minutes. The phase stays Running, the word is only the reason why the container waits. Nothing else in the cluster helps here: the cause is in the container, and kubectl logs --previous shows it.',
  },
  'status.imageBackOff': {
    title: 'Status: {word}',
    text: 'The pull has failed, and the next try is put off: 10 seconds, then 20, 40, up to five minutes. It is the same failure as ErrImagePull, seen in the pause between two tries. If the image appears meanwhile, the pod starts by itself, at the next try.',
  },
  'status.imageError': {
    title: 'Status: {word}',
    text: 'The kubelet reports that it has no image to start the container from; the message names what the registry, or the runtime, said. The phase stays Pending, because no container of the pod has run. The pod is not given up: it is tried again as long as it exists.',
  },
  'status.configError': {
    title: 'Status: {word}',
    text: 'The container cannot be made or started as the pod says: a ConfigMap or Secret is missing, a command does not exist, or a hook has failed. The reason stands in the container’s waiting state, the details in its message and in an event. It is tried again, and works as soon as what is missing is there.',
  },
  'status.ended': {
    title: 'Status: {word}',
    text: 'A container has ended with a failure, and the pod’s status says how: the exit code, the reason, when. OOMKilled means that it wanted more memory than its limit; 137 alone that something killed it. Whether it is started again is for restartPolicy to say.',
  },
  'status.completed': {
    title: 'Status: Completed',
    text: 'The container has ended with exit code 0. With restartPolicy Never or OnFailure that is the aim: when all containers are through, the phase becomes Succeeded, and the pod stays as a record. With Always it would be started again.',
  },
  'cri.createFails': {
    title: 'The container cannot be created',
    text: 'The runtime could not put together what the container needs. Nothing was started; the kubelet notes the reason and will try again.',
  },
  'cri.restart': {
    title: 'Started once more',
    text: 'The container has run before and ended. A new one is made in the same sandbox: the pod keeps its address and its volumes, and the container’s own file system begins afresh. The first restart comes at once, later ones after 10, 20, 40 … seconds.',
  },
  'cri.runs': {
    title: 'The process runs',
    text: 'The container’s command runs now, as process 1 of its own PID namespace. The runtime keeps its state and its exit code, but tells nobody: the kubelet has to look.',
  },
  'cri.exec': {
    title: 'A command runs inside the container',
    text: 'A hook or a probe: the runtime starts one more process in the container’s namespaces and waits for its exit code, up to the timeout. It counts against the container’s own limits of CPU and memory.',
  },
  'cri.connect': {
    title: 'The probe reaches the container',
    text: 'A connection from the node to the pod’s address, as any client would make it. A refusal, a timeout or a code outside of 200–399 is a failure; one failure alone changes nothing, failureThreshold in a row do.',
  },
  'cri.read': {
    title: 'The runtime tells what it has',
    text: 'Questions such as PodSandboxStatus, ImageStatus or ContainerStatus change nothing. The kubelet asks them rather than to rely on what it has ordered before, because only the runtime knows what became of it.',
  },
  'cri.remove': {
    title: 'A dead container is removed',
    text: 'Its writable layer, its record and its log go. Images stay on the node, for the next container.',
  },
  'cni.loopback': {
    title: 'CNI: loopback',
    text: 'The new network namespace has a loopback interface, but it is down. The first plugin switches it on: without it a program in the pod could not even reach itself by 127.0.0.1.',
  },
  'cni.unmap': {
    title: 'CNI: host ports are given back',
    text: 'If the pod had ports of the node forwarded to it, the rules are removed. On DEL the plugins run in reverse order, this one first.',
  },
  'kubelet.end': {
    title: 'The kubelet on {node} hears that the pod shall end',
    text: 'The change of the pod carries a deletionTimestamp. The pod’s worker turns from running it to ending it, and never back: even if somebody wanted the pod again, only a new one could come. The grace period has been counting since the mark was written.',
  },
  'kubelet.echo': {
    title: '{node} hears of {object}',
    text: 'The kubelet’s watch brings a change of {object}, often one that it has written itself. It takes the newer copy; where nothing follows from it, nothing is done.',
  },
  'status.compare': {
    title: 'What does the API server have?',
    text: 'Before it writes, the kubelet reads the pod as it is stored and compares. An equal status is not written again, and what others wrote, such as conditions of other controllers, stays as it is.',
  },
  'status.begun': {
    title: 'Reported: {word}',
    text: 'The kubelet says that it has taken the pod on: the containers are listed, each waiting with a reason. Nothing runs yet, and the phase is still Pending. Whoever asks from now on sees that the scheduler’s part is over and the node is at work.',
  },
} satisfies Readonly<Record<string, Explanation>>;
