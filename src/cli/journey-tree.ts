import type { Log } from '../kernel/log';
import type { ScenarioRun } from '../scenarios/runner';

export function journeyTree(_log: Log, _run: ScenarioRun): string {
  return '';
}
