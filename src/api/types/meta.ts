/** Shapes of k8s.io/apimachinery meta/v1: what every object carries, whatever its kind. */

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

export interface ObjectMeta {
  /** Empty only between decoding a `generateName` request and the store giving it a name. */
  readonly name: string;
  readonly generateName?: string;
  readonly namespace?: string;
  readonly uid?: string;
  /** Never stored: etcd's mod revision, stamped on read. */
  readonly resourceVersion?: string;
  readonly generation?: number;
  /** RFC 3339, whole seconds. */
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  readonly labels?: Labels;
  readonly annotations?: Annotations;
  readonly ownerReferences?: readonly OwnerReference[];
  readonly finalizers?: readonly string[];
  readonly selfLink?: string;
}

/** Metadata inside a template: the name is given later, and servers before 1.34 write a null timestamp. */
export interface TemplateMeta {
  readonly name?: string;
  readonly generateName?: string;
  readonly namespace?: string;
  readonly creationTimestamp?: string | null;
  readonly labels?: Labels;
  readonly annotations?: Annotations;
  readonly finalizers?: readonly string[];
}

export type Labels = Readonly<Record<string, string>>;
export type Annotations = Readonly<Record<string, string>>;

/** Any API object. Precise kinds are type aliases, so that each of them is assignable to this one. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly spec?: unknown;
  readonly status?: unknown;
  readonly [key: string]: unknown;
}

export interface ListMeta {
  readonly resourceVersion?: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
  readonly selfLink?: string;
}

/** A list answer: `kind` is `<Kind>List`. */
export type KubeList<T extends KubeObject = KubeObject> = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ListMeta;
  readonly items: readonly T[];
};

export type SelectorOperator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';

export interface LabelSelectorRequirement {
  readonly key: string;
  readonly operator: SelectorOperator;
  readonly values?: readonly string[];
}

export interface LabelSelector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly LabelSelectorRequirement[];
}

export type ConditionStatus = 'True' | 'False' | 'Unknown';

/** meta/v1 Condition, used by newer APIs. */
export interface Condition {
  readonly type: string;
  readonly status: ConditionStatus;
  readonly observedGeneration?: number;
  readonly lastTransitionTime: string;
  readonly reason: string;
  readonly message: string;
}

export type PropagationPolicy = 'Orphan' | 'Background' | 'Foreground';

export interface Preconditions {
  readonly uid?: string;
  readonly resourceVersion?: string;
}

export type DeleteOptions = {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly gracePeriodSeconds?: number;
  readonly preconditions?: Preconditions;
  readonly orphanDependents?: boolean;
  readonly propagationPolicy?: PropagationPolicy;
  readonly dryRun?: readonly string[];
};

export interface StatusCause {
  /** Go calls this CauseType; the JSON key is `reason`. */
  readonly reason?: string;
  readonly message?: string;
  readonly field?: string;
}

export interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  /** The plural resource for 403, 404 and 409; the Kind for 422. */
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly StatusCause[];
  readonly retryAfterSeconds?: number;
}

export type Status = {
  readonly kind: 'Status';
  readonly apiVersion: 'v1';
  readonly metadata: ListMeta;
  readonly status: 'Success' | 'Failure';
  readonly message?: string;
  readonly reason?: string;
  readonly details?: StatusDetails;
  readonly code?: number;
};

export interface TableColumnDefinition {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly format: string;
  readonly description: string;
  /** 0 is always shown; above 0 only with `-o wide`. */
  readonly priority: number;
}

export type TableCell = string | number | boolean | null;

export interface TableRow {
  readonly cells: readonly TableCell[];
  /** Set on rows of finished pods. */
  readonly conditions?: readonly { readonly type: string; readonly status: ConditionStatus; readonly reason?: string; readonly message?: string }[];
  /** The object (`includeObject=Object`), its metadata, or nothing, as the client asked. */
  readonly object?: unknown;
}

export type Table = {
  readonly kind: 'Table';
  readonly apiVersion: 'meta.k8s.io/v1';
  readonly metadata: ListMeta;
  readonly columnDefinitions: readonly TableColumnDefinition[];
  readonly rows: readonly TableRow[];
};

export type WatchEventType = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';

export type WatchEvent<T extends KubeObject = KubeObject> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'; readonly object: T }
  | { readonly type: 'ERROR'; readonly object: Status };

/** An object as a client sends it: only what names it is sure to be there, all the rest is optional. */
export type Draft<T extends KubeObject> = {
  readonly [K in keyof T]?: K extends 'apiVersion' | 'kind' ? T[K] : DeepPartial<T[K]>;
} & { readonly apiVersion: T['apiVersion']; readonly kind: T['kind']; readonly metadata: Partial<ObjectMeta> };

export type DeepPartial<T> = T extends readonly (infer U)[]
  ? readonly DeepPartial<U>[]
  : T extends object
    ? { readonly [K in keyof T]?: DeepPartial<T[K]> }
    : T;
