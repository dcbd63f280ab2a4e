import type { KubeVersion } from '../api/version';
import type { Result } from '../base/result';
import { readYaml, type FileError, type YamlValue } from './yaml-reader';

/** What a person does to a cluster, step by step. The format that the recordings of the real cluster were made from. */
export interface Scenario {
  /** Also the name of the recording's file. */
  readonly id: string;
  readonly title: string;
  /** On which cluster, when the file says so. */
  readonly version?: KubeVersion | undefined;
  readonly seed?: number | undefined;
  /** How many nodes the cluster has. */
  readonly nodes?: number | undefined;
  readonly steps: readonly ScenarioStep[];
  /** Seconds that pass after the last step. */
  readonly tail: number;
  /** Seconds after the cluster's beginning at which the run ends; the tail says nothing then. */
  readonly until?: number | undefined;
}

/** `at`: seconds after the cluster's beginning; undefined: when the step before it is over. */
export type ScenarioStep =
  | { readonly kind: 'run'; readonly command: string; readonly stdin: string | undefined; readonly as: string; readonly settle: number; readonly at: number | undefined }
  | { readonly kind: 'fault'; readonly fault: Fault; readonly text: string; readonly settle: number; readonly at: number | undefined }
  | { readonly kind: 'sleep'; readonly seconds: number; readonly at: number | undefined }
  /** Ctrl-C for a command that has not ended: 1 for the scenario's first. */
  | { readonly kind: 'interrupt'; readonly command: number; readonly at: number | undefined };

export interface Fault {
  readonly action: 'stop' | 'start';
  readonly component: 'kubelet';
  readonly node: string;
}

const DEFAULT_SETTLE = 1;
const DEFAULT_TAIL = 3;
export const MOST_NODES = 50;
export const HIGHEST_SEED = 0xffff_ffff;
const VERSIONS: readonly KubeVersion[] = ['1.20', '1.35'];
const KINDS = ['run', 'fault', 'sleep', 'interrupt'] as const;

/** Reads a scenario file. `faults`: whether there is somebody who can cause them; the page has no way to. */
export function parseScenario(file: string, text: string, { faults }: { readonly faults: boolean } = { faults: true }): Result<Scenario, FileError> {
  return readYaml(file, text, (root) => {
    root.onlyMembers(['id', 'title', 'version', 'seed', 'nodes', 'steps', 'tail', 'until']);
    const id = root.member('id').text();
    if (!/^[a-z0-9][a-z0-9-]*$/.test(id)) root.member('id').fail('lower-case letters, digits and dashes');
    let commands = 0;
    const steps = root.member('steps').items().map((step) => {
      const parsed = parseStep(step, commands);
      if (parsed.kind === 'fault' && !faults) step.member('fault').fail('a run, a sleep or an interrupt: faults are for `podyssey run`');
      if (parsed.kind === 'run') commands++;
      return parsed;
    });
    if (steps.length === 0) root.member('steps').fail('at least one step');
    return {
      id, title: root.member('title').or(id, (v) => v.text()), version: root.member('version').or<KubeVersion | undefined>(undefined, (v) => v.oneOf(VERSIONS)),
      seed: root.member('seed').or<number | undefined>(undefined, (v) => whole(v, 0, HIGHEST_SEED)), nodes: root.member('nodes').or<number | undefined>(undefined, (v) => whole(v, 1, MOST_NODES)),
      steps, tail: root.member('tail').or(DEFAULT_TAIL, seconds), until: optionalSeconds(root.member('until')),
    };
  });
}

function parseStep(step: YamlValue, commands: number): ScenarioStep {
  step.onlyMembers(['run', 'stdin', 'as', 'settle', 'fault', 'sleep', 'interrupt', 'at']);
  const given = KINDS.filter((key) => !step.member(key).missing);
  if (given.length !== 1) step.fail(`exactly one of run, fault, sleep or interrupt${given.length === 0 ? '' : `, not ${given.join(' and ')}`}`);
  const settle = step.member('settle').or(DEFAULT_SETTLE, seconds);
  const at = optionalSeconds(step.member('at'));
  switch (given[0]) {
    case 'run':
      return {
        kind: 'run', command: step.member('run').text(), settle, at,
        stdin: step.member('stdin').or(undefined, (v): string | undefined => v.text()), as: step.member('as').or('admin', (v) => v.text()),
      };
    case 'fault': return { kind: 'fault', ...parseFault(step.member('fault')), settle, at };
    case 'interrupt': return { kind: 'interrupt', command: commands === 0 ? step.member('interrupt').fail('a command before it') : whole(step.member('interrupt'), 1, commands), at };
    default: return { kind: 'sleep', seconds: seconds(step.member('sleep')), at };
  }
}

function parseFault(value: YamlValue): { readonly fault: Fault; readonly text: string } {
  const text = value.text();
  const match = /^(stop|start) (kubelet) (\S+)$/.exec(text);
  if (match === null) value.fail('`stop kubelet <node>` or `start kubelet <node>`');
  return { text, fault: { action: match[1] === 'stop' ? 'stop' : 'start', component: 'kubelet', node: match[3] ?? '' } };
}

function seconds(value: YamlValue): number {
  const n = value.number();
  return n >= 0 ? n : value.fail('seconds, 0 or more');
}

const optionalSeconds = (value: YamlValue): number | undefined => value.or<number | undefined>(undefined, seconds);

function whole(value: YamlValue, least: number, most: number): number {
  const n = value.number();
  return Number.isInteger(n) && n >= least && n <= most ? n : value.fail(`a whole number from ${least} to ${most}`);
}
