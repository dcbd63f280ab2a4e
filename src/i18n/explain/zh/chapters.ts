import type { chapters as english } from '../en/chapters';
import type { ChapterText } from '../text';

export const chapters: Readonly<Record<keyof typeof english, ChapterText>> = {
  kubectl: {
    title: 'kubectl 构造请求',
    short: 'kubectl',
    text: 'kubectl 和其他客户端没有区别。它把你输入的一行变成一个或几个 HTTP 请求，附上你的身份，发给 API server；它从不与 etcd 或节点直接通信。',
  },
  api: {
    title: 'API server 做决定',
    short: 'API server',
    text: '每个请求都按同样的顺序经过同样的阶段：你是谁，你可以吗，格式对吗，要不要修改或拒绝，最后才存储。集群中后来发生的一切，都从这里存下的内容开始。',
  },
  answer: {
    title: 'kubectl 答复你',
    short: '答复',
    text: '对象一存好，提示符就回来了。此时还没有任何东西在运行：从这里开始，集群自己朝着你要求的状态努力。',
  },
  controllers: {
    title: '控制循环作出反应',
    short: '控制循环',
    text: '控制器监听 API server。每个控制器比较期望与现状，朝期望迈出一小步；这一步被存下来，又唤醒下一个循环。没有谁调用谁，大家都在 API server 里碰面。',
  },
  scheduler: {
    title: '调度器选择节点',
    short: '调度器',
    text: '没有节点的 Pod 归调度器管。它先排除不能运行这个 Pod 的节点，再给其余节点打分，把胜者写进 Pod。它自己什么也不启动。',
  },
  kubelet: {
    title: 'kubelet 准备 Pod',
    short: 'kubelet',
    text: '被选中的节点上，kubelet 看到一个写着自己节点名的 Pod。它确认放得下，报告已经开始，并在任何容器出现之前准备好 cgroup、目录和卷。',
  },
  runtime: {
    title: '沙箱、网络、容器',
    short: '沙箱 · CNI',
    text: 'kubelet 通过 CRI 先向容器运行时要一个沙箱，再要容器。运行时请网络插件给沙箱一块网卡和一个地址。镜像在这之后才拉取。',
  },
  status: {
    title: '消息往回传',
    short: '状态',
    text: '节点上发生的事写进 Pod 的状态，再次唤醒各个循环：ReplicaSet 多数一个就绪的 Pod，Deployment 也是，直到数字与期望一致。',
  },
  node: {
    title: '直接询问节点',
    short: '节点',
    text: '有些东西不在任何对象里：容器写了什么，在容器里运行的命令说了什么。为此 API server 连接 Pod 所在节点的 kubelet，并转发这条连接上的内容。什么都不存储，别的循环也不会知道。',
  },
  services: {
    title: 'Service 得知地址',
    short: 'Service',
    text: 'Service 没有自己的进程：它是一个名称背后的一张地址表。两个控制器按 Pod 的标签和就绪状态维护这张表，每个节点再把它变成数据包规则。',
  },
  removal: {
    title: '重新拆除',
    short: '拆除',
    text: '删除与创建走同样的路：先存下愿望，再由监听者执行。请容器停下，归还网络，对象本身最后才消失。',
  },
};
