import type { components as c } from '../en/words';

export { kinds } from '../en/words';

export const components: typeof c = {
  terminal: '终端', kubectl: 'kubectl', 'kube-apiserver': 'kube-apiserver', etcd: 'etcd', controllers: '控制器', 'kube-scheduler': 'kube-scheduler', kubelet: 'kubelet', containerd: 'containerd', cni: 'CNI',
};

export const stages: Readonly<Record<string, string>> = {
  filters: '外层过滤器', authentication: '认证', priorityAndFairness: '优先级与公平', authorization: '鉴权', decoding: '解码与默认值',
  mutatingAdmission: '变更准入', validation: '校验', validatingAdmission: '验证准入', storage: '存储', answer: '应答',
};
