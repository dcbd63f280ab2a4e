import type { KubeVersion } from '../api/version';
import { defined } from '../base/assert';

/** Every difference between the Kubernetes versions that are modelled, one row a behaviour. Sources: facts KUBERNETES.md §0.1, RECORDED.md. */
export interface VersionBehaviour {
  readonly gitVersion: string;
}

const VERSIONS: Readonly<Record<KubeVersion, VersionBehaviour>> = {
  '1.20': { gitVersion: 'v1.20.2' },
  '1.35': { gitVersion: 'v1.35.2' },
};

export const behaviourOf = (version: KubeVersion): VersionBehaviour => defined(VERSIONS[version], `version ${version}`);
