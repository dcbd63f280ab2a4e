import type { Result } from '../base/result';
import { readYaml, type FileError, type YamlValue } from './yaml-reader';

/** What a person does to a cluster, step by step. The format that the recordings of the real cluster were made from. */
export interface Scenario {
  /** Also the name of the recording's file. */
  readonly id: string;
  readonly title: string;
  readonly steps: readonly ScenarioStep[];
  /** Seconds that pass after the last step. */
  readonly tail: number;
}

export type ScenarioStep =
  | { readonly kind: 'run'; readonly command: string; readonly stdin: string | undefined; readonly as: string; readonly settle: number }
  | { readonly kind: 'fault'; readonly fault: Fault; readonly text: string; readonly settle: number }
  | { readonly kind: 'sleep'; readonly seconds: number };

export interface Fault {
  readonly action: 'stop' | 'start';
  readonly component: 'kubelet';
  readonly node: string;
}

const DEFAULT_SETTLE = 1;
const DEFAULT_TAIL = 3;

/** Reads a scenario file. */
export function parseScenario(file: string, text: string): Result<Scenario, FileError> {
  return readYaml(file, text, (root) => {
    root.onlyMembers(['id', 'title', 'steps', 'tail']);
    const id = root.member('id').text();
    if (!/^[a-z0-9][a-z0-9-]*$/.test(id)) root.member('id').fail('lower-case letters, digits and dashes');
    const steps = root.member('steps').items().map(parseStep);
    if (steps.length === 0) root.member('steps').fail('at least one step');
    return { id, title: root.member('title').or(id, (v) => v.text()), steps, tail: root.member('tail').or(DEFAULT_TAIL, seconds) };
  });
}

function parseStep(step: YamlValue): ScenarioStep {
  step.onlyMembers(['run', 'stdin', 'as', 'settle', 'fault', 'sleep']);
  const given = (['run', 'fault', 'sleep'] as const).filter((key) => !step.member(key).missing);
  if (given.length !== 1) step.fail(`exactly one of run, fault or sleep${given.length === 0 ? '' : `, not ${given.join(' and ')}`}`);
  const settle = step.member('settle').or(DEFAULT_SETTLE, seconds);
  switch (given[0]) {
    case 'run':
      return {
        kind: 'run', command: step.member('run').text(), settle,
        stdin: step.member('stdin').or(undefined, (v): string | undefined => v.text()), as: step.member('as').or('admin', (v) => v.text()),
      };
    case 'fault': return { kind: 'fault', ...parseFault(step.member('fault')), settle };
    default: return { kind: 'sleep', seconds: seconds(step.member('sleep')) };
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
