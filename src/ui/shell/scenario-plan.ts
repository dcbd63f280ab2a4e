import type { Scenario } from '../../scenarios/scenario';
import type { PlannedInput } from '../../state/session';

/** In µs. */
export const SECOND = 1_000_000;

/** What to do on the page for a scenario. Its times are kept; where it has none, what comes next waits until the cluster has come to rest. */
export function planOfScenario({ steps }: Pick<Scenario, 'steps'>): readonly PlannedInput[] {
  let ids = 0;
  return steps.flatMap((step): readonly PlannedInput[] => {
    const at = step.at === undefined ? undefined : Math.round(step.at * SECOND);
    switch (step.kind) {
      case 'run': return [{ at, action: { type: 'execute', id: ++ids, line: step.command, ...(step.stdin === undefined ? {} : { stdin: step.stdin }), ...(step.as === 'admin' ? {} : { user: step.as }) } }];
      case 'sleep': return [{ at, action: { type: 'advance', by: Math.round(step.seconds * SECOND) } }];
      case 'interrupt': return [{ at, action: { type: 'interrupt', id: step.command } }];
      case 'fault': return [];
    }
  });
}
