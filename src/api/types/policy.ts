/** Kinds that steer the cluster: policy, scheduling, storage classes, autoscaling, leases, admission, flow control. */
import type { Condition, LabelSelector, ObjectMeta } from './meta';
import type { IntOrString } from './resources';

export type Lease = {
  readonly apiVersion: 'coordination.k8s.io/v1';
  readonly kind: 'Lease';
  readonly metadata: ObjectMeta;
  readonly spec: {
    readonly holderIdentity?: string;
    readonly leaseDurationSeconds?: number;
    /** MicroTime. */
    readonly acquireTime?: string;
    readonly renewTime?: string;
    readonly leaseTransitions?: number;
  };
};

export type PodDisruptionBudget = {
  readonly apiVersion: 'policy/v1' | 'policy/v1beta1';
  readonly kind: 'PodDisruptionBudget';
  readonly metadata: ObjectMeta;
  readonly spec: {
    readonly minAvailable?: IntOrString;
    readonly selector?: LabelSelector;
    readonly maxUnavailable?: IntOrString;
    readonly unhealthyPodEvictionPolicy?: 'IfHealthyBudget' | 'AlwaysAllow';
  };
  readonly status: {
    readonly observedGeneration?: number;
    /** Pod name to the time its eviction was allowed. */
    readonly disruptedPods?: Readonly<Record<string, string>>;
    readonly disruptionsAllowed: number;
    readonly currentHealthy: number;
    readonly desiredHealthy: number;
    readonly expectedPods: number;
    readonly conditions?: readonly Condition[];
  };
};

export type PriorityClass = {
  readonly apiVersion: 'scheduling.k8s.io/v1';
  readonly kind: 'PriorityClass';
  readonly metadata: ObjectMeta;
  readonly value: number;
  readonly globalDefault?: boolean;
  readonly description?: string;
  readonly preemptionPolicy?: 'PreemptLowerPriority' | 'Never';
};

export type StorageClass = {
  readonly apiVersion: 'storage.k8s.io/v1';
  readonly kind: 'StorageClass';
  readonly metadata: ObjectMeta;
  readonly provisioner: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly reclaimPolicy?: 'Delete' | 'Retain';
  readonly mountOptions?: readonly string[];
  readonly allowVolumeExpansion?: boolean;
  readonly volumeBindingMode?: 'Immediate' | 'WaitForFirstConsumer';
};

export type RuntimeClass = {
  readonly apiVersion: 'node.k8s.io/v1' | 'node.k8s.io/v1beta1';
  readonly kind: 'RuntimeClass';
  readonly metadata: ObjectMeta;
  readonly handler: string;
};

export interface MetricSpec {
  readonly type: string;
  readonly resource?: {
    readonly name: string;
    readonly target: { readonly type: string; readonly averageUtilization?: number; readonly averageValue?: string; readonly value?: string };
  };
}

export type HorizontalPodAutoscaler = {
  readonly apiVersion: 'autoscaling/v1' | 'autoscaling/v2';
  readonly kind: 'HorizontalPodAutoscaler';
  readonly metadata: ObjectMeta;
  readonly spec: {
    readonly scaleTargetRef: { readonly apiVersion?: string; readonly kind: string; readonly name: string };
    readonly minReplicas?: number;
    readonly maxReplicas: number;
    /** autoscaling/v1 only. */
    readonly targetCPUUtilizationPercentage?: number;
    /** autoscaling/v2 only. */
    readonly metrics?: readonly MetricSpec[];
    readonly behavior?: unknown;
  };
  readonly status: {
    readonly observedGeneration?: number;
    readonly lastScaleTime?: string;
    readonly currentReplicas?: number;
    readonly desiredReplicas?: number;
    readonly currentCPUUtilizationPercentage?: number;
    readonly currentMetrics?: readonly unknown[] | null;
    readonly conditions?: readonly Condition[];
  };
};

export interface RuleWithOperations {
  readonly operations?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly apiVersions?: readonly string[];
  readonly resources?: readonly string[];
  readonly scope?: '*' | 'Cluster' | 'Namespaced';
}

export interface WebhookClientConfig {
  readonly url?: string;
  readonly service?: { readonly namespace: string; readonly name: string; readonly path?: string; readonly port?: number };
  readonly caBundle?: string;
}

export interface ValidatingWebhook {
  readonly name: string;
  readonly clientConfig: WebhookClientConfig;
  readonly rules?: readonly RuleWithOperations[];
  readonly failurePolicy?: 'Fail' | 'Ignore';
  readonly matchPolicy?: 'Exact' | 'Equivalent';
  readonly namespaceSelector?: LabelSelector;
  readonly objectSelector?: LabelSelector;
  readonly sideEffects?: string;
  readonly timeoutSeconds?: number;
  readonly admissionReviewVersions?: readonly string[];
}

export interface MutatingWebhook extends ValidatingWebhook {
  readonly reinvocationPolicy?: 'Never' | 'IfNeeded';
}

export type ValidatingWebhookConfiguration = {
  readonly apiVersion: 'admissionregistration.k8s.io/v1';
  readonly kind: 'ValidatingWebhookConfiguration';
  readonly metadata: ObjectMeta;
  readonly webhooks?: readonly ValidatingWebhook[];
};

export type MutatingWebhookConfiguration = {
  readonly apiVersion: 'admissionregistration.k8s.io/v1';
  readonly kind: 'MutatingWebhookConfiguration';
  readonly metadata: ObjectMeta;
  readonly webhooks?: readonly MutatingWebhook[];
};

export type FlowSchema = {
  readonly apiVersion: 'flowcontrol.apiserver.k8s.io/v1' | 'flowcontrol.apiserver.k8s.io/v1beta1';
  readonly kind: 'FlowSchema';
  readonly metadata: ObjectMeta;
  readonly spec: {
    readonly priorityLevelConfiguration: { readonly name: string };
    readonly matchingPrecedence: number;
    readonly distinguisherMethod?: { readonly type: 'ByUser' | 'ByNamespace' };
    readonly rules?: readonly unknown[];
  };
  readonly status: { readonly conditions?: readonly Condition[] };
};

export type PriorityLevelConfiguration = {
  readonly apiVersion: 'flowcontrol.apiserver.k8s.io/v1' | 'flowcontrol.apiserver.k8s.io/v1beta1';
  readonly kind: 'PriorityLevelConfiguration';
  readonly metadata: ObjectMeta;
  readonly spec: {
    readonly type: 'Exempt' | 'Limited';
    readonly limited?: {
      readonly nominalConcurrencyShares?: number;
      readonly assuredConcurrencyShares?: number;
      readonly lendablePercent?: number;
      readonly limitResponse: {
        readonly type: 'Queue' | 'Reject';
        readonly queuing?: { readonly queues: number; readonly handSize: number; readonly queueLengthLimit: number };
      };
    };
    readonly exempt?: { readonly nominalConcurrencyShares?: number; readonly lendablePercent?: number };
  };
  readonly status: { readonly conditions?: readonly Condition[] };
};
