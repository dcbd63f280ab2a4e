import type { loopSteps as english } from '../en/steps-controllers';
import type { Explanation } from '../text';

export const loopSteps: Readonly<Record<keyof typeof english, Explanation>> = {
  'deployment.queue': {
    title: 'Deployment 队列里的一个键',
    text: 'informer 的处理函数只把一个键（命名空间和名称）放进工作队列，而不是事件本身。如果同一个对象在有空闲 worker 之前变了五次，worker 也只运行一次，看的是最新状态。所以控制器不怕事件遗漏或合并。',
  },
  'deployment.sync': {
    title: 'Deployment 控制器做比较',
    text: 'worker 取走键，从本地缓存读出 Deployment 和它的各个 ReplicaSet，寻找模板与当前相同的那个。对新的 Deployment 来说还没有。这里的读取不会给 API server 增加负担：缓存靠 watch 保持最新。',
  },
  'deployment.create': {
    title: 'Deployment → ReplicaSet',
    text: '控制器为模板的这个版本创建一个 ReplicaSet。它的名称以模板的哈希结尾，所以相同的模板总是对应同一个 ReplicaSet，改过的模板对应另一个；滚动更新和回滚就是这样实现的。它一次就要求全部 {wanted} 个副本：没有旧的需要腾地方。',
  },
  'deployment.plan': {
    title: '可以走多远？',
    text: '控制器计算可以比期望多出几个 Pod（maxSurge，向上取整），又可以缺少几个（maxUnavailable，向下取整）。三个副本、25 % 时，就是最多多一个，一个也不能少。每一轮它要么扩大新的 ReplicaSet，要么缩小旧的。',
  },
  'deployment.scaleUp': {
    title: 'ReplicaSet 可以扩大',
    text: 'Deployment 控制器在 ReplicaSet 里写入一个更大的数字，别的什么也不做。Pod 是 ReplicaSet 控制器的工作：它会通过自己的 watch 看到这个变化。',
  },
  'deployment.scaleDown': {
    title: 'ReplicaSet 必须缩小',
    text: '在 ReplicaSet 里写入一个更小的数字。先放弃未就绪的 Pod；对正在服务的 Pod，任何时刻缺少的都不能超过 maxUnavailable。',
  },
  'deployment.cleanUp': {
    title: '清理旧版本',
    text: '副本数为零的 ReplicaSet 留着供回滚使用，默认十个，由 revisionHistoryLimit 决定。更旧的在这里删除。',
  },
  'deployment.record': {
    title: '记录版本号',
    text: 'Deployment 得到作为注解的版本号，以及一个表示正在推进的条件。从这里开始，worker 手里的副本比存储的旧，所以这一轮的下一次写入会得到 409，键回到队列。这是正常现象。',
  },
  'deployment.status': {
    title: 'Deployment 状态：{ready}/{wanted} 就绪',
    text: '控制器汇总它的 ReplicaSet，写出 Deployment 的状态：有多少 Pod，多少是最新的，多少可用。可用的足够多时，条件 Available 变为 True。kubectl rollout status 等待的就是这些字段。',
  },
  'replicaset.queue': {
    title: 'ReplicaSet 队列里的一个键',
    text: 'ReplicaSet 的变化和它的 Pod 的变化都归到同一个键：Pod 的属主引用说明它属于谁。一个 worker 拿着这个键时，别的 worker 拿不到，所以一个 ReplicaSet 不会同时被清点两次。',
  },
  'replicaset.count': {
    title: '现在有几个 Pod？',
    text: 'ReplicaSet 控制器清点缓存中与选择器匹配且属于它的 Pod，与期望的数量比较。缓存可能落后于它自己的写入，所以它记着还有几次创建没有看到回音，在看到之前不做决定。',
  },
  'replicaset.create': {
    title: '创建 Pod：先一个，再两个，再四个',
    text: 'Pod 按翻倍的批次创建：如果第一个被拒绝，例如因为配额，只犯了一次错误，而不是几百次。每个都是一次独立的 POST；服务器给名称补上五个随机字符，属主引用把 Pod 系在 {object} 上。现在 Pod 只是一条记录：它还没有节点。',
  },
  'replicaset.delete': {
    title: '删除多余的 Pod',
    text: 'Pod 比期望的多，有些必须离开。先走的是没有节点的，然后是 Pending 的，再是未就绪的，再是就绪时间最短的。它们按通常的方式删除，有自己的宽限期。',
  },
  'replicaset.status': {
    title: 'ReplicaSet 状态：{ready}/{wanted} 就绪',
    text: '存在、就绪和可用的 Pod 数写进 ReplicaSet 的状态。这次写入对 Deployment 控制器来说是一个事件：消息又上了一层楼。',
  },
  'gc.check': {
    title: '属主还在吗？',
    text: '垃圾回收器保存着所有对象及其属主的图。{object} 写着的属主似乎已经不在；动手之前它会直接询问 API server，因为它的图可能落后。只有确定属主不存在，才会删除这个对象。',
  },
  'gc.delete': {
    title: '{object} 随属主删除',
    text: '属主不在了，所以 {object} 也被删除，并以它的 uid 为前提条件：如果已经有另一个同名对象取代了它，那一个不会受影响。所以 Deployment 立刻消失，它的 ReplicaSet 和 Pod 稍后才消失。',
  },
  'gc.release': {
    title: '属主可以离开了',
    text: '前台删除由一个终结器拦着，要等从属对象全部消失。现在它们都不在了，终结器被移除，属主随之消失。',
  },
  'gc.orphan': {
    title: '放走子对象',
    text: '使用 --cascade=orphan 时，从属对象的属主引用被移除，它们从此没有属主地继续存在。选择器匹配的新属主可以收养它们。',
  },

  'scheduler.queue': {
    title: '{pod} 在调度队列中等待',
    text: '调度器监听 nodeName 为空的 Pod。它们在队列中先按优先级、再按时间排序。放不下的 Pod 在别处等待，直到发生可能有帮助的变化，而且不短于它的退避时间。',
  },
  'scheduler.pop': {
    title: '调度器取出 {pod}',
    text: '一次只有一个 Pod 离开队列，所以每个决定都能看到前一个。调度器使用所有节点的快照，其中包括已经答应出去的资源；PreFilter 插件把每个节点都要问的内容先算好。',
  },
  'scheduler.filter': {
    title: '哪些节点能运行它？',
    text: '每个节点依次接受各个过滤器的检查：可调度、名称、污点、亲和性、端口、空闲资源、卷、拓扑。第一个说不的过滤器就淘汰这个节点。这里的资源指 requests，从不是 limits，也不是实际用量；而且必须在同一个节点上空闲，几个节点加起来没有用。',
  },
  'scheduler.score': {
    title: '哪个节点最好？',
    text: '每个插件给剩下的节点打分，最高 100 分，乘以权重再相加：剩余空间、CPU 与内存的均衡、这个工作负载的 Pod 分布是否均匀、镜像是否已经在节点上。只剩一个节点时不打分。',
  },
  'scheduler.select': {
    title: '记住胜者',
    text: '分数最高的节点胜出，平分时随机决定。调度器马上在自己的内存里把 Pod 记在这个节点上（“assume”），这样下一个 Pod 就会把这块空间看作已占用，不必等集群确认。',
  },
  'scheduler.preempt': {
    title: '腾地方有用吗？',
    text: '没有合适的节点。调度器寻找移走低优先级 Pod 就能腾出空间的节点，并选择损害最小的方案。污点、亲和性和节点名称的问题无法这样解决。',
  },
  'scheduler.fail': {
    title: '{pod} 无处可放',
    text: 'Pod 被放到等待时机的 Pod 之中，带有一个 FailedScheduling 事件，统计所有节点的原因，以及条件 PodScheduled=False。它保持 Pending：什么都没有坏，只要某个节点或 Pod 发生可能有关的变化，就会再试。',
  },
  'scheduler.bind': {
    title: '把节点写进 {pod}',
    text: '决定通过向 Pod 的 binding 子资源发送 POST 成为现实：API server 设置 nodeName，如果已经设置过就拒绝。这与下一个 Pod 的调度同时进行。调度器什么也不启动；节点上的 kubelet 会行动，因为它看到了自己的名字。',
  },
};
