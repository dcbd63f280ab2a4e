import { existsSync, readFileSync } from 'node:fs';
import type { Result } from '../base/result';
import type { ClusterSpec } from '../cluster/spec';
import { parseCluster } from '../scenarios/cluster-file';
import { defaultCluster } from '../scenarios/default-cluster';
import { asScenario } from '../scenarios/library/as-scenario';
import { libraryScenario } from '../scenarios/library/library';
import { parseScenario, type Scenario } from '../scenarios/scenario';
import { describeFileError, type FileError } from '../scenarios/yaml-reader';
import { stories } from '../i18n/en/more';
import { UsageError } from './usage';

export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (problem) {
    throw new UsageError(`${file}: cannot be read (${problem instanceof Error && 'code' in problem ? String(problem.code) : 'unknown'})`);
  }
}

function parsed<T>(result: Result<T, FileError>): T {
  if (!result.ok) throw new UsageError(describeFileError(result.error));
  return result.value;
}

/** A scenario file, or, when there is no such file, a scenario of the library by its id. */
export function readScenario(name: string): Scenario {
  const ready = existsSync(name) ? undefined : libraryScenario(name);
  if (ready !== undefined) return asScenario(ready, stories[ready.id].title);
  if (!existsSync(name) && /^[a-z0-9-]+$/.test(name)) throw new UsageError(`${name}: neither a file nor a scenario of the library; \`podyssey list\` names them`);
  return parsed(parseScenario(name, readText(name)));
}

/** The cluster of `--cluster`, or the page's as the scenario wants it. */
export const readCluster = (file: string | undefined, { version, nodes }: Pick<Scenario, 'version' | 'nodes'> = {}): ClusterSpec =>
  (file === undefined ? defaultCluster(version, nodes) : parsed(parseCluster(file, readText(file))));
