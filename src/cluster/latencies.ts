import { distribution, type Distribution } from '../kernel/latency';

const us = distribution;
const ms = (p50: number, p90: number, min?: number): Distribution => us(p50 * 1000, p90 * 1000, min === undefined ? undefined : min * 1000);

/**
 * The latency model: one distribution for each kind of link and each stage of work, in microseconds.
 *
 * Bases: the recorded cluster's API latencies (oracle latencies.json: writes 4–6 ms, reads 1–3 ms at the median on a
 * busy two-core machine), the published targets in facts KUBERNETES.md §8, and, for what neither tells, modelling
 * assumptions; those are marked (a).
 */
export const LATENCY = {
  // Links.
  httpLink: us(150, 420, 60),
  watchLink: us(220, 700, 80),
  etcdLink: us(120, 300, 50),
  criLink: us(140, 350, 60),
  cniExec: ms(2.4, 6, 1),
  connectionRefused: us(300, 900),

  // kubectl. Process start and flag parsing dominate (recorded: request arrives 45–60 ms after the command begins).
  kubectlStart: ms(38, 52, 20),
  kubectlParse: us(900, 1800),
  kubectlValidate: us(120, 300),
  kubectlBuild: us(350, 900),
  kubectlConfig: ms(1.8, 3.5),
  kubectlDiscover: ms(1.6, 4, 0.5),
  kubectlDecide: us(150, 500, 30),
  kubectlPrint: us(400, 1100),

  // kube-apiserver: filters that only wrap the handler, then the stages that do work.
  filter: us(2, 5, 1),
  requestInfo: us(4, 9, 2),
  authentication: us(70, 220, 20),
  audit: us(12, 40, 4),
  priorityAndFairness: us(15, 60, 5),
  authorization: us(35, 140, 8),
  negotiate: us(4, 10, 2),
  decode: us(90, 320, 25),
  defaulting: us(20, 60, 6),
  admissionPlugin: us(6, 25, 2),
  validation: us(50, 160, 12),
  registry: us(18, 60, 5),
  encode: us(60, 240, 15),
  cacheRead: us(40, 160, 10),
  watchCacheDispatch: us(30, 120, 8),

  // etcd: leader, majority fsync, apply.
  etcdRange: us(180, 600, 60),
  etcdPropose: us(60, 180, 20),
  etcdFsync: us(1300, 3200, 500),
  etcdApply: us(90, 260, 30),
  etcdWatch: us(120, 500, 40),

  // Controllers and their client library. A sync is several steps of thinking between its requests.
  controllerStep: us(45, 190, 12),
  informerHandle: us(15, 60, 4),
  workqueueGet: us(25, 120, 6),
  deploymentSync: us(220, 900, 60),
  replicaSetSync: us(160, 700, 50),
  garbageCollect: us(120, 500, 40),
  controllerSync: us(150, 600, 40),
  recorderPost: ms(0.8, 6, 0.1),

  // kube-scheduler.
  schedulerPop: us(30, 120, 8),
  schedulerSnapshot: us(12, 40, 4),
  preFilter: us(25, 80, 8),
  filterNode: us(12, 35, 4),
  scoreNode: us(18, 50, 6),
  selectHost: us(4, 12, 1),
  preemptNode: us(60, 200, 20),
  reserve: us(15, 50, 5),
  permit: us(4, 12, 1),
  preBind: us(10, 40, 3),

  // kubelet.
  podDispatch: us(300, 1500, 80),
  podAdmit: us(120, 400, 40),
  podCgroup: ms(1.2, 5, 0.4),
  podDirectories: us(400, 1500, 150),
  statusSync: us(200, 900, 60),
  probe: ms(2, 8, 0.5),
  podNetwork: us(180, 600, 60),
  syncLoop: us(40, 150, 10),
  podStatus: us(180, 600, 60),
  podActions: us(60, 200, 20),
  containerConfig: us(200, 700, 60),
  volumeReconcile: ms(120, 180, 60),
  volumeSetUp: ms(3, 9, 1),
  nodeStatus: ms(1.5, 5, 0.5),

  // containerd and runc. Recorded sandboxes (0.55–3.8 s) are an artefact of that machine; these are (a).
  leaseSandbox: us(600, 1800, 200),
  netns: ms(3, 9, 1),
  sandboxStart: ms(70, 160, 35),
  createContainer: ms(11, 26, 5),
  startContainer: ms(85, 190, 40),
  stopContainer: ms(35, 80, 12),
  stopSandbox: ms(30, 75, 12),
  removeContainer: ms(4, 12, 1.5),
  imageStatus: us(400, 1200, 150),
  runtimeList: us(500, 1500, 200),
  runtimeStatus: us(250, 800, 100),
  signal: us(300, 1200, 100),
  execStart: ms(25, 60, 10),
  imageResolve: ms(180, 450, 60),
  imageFetchPerMegabyte: ms(28, 60, 12),
  imageUnpackPerMegabyte: ms(12, 25, 6),

  // CNI plugins, beyond being executed. (a)
  cniParse: us(80, 250, 20),
  loopback: ms(1.5, 4, 0.6),
  bridge: ms(9, 24, 4),
  hostLocal: ms(1.6, 4, 0.7),
  portmap: ms(2.2, 6, 0.8),
} as const satisfies Readonly<Record<string, Distribution>>;
