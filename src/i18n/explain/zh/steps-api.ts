import type { apiSteps as english } from '../en/steps-api';
import type { Explanation } from '../text';

export const apiSteps: Readonly<Record<keyof typeof english, Explanation>> = {
  'kubectl.start': {
    title: 'kubectl 启动',
    text: '一个新进程启动并读取参数。kubectl 在两条命令之间不会留下任何运行的东西，所以启动是它做的最久的事：几十毫秒，而请求本身只要几毫秒。',
  },
  'kubectl.parse': {
    title: '解析并检查这一行',
    text: 'kubectl 找出子命令、参数和标志，检查不需要集群就能检查的内容，例如缺少 --image，或镜像名格式不对。在这里发现的错误没有代价：不会发送任何请求。其余的检查都留给 API server，它更了解规则。',
  },
  'kubectl.config': {
    title: '哪个集群，以谁的身份？',
    text: 'kubectl 读取 kubeconfig：当前上下文指定了集群（地址和 CA）、用户（证书或令牌）和命名空间。命令行标志优先于文件。如果完全没有 kubeconfig，kubectl 会去连 localhost:8080，然后被拒绝。',
  },
  'kubectl.discover': {
    title: '这个服务器能做什么？',
    text: '能处理任意种类对象的命令，要先知道服务器提供哪些资源、它们叫什么。答案在磁盘上缓存六小时。种类固定的命令，例如 create deployment，不需要发现，会跳过这一步。',
  },
  'kubectl.build': {
    title: '构造对象',
    text: 'kubectl 用几个标志写出一个完整的对象：标签和选择器 app=<名称>、只有一个容器的 Pod 模板、副本数。你没有给出的字段先空着，由 API server 填默认值，这样所有客户端得到的默认值都相同。',
  },
  'kubectl.request': {
    title: '请求在路上',
    text: '对象作为 HTTPS 请求的正文发出，客户端证书或令牌说明你是谁。kubectl 现在开始等待。如果地址错了或服务器没开，报错会来自 kubectl 自己：“The connection to the server … was refused”。',
  },
  'kubectl.watch': {
    title: 'kubectl 继续监听',
    text: '带 -w 时，或者在等待删除完成时，kubectl 保持一个请求不关闭，服务器每发来一个变化就打印一行。所有控制器依靠的也是这样的流。',
  },
  'kubectl.print': {
    title: 'kubectl 打印答复',
    text: '“created”的意思是：已存储。它并不表示有什么在运行；此刻连一个 Pod 都还没有。像 kubectl get 那样的表格由服务器制作，kubectl 只负责对齐各列。',
  },
  'kubectl.exit': {
    title: '提示符回来了',
    text: 'kubectl 以退出码 0 结束：API server 接受了请求。对象以后怎样，已经不会改变这个结果；想知道后来如何，只能再查询或者监听。',
  },
  'kubectl.failed': {
    title: 'kubectl 报告失败',
    text: 'kubectl 打印原因并以退出码 1 结束。“Error from server (原因)”来自 API server 的答复；只有“error:”的多半是 kubectl 自己的检查，发生在发送之前。（create deployment 是例外：它把服务器的消息包在“error: failed to create deployment”里。）',
  },
  'kubectl.interrupted': {
    title: '被中断',
    text: 'Ctrl-C 结束的是 kubectl，不是它请求的事情。服务器已经接受的请求不会撤回，停止的只是监听。',
  },

  'api.filters': {
    title: '外层过滤器',
    text: '在任何人查看请求之前，一串小过滤器先把它包起来：设定 60 秒的期限，加一道把崩溃变成 500 的保护，从 URL 读出动词、资源和命名空间。每个只要几微秒。它们排在最前面，这样即使被拒绝的请求也会被计数、记录并限制时间。',
  },
  'api.authentication': {
    title: '你是谁？认证',
    text: '依次询问各个认证器：代理请求头、客户端证书、持有者令牌，最后是匿名。证书的通用名（CN）成为用户名，组织（O）成为用户组。凭据错误会在这里得到 401；完全没有凭据则成为 system:anonymous，之后通常被 403 拒绝。如果用了 --as 且有权模拟，紧接着就换成另一个身份。',
  },
  'api.fairness': {
    title: '排队的座位：优先级与公平',
    text: '流模式（FlowSchema）把请求归入一个优先级，请求占用其中一个座位，或在队列里等待。这样，疯狂发请求的客户端只会拖慢同类，kubelet 和选主仍能通过。队列满了就返回 429。system:masters 组不受限制。',
  },
  'api.authorization': {
    title: '你可以吗？鉴权',
    text: '每个鉴权器回答允许、拒绝或无意见；第一个明确的回答算数，如果谁都没有意见，答案就是 403。RBAC 寻找一个绑定，让这个用户可以在这个命名空间对这个资源执行这个动词；它的规则只会增加权限。“is forbidden:”后面的文字说明拒绝来自 RBAC，还是后面的准入插件。',
  },
  'api.decoding': {
    title: '解码，并填入默认值',
    text: '正文变成有类型的对象，并转换成内部版本；空着的字段得到默认值：RollingUpdate 25 %、保留十个旧版本、restartPolicy Always。在 kubectl 要求的严格模式下，拼错的字段会在这里得到 400。（1.20 没有这种模式：那里由 kubectl 自己检查它有模式定义的字段。）',
  },
  'api.mutating': {
    title: '要修改吗？变更准入',
    text: '插件一个接一个，可以修改对象，也可以拒绝它。NamespaceLifecycle 确认命名空间存在；对 Pod，ServiceAccount 加上令牌卷，DefaultTolerationSeconds 加上两条容忍。对 Deployment 几乎没有改动：这些插件针对 Pod，而不是模板。这时对象还没有 uid。',
  },
  'api.validation': {
    title: '准备并校验',
    text: '注册表设置客户端不能设置的内容：uid、创建时间、generation 1、空的状态。然后检查这个种类的每条规则，从名称的格式，到选择器必须与模板的标签匹配。所有问题一次返回，合为一个 422。',
  },
  'api.validating': {
    title: '应该接受吗？验证准入',
    text: '这些插件看到的是最终的对象，只能说可以或不可以：策略、验证 webhook，ResourceQuota 排在最后，这样被别的插件拒绝的请求不会占用配额。即使 Pod 以后过不了，Deployment 也能通过：配额和 Pod 安全要等 Pod 来的时候才起作用。',
  },
  'api.current': {
    title: '读取当前对象',
    text: '要修改或删除一个对象，服务器先读出它现在的样子，连同 resourceVersion。如果在这次读取与下面的写入之间有人写了它，写入时会发现，服务器就用更新的对象重来。',
  },
  'api.storage': {
    title: '送往存储',
    text: '对象作为一个事务写入 etcd：如果这期间没有别人写过，就写入。对新对象来说，就是：如果这个键还不存在。所以两个人同时创建同名对象不会都成功，第二个得到 409 AlreadyExists。',
  },
  'api.deletion': {
    title: '删除对象',
    text: '如果没有终结器（finalizer）拦着，也没有宽限期在走，这个键就从 etcd 中删除。kubectl 默认使用后台级联：父对象先消失，子对象随后由垃圾回收器清理。',
  },
  'api.read': {
    title: '只读，不写',
    text: '读取不改变任何东西，所以与准入和校验无关。多数列表由 API server 自己的缓存提供，缓存靠 watch 跟随 etcd；从 1.31 起，即使要求最新状态的列表也来自缓存，只是要先等缓存跟上。',
  },
  'api.watch': {
    title: '打开一个 watch',
    text: '客户端给出一个 resourceVersion，服务器把此后的每个变化都推送过来，直到连接结束。一次写入就这样到达许多读者，没有人需要轮询。',
  },
  'api.notFound': {
    title: '不存在：404',
    text: '对象不存在，或者已经不存在了。客户端常常是有意询问：kubectl apply 借此知道该创建还是修改，kubectl delete 借此确认对象已经消失，控制器在按缓存行动之前也会问一下。对它们来说，这个答复是信息，而不是失败。',
  },
  'api.refused': {
    title: '以 {code} 拒绝',
    text: '服务器写出一个 Status 对象，说明哪里不对：代码、原因和消息。做出决定的是它前面的那个阶段。什么都没有存储，所以除了审计日志，集群里没有谁会知道有过这个请求。',
  },
  'api.answer': {
    title: '答复：{code}',
    text: '已存储的对象按客户端要求的格式编码后发回。里面有服务器补充的内容：uid、resourceVersion、默认值。与此同时，而不是之后，这个变化也传给所有监听的人。',
  },
  'api.again': {
    title: '大家都走同一道门',
    text: '{actor} 发送 {method}，经过的正是你的请求经过的那些阶段：认证、公平排队、鉴权、准入。控制器没有后门，每个都有自己的身份和自己的 RBAC 规则。选中任何一个这样的请求，就能看到它的各个阶段。',
  },

  'etcd.write': {
    title: '写入 etcd，修订版本 {revision}',
    text: '领导者把写入追加到日志并发给追随者；多数成员落盘之后，它才算提交，然后被应用。整个存储只有一个计数器，即修订版本，这次写入使它加一：对象的 resourceVersion 就是这个数字。只有 API server 与 etcd 通信。',
  },
  'etcd.unwritten': {
    title: 'etcd 比较后没有写入',
    text: '事务说的是：仅当那里还什么都没有，或者仅当它仍是我读到的样子，才写入。情况并非如此，于是 etcd 返回它现有的内容。修订版本不变，也没有任何监听者会知道。',
  },
  'etcd.conflict': {
    title: '{actor}：比较失败，409',
    text: '每次写入都有条件：新对象要求名称空闲，修改要求对象仍是 {actor} 读到的那个版本。这次条件不成立。创建得到 AlreadyExists，更新得到 Conflict；什么都没有改变，也没有丢失，控制器会重新读取再试。在健康的集群里，每个新 Deployment 都会发生这种事：控制器写状态时，手里的副本刚刚被它自己变旧。',
  },
  'watch.dispatch': {
    title: '变化扇出',
    text: 'API server 为每种资源在 etcd 上只保持一个 watch，用它更新缓存，再把每个事件转给选择器与之相关的所有客户端。一千个监听者对 etcd 的开销与一个相同。每个客户端按顺序收到事件；只要从已知的版本开始，就不会漏掉任何一个。',
  },
};
