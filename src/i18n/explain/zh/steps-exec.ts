import type { execSteps as english } from '../en/steps-exec';
import type { Explanation } from '../text';

export const execSteps: Readonly<Record<keyof typeof english, Explanation>> = {
  'kubectl.upgrade': {
    title: 'kubectl 请求升级连接',
    text: 'exec 要的不是一个对象，而是连接本身：收到 101 之后，这条连接分成几条流，承载命令的输入、输出和错误。新版本用 GET 请求 WebSocket，旧版本用 POST 请求 SPDY。在此之前 kubectl 已读过这个 Pod，以便知道要进哪个容器。',
  },
  'api.exec': {
    title: '服务器连接节点',
    text: 'API server 自己什么也不运行。它连接 Pod 所在节点的 kubelet（端口 10250），向它提出请求；命令运行起来之后，它只在两个方向上转发字节。谁可以这样做，按子资源 pods/exec 判断，与 pods 分开；没有节点的 Pod，也就无处可问。',
  },
  'kubelet.findContainer': {
    title: '{node}：指的是哪个容器？',
    text: 'kubelet 在自己的记录里查找这个 Pod 和容器。没有在运行的容器进不去：等待中的和已结束的，都是“container not found”。这一步既不经过 etcd，也不看 API 里的 Pod 状态。',
  },
  'kubelet.prepareExec': {
    title: 'kubelet 要一个可以连接的地方',
    text: 'CRI 调用 Exec 写明容器、命令和需要哪些流。此时命令还没有运行，返回的只是一个 URL。所以无论命令要跑多久，这个调用都很短。',
  },
  'cri.prepareExec': {
    title: '运行时准备命令',
    text: 'containerd 确认容器在运行，记下请求，并给出本节点上流服务器的一个 URL，里面带有无法猜到的令牌。令牌只能用于一次连接，而且很快失效。',
  },
  'kubelet.streamExec': {
    title: 'kubelet 把两条连接接在一起',
    text: 'kubelet 连到那个 URL，从此双向转发：你的输入交给进程，进程的输出交给 API server，再到你面前。命令运行多久，这条连接就保持多久。',
  },
  'cri.enterContainer': {
    title: '新进程进入容器',
    text: '新进程加入一个已在运行的容器的命名空间和 cgroup：它看到容器的文件、进程和网络，并占用容器的限额。程序在容器自己的文件系统里查找，所以镜像里必须有它。',
  },
  'cri.streamExec': {
    title: '命令在容器里运行',
    text: '它与容器的主进程并存，主进程照常运行，也不知道它。它输出的内容立刻流出。它结束时，退出码最后经一条单独的流送出。',
  },
  'cri.streamExecFails': {
    title: '命令没能运行',
    text: '什么都没有启动：多半是镜像里没有这个程序，比如小镜像里没有 shell。原因经已经打开的流送回，由 kubectl 打印出来。容器本身不受影响。',
  },
  'kubelet.answerExec': {
    title: '输出和退出码返回',
    text: '流先在运行时关闭，然后在这里，最后在 API server。输出一到，kubectl 就已经打印；命令的退出码也成为 kubectl 自己的退出码。',
  },
  'kubelet.readLog': {
    title: '{node}：从文件读取日志',
    text: '容器写到标准输出和标准错误的内容，由运行时保存在节点上 /var/log/pods 下的文件里。kubelet 读这个文件，把各行发回。容器被移除时文件也随之消失：除了当前的，只有上一个容器的日志还能用 --previous 看到。',
  },
};
