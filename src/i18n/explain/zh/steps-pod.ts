import type { podSteps as english } from '../en/steps-pod';
import type { Explanation } from '../text';

export const podSteps: Readonly<Record<keyof typeof english, Explanation>> = {
  'kubelet.mount': {
    title: '在 {node} 上准备一个卷',
    text: '卷管理器取来卷里的内容，例如向 API server 申请令牌，把文件写进内存。令牌专为这个 Pod 签发，随它一起失效。查找要挂载什么是一个单独的循环，每 100 毫秒一次；Pod 的 worker 只是等它。',
  },
  'kubelet.follow': {
    title: '{node} 关注 {object}',
    text: 'kubelet 只能读取本节点的 Pod 提到的 Secret 和 ConfigMap；只要这样的 Pod 还在，它就监听其中每一个。所以修改不必重启就能到达挂载的文件。环境变量不会这样更新。',
  },
  'kubelet.sandbox': {
    title: '{node} 索取沙箱',
    text: '通过 CRI 发出一个调用 RunPodSandbox，kubelet 等它结束。然后询问沙箱的状态，因为 Pod 的地址写在那里。如果调用失败，就从这里用新的沙箱重来。',
  },
  'kubelet.container': {
    title: '{node} 索取容器',
    text: '两个调用，CreateContainer 和 StartContainer，Pod 的容器一个接一个。第二个返回时，进程已在运行，kubelet 写下 Started 事件。它并不由此断定容器在运行：那要由下一次查看运行时来发现。',
  },
  'kubelet.restart': {
    title: '杀死容器，重新启动',
    text: '存活探针或启动探针失败次数太多，或者 postStart 钩子失败。容器像平常一样停止，有宽限期；是否在同一沙箱里再启动一个，由 restartPolicy 决定。Pod 的名称、节点和地址都不变，只是 RESTARTS 加一。',
  },
  'kubelet.relist': {
    title: 'Pod 的 worker 等一次新的查看',
    text: '每一轮之后，worker 都要等 kubelet 再看一次运行时；它掌握的情况比它刚做的事还旧。这样的查看每秒一次。凭旧情况行动，可能会把同一个容器启动两次。',
  },
  'kubelet.inspect': {
    title: '{node} 列出真正在运行的东西',
    text: 'kubelet 每秒向运行时要一次所有沙箱和容器，与上一次的列表比较。每处不同都成为 Pod 的 worker 的一个事件。所以悄悄死掉的容器一秒之内就会被发现。',
  },
  'kubelet.phase': {
    title: 'Pod 现在是什么状态？',
    text: 'worker 由各容器的状态得出阶段和条件。Ready 需要所有容器就绪，以及 spec 指定的门槛。这里只是把结果交出去；写入由状态管理器来做，而且只在有变化时才写。',
  },
  'kubelet.preStop': {
    title: '运行 preStop 钩子',
    text: '在 SIGTERM 之前，容器可以把手头的事做完：运行一条命令，应答一个请求，或者只是睡到不再有流量。钩子的时间计入宽限期。如果全用完了，进程就只剩两秒。',
  },
  'kubelet.stop': {
    title: '停止一个容器',
    text: 'kubelet 写下 Killing 事件，带着剩下的宽限期调用 StopContainer，不少于两秒。Pod 的所有容器同时停止，所以由最慢的决定。',
  },
  'kubelet.stopSandbox': {
    title: '{node} 拆除沙箱',
    text: '没有容器再运行时，kubelet 请求结束沙箱，再确认是否真的什么都不剩。只要还不确定，Pod 的对象就留着：进程还活着，名称就不能空出来。',
  },
  'kubelet.unmount': {
    title: '撤走卷',
    text: '为 Pod 挂载的卷被卸载，内存里的文件也随之消失。做这件事的就是挂载卷的那个循环：它发现没有 Pod 再需要它们。',
  },
  'kubelet.settled': {
    title: '状态已存储',
    text: 'API server 收下了状态，kubelet 检查现在是否可以删除 Pod。还不行：它没有被删除，或者还有东西留着。',
  },
  'kubelet.collect': {
    title: '{node} 清理死掉的东西',
    text: 'kubelet 每分钟清理一次不再需要的容器和沙箱。在那之前，死掉的容器都留着，每个名称的最后一个留得更久，好让人读到上一次运行的日志。',
  },
  'status.crashLoop': {
    title: '状态：{word}',
    text: '容器一次又一次结束，kubelet 要等一会儿再试：10 秒，然后 20、40 秒，最长五分钟。阶段仍是 Running，这个词只是容器等待的原因。集群里别的部件帮不上忙：原因在容器里，kubectl logs --previous 能看到。',
  },
  'status.imageBackOff': {
    title: '状态：{word}',
    text: '拉取失败，下一次要推迟：10 秒，然后 20、40 秒，最长五分钟。这与 ErrImagePull 是同一个失败，只是看到的是两次尝试之间的停顿。镜像若在此期间出现，下一次尝试时 Pod 会自己启动。',
  },
  'status.imageError': {
    title: '状态：{word}',
    text: 'kubelet 报告没有可用来启动容器的镜像；消息里写着镜像仓库或运行时说了什么。阶段停在 Pending，因为 Pod 还没有任何容器运行过。Pod 不会被放弃：只要它还在，就会一直重试。',
  },
  'status.configError': {
    title: '状态：{word}',
    text: '无法按 Pod 的说明创建或启动容器：缺少 ConfigMap 或 Secret，命令不存在，或者钩子失败。原因写在容器的等待状态里，细节在消息和事件中。会一直重试，缺少的东西一出现就能成功。',
  },
  'status.ended': {
    title: '状态：{word}',
    text: '有容器以失败结束，Pod 的状态写明了经过：退出码、原因、时间。OOMKilled 表示它要的内存超过了限制；只有 137 则表示它被杀死。是否重新启动，由 restartPolicy 决定。',
  },
  'status.completed': {
    title: '状态：Completed',
    text: '容器以退出码 0 结束。restartPolicy 为 Never 或 OnFailure 时，这正是目标：所有容器都完成后，阶段变为 Succeeded，Pod 作为记录留下。如果是 Always，就会重新启动。',
  },
  'cri.createFails': {
    title: '容器无法创建',
    text: '运行时没能凑齐容器需要的东西。什么都没有启动；kubelet 记下原因，之后再试。',
  },
  'cri.restart': {
    title: '再次启动',
    text: '这个容器运行过并已结束。在同一个沙箱里再造一个：Pod 的地址和卷不变，容器自己的文件系统从头开始。第一次重启立即进行，以后要等 10、20、40……秒。',
  },
  'cri.runs': {
    title: '进程在运行',
    text: '容器的命令正在运行，是它自己 PID 命名空间里的 1 号进程。运行时保存它的状态和退出码，但不通知任何人：kubelet 要自己来看。',
  },
  'cri.exec': {
    title: '在容器里运行一条命令',
    text: '这是钩子或探针：运行时在容器的命名空间里再启动一个进程，等它的退出码，直到超时。它占用的是容器自己的 CPU 和内存限额。',
  },
  'cri.connect': {
    title: '探针连到容器',
    text: '从节点连接 Pod 的地址，与普通客户端一样。被拒绝、超时，或状态码不在 200–399 之间，都算失败；一次失败什么也不会改变，连续 failureThreshold 次才会。',
  },
  'cri.read': {
    title: '运行时说明现状',
    text: 'PodSandboxStatus、ImageStatus、ContainerStatus 这类询问不改变任何东西。kubelet 宁可询问，也不依赖自己先前的命令，因为结果如何只有运行时知道。',
  },
  'cri.remove': {
    title: '移除死掉的容器',
    text: '它的可写层、记录和日志都会消失。镜像留在节点上，给下一个容器用。',
  },
  'cni.loopback': {
    title: 'CNI：回环接口',
    text: '新的网络命名空间里有回环接口，但没有启用。第一个插件把它打开：否则 Pod 里的程序连 127.0.0.1 上的自己都到不了。',
  },
  'cni.unmap': {
    title: 'CNI：归还主机端口',
    text: '如果 Pod 占用过节点端口的转发，这里删除相应规则。DEL 时插件按相反顺序运行，它最先。',
  },
  'kubelet.end': {
    title: '{node} 上的 kubelet 得知 Pod 要结束',
    text: 'Pod 的这次变化带着 deletionTimestamp。Pod 的 worker 从运行它转为结束它，不会再转回来：就算有人又想要这个 Pod，也只能来一个新的。宽限期从写下标记时就开始计时。',
  },
  'kubelet.echo': {
    title: '{node} 得知 {object}',
    text: 'kubelet 的 watch 带来 {object} 的变化，常常就是它自己写的。它收下较新的副本；如果不必据此做什么，就什么也不做。',
  },
  'status.compare': {
    title: 'API server 上是什么样子？',
    text: '写入之前，kubelet 读取存储中的 Pod 并作比较。相同的状态不会再写；别人写的内容，例如其他控制器的条件，保持不变。',
  },
  'status.begun': {
    title: '已上报：{word}',
    text: 'kubelet 表示已经接手这个 Pod：列出各个容器，每个都在等待，并写明原因。还没有任何东西在运行，阶段仍是 Pending。此后谁来询问，都能看到调度器的部分已经结束，节点正在工作。',
  },
};
