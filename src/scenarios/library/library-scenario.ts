/** A ready-made scenario: what to type into a fresh cluster to see something. Data alone; its words are `stories` of the texts. */
export interface LibraryScenario {
  /** Stands in links and on command lines. */
  readonly id: string;
  /** How many nodes the cluster has; 3 when not given. */
  readonly nodes?: number;
  readonly steps: readonly LibraryStep[];
}

export type LibraryStep =
  | {
      readonly line: string;
      /** What `-f -` reads. */
      readonly stdin?: string;
      /** Seconds until it has come to rest, for runs that cannot tell by themselves. */
      readonly settle?: number;
    }
  /** Seconds to let pass. */
  | { readonly wait: number };

export interface LibraryGroup {
  readonly id: string;
  readonly scenarios: readonly LibraryScenario[];
}
