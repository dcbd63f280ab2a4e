import type { Explanation } from '../text';

/** A command in a container, and logs: what is asked of the node and never stored. */
export const execSteps = {
  'kubectl.upgrade': {
    title: 'kubectl asks to upgrade the connection',
    text: 'exec wants no object as its answer but the connection itself: after code 101 it carries the command’s input, output and errors as separate streams. Current releases ask for a WebSocket, with a GET; older ones for SPDY, with a POST. Before that kubectl has read the pod, to know which container is meant.',
  },
  'api.exec': {
    title: 'The server connects to the node',
    text: 'The API server runs nothing itself. It opens a connection to the kubelet of the pod’s node, on port 10250, and asks there; once the command runs it only passes bytes on, in both directions. Who may do this is decided for the subresource pods/exec, apart from pods; and without a node there is nobody to ask.',
  },
  'kubelet.findContainer': {
    title: '{node}: which container is meant?',
    text: 'The kubelet looks in its own records for the pod and its container. A container that does not run cannot be entered: waiting or ended, it is "container not found". Nothing of this goes through etcd or the pod’s status in the API.',
  },
  'kubelet.prepareExec': {
    title: 'The kubelet asks for a place to connect to',
    text: 'The CRI call Exec names the container, the command, and which streams are wanted. It does not run the command yet: it returns a URL. So one short call is enough, however long the command will take.',
  },
  'cri.prepareExec': {
    title: 'The runtime prepares the command',
    text: 'containerd checks that the container runs, keeps the request, and gives out a URL of its streaming server on this node, with a token that nobody can guess. The token is good for one connection and for a short time.',
  },
  'kubelet.streamExec': {
    title: 'The kubelet joins the two connections',
    text: 'The kubelet connects to the URL, and from now on passes on what comes from either side: your input to the process, its output to the API server and so to you. It holds the connection for as long as the command runs.',
  },
  'cri.enterContainer': {
    title: 'A new process enters the container',
    text: 'The new process joins the namespaces and the cgroup of a container that runs already: it sees the container’s files, processes and network, and counts against its limits. The program is looked for in the container’s own file system, so the image must have it.',
  },
  'cri.streamExec': {
    title: 'The command runs in the container',
    text: 'It runs beside the container’s main process, which goes on undisturbed and does not hear of it. What it prints flows out at once. When it ends, its exit code is sent last, on a stream of its own.',
  },
  'cri.streamExecFails': {
    title: 'The command could not be run',
    text: 'Nothing was started: most often the image has no such program, as small images have no shell. The reason comes back over the streams that are open already, and kubectl prints it. The container itself is not touched.',
  },
  'kubelet.answerExec': {
    title: 'Output and exit code go back',
    text: 'The streams close, first at the runtime, then here, then at the API server. kubectl has printed the output as it came; it takes over the command’s exit code as its own.',
  },
  'kubelet.readLog': {
    title: '{node}: the log is read from a file',
    text: 'What a container writes to its standard output and error, the runtime keeps in a file on the node, below /var/log/pods. The kubelet reads that file and sends its lines. The file goes when the container is removed: only the one before the present can still be had, with --previous.',
  },
} satisfies Readonly<Record<string, Explanation>>;
