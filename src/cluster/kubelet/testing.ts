import type { Container, Pod, PodSpec } from '../../api/types';
import type { CriContainerStatus, PodSandboxStatus } from '../../api/cri';
import { NOTHING_SEEN, type RuntimePodStatus } from './runtime/pod-status';

/** For tests: a container as the API server stores one. */
export const sampleContainer = (name: string, more: Partial<Container> = {}): Container => ({
  name, image: 'nginx:1.19', resources: {}, terminationMessagePath: '/dev/termination-log', terminationMessagePolicy: 'File', imagePullPolicy: 'IfNotPresent', ...more,
});

/** For tests: a pod as the API server stores one, bound to node-1. */
export const samplePod = (spec: Partial<PodSpec> = {}, metadata: Partial<Pod['metadata']> = {}): Pod => ({
  apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', namespace: 'default', uid: 'cedf2b7a-ddb0-48dd-a439-6c2bac088b43', ...metadata },
  spec: {
    containers: [sampleContainer('web')], restartPolicy: 'Always', terminationGracePeriodSeconds: 30, dnsPolicy: 'ClusterFirst', securityContext: {}, schedulerName: 'default-scheduler',
    nodeName: 'node-1', enableServiceLinks: true, ...spec,
  },
  status: { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: '2026-11-30T17:00:00Z' }], qosClass: 'BestEffort' },
});

export const sampleSandbox = (more: Partial<PodSandboxStatus> = {}): PodSandboxStatus => ({
  id: 'sandbox', metadata: { name: 'web', uid: 'cedf2b7a-ddb0-48dd-a439-6c2bac088b43', namespace: 'default', attempt: 0 }, state: 'SANDBOX_READY', createdAt: 1, ip: '10.244.0.17', ...more,
});

export const sampleStatus = (name: string, more: Partial<CriContainerStatus> & { readonly attempt?: number } = {}): CriContainerStatus => {
  const { attempt = 0, ...rest } = more;
  return {
    id: `${name}-${attempt}`, podSandboxId: 'sandbox', metadata: { name, attempt }, state: 'CONTAINER_RUNNING', createdAt: 2 + attempt, startedAt: 3_000_000, finishedAt: 0, exitCode: 0,
    image: 'docker.io/library/nginx:1.19', imageRef: 'docker.io/library/nginx@sha256:97cb', reason: '', message: '', ...rest,
  };
};

export const exited = (name: string, exitCode: number, attempt = 0): CriContainerStatus =>
  sampleStatus(name, { attempt, state: 'CONTAINER_EXITED', exitCode, reason: exitCode === 0 ? 'Completed' : 'Error', finishedAt: 5_000_000 });

export const seen = (containers: readonly CriContainerStatus[], sandboxes: readonly PodSandboxStatus[] = [sampleSandbox()]): RuntimePodStatus => ({ ...NOTHING_SEEN, containers, sandboxes, ip: '10.244.0.17' });
