import { absent, docAt, inDoc, inList, numberAt, textAt, withDefault, withDefaults, withKey } from '../doc';
import type { Doc } from '../doc';
import type { KubeVersion } from '../version';
import { podTemplate } from './pod';

/** Defaults of the kinds that keep pods. Models pkg/apis/apps/v1/defaults.go and pkg/apis/batch/v1/defaults.go. */

export function deployment(object: Doc, version: KubeVersion): Doc {
  return inDoc(object, 'spec', (spec) => {
    let out = withDefaults(podTemplate(spec, version), { replicas: 1, strategy: {}, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 });
    out = inDoc(out, 'strategy', (s) => {
      const typed = withDefault(s, 'type', 'RollingUpdate');
      if (typed['type'] !== 'RollingUpdate') return typed;
      return inDoc(withDefault(typed, 'rollingUpdate', {}), 'rollingUpdate', (r) => withDefaults(r, { maxUnavailable: '25%', maxSurge: '25%' }));
    });
    return out;
  });
}

export function replicaSet(object: Doc, version: KubeVersion): Doc {
  return inDoc(object, 'spec', (spec) => withDefault(podTemplate(spec, version), 'replicas', 1));
}

export function replicationController(object: Doc, version: KubeVersion): Doc {
  const labels = docAt(object, 'spec', 'template', 'metadata', 'labels');
  const defaulted = inDoc(object, 'spec', (spec) => {
    const out = withDefault(podTemplate(spec, version), 'replicas', 1);
    return Object.keys(labels).length > 0 ? withDefault(out, 'selector', labels) : out;
  });
  return Object.keys(labels).length > 0 ? inDoc(defaulted, 'metadata', (m) => withDefault(m, 'labels', labels)) : defaulted;
}

export function statefulSet(object: Doc, version: KubeVersion): Doc {
  return inDoc(object, 'spec', (spec) => {
    let out = withDefaults(podTemplate(spec, version), { replicas: 1, podManagementPolicy: 'OrderedReady', updateStrategy: {}, revisionHistoryLimit: 10 });
    out = inDoc(out, 'updateStrategy', (s) => {
      const typed = absent(s['type']) ? withDefaults(s, { type: 'RollingUpdate', rollingUpdate: {} }) : s;
      return typed['type'] === 'RollingUpdate' ? inDoc(typed, 'rollingUpdate', (r) => withDefault(r, 'partition', 0)) : typed;
    });
    if (version !== '1.20') {
      out = inDoc(withDefault(out, 'persistentVolumeClaimRetentionPolicy', {}), 'persistentVolumeClaimRetentionPolicy', (p) => withDefaults(p, { whenDeleted: 'Retain', whenScaled: 'Retain' }));
    }
    return inList(out, 'volumeClaimTemplates', (c) => withDefaults(persistentVolumeClaim(c), { kind: 'PersistentVolumeClaim', apiVersion: 'v1' }));
  });
}

export function daemonSet(object: Doc, version: KubeVersion): Doc {
  return inDoc(object, 'spec', (spec) => {
    const out = withDefaults(podTemplate(spec, version), { updateStrategy: {}, revisionHistoryLimit: 10 });
    return inDoc(out, 'updateStrategy', (s) => {
      const typed = withDefault(s, 'type', 'RollingUpdate');
      if (typed['type'] !== 'RollingUpdate') return typed;
      return inDoc(withDefault(typed, 'rollingUpdate', {}), 'rollingUpdate', (r) => withDefaults(r, version === '1.20' ? { maxUnavailable: 1 } : { maxUnavailable: 1, maxSurge: 0 }));
    });
  });
}

/** Labels come from the template, which gets its own from the generated selector: so this runs once more when a Job is stored. */
export function job(object: Doc, version: KubeVersion): Doc {
  const labels = docAt(object, 'spec', 'template', 'metadata', 'labels');
  const labelled = Object.keys(labels).length > 0 && Object.keys(docAt(object, 'metadata', 'labels')).length === 0
    ? inDoc(object, 'metadata', (m) => withKey(m, 'labels', labels))
    : object;
  return inDoc(labelled, 'spec', (spec) => {
    let out = podTemplate(spec, version);
    if (absent(out['completions']) && absent(out['parallelism'])) out = withDefaults(out, { completions: 1, parallelism: 1 });
    out = withDefaults(out, { parallelism: 1, backoffLimit: numberAt(out, 'backoffLimitPerIndex') === undefined ? 6 : 2_147_483_647 });
    if (version === '1.20') return out;
    return withDefaults(out, {
      completionMode: 'NonIndexed', suspend: false, manualSelector: false, podReplacementPolicy: absent(out['podFailurePolicy']) ? 'TerminatingOrFailed' : 'Failed',
    });
  });
}

export function cronJob(object: Doc, version: KubeVersion): Doc {
  return inDoc(object, 'spec', (spec) => {
    const out = withDefaults(spec, { concurrencyPolicy: 'Allow', suspend: false, successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1 });
    return inDoc(out, 'jobTemplate', (t) => inDoc(t, 'spec', (s) => podTemplate(s, version)));
  });
}

export function persistentVolumeClaim(object: Doc): Doc {
  const withSpec = inDoc(object, 'spec', (spec) => withDefault(spec, 'volumeMode', 'Filesystem'));
  return inDoc(withDefault(withSpec, 'status', {}), 'status', (s) => (textAt(s, 'phase') === '' ? withKey(s, 'phase', 'Pending') : s));
}

export function horizontalPodAutoscaler(object: Doc, version: KubeVersion): Doc {
  return inDoc(object, 'spec', (spec) => {
    const out = withDefault(spec, 'minReplicas', 1);
    if (version === '1.20' || object['apiVersion'] !== 'autoscaling/v2') return out;
    return withDefault(out, 'metrics', [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } }]);
  });
}
