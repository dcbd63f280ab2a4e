import type { FieldError } from '../../../api/field/error';
import type { KubeObject } from '../../../api/types';
import type { VersionBehaviour } from '../../versions';

/** What a strategy may know of the world. */
export interface StrategyContext {
  readonly behaviour: VersionBehaviour;
  readonly version: '1.20' | '1.35';
  /** Now, as a timestamp in objects and as HTTP shows it. */
  readonly timestamp: string;
  readonly httpDate: string;
}

/** Who cleans up dependents when a client does not say: the garbage collector, nobody (orphan), or the kind has no collection. */
export type GarbageCollection = 'background' | 'orphan' | 'unsupported';

/**
 * What is particular to a kind between decoding and storage. Objects come in decoded and defaulted; each function returns a
 * new object that shares what did not change. Models apiserver pkg/registry/rest create.go, update.go, delete.go.
 */
export interface Strategy {
  /** PUT may create. */
  readonly allowCreateOnUpdate: boolean;
  /** PUT without a resourceVersion overwrites. */
  readonly allowUnconditionalUpdate: boolean;
  readonly garbageCollection: GarbageCollection;
  /** Kinds that are deleted gracefully: the grace in seconds for this object, when the client asks for `asked`. */
  readonly gracePeriod?: (object: KubeObject, asked: number | undefined) => number;
  /** Whether objects have a generation; undefined: that depends. */
  readonly generation?: boolean;
  /** Objects live so many seconds. */
  readonly ttlSeconds?: number;
  prepareForCreate(object: KubeObject, context: StrategyContext): KubeObject;
  prepareForUpdate(object: KubeObject, old: KubeObject, context: StrategyContext): KubeObject;
  /** For PUT and PATCH of `/status`. */
  prepareForStatusUpdate(object: KubeObject, old: KubeObject, context: StrategyContext): KubeObject;
  /** Complaints beyond those of the API's own validation. */
  readonly validateUpdate?: (object: KubeObject, old: KubeObject, context: StrategyContext) => readonly FieldError[];
}
