import type { Column } from '../kernel/log-column';
import type { MachineDescription, StateDescription, TransitionDescription } from '../kernel/log-machines';
import type { ChangeType, MessageKind } from '../kernel/log';
import type { MessageRow, Micros, Revision, SpanRow } from '../kernel/time';

export type { ChangeType, MachineDescription, MessageKind, MessageRow, Micros, Revision, SpanRow, StateDescription, TransitionDescription };

/** A column to read: the kernel's own, or a replica's. */
export type NumberColumn = Pick<Column<Float64Array>, 'length' | 'get'>;

type Columns<Names extends string> = { readonly [Name in Names]: NumberColumn };

/**
 * A log to read: the kernel's own, or its replica on the page. See kernel/log.ts for the meaning of each column. Documents
 * are not part of it: a payload is a number, which `payload(id)` of a session or `payloads` of the kernel's log resolves.
 */
export interface LogTables {
  readonly spans: Columns<'begin' | 'end' | 'actor' | 'machine' | 'instance' | 'state' | 'cause' | 'subject' | 'payload'>;
  readonly messages: Columns<'sent' | 'delivered' | 'from' | 'to' | 'kind' | 'label' | 'cause' | 'subject' | 'payload'>;
  readonly revisions: Columns<'revision' | 'time' | 'key' | 'type' | 'object' | 'cause'>;
  readonly joins: Columns<'span' | 'message'>;
  readonly strings: readonly string[];
  readonly machines: ReadonlyMap<string, MachineDescription>;
}

/** What the page groups actors by: a colour, a lane, a place on the map. */
export const COMPONENTS = ['terminal', 'kubectl', 'kube-apiserver', 'etcd', 'controllers', 'kube-scheduler', 'kubelet', 'containerd', 'cni'] as const;
export type ComponentId = (typeof COMPONENTS)[number];

/** One row of the spans table. */
export interface SpanView {
  readonly row: SpanRow;
  readonly begin: Micros;
  /** Undefined while the machine is still in the state at the end of the log. */
  readonly end: Micros | undefined;
  /** `kubelet:node-1` */
  readonly actor: string;
  readonly component: ComponentId;
  /** `node-1` for actors of a node. */
  readonly node: string | undefined;
  readonly machine: string;
  readonly instance: number;
  /** Nested states joined with dots. */
  readonly state: string;
  readonly cause: MessageRow | undefined;
  readonly subject: string | undefined;
  /** 0: none. */
  readonly payload: number;
}

/** One row of the messages table. */
export interface MessageView {
  readonly row: MessageRow;
  readonly sent: Micros;
  readonly delivered: Micros;
  readonly from: string;
  readonly to: string;
  readonly fromComponent: ComponentId;
  readonly toComponent: ComponentId;
  readonly kind: MessageKind;
  readonly label: string;
  readonly cause: SpanRow | undefined;
  readonly subject: string | undefined;
  readonly payload: number;
}

/** One row of the revisions table. */
export interface RevisionView {
  readonly row: number;
  readonly revision: Revision;
  readonly time: Micros;
  readonly key: string;
  readonly type: ChangeType;
  /** The object's payload number, 0: none. */
  readonly object: number;
  readonly cause: MessageRow | undefined;
}

/** A place in the log. */
export type RowRef =
  | { readonly kind: 'span'; readonly row: SpanRow }
  | { readonly kind: 'message'; readonly row: MessageRow };

/**
 * What the map needs of an object at one revision, drawn from the object by the engine, so that the page computes the
 * cluster at any time without its documents.
 */
export interface Fact {
  /** Row of the revisions table. */
  readonly row: number;
  readonly revision: Revision;
  readonly time: Micros;
  readonly type: ChangeType;
  /** `pods` */
  readonly resource: string;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** `pods/default/web`, as subjects of spans and messages are. */
  readonly subject: string;
  /** What kubectl's STATUS column says: `ContainerCreating`, `Running`, `Terminating`; `Ready` of a node. Empty where there is none. */
  readonly word: string;
  /** Pod phase, namespace phase. */
  readonly phase: string;
  /** Ready and wanted: containers of a pod; replicas of a deployment, replica set, stateful set, daemon set, job. */
  readonly ready: number;
  readonly wanted: number;
  /** Existing, up-to-date and available replicas. */
  readonly current: number;
  readonly updated: number;
  readonly available: number;
  readonly restarts: number;
  /** Node of a pod. */
  readonly node: string;
  /** Address of a pod, a node, a service. */
  readonly ip: string;
  /** The controlling owner: `replicasets/default/web-7c5d`. Empty when there is none. */
  readonly owner: string;
  readonly ownerUid: string;
  /** `metadata.deletionTimestamp` is set. */
  readonly deleting: boolean;
  /** Pods: has a node. Nodes: may be scheduled to. */
  readonly schedulable: boolean;
  /** First image of a pod template or pod; pod range of a node. */
  readonly detail: string;
}
