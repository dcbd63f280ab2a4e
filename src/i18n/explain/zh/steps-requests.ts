import type { requestSteps as english } from '../en/steps-requests';
import type { Explanation } from '../text';

export const requestSteps: Readonly<Record<keyof typeof english, Explanation>> = {
  'kubectl.sleep': {
    title: 'kubectl 稍等再问',
    text: '要求的事现在还做不到，所以 kubectl 停一会儿再试：中断预算拒绝驱逐时，drain 等五秒；等待 Pod 消失时，每一秒看一次。等待的是 kubectl 自己，服务器早已答复。Ctrl-C 会结束等待，但不会撤销任何事。',
  },
  'kubectl.decide': {
    title: 'kubectl 读取答复',
    text: '返回了一个状态码和一个对象，kubectl 决定接下来做什么。许多命令不止一个请求：apply、scale 和 expose 先读取对象，然后才发送修改。如果是错误码，它就停在这里，把服务器的消息告诉你。',
  },
  'api.budget': {
    title: '中断预算允许吗？',
    text: '驱逐 Pod 之前，服务器寻找选择器与它匹配的 PodDisruptionBudget，从允许的中断次数里扣掉一次；如果别人抢先写过，这次写入就会失败。一次也不剩时，答复是 429，Pod 留下。普通的 DELETE 不会问这个问题：预算只防驱逐。',
  },
  'api.evict': {
    title: '驱逐 Pod',
    text: '驱逐是先问过的删除。服务器可能先在 Pod 上写明原因（当前版本的条件 DisruptionTarget），再像 DELETE 那样把它标记为待删除，并带上宽限期。Pod 的控制器会再造一个；如果这个节点已被 cordon，就在别的节点上。',
  },
  'api.mark': {
    title: '标记为待删除',
    text: '对象还没有移除：服务器在其中写入 deletionTimestamp，因为要等宽限期或终结器（finalizer）。从现在起它算作 Terminating，监听者各做各的：kubelet 停止容器，控制器移除自己的终结器。这个标记无法收回。',
  },
  'api.execute': {
    title: '只计算，不存储',
    text: '有些资源其实是提问：SubjectAccessReview 问某人可以做什么，TokenRequest 索取一个令牌。它们像对象一样用 POST 提交，经过同样的阶段，但服务器只算出答案，什么也不存。etcd 的修订版本不变。',
  },
  'api.connect': {
    title: '服务器去问节点',
    text: '日志不在 etcd 里。API server 连接 Pod 所在节点的 kubelet，把它发来的内容转给你。所以看日志需要节点连得上；对象已经不在的 Pod，也就没有日志可看。',
  },
  'api.bound': {
    title: '检查并存储绑定',
    text: '向 binding 子资源发 POST 只改一件事：nodeName，以及随之而来的条件 PodScheduled。如果 Pod 已有节点或正在被删除，服务器就拒绝，所以两个调度器不可能都成功。从这次写入起，节点上的 kubelet 通过自己的 watch 得到这个 Pod。',
  },
  'api.otherNews': {
    title: '{actor} 要重新看一眼：{code}',
    text: '404 表示对象已经不在，409 表示别人先写了。控制器对两者都习以为常：读取最新状态再试，或者发现已经没有事可做。什么都没有改变，所以也不需要修复。',
  },
  'api.otherRefused': {
    title: '{actor} 被拒绝：{code}',
    text: '被拒绝的不只是人。配额、准入 webhook 和 RBAC 同样约束控制器，而且常常只约束它们：Deployment 被接受，它的 Pod 却没有。控制器把服务器的消息写进事件，然后重试，间隔越来越长。',
  },
  'api.stored': {
    title: '存储 {actor} 发来的内容',
    text: '{object} 的修改送往 etcd，答复带着新的 resourceVersion 返回。服务器对这次写入和你的写入一视同仁。所有监听 {resource} 的人都会得知，发送者自己也不例外。',
  },
  'api.asks': {
    title: '{actor} 读取',
    text: '控制器和 kubelet 大多从自己的缓存读取。当缓存可能落后时，例如写入之前或删除之前，它们直接询问服务器。这样的读取要一次往返，服务器可能还要查一次 etcd。',
  },
  'etcd.again': {
    title: '又一次写入，修订版本 {revision}',
    text: '{actor} 发来的内容又是一个事务、一个新的修订版本：集群的所有对象共用一个计数器。顺着修订版本，就能按发生的顺序看到整个过程。每一次这样的写入，都会唤醒下一个监听者。',
  },
  'etcd.read': {
    title: '从 etcd 读取',
    text: '服务器向 etcd 询问当前的值及其修订版本。当自己的缓存可能太旧、靠不住时才这样做：在依赖现状的修改之前，或者 GET 要求最新状态时。读取不改变修订版本，也不唤醒任何人。',
  },
};
