import type { workloadSteps as english } from '../en/steps-workloads';
import type { Explanation } from '../text';

export const workloadSteps: Readonly<Record<keyof typeof english, Explanation>> = {
  'statefulset.queue': {
    title: 'StatefulSet 队列里的一个键',
    text: 'StatefulSet 或它的某个 Pod 变化，都归到同一个键。同一时刻只有一个 worker 拿着它，所以 Pod 按顺序处理，绝不会重复。',
  },
  'statefulset.plan': {
    title: 'StatefulSet 控制器从 0 数起',
    text: '{object} 想要 {wanted} 个名称固定的 Pod，从 {object}-0 开始。控制器依次查看，停在第一个缺少、未就绪或正在结束的 Pod 上：只要它还没好，后面的就不动。把 podManagementPolicy 设为 Parallel，就不会等待。',
  },
  'statefulset.revision': {
    title: '模板保存为 ControllerRevision',
    text: 'StatefulSet 和 DaemonSet 不创建 ReplicaSet。模板的每个版本都存成一个单独的对象，Pod 的标签里带着它的哈希。控制器由此知道哪些 Pod 还是旧的，rollout undo 也由此找到回去的路。',
  },
  'statefulset.volume': {
    title: '每个 Pod 一份声明',
    text: '对每个 volumeClaimTemplate，Pod 得到一个自己的 PersistentVolumeClaim，名称由声明和 Pod 的名称组成。它先于 Pod 创建，Pod 离开后仍然保留：下一个同名 Pod 会重新找到数据。除非 persistentVolumeClaimRetentionPolicy 另有规定，删除声明由你自己来做。',
  },
  'statefulset.create': {
    title: '按顺序创建下一个 Pod',
    text: '创建一个 Pod，名称里带着它的序号。后面的要等它运行并就绪，那是几秒钟而不是几毫秒：所以 StatefulSet 像上楼梯一样一级一级起来。如果这个 Pod 一直不就绪，剩下的就永远不会创建。',
  },
  'statefulset.delete': {
    title: '序号最大的先走',
    text: 'Pod 从上往下一次删一个，上面的消失了才轮到下面的。更新也是这样：删掉旧 Pod，再创建同名的新 Pod。声明不会随 Pod 删除。',
  },
  'statefulset.status': {
    title: 'StatefulSet 状态：{ready}/{wanted} 就绪',
    text: '控制器清点存在的、就绪的和属于当前版本的 Pod，写出状态。正是这次写入，以及之前 Pod 自己的写入，让下一轮得以开始。',
  },
  'daemonset.queue': {
    title: 'DaemonSet 队列里的一个键',
    text: 'DaemonSet、它的某个 Pod 或某个节点变化，都归到它的键。所以新加入的节点不用谁开口就会得到它的 Pod。',
  },
  'daemonset.match': {
    title: '哪些节点需要 {object}？',
    text: '控制器拿每个节点与 Pod 模板对照：节点选择器匹配吗，污点能容忍吗？合适却没有 Pod 的节点缺一个；不合适的节点上的 Pod 多一个。Pod 的数量没有写在任何地方，它由节点决定。',
  },
  'daemonset.revision': {
    title: '模板保存为 ControllerRevision',
    text: '模板的每个版本都存成一个单独的对象，Pod 的标签里带着它的哈希。控制器由此分辨新旧 Pod，没有 ReplicaSet 也能用 rollout undo。',
  },
  'daemonset.create': {
    title: '每个节点一个 Pod',
    text: 'Pod 按翻倍的批次创建，每个都带着只指向一个节点的节点亲和性，以及对节点状况（包括不可调度）的容忍。绑定仍由调度器来做，所以资源和端口照常检查。因此，即使节点被 cordon，DaemonSet 的 Pod 也会在上面启动。',
  },
  'daemonset.roll': {
    title: '现在可以替换哪些旧 Pod？',
    text: '滚动更新时，没有就绪 Pod 的节点最多只能有 maxUnavailable 个，默认一个。坏掉的旧 Pod 最先替换，反正没人指望它们。旧 Pod 消失后新 Pod 才会来，因为它们要的是同一个节点（maxSurge 可以改变这一点）。',
  },
  'daemonset.delete': {
    title: '删除不该在的 Pod',
    text: '节点不再合适的 Pod、同一节点上多出来的 Pod，或者要被替换的旧 Pod。它们按通常的方式离开，有自己的宽限期。',
  },
  'daemonset.status': {
    title: 'DaemonSet 状态：{ready}/{wanted} 就绪',
    text: '控制器写出应该运行这个 Pod 的节点数、实际运行的节点数，以及其中就绪的和最新的各有多少。期望数在状态里而不在 spec 里，因为它由节点决定。',
  },
  'job.queue': {
    title: 'Job 队列里的一个键',
    text: 'Job 变了，或者它的某个 Pod 变了。当前版本会把一秒左右之内的变化攒在一起，这样 Pod 很多的 Job 不必为每一个重新清点。',
  },
  'job.compare': {
    title: 'Job 完成了、失败了，还是缺 Pod？',
    text: '控制器清点 {object} 正在运行、已成功和已失败的 Pod。成功的够了：完成。失败次数超过 backoffLimit，或超过 activeDeadlineSeconds：失败。否则就是缺 Pod，同时最多 parallelism 个。',
  },
  'job.create': {
    title: '创建 Job 的 Pod',
    text: 'Job 的 Pod 运行到结束为止；没有哪个控制器要维持它一直活着。在当前版本里它带着一个终结器，这样不会在被计数之前消失。失败之后，下一个 Pod 要等一段时间才创建：10 秒，然后 20 秒，再 40 秒（1.20：先是立即，然后 10 秒、20 秒）。',
  },
  'job.delete': {
    title: '删除仍在运行的 Pod',
    text: '结论已经有了，或者 Pod 比 parallelism 允许的多：仍在运行的要删除。已结束的 Pod 留着，好让人读它们的日志；它们随 Job 一起离开。',
  },
  'job.track': {
    title: '先记下结束的 Pod，再放走',
    text: '控制器先在状态里写下将要计数的已结束 Pod，再移除它们的终结器，然后才计数。中途崩溃的话，接手者知道进行到哪里：不会漏掉，也不会重复。（1.20 只数还在的 Pod，被人删掉的就丢了。）',
  },
  'job.status': {
    title: 'Job 状态：{ready}/{wanted} 成功',
    text: '写出活动、成功和失败的 Pod 数，最后写出条件：Complete 或 Failed，并附原因。结束的 Job 连同 Pod 一起保留，直到被删除，或者 ttlSecondsAfterFinished 到期。',
  },
  'cronjob.schedule': {
    title: '{object} 该运行 Job 了吗？',
    text: '控制器算出时间表上一次应该触发的时刻。如果那一次还没有 Job，就该创建了；错过的时刻不会逐个补上，只看最近一次。前一个 Job 还在运行时怎么办，由 concurrencyPolicy 决定：Allow、Forbid 或 Replace。',
  },
  'cronjob.create': {
    title: 'CronJob → Job',
    text: '按 jobTemplate 创建一个 Job，名称里带着计划的时间。同一时刻如果处理了两次，第二次 POST 会因为名称已存在而被拒绝：一次触发不会产生两个 Job。之后的事由 Job 控制器来做。',
  },
  'cronjob.history': {
    title: '清理旧的 Job',
    text: 'CronJob 保留最近三个成功的 Job 和最近一个失败的，除非历史上限另有规定。更旧的会被删除，它们的 Pod 随后删除。',
  },
  'cronjob.status': {
    title: 'CronJob 记住它的运行',
    text: '状态里列出活动的 Job，以及上次调度和上次成功的时间。下一次触发由这些时间算出，所以控制器重启也不会忘记。',
  },
};
