import { generateJobSelector } from '../../../api/validation/batch';
import { deepEqual } from '../../../base/json';
import type { KubeObject, Labels } from '../../../api/types';
import { bump, plain, statusOnly, wantsOther, withGeneration, withStatus } from './strategy-helpers';
import type { Strategy } from './strategy';

const deployment: Strategy = {
  ...plain({ generation: true, status: {} }),
  // Models pkg/registry/apps/deployment strategy.go: the revision annotation belongs to what is wanted.
  prepareForUpdate: (object, old) => bump(withStatus(object, old.status), old, wantsOther(object, old) || !deepEqual(object.metadata.annotations, old.metadata.annotations)),
  prepareForStatusUpdate: (object, old) => withLabels(statusOnly(object, old), old.metadata.labels),
};

function withLabels(object: KubeObject, labels: Labels | undefined): KubeObject {
  if (deepEqual(object.metadata.labels, labels)) return object;
  const { labels: _, ...metadata } = object.metadata;
  return { ...object, metadata: labels === undefined ? metadata : { ...metadata, labels } };
}

const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';

function withTemplateGeneration(object: KubeObject, generation: string): KubeObject {
  if (object.metadata.annotations?.[TEMPLATE_GENERATION] === generation) return object;
  return { ...object, metadata: { ...object.metadata, annotations: { ...object.metadata.annotations, [TEMPLATE_GENERATION]: generation } } };
}

const templateOf = (object: KubeObject): unknown => (object.spec as { readonly template?: unknown } | undefined)?.template;

const daemonSet: Strategy = {
  ...plain({ generation: true }),
  prepareForCreate: (object) => withTemplateGeneration(withGeneration(withStatus(object, { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 }), 1), '1'),
  // Models pkg/registry/apps/daemonset strategy.go.
  prepareForUpdate: (object, old) => {
    const before = Number(old.metadata.annotations?.[TEMPLATE_GENERATION] ?? '1');
    const changed = !deepEqual(templateOf(object), templateOf(old));
    return withTemplateGeneration(bump(withStatus(object, old.status), old, changed || wantsOther(object, old)), String(changed ? before + 1 : before));
  },
};

/**
 * A job without a selector of its own selects its pods by its uid. Its labels, where they are but those of its template (which
 * defaulting gives a job that has none), go on being the template's. Models pkg/registry/batch/job strategy.go.
 */
function withJobSelector(object: KubeObject, version: '1.20' | '1.35'): KubeObject {
  const job = generateJobSelector(object, version) as KubeObject;
  const labels = templateLabels(job);
  if (job === object || labels === undefined || !deepEqual(object.metadata.labels ?? {}, templateLabels(object) ?? {})) return job;
  return { ...job, metadata: { ...job.metadata, labels } };
}

const templateLabels = (object: KubeObject): Labels | undefined => (templateOf(object) as { readonly metadata?: { readonly labels?: Labels } } | undefined)?.metadata?.labels;

const job: Strategy = {
  ...plain({ generation: true, garbageCollection: 'orphan' }),
  prepareForCreate: (object, { version }) => withJobSelector(withGeneration(withStatus(object, {}), version === '1.20' ? undefined : 1), version),
  prepareForUpdate: (object, old, { version }) => bump(withStatus(object, old.status), old, version !== '1.20' && wantsOther(object, old)),
};

const cronJob: Strategy = {
  ...plain({ generation: true }),
  prepareForCreate: (object, { version }) => withGeneration(withStatus(object, {}), version === '1.20' ? undefined : 1),
  prepareForUpdate: (object, old, { version }) => bump(withStatus(object, old.status), old, version !== '1.20' && wantsOther(object, old)),
};

/** apps, batch, policy and autoscaling. */
export const controllerKinds: Readonly<Record<string, Strategy>> = {
  deployments: deployment,
  replicasets: plain({ generation: true, status: { replicas: 0 } }),
  statefulsets: {
    ...plain({ generation: true }),
    prepareForCreate: (object, { version }) => withGeneration(withStatus(object, version === '1.20' ? { replicas: 0 } : { replicas: 0, availableReplicas: 0 }), 1),
  },
  daemonsets: daemonSet,
  replicationcontrollers: plain({ generation: true, status: { replicas: 0 }, garbageCollection: 'orphan' }),
  controllerrevisions: plain(),
  jobs: job,
  cronjobs: cronJob,
  poddisruptionbudgets: plain({ generation: true, allowUnconditionalUpdate: false, status: { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 } }),
  horizontalpodautoscalers: plain({ status: { currentReplicas: 0, desiredReplicas: 0 } }),
};
