import { shell } from '../i18n/en/shell';
import { stories } from '../i18n/en/more';
import { LIBRARY, SCENARIOS } from '../scenarios/library/library';

/** `list`: the scenarios of the library, by group. */
export function list(): number {
  const width = Math.max(...SCENARIOS.map(({ id }) => id.length));
  const groups = LIBRARY.map((group) => `${shell.scenarioGroups[group.id]}\n${group.scenarios.map(({ id }) => `  ${id.padEnd(width)}  ${stories[id].title}: ${stories[id].about}\n`).join('')}`);
  process.stdout.write(groups.join('\n'));
  return 0;
}
