import type { keys as k, search as se, start as st, stories as so } from '../en/more';

export const start: typeof st = {
  title: '一条命令，一整个集群，每一步，以及为什么。',
  about: '一个 Kubernetes 控制平面正在这个标签页里运行。给它一条命令，看请求怎样穿过 API server、写入 etcd、唤醒控制器、找到节点，最后变成运行中的容器；每一步都可以追问它的起因。',
  run: '运行并跟随',
  booting: '正在启动集群……',
  or: '或者在终端里输入任意 kubectl 命令',
};

export const search: typeof se = {
  placeholder: '步骤、Pod、命令……',
  results: '结果',
  none: '这次运行中没有匹配的内容。',
  kinds: { command: '命令', step: '步骤', object: '对象', machine: '状态机' },
};

export const keys: typeof k = {
  groups: [
    {
      title: '播放',
      keys: [
        ['Space', '播放或暂停'], ['→ / ←', '下一步或上一步'], ['⇧ → / ⇧ ←', '下一章或上一章'], ['. / ,', '下一个或上一个事件'],
        ['Home / End', '到开头或结尾'], ['] / [', '加快或放慢'], ['T', '切换故事时间与时钟时间'],
      ],
    },
    { title: '时间线（获得焦点时）', keys: [['W / S', '放大或缩小'], ['A / D', '向左或向右平移'], ['← / →', '前一个或后一个条块'], ['↑ / ↓', '上一条或下一条泳道'], ['F', '显示整段故事']] },
    { title: '地图', keys: [['0', '显示全部'], ['+ / −', '放大或缩小（获得焦点时）'], ['Enter', '打开获得焦点的组件'], ['Esc', '清除选择']] },
    { title: '页面', keys: [['Mod K', '搜索'], ['`', '回到终端'], ['?', '本列表']] },
  ],
};

export const stories: typeof so = {
  own: { title: '自己的集群', about: '空集群和一个提示符：想输入什么都可以。' },
  createDeployment: { title: '创建 Deployment', about: '三个 nginx 副本，从回车到就绪。' },
  runPod: { title: '运行一个 Pod', about: '没有 Deployment，没有 ReplicaSet，只有一个 Pod。' },
  scale: { title: '扩容', about: '两个副本变成五个。' },
  deleteDeployment: { title: '删除 Deployment', about: '父对象先消失，垃圾回收器随后清理。' },
  imageMissing: { title: '不存在的镜像', about: '一切正常，除了拉取镜像：ErrImagePull 与退避。' },
  alreadyExists: { title: '已经存在', about: '同一条命令执行两次：在最后一个阶段得到 409。' },
  badName: { title: '不合规的名称', about: '422：校验会指出哪里不对。' },
  namespaceMissing: { title: '命名空间不存在', about: '由准入插件返回的 404。' },
  hundred: { title: '一百个副本', about: '慢启动、队列，以及一张满满的地图。' },
};
