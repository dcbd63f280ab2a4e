import type { KubeVersion } from '../api/version';
import type { MachineLayout } from '../trace/layout/machine-layout';
import type { LogChunk } from '../trace/log-stream';
import type { MachineDescription, Micros } from '../trace/types';

export type { KubeVersion };

/** Which cluster to start, and with what chance. */
export interface StartOptions {
  /** What the run is called: an id of the scenario library, or of a scenario file. The engine does the same whatever it is. */
  readonly scenario?: string | undefined;
  readonly version: KubeVersion;
  readonly seed: number;
  /** How many nodes the cluster has; undefined: three. */
  readonly nodes?: number | undefined;
}

/** Something that comes from outside. */
export type Action =
  | { readonly type: 'execute'; readonly id: number; readonly line: string; readonly stdin?: string | undefined; readonly user?: string | undefined }
  /** Ctrl-C for the command of that id. */
  | { readonly type: 'interrupt'; readonly id: number }
  /** Let time pass without a command, in µs. */
  | { readonly type: 'advance'; readonly by: Micros };

/** An action at a virtual time. Repeating all inputs after the same start gives the same log. */
export interface Input {
  readonly at: Micros;
  /** It was taken when the cluster had come to rest, so that it need not be told when. */
  readonly rest: boolean;
  readonly action: Action;
}

/** An action to take at a time, or (undefined) once the cluster has come to rest. */
export interface PlannedInput {
  readonly at: Micros | undefined;
  readonly action: Action;
}

export type ToWorker =
  /** Starts anew. `inputs` are those of an earlier life of the session (a crash, a branch, a link); they are repeated. */
  | { readonly type: 'start'; readonly session: number; readonly options: StartOptions; readonly inputs: readonly PlannedInput[] }
  /** Takes an action at the end of the log. */
  | { readonly type: 'act'; readonly action: Action }
  /** Asks for documents. */
  | { readonly type: 'payloads'; readonly request: number; readonly ids: readonly number[] }
  | { readonly type: 'hash'; readonly request: number }
  /** Asks where to draw a machine's states; `charWidth` is the width of a character in the drawing's units. */
  | { readonly type: 'layout'; readonly request: number; readonly machine: MachineDescription; readonly charWidth: number }
  /** Asks for the whole log, documents and all, as the JSON text of a saved log. */
  | { readonly type: 'save'; readonly request: number };

/** What a command wrote. The page shows it once the playhead has passed `at`. */
export interface TerminalOutput {
  readonly id: number;
  readonly at: Micros;
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

/** Every message bears the session that it belongs to, so that late ones of an earlier life are told apart. */
export type FromWorker = { readonly session: number } & (
  /** The cluster is up; commands may come. `at` is the virtual time at which it was. */
  | { readonly type: 'ready'; readonly at: Micros; readonly gitVersion: string }
  | { readonly type: 'rows'; readonly chunk: LogChunk }
  | { readonly type: 'output'; readonly output: TerminalOutput }
  /** An action was taken, at this virtual time. */
  | { readonly type: 'input'; readonly input: Input }
  | { readonly type: 'exit'; readonly id: number; readonly at: Micros; readonly code: number }
  /** Nothing more follows until the next action; the log reaches to `at`. */
  | { readonly type: 'idle'; readonly at: Micros }
  | { readonly type: 'payloads'; readonly request: number; readonly documents: readonly unknown[] }
  | { readonly type: 'hash'; readonly request: number; readonly hash: string }
  | { readonly type: 'saved'; readonly request: number; readonly text: string }
  | { readonly type: 'layout'; readonly request: number; readonly layout: MachineLayout }
  /** A mistake in our code. The engine is of no use any more. */
  | { readonly type: 'failed'; readonly message: string }
);
