import { controllerRef } from '../../api/owner';
import type { Annotations, ControllerRevision, KubeObject, Labels, PodTemplateSpec } from '../../api/types';
import { canonicalJson } from '../../base/json';

/** The past templates of a DaemonSet or StatefulSet, kept as ControllerRevisions. Pure. */

/** What a revision stores: the patch that would bring its template back. Models pkg/controller/daemon/update.go, statefulset getPatch. */
export function revisionData(template: PodTemplateSpec, nullTimestamp: boolean): unknown {
  const { creationTimestamp: _, ...metadata } = template.metadata;
  return { spec: { template: { $patch: 'replace', ...template, metadata: { ...metadata, ...(nullTimestamp ? { creationTimestamp: null } : {}) } } } };
}

const dataText = (data: unknown): string => canonicalJson(data);

/** Whether two revisions hold the same template. */
export const sameData = (a: unknown, b: unknown): boolean => dataText(a) === dataText(b);

/** The text that a StatefulSet's revision is named after. */
export const textOfData = dataText;

/** The template that a revision holds. */
export function templateOf(revision: ControllerRevision): PodTemplateSpec {
  const { template } = (revision.data as { readonly spec: { readonly template: PodTemplateSpec & { readonly $patch?: string } } }).spec;
  return { metadata: template.metadata, spec: template.spec };
}

export const byRevision = (a: ControllerRevision, b: ControllerRevision): number => a.revision - b.revision || (a.metadata.name < b.metadata.name ? -1 : 1);

export const nextRevision = (revisions: readonly ControllerRevision[]): number => revisions.reduce((max, r) => Math.max(max, r.revision), 0) + 1;

export interface NewRevision {
  readonly name: string;
  readonly labels: Labels;
  readonly annotations: Annotations | undefined;
  readonly data: unknown;
  readonly revision: number;
}

export function buildRevision(owner: KubeObject, { name, labels, annotations, data, revision }: NewRevision): { readonly apiVersion: 'apps/v1'; readonly kind: 'ControllerRevision'; readonly metadata: object; readonly data: unknown; readonly revision: number } {
  const { namespace } = owner.metadata;
  return {
    apiVersion: 'apps/v1', kind: 'ControllerRevision',
    metadata: { name, ...(namespace === undefined ? {} : { namespace }), labels, ...(annotations === undefined ? {} : { annotations }), ownerReferences: [controllerRef(owner)] }, data, revision,
  };
}
