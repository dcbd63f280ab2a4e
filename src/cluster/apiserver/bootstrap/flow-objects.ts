import type { FlowSchema, KubeObject, PriorityLevelConfiguration } from '../../../api/types';
import type { KubeVersion } from '../../../api/version';
import { LEVELS, type PriorityLevel } from '../flowcontrol/levels';
import { SCHEMAS } from '../flowcontrol/schemas';

const API_VERSION: Readonly<Record<KubeVersion, FlowSchema['apiVersion']>> = { '1.20': 'flowcontrol.apiserver.k8s.io/v1beta1', '1.35': 'flowcontrol.apiserver.k8s.io/v1' };
const ANNOTATIONS = { 'apf.kubernetes.io/autoupdate-spec': 'true' };

/** The flow schemas and priority levels of a new cluster, as objects. Models pkg/registry/flowcontrol/rest. */
export function flowObjects(release: KubeVersion): readonly KubeObject[] {
  const apiVersion = API_VERSION[release];
  const metadata = (name: string): { readonly name: string; readonly annotations?: Readonly<Record<string, string>> } => (release === '1.20' ? { name } : { name, annotations: ANNOTATIONS });
  const levels = LEVELS[release].map((level): PriorityLevelConfiguration => ({ apiVersion, kind: 'PriorityLevelConfiguration', metadata: metadata(level.name), spec: levelSpec(level, release), status: {} }));
  const schemas = SCHEMAS[release].map((schema): FlowSchema => ({
    apiVersion, kind: 'FlowSchema', metadata: metadata(schema.name),
    spec: {
      priorityLevelConfiguration: { name: schema.level }, matchingPrecedence: schema.precedence,
      ...(schema.distinguisher === undefined ? {} : { distinguisherMethod: { type: schema.distinguisher } }),
    },
    status: {},
  }));
  return [...levels, ...schemas];
}

function levelSpec(level: PriorityLevel, release: KubeVersion): PriorityLevelConfiguration['spec'] {
  if (level.shares === undefined) return release === '1.20' ? { type: 'Exempt' } : { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } };
  const limitResponse = level.queuing === undefined ? { type: 'Reject' as const } : { type: 'Queue' as const, queuing: level.queuing };
  return {
    type: 'Limited',
    limited: release === '1.20' ? { assuredConcurrencyShares: level.shares, limitResponse } : { nominalConcurrencyShares: level.shares, lendablePercent: level.lendablePercent, limitResponse },
  };
}
