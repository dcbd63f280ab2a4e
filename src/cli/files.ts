import { readFileSync } from 'node:fs';
import type { Result } from '../base/result';
import type { ClusterSpec } from '../cluster/spec';
import { parseCluster } from '../scenarios/cluster-file';
import { defaultCluster } from '../scenarios/default-cluster';
import { parseScenario, type Scenario } from '../scenarios/scenario';
import { describeFileError, type FileError } from '../scenarios/yaml-reader';
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

export const readScenario = (file: string): Scenario => parsed(parseScenario(file, readText(file)));

/** The cluster of `--cluster`, or the page's. */
export const readCluster = (file: string | undefined): ClusterSpec => (file === undefined ? defaultCluster() : parsed(parseCluster(file, readText(file))));
