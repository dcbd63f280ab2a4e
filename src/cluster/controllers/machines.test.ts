import { expect, it } from 'vitest';
import { expectSteppersEqual } from '../../kernel/stepper-equality';
import { clientBuilderMachine } from './client-builder.machine';
import { cronJobMachine } from './cronjob/machine';
import { daemonSetMachine } from './daemonset/machine';
import { deploymentMachine } from './deployment/machine';
import { disruptionMachine } from './disruption/machine';
import { endpointsMachine, endpointSliceMachine } from './endpoints/machine';
import { attemptToDeleteMachine, attemptToOrphanMachine } from './garbage-collector/machine';
import { jobMachine } from './job/machine';
import { namespaceMachine } from './namespace/machine';
import { evictionMachine, ipamMachine, monitorMachine, taintMachine, ttlMachine } from './node/machine';
import { binderMachine, protectionMachine } from './persistentvolume/machine';
import { podGcMachine } from './podgc/machine';
import { replicaSetMachine } from './replicaset/machine';
import { quotaMachine } from './resourcequota/machine';
import { rootCaMachine, serviceAccountMachine, tokenMachine } from './serviceaccount/machine';
import { statefulSetMachine } from './statefulset/machine';

const machines = [
  attemptToDeleteMachine, attemptToOrphanMachine, binderMachine, clientBuilderMachine, cronJobMachine, daemonSetMachine, deploymentMachine, disruptionMachine, endpointSliceMachine, endpointsMachine, evictionMachine,
  ipamMachine, jobMachine, monitorMachine, namespaceMachine, podGcMachine, protectionMachine, quotaMachine, replicaSetMachine, rootCaMachine, serviceAccountMachine, statefulSetMachine, taintMachine, tokenMachine, ttlMachine,
].map((machine) => ({ id: machine.id, machine }));

it.each(machines)('$id steps as XState would', ({ machine }) => {
  expect(expectSteppersEqual(machine, undefined, machine.events)).toEqual([]);
});

it.each(machines.filter(({ id }) => id !== 'client builder'))('$id can leave every state, and comes back to idle', ({ machine }) => {
  const { states } = machine.config;
  const names = Object.keys(states ?? {});
  const targets = (name: string): readonly string[] => {
    const on = (states as Readonly<Record<string, { readonly on?: Readonly<Record<string, string | { readonly target: string }>> }>>)[name]?.on ?? {};
    return Object.values(on).map((t) => (typeof t === 'string' ? t : t.target));
  };
  const reachable = new Set(['idle']);
  for (const name of reachable) for (const target of targets(name)) reachable.add(target);
  expect(names.filter((name) => !reachable.has(name))).toEqual([]);
  const home = new Set(['idle']);
  for (let size = 0; size !== home.size;) {
    size = home.size;
    for (const name of names) if (targets(name).some((t) => home.has(t))) home.add(name);
  }
  expect(names.filter((name) => !home.has(name))).toEqual([]);
});
