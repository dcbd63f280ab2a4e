import type { moreLoopSteps as english } from '../en/steps-loops';
import type { Explanation } from '../text';

export const moreLoopSteps: Readonly<Record<keyof typeof english, Explanation>> = {
  'informer.hear': {
    title: '控制器的缓存得知 {object}',
    text: 'kube-controller-manager 对每种资源只保持一个 watch 和一份缓存，所有控制器共用。{object} 的变化沿这条流到达；缓存收下它，相关控制器的处理函数各把一个键放进队列。它们在这里不做别的：处理函数慢了，大家都得等。',
  },
  'deployment.pause': {
    title: '暂停或继续发布',
    text: 'Deployment 的条件 Progressing 写明：DeploymentPaused 或 DeploymentResumed。暂停期间，模板的修改会存下来，但不会为它们创建 ReplicaSet；扩缩容仍然有效。这样可以先做几处修改，再用一次发布全部带上。',
  },
  'gc.orphaned': {
    title: '属主独自离开',
    text: '所有从属对象都已放走，于是从 {object} 上移除终结器 orphan，留住这个对象的最后一样东西也没有了。子对象现在没有属主，垃圾回收器也就不会再来找它们。',
  },
  'controllers.queue': {
    title: '{queue} 队列里的一个键',
    text: '得知与行动之间隔着一个工作队列。里面放的是键，不是事件，每个键只有一份：频繁变化的对象只处理一次，用的是最新状态。失败的键过一段时间再回来，间隔逐次加倍。',
  },
  'controllers.adopt': {
    title: '{object} 按标签收养',
    text: '有一个没有属主的对象与 {object} 的选择器匹配。控制器先按 uid 询问 API server {object} 是否还在，再把它写成属主。归属就这样跟着标签走：凡是符合选择器的都算数，不管是谁创建的。',
  },
  'controllers.release': {
    title: '{object} 放开不再匹配的对象',
    text: '标签改了，{object} 的选择器不再匹配。控制器移除自己的属主引用，别的不动；Pod 继续运行。现在数量少了一个，于是再造一个。',
  },
  'controllers.requeue': {
    title: '{object} 回到队列',
    text: '这一轮没有走到头：写入被拒绝，手里的副本旧了，或者有什么要等。键回到队列，下一轮从最新状态开始。失败的那一轮只留下一个失败次数。',
  },
  'controllers.credentials': {
    title: '控制器领取自己的身份',
    text: '每个控制器都以 kube-system 中自己的服务账号行动，只有它需要的权限。第一次请求之前，它先申请一个令牌。所以审计日志里看得出哪个控制器做了什么，一个控制器出错也用不了另一个的权限。',
  },
  'scheduler.hear': {
    title: '调度器得知 {object}',
    text: '调度器监听 Pod、节点和另外几种对象。没有节点的新 Pod 进入它的队列；节点或其他 Pod 的变化可能唤醒先前放不下的 Pod。它从不轮询：没有变化，就什么也不发生。',
  },
  'scheduler.evict': {
    title: '低优先级的 Pod 为 {pod} 腾地方',
    text: '调度器删除选定的牺牲者，并在 {pod} 里写入 nominatedNodeName。牺牲者有自己的宽限期，所以地方还没有空出来：{pod} 回到队列，等它们消失后再试。优先级更高的 Pod 仍可能抢走这个位置。',
  },
  'scheduler.bound': {
    title: '{pod} 归节点所有',
    text: 'API server 确认了绑定。调度器不再把这个位置当作假定，并写下 Scheduled 事件。它的工作到此结束；{pod} 以后的事归 kubelet 管。',
  },
  'scheduler.bindFails': {
    title: '{pod} 绑定失败',
    text: '没能把节点写进 Pod：它在此期间被删除了，或者某个卷绑定不了。调度器把它从账上划掉，让那块空间重新算作空闲，再把它放回队列。',
  },
  'controllers.tally': {
    title: '清点 {object}',
    text: '控制器根据缓存得出状态应该怎么写，再与存储的比较。相同的状态不会再写：否则每一轮都会唤醒所有监听者，首先就是它自己。',
  },
};
