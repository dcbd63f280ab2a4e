import type { clusterSteps as english } from '../en/steps-cluster';
import type { Explanation } from '../text';

export const clusterSteps: Readonly<Record<keyof typeof english, Explanation>> = {
  'service.queue': {
    title: 'Service 队列里的一个键',
    text: 'Service 变化，或它选中的 Pod 变化，都归到这个 Service 的键。有两个控制器有这样的队列：EndpointSlice 的，以及较老的 Endpoints 的。',
  },
  'endpointslice.compare': {
    title: '{object} 背后是谁？',
    text: '控制器按 Service 的标签选出 Pod，取每个的地址、是否就绪、是否正在结束。没有地址的 Pod 不列；未就绪的会列出，但不算就绪。然后寻找改动最小的方案，每个切片最多 100 个端点。',
  },
  'endpointslice.write': {
    title: '写入 EndpointSlice',
    text: '每个节点上的 kube-proxy 监听切片，把它们变成数据包规则；无头 Service 的 DNS 也读它们。切片让更新保持很小：如果是几千个地址的一张大表，每次变化都要整个传到每个节点。写入之前，流量到不了新 Pod；撤下之前，流量仍可能到达正在结束的 Pod。',
  },
  'endpoints.compare': {
    title: '{object} 的旧列表：Endpoints',
    text: '较老的 Endpoints 对象把 Service 的所有地址放在一张列表里，就绪的与未就绪的分开。它仍为读取它的客户端维护，但从 1.33 起已弃用，而且最多 1000 个地址。',
  },
  'endpoints.write': {
    title: '写入 Endpoints',
    text: '列表与已存储的不同才写入，相同就不再写。kubectl get endpoints 显示的就是它。在当前的集群里，流量已不再依赖它，kube-proxy 读的是 EndpointSlice。',
  },
  'namespace.queue': {
    title: '命名空间队列里的一个键',
    text: '命名空间被创建、修改或标记为待删除。好几个控制器都关心它：一个给它服务账号，一个给它证书，一个在它离开时把它清空。',
  },
  'namespace.read': {
    title: '{object} 即将离开',
    text: '控制器取得命名空间的最新状态，并询问服务器有哪些资源，因为什么都可能住在命名空间里。从它变为 Terminating 起，NamespaceLifecycle 拒绝在其中创建任何新对象；否则永远清不空。',
  },
  'namespace.empty': {
    title: '删除 {object} 中的一切',
    text: '控制器逐个种类删除所有对象，服务器支持时每个种类只需一个请求，然后列出还剩什么。Pod 需要宽限期，所以命名空间会在 Terminating 停留一阵。如果某个对象的终结器没人移除，命名空间就永远走不了。',
  },
  'namespace.finalize': {
    title: '{object} 已清空，可以离开',
    text: '状态中的条件说明还剩什么、为什么。什么都不剩时，从命名空间的 spec 上取下终结器 kubernetes，服务器随即移除它。这时名称才重新空出来。',
  },
  'serviceaccount.create': {
    title: '命名空间得到服务账号',
    text: '每个命名空间都有一个名为 default 的服务账号，没有另外指定的 Pod 就以它的身份运行。它出现之前，这个命名空间里的 Pod 会被准入插件 ServiceAccount 拒绝。它本身没有任何权限，要由 RBAC 给予。',
  },
  'serviceaccount.token': {
    title: '服务账号的令牌',
    text: '1.23 及以前，每个服务账号都有一个 Secret，里面的令牌永不过期。现在令牌为每个 Pod 单独签发，有期限，由 kubelet 挂载；这样的 Secret 只在要求时才创建。',
  },
  'rootca.publish': {
    title: '命名空间得到集群证书',
    text: '每个命名空间都会放进一个 ConfigMap kube-root-ca.crt。每个 Pod 把它和令牌一起挂载，这样 Pod 里的程序能确认对面是真正的 API server。没有它，带令牌卷的 Pod 就启动不了。',
  },
  'node.queue': {
    title: '节点队列里的一个键',
    text: '节点有了变化：状况、污点，或者能否调度。队列只放节点名，只有一份，不管变了什么、变了几次。',
  },
  'node.taint': {
    title: '污点跟随 {node} 的状态',
    text: '节点生命周期控制器把状态变成污点：被 cordon 的节点得到 node.kubernetes.io/unschedulable，未就绪的得到 not-ready。这样调度器的污点过滤器不必为每种状态另立规则，Pod 也可以容忍它，DaemonSet 的 Pod 就是如此。已经在运行的 Pod 不受 NoSchedule 影响。',
  },
  'node.monitor': {
    title: '节点都还活着吗？',
    text: '控制器每五秒查看一次节点的租约。沉默 50 秒（1.31 及以前是 40 秒）的节点得到 Ready=Unknown 和污点 unreachable。它的 Pod 被标为未就绪，Service 不再往那里发流量；五分钟之后才会驱逐它们。',
  },
  'node.range': {
    title: '{node} 得到自己的 Pod 地址段',
    text: '新节点分到集群 Pod 网络的一段，通常是 /24。它的网络插件只从这一段里分配地址，所以节点之间不必为任何一个地址协商。',
  },
  'node.ttl': {
    title: 'kubelet 可以把 Secret 留多久？',
    text: '节点上的一个注解告诉 kubelet，Secret 或 ConfigMap 用多久之后要重新询问。小集群里是 0；大集群里，它避免几千个 kubelet 不停地问。',
  },
  'eviction.taint': {
    title: '{pod} 不能留在有污点的节点上',
    text: '效果为 NoExecute 的污点也管已经在运行的 Pod。不容忍它的立即删除，带 tolerationSeconds 的到时删除：对失联节点是 300 秒，除非 Pod 另有规定。如果节点真的死了，对象会停在 Terminating，因为没有 kubelet 来确认结束。',
  },
  'podgc.collect': {
    title: '移除无人照管的 Pod',
    text: 'Pod 垃圾回收器每二十秒寻找一次不会再有 kubelet 报告的 Pod：节点已经不在，或者正在结束却从未有过节点。它们立即删除，没有宽限期，因为没有什么可等。',
  },
  'volume.match': {
    title: '哪个卷符合声明 {object}？',
    text: '绑定器寻找同一存储类、足够大、访问模式相符的 PersistentVolume，取其中最小的。如果没有，声明停在 Pending，需要它的 Pod 也一样。WaitForFirstConsumer 的存储类是有意等待，直到知道 Pod 将在哪里运行。',
  },
  'volume.bind': {
    title: '声明与卷绑定',
    text: '双方互写对方的名称：先由卷认定声明，再由声明写上卷。两次写入，顺序固定，所以中途崩溃也不会把一个卷给出两次。绑定是长久的：别的声明用不了这个卷。',
  },
  'volume.provision': {
    title: '请人来造一个卷',
    text: '存储类指定了供应者（provisioner）。绑定器把这个名称作为注解写在声明上，然后等待；供应者是 Kubernetes 之外的程序，由它来造卷。如果集群里没有叫这个名字的，声明就一直等，并有事件 ExternalProvisioning。',
  },
  'volume.protect': {
    title: '声明还在使用吗？',
    text: '终结器保护正被 Pod 使用的声明和已绑定的卷，不让它们消失。没有 Pod 再提到这个声明时，控制器才移除它。没有这层保护，删除声明等于从正在运行的程序底下抽走磁盘。',
  },
  'budget.queue': {
    title: '中断预算队列里的一个键',
    text: '某个预算选中的 Pod 变了，所以要重新清点。没有选中任何变化 Pod 的预算不受影响。',
  },
  'budget.count': {
    title: '可以缺少几个？',
    text: '控制器清点预算选中的健康 Pod，以及按它们的控制器应该有多少。高出 minAvailable 的部分可以驱逐：disruptionsAllowed。这里只是写出数字，真正据此拦住驱逐的是 API server。',
  },
  'quota.queue': {
    title: '配额队列里的一个键',
    text: '配额是新的或改过，或者它计算的东西被修改或删除，所以要重新求和。新建的对象不需要键：API server 已经记过账。',
  },
  'quota.count': {
    title: '配额用掉了多少？',
    text: '创建时由 API server 记账；控制器再把真正存在的加起来，校正状态，尤其是在删除之后。在此之前，刚腾出的份额可能仍算已用，一次创建可能被拒绝，而片刻之后就能通过。',
  },
};
