import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ComponentId, RowRef } from '../trace/types';

/** What the person points at. A row is the finest; the others say what the row is seen as. */
export interface Selection {
  readonly row: RowRef | undefined;
  /** Row of the revisions table. */
  readonly revision: number | undefined;
  /** `pods/default/web` */
  readonly subject: string | undefined;
  readonly component: ComponentId | undefined;
  /** `kubelet:node-1` */
  readonly actor: string | undefined;
  /** Id of a step of the present journey. */
  readonly step: string | undefined;
}

export interface SelectionState extends Selection {
  readonly hover: Partial<Selection>;
  /** Selects this and nothing else. */
  select(selection: Partial<Selection>): void;
  /** Adds to what is selected. */
  refine(selection: Partial<Selection>): void;
  setHover(hover: Partial<Selection>): void;
  clear(): void;
}

const NOTHING: Selection = { row: undefined, revision: undefined, subject: undefined, component: undefined, actor: undefined, step: undefined };

export function createSelection(): StoreApi<SelectionState> {
  return createStore<SelectionState>((set) => ({
    ...NOTHING, hover: {},
    select: (selection) => set({ ...NOTHING, ...selection }),
    refine: (selection) => set(selection),
    setHover: (hover) => set({ hover }),
    clear: () => set(NOTHING),
  }));
}
