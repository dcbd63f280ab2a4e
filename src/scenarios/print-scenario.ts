import { stringify } from 'yaml';
import type { Scenario, ScenarioStep } from './scenario';

/** A scenario as the text of a file that `parseScenario` reads. What has its default is left out. */
export function printScenario(scenario: Scenario, comment: string): string {
  const { id, title, version, seed, nodes, steps, tail, until } = scenario;
  const document = defined({ id, title, version, seed, nodes, steps: steps.map(stepFields), tail: until === undefined ? tail : undefined, until });
  return `${comment.split('\n').map((line) => `# ${line}\n`).join('')}${stringify(document, { lineWidth: 0, defaultStringType: 'PLAIN' })}`;
}

function stepFields(step: ScenarioStep): Readonly<Record<string, unknown>> {
  const { at } = step;
  switch (step.kind) {
    case 'run': return defined({ run: step.command, stdin: step.stdin, as: step.as === 'admin' ? undefined : step.as, settle: at === undefined ? step.settle : undefined, at });
    case 'fault': return defined({ fault: step.text, settle: step.settle, at });
    case 'sleep': return defined({ sleep: step.seconds, at });
    case 'interrupt': return defined({ interrupt: step.command, at });
  }
}

const defined = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
