import type { StageId } from './stages';
import type { ComponentId, Fact, MachineDescription, MessageKind, MessageRow, Micros, Revision, RowRef, SpanRow } from './types';

// ---- commands, journeys ---------------------------------------------------------------------------------------------

/** One line that a person gave to kubectl. */
export interface Command {
  /** The `command` message: the keystroke. */
  readonly row: MessageRow;
  /** 0 for the first command of the log. */
  readonly ordinal: number;
  readonly line: string;
  readonly sent: Micros;
}

export type Outcome =
  /** The objects that the command made or changed became ready. */
  | 'ready'
  /** The command was answered; nothing more was to come. */
  | 'done'
  /** kube-apiserver said no: see `refusal`. */
  | 'refused'
  /** kubectl itself said no; of the cluster nothing was asked but what it serves. */
  | 'usage'
  /** Something that followed went wrong and did not mend until the end of the log, or kubectl waited in vain. */
  | 'failing'
  /** The log ends before it is settled. */
  | 'open';

/** How a story ends. */
export interface StoryEnd {
  readonly outcome: Outcome;
  readonly refusal: Journey['refusal'];
  /** Where the story ends: the write that made it ready, else the last one, else what kubectl did last. */
  readonly last: RowRef;
}

export interface Step {
  /** Unique in its journey and stable: `controllers/replicaset.creating`. */
  readonly id: string;
  /** Which rule found it; text keys are `step.<rule>.title` and `step.<rule>.text`. */
  readonly rule: string;
  readonly chapter: string;
  readonly component: ComponentId;
  readonly actor: string;
  readonly begin: Micros;
  readonly end: Micros;
  /** Where it happened; the occurrence on the way to Ready when there are many. */
  readonly anchor: RowRef;
  /** Every occurrence in the order of the log, at most 60. */
  readonly occurrences: readonly RowRef[];
  /** How often it happened. */
  readonly count: number;
  readonly params: Readonly<Record<string, string | number>>;
  /** On the unbroken chain from Enter to the last status write. */
  readonly onPath: boolean;
  /** Something that went wrong. */
  readonly bad: boolean;
}

export interface Chapter {
  /** Text keys are `chapter.<id>.title` and `chapter.<id>.text`. */
  readonly id: string;
  readonly component: ComponentId;
  readonly begin: Micros;
  readonly end: Micros;
  readonly steps: readonly Step[];
}

export interface Journey {
  readonly command: Command;
  /** `create deployment`, `run`, `apply`, `scale`, `delete`, `get`, …: the words after kubectl that name what it does. */
  readonly verb: string;
  readonly outcome: Outcome;
  /** Set when refused: the answer's code and the stage (see stages.ts) that said no. */
  readonly refusal: { readonly code: number; readonly step: string } | undefined;
  readonly begin: Micros;
  /** When the last thing happened that belongs to the story. */
  readonly end: Micros;
  readonly chapters: readonly Chapter[];
  /** All steps in the order of time. */
  readonly steps: readonly Step[];
}

// ---- critical path --------------------------------------------------------------------------------------------------

/** What a stretch of the critical path was spent on. */
export type PathKind = 'work' | 'network' | 'queue' | 'timer' | 'wait';

export interface PathSegment {
  readonly begin: Micros;
  readonly end: Micros;
  readonly kind: PathKind;
  readonly component: ComponentId;
  readonly actor: string;
  readonly ref: RowRef;
}

export interface CriticalPath {
  readonly command: MessageRow;
  /** The write that made it ready, or the last one that the command caused. */
  readonly last: RowRef;
  readonly begin: Micros;
  readonly end: Micros;
  /** From Enter on, without gaps or overlaps. */
  readonly segments: readonly PathSegment[];
  readonly byComponent: ReadonlyMap<ComponentId, Micros>;
  readonly byKind: ReadonlyMap<PathKind, Micros>;
  readonly spans: ReadonlySet<SpanRow>;
  readonly messages: ReadonlySet<MessageRow>;
}

// ---- the cluster at time t ------------------------------------------------------------------------------------------

export interface ClusterView {
  readonly time: Micros;
  /** Revision that etcd has reached; 0 before the first write. */
  readonly revision: Revision;
  readonly nodes: readonly Fact[];
  readonly pods: readonly Fact[];
  readonly deployments: readonly Fact[];
  readonly replicaSets: readonly Fact[];
  /** Every other kind, except events and leases. */
  readonly others: readonly Fact[];
  readonly podsByNode: ReadonlyMap<string, readonly Fact[]>;
  readonly unscheduled: readonly Fact[];
}

export type StageVerdict = 'passed' | 'present' | 'refused' | 'ahead' | 'skipped';

/** One API request in kube-apiserver. */
export interface RequestView {
  readonly instance: number;
  /** The request's message; undefined when its cause is not in the log. */
  readonly message: MessageRow | undefined;
  /** Who sent it. */
  readonly from: string;
  /** `POST /apis/apps/v1/namespaces/default/deployments` */
  readonly label: string;
  readonly subject: string | undefined;
  readonly begin: Micros;
  /** When it was answered; undefined while it is under way at the end of the log. */
  readonly end: Micros | undefined;
  /** The command that it goes back to. */
  readonly command: MessageRow | undefined;
  /** The answer's code, once it was sent by the time asked for. */
  readonly code: number | undefined;
  /** The answer's message. */
  readonly response: MessageRow | undefined;
  /** Its state at the time asked for. */
  readonly state: string;
  readonly span: SpanRow;
  /** A watch that streams. */
  readonly streaming: boolean;
}

/** One stage of a request as the map shows it. */
export interface StageView {
  /** Text key `stage.<id>`. */
  readonly id: StageId;
  readonly verdict: StageVerdict;
  /** The last span of the stage by the time asked for. */
  readonly span: SpanRow | undefined;
}

/** A message on its way at the playhead. */
export interface Packet {
  readonly row: MessageRow;
  readonly kind: MessageKind;
  readonly from: string;
  readonly to: string;
  readonly fromComponent: ComponentId;
  readonly toComponent: ComponentId;
  readonly label: string;
  readonly subject: string | undefined;
  /** 0 at the sender, 1 at the receiver, in story time. */
  readonly progress: number;
  /** How many equal packets (same way, kind and object kind) it stands for. */
  readonly count: number;
  /** Caused by the traced command. */
  readonly traced: boolean;
}

export interface QueueView {
  /** Who takes from it. */
  readonly actor: string;
  /** `deployments queue` */
  readonly label: string;
  readonly depth: number;
  readonly keys: readonly string[];
}

/** Where one machine is at time t. */
export interface MachineView {
  readonly machine: string;
  readonly instance: number;
  readonly actor: string;
  readonly component: ComponentId;
  readonly node: string | undefined;
  readonly subject: string | undefined;
  readonly state: string;
  readonly span: SpanRow;
  readonly since: Micros;
  /** In a state that only waits. */
  readonly resting: boolean;
}

/** How often each state and transition of a machine was passed up to time t; for the drawing. */
export interface MachineUse {
  readonly description: MachineDescription;
  readonly instances: number;
  readonly visits: ReadonlyMap<string, number>;
  /** Key `from→to`. */
  readonly passages: ReadonlyMap<string, number>;
  /** Present state of each instance that is not done. */
  readonly present: readonly MachineView[];
}

// ---- lanes ----------------------------------------------------------------------------------------------------------

/** A lane of the timeline. Lanes of depth 0 are components; they open into actors (depth 1) and machines (depth 2). */
export interface Lane {
  /** `controllers`, `controllers/deployment-controller`, `kubelet/kubelet:node-1/pod worker` */
  readonly id: string;
  readonly parent: string | undefined;
  readonly component: ComponentId;
  /** An actor's or machine's name; empty for component lanes (text key `component.<component>`). */
  readonly label: string;
  readonly depth: number;
  readonly openable: boolean;
  /** How many rows its overlapping instances need when drawn open. */
  readonly rows: number;
}

/** One thing to draw in a lane. */
export interface Bar {
  readonly row: number;
  readonly x0: number;
  readonly x1: number;
  /** The span; of a heap of merged spans the longest one. */
  readonly span: SpanRow;
  /** Number of spans merged into this bar because they are too narrow to be told apart. */
  readonly count: number;
  /** Empty for heaps. */
  readonly state: string;
}
