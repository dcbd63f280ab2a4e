/** The Kubernetes releases whose API behaviour is modelled: 1.35 is the default, 1.20 is what the recordings hold. */
export type KubeVersion = '1.20' | '1.35';
