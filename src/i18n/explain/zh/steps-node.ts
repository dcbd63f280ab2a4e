import type { nodeSteps as english } from '../en/steps-node';
import type { Explanation } from '../text';

export const nodeSteps: Readonly<Record<keyof typeof english, Explanation>> = {
  'kubelet.see': {
    title: '{node} 上的 kubelet 看到 Pod',
    text: 'kubelet 只监听 nodeName 是自己的 Pod。绑定使这个 Pod 成为其中之一。它得到一个专属的 worker，这个 worker 一次只为这个 Pod 做一件事；别的 Pod 有别的 worker。',
  },
  'kubelet.admit': {
    title: '{node} 接纳 Pod',
    text: 'kubelet 用自己掌握的情况再检查一次 Pod 是否放得下：资源、端口、亲和性。调度器可能被绕过（手工设置了 nodeName），也可能信息过时。放不下的 Pod 变为 Failed，原因类似 OutOfcpu，由它的控制器再造一个。',
  },
  'kubelet.cgroup': {
    title: '给 Pod 一个 cgroup',
    text: 'Pod 在其服务质量等级之下得到一个控制组，等级由 requests 和 limits 决定。内核会把它所有容器的 CPU 和内存限制在里面。没有 requests 和 limits 的等级是 BestEffort：内存不足时最先受害。',
  },
  'kubelet.directories': {
    title: '给 Pod 建目录',
    text: 'kubelet 在 /var/lib/kubelet/pods/<uid> 之下为卷、插件数据和容器自己的文件建好位置。目录按 uid 而不是名称命名，所以后来的同名 Pod 绝不会碰到前一个的文件。',
  },
  'kubelet.volumes': {
    title: '挂载卷',
    text: '第一个容器出现之前，每个卷都必须就位：这里是装着服务账号令牌、CA 证书和命名空间的那个卷，写在内存里。kubelet 每 300 毫秒检查一次是否都已挂载，所以只有这一个卷的 Pod 也要等这么久。挂载不了的卷会让 Pod 停在 ContainerCreating。',
  },
  'kubelet.volumeFails': {
    title: '有卷无法挂载',
    text: '卷需要的东西不存在，例如某个 ConfigMap 或 Secret。kubelet 写一个 FailedMount 事件，并在 0.5、1、2、4……秒后重试。Pod 停在 ContainerCreating；缺少的对象一旦出现，它会自己启动。',
  },
  'kubelet.secrets': {
    title: '镜像仓库的凭据',
    text: '如果 Pod 指定了 imagePullSecrets，kubelet 现在读取它们，拉取时一并送去。缺少一个还不算错误：会不带凭据试着拉取。',
  },
  'kubelet.sync': {
    title: '{node} 上还缺什么？',
    text: 'kubelet 把期望的 Pod 与运行时报告的沙箱和容器比较，算出要做什么：建一个沙箱，启动这个容器，终止那个。每一轮都是如此，不管 Pod 是新的还是已经运行了一年。',
  },
  'kubelet.image': {
    title: '镜像在节点上吗？',
    text: 'kubelet 询问运行时节点上有没有这个镜像。拉取策略是 IfNotPresent（除 latest 外的标签的默认策略）时，已有的镜像直接使用，什么也不下载。所以仓库里标签指向变了，已经有旧镜像的节点不会察觉。',
  },
  'kubelet.postStart': {
    title: '运行 postStart 钩子',
    text: '容器已经启动，钩子与它同时运行，不保证早于主进程。钩子结束之前容器不算运行中，下一个容器也不会启动。钩子失败，容器就会被杀死。',
  },
  'kubelet.failure': {
    title: '有容器没能启动',
    text: 'kubelet 记下原因，写一个事件，然后重试；每次等待都比上一次长，最长五分钟。Pod 的其他容器照常进行。原因写在容器的等待状态里，kubectl 把它显示为 Pod 的 STATUS，尽管阶段是另一个词。',
  },
  'kubelet.probe': {
    title: '探针询问容器',
    text: 'kubelet 从自己的节点上用 HTTP、TCP、gRPC 或命令来询问。就绪探针失败只会把 Pod 从 Service 中摘除；存活或启动探针失败则会杀死容器并重启。没有就绪探针的容器一运行就算就绪。',
  },
  'kubelet.cleanUp': {
    title: '节点忘掉这个 Pod',
    text: '所有容器停止后，kubelet 卸载卷、移除 cgroup。这时 Pod 的 worker 才算完成，对象也才可以彻底删除：节点上已经没有它的任何东西。',
  },
  'kubelet.kill': {
    title: '请容器停下',
    text: 'Pod 正在被删除。如果有 preStop 钩子，先运行它，所用时间计入宽限期；然后所有容器同时收到 SIGTERM。Endpoints 的移除同时进行，所以服务最好再应答片刻。',
  },
  'kubelet.pleg': {
    title: 'kubelet 发现了变化',
    text: 'kubelet 不会因为下了命令就相信结果：它大约每秒列出一次运行时实际在运行的东西，把差异变成事件。这时它才知道容器已经启动。这一秒往往是整条路径末尾最长的等待。',
  },
  'kubelet.status': {
    title: '报告 Pod 状态：{word}',
    text: 'kubelet 读取 Pod 并修补它的状态：阶段、条件、容器状态、Pod 地址。启动顺利的 Pod 往往只需要两次这样的写入：ContainerCreating，然后是 Ready=True 的 Running。任何人对 Pod 的了解，都来自这里。',
  },
  'kubelet.remove': {
    title: '最后一次 DELETE',
    text: '所有容器都已停止，清理也已完成。现在 kubelet 以 0 秒宽限期和 uid 前提条件彻底删除 Pod。在此之前对象一直在，显示为 Terminating；在已经失联的节点上它会一直这样，因为没有人能断言它的容器已经停止。',
  },

  'cri.sandbox': {
    title: '沙箱：Pod 的命名空间',
    text: 'RunPodSandbox 建立 Pod 所有容器共用的地方：首先是网络命名空间，网络插件在里面放入网卡和地址。所以 Pod 的任何进程出现之前，它已经有了 IP。网络失败就没有沙箱，Pod 停在 ContainerCreating，并有一个 FailedCreatePodSandBox 事件。',
  },
  'cri.pause': {
    title: 'pause 容器维持沙箱',
    text: '一个什么也不做的小进程在沙箱里启动。它让网络、IPC 和 UTS 命名空间一直开着，所以应用容器崩溃重启时，Pod 不会失去地址。',
  },
  'cri.sandboxFails': {
    title: '沙箱没能建成',
    text: '最常见的原因是网络插件失败：没有配置，或没有空闲地址。kubelet 写出 FailedCreatePodSandBox，再用新的沙箱重试。在此之前无法尝试容器：它们没有可用的网络。',
  },
  'cri.pull': {
    title: '拉取镜像',
    text: '运行时询问仓库这个标签现在指向什么，下载节点上没有的层并解包。层以内容的哈希命名，所以镜像之间可以共用，同样的内容不会下载两次。节点上已有的镜像直接使用，除非拉取策略是 Always，这是标签 latest 的默认策略。',
  },
  'cri.pullFails': {
    title: '镜像拉取失败',
    text: '仓库没有这个标签，或者连不上，或者需要登录。容器以 ErrImagePull 为原因等待，两次尝试之间则是 ImagePullBackOff：同一个失败，在等待时看到的样子。等待时间从十秒翻倍到五分钟；阶段保持 Pending，集群的其他部分都不会放弃。',
  },
  'cri.create': {
    title: '创建容器',
    text: '在镜像之上放一个可写层，把挂载、环境变量、限制和命名空间写成给 runc 的规格。此时什么都还没有运行。如果引用的 ConfigMap 键不存在，会在这里发现，即 CreateContainerConfigError。',
  },
  'cri.start': {
    title: '容器启动',
    text: 'runc 在沙箱的命名空间和它自己的挂载与 PID 命名空间里、在 Pod 的 cgroup 之中创建进程，然后放行。一个 Pod 的容器按规格里的顺序一个接一个启动。启动不等于就绪：就绪由探针决定，没有探针则立即就绪。',
  },
  'cri.startFails': {
    title: '进程无法启动',
    text: '容器存在，但它的命令不存在或不能执行。kubelet 报告 RunContainerError，之后是 CrashLoopBackOff；它会不断重试，间隔越来越长。',
  },
  'cri.exit': {
    title: '进程结束',
    text: '容器的主进程退出了，运行时保留它的退出码。接下来怎么办由 restartPolicy 决定：Always 时，即使成功也会重启。137 是 128 + 9：它是被杀死的。',
  },
  'cri.stop': {
    title: '先 SIGTERM，再等待',
    text: '运行时向容器的第一个进程发送 SIGTERM，等它结束，最长等到剩余的宽限期用完：除非 Pod 另有规定，是 30 秒。处理信号的进程会马上结束；忽略它的 shell 会让所有人等着。',
  },
  'cri.kill': {
    title: 'SIGKILL',
    text: '宽限期已过，进程仍在运行，于是由内核结束它。退出码是 137。它还没写下的东西就丢了。',
  },
  'cri.stopSandbox': {
    title: '拆除沙箱',
    text: '容器都没有了，沙箱随后拆除：网络插件收回网卡和地址，pause 进程结束。这个地址要等整个网段轮过一遍才会再分配。',
  },

  'cni.bridge': {
    title: 'CNI：从 Pod 到网桥的一根线',
    text: 'bridge 插件创建一对虚拟网卡，就像一根有两头的线：eth0 在 Pod 的网络命名空间里，veth… 在节点上，插进网桥 cni0。插件只是一个程序：配置从 stdin 进，结果从 stdout 出。节点上的第一个 Pod 找不到网桥，就会新建一个。',
  },
  'cni.address': {
    title: 'CNI：给 Pod 一个地址',
    text: 'host-local 从节点自己的网段取下一个空闲地址，记在以该地址命名的文件里。节点之间不用商量，因为各有各的网段。网桥占用第一个地址作网关，所以节点上第一个 Pod 的地址以 .2 结尾。',
  },
  'cni.configure': {
    title: 'CNI：地址、路由、启用',
    text: 'eth0 得到地址和经由网桥的默认路由，并被启用。Pod 之间互相访问不做地址转换；只有离开 Pod 网络的流量才伪装成节点的地址。',
  },
  'cni.portmap': {
    title: 'CNI：主机端口',
    text: '链上的下一个插件 portmap 会在 Pod 要求 hostPort 时，用 iptables 规则转发节点的端口。多数 Pod 不要求，它就把结果原样传下去。',
  },
  'cni.release': {
    title: 'CNI：归还地址',
    text: '收到 DEL 时，插件按相反的顺序撤销 ADD 所做的事：删除地址文件，撤掉那根线。即使已经少了一半也必须成功，因为崩溃之后没有人知道做到了哪一步。',
  },
  'cni.fails': {
    title: 'CNI：插件失败',
    text: '插件返回代码和消息；运行时放弃这个沙箱，kubelet 在事件中说明，然后用新的沙箱重试。在此之前 Pod 没有地址。',
  },
};
