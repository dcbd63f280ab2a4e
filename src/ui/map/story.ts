import type { Derived } from '../../state/derived';
import type { ComponentId, Fact, Micros } from '../../trace/types';
import type { MachineView } from '../../trace/views';
import type { Activity } from './frame';

const REST: Activity = { machine: '', state: '', busy: false, subject: undefined };

/** What each actor is doing: of its machines that work, the one that began last. */
export function activitiesOf(machines: readonly MachineView[]): ReadonlyMap<string, Activity> {
  const found = new Map<string, { readonly activity: Activity; readonly since: Micros }>();
  for (const machine of machines) {
    if (machine.resting) continue;
    const known = found.get(machine.actor);
    if (known === undefined || machine.since >= known.since) found.set(machine.actor, { activity: { machine: machine.machine, state: machine.state, busy: true, subject: machine.subject }, since: machine.since });
  }
  return new Map([...found].map(([actor, { activity }]) => [actor, activity]));
}

export const activityOf = (activities: ReadonlyMap<string, Activity>, actor: string): Activity => activities.get(actor) ?? REST;

/** The actors of a component in a log, those first that stories tell of. */
export function actorsOf(derived: Derived, component: ComponentId): { readonly told: readonly string[]; readonly all: number } {
  const told = new Set<string>();
  for (const journey of derived.journeys()) for (const step of journey.steps) if (step.component === component && step.actor.endsWith('-controller')) told.add(step.actor);
  const all = derived.readers().lanes.lanes(new Set([component])).filter((lane) => lane.parent === component && lane.depth === 1).length;
  return { told: told.size === 0 ? ['deployment-controller', 'replicaset-controller'] : [...told], all };
}

/** Objects a person made, owners before what they own. System objects that every cluster has are left out. */
export function objectsOf(cluster: { readonly deployments: readonly Fact[]; readonly replicaSets: readonly Fact[]; readonly others: readonly Fact[] }): readonly { readonly fact: Fact; readonly depth: number }[] {
  const rows: { fact: Fact; depth: number }[] = [];
  const sets = [...cluster.replicaSets];
  for (const fact of cluster.deployments) {
    rows.push({ fact, depth: 0 });
    for (const set of sets) if (set.owner === fact.subject) rows.push({ fact: set, depth: 1 });
  }
  for (const set of sets) if (!cluster.deployments.some((d) => d.subject === set.owner)) rows.push({ fact: set, depth: 0 });
  for (const fact of cluster.others) if (SHOWN.has(fact.resource) && fact.namespace !== '' && !fact.namespace.startsWith('kube-') && !OF_THE_SYSTEM.has(fact.name)) rows.push({ fact, depth: 0 });
  return rows;
}

const SHOWN = new Set(['services', 'jobs', 'cronjobs', 'daemonsets', 'statefulsets', 'configmaps', 'secrets', 'persistentvolumeclaims', 'poddisruptionbudgets', 'resourcequotas', 'limitranges']);
const OF_THE_SYSTEM = new Set(['kubernetes', 'kube-root-ca.crt']);
