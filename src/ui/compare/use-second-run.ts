import { useCallback, useEffect, useRef, useState } from 'react';
import type { App, Beside } from '../../state/app';
import type { SessionState, StartOptions } from '../../state/session';
import { comparing, type RunComparison } from '../../trace/compare-runs';
import type { Micros } from '../../trace/types';
import { useApp } from '../app-context';

/** The other run beside the present one. */
export interface Comparison {
  readonly options: StartOptions;
  /** Those of the present run when it was compared. */
  readonly present: StartOptions;
  readonly compared: RunComparison;
  /** Exit codes in the order of the commands; undefined: not ended. */
  readonly exits: { readonly left: readonly (number | undefined)[]; readonly right: readonly (number | undefined)[] };
  readonly hashes: { readonly left: string; readonly right: string };
  /** Which state of the present run was compared. */
  readonly of: string;
}

export type SecondRun =
  | { readonly phase: 'none' }
  | { readonly phase: 'running'; readonly until: Micros }
  | { readonly phase: 'done'; readonly comparison: Comparison }
  | { readonly phase: 'failed'; readonly message: string };

/** What a comparison is of: another life of the session, or another command, is another run. */
export const stampOf = (state: SessionState): string => `${state.session}/${state.inputs.length}/${state.commands.length}/${state.readyAt ?? 0}`;

/** Runs the present commands on a second cluster and compares. The second worker ends with the comparison, or when nobody looks any more. */
export function useSecondRun(): { readonly run: SecondRun; readonly start: (options: StartOptions) => void } {
  const app = useApp();
  const [run, setRun] = useState<SecondRun>({ phase: 'none' });
  const stop = useRef<() => void>(() => {});
  useEffect(() => () => stop.current(), []);
  const start = useCallback((options: StartOptions) => {
    stop.current();
    const beside = app.beside(options, app.session.plan());
    let wanted = true;
    const unsubscribe = beside.session.store.subscribe((state) => {
      if (!wanted) return;
      if (state.phase === 'failed') {
        setRun({ phase: 'failed', message: state.error ?? '' });
        stop.current();
      } else if (state.phase === 'ready' && state.inputs.length > 0) {
        wanted = false;
        void compareWith(app, beside).then((comparison) => {
          if (stop.current === end) setRun({ phase: 'done', comparison });
          end();
        });
      } else {
        // The story is told as it comes in, a piece at a time.
        beside.derived.journeys();
        setRun({ phase: 'running', until: state.until });
      }
    });
    const end = (): void => {
      wanted = false;
      unsubscribe();
      beside.session.dispose();
    };
    stop.current = end;
    setRun({ phase: 'running', until: 0 });
  }, [app]);
  return { run, start };
}

async function compareWith(app: App, { session, derived }: Beside): Promise<Comparison> {
  const [left, right] = [app.session.store.getState(), session.store.getState()];
  const hashes = Promise.all([app.session.hash(), session.hash()]);
  const exits = (state: SessionState): readonly (number | undefined)[] => state.commands.map((c) => c.exit?.code);
  const steps = comparing(app.derived.readers(), derived.readers());
  let step = steps.next();
  while (step.done !== true) {
    await breath();
    step = steps.next();
  }
  const [leftHash, rightHash] = await hashes;
  return { options: right.options, present: left.options, compared: step.value, exits: { left: exits(left), right: exits(right) }, hashes: { left: leftHash, right: rightHash }, of: stampOf(left) };
}

/** Lets the page draw and hear. */
const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
