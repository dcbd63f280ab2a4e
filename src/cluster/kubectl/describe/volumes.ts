import { formatLabelSelector } from '../../../api/selectors/labels';
import type { LabelSelector } from '../../../api/types';
import { dig, isRecord, listAt, numberAt, recordAt, stringAt, type Dict } from '../document';
import type { Space } from './containers';
import type { Page } from './page';

/** Models kubectl pkg/describe describe.go describeVolumes. */
export function volumeLines(page: Page, volumes: readonly unknown[], space: Space): void {
  if (volumes.length === 0) return page.line(0, `${space}Volumes:\t<none>`);
  page.line(0, `${space}Volumes:`);
  for (const volume of volumes) {
    page.line(1, `${space === '' ? '' : ' '}${stringAt(volume, 'name')}:`);
    for (const line of sourceLines(recordAt(volume))) page.line(2, line);
  }
}

/** `Type`, then what there is to say of that type. */
export function sourceLines(volume: Dict): readonly string[] {
  const source = (key: string): Dict | undefined => {
    const found = volume[key];
    return isRecord(found) ? found : undefined;
  };
  const optional = (s: Dict): string => `Optional:\t${String(s['optional'] === true)}`;
  const readOnly = (s: Dict): string => `ReadOnly:\t${String(s['readOnly'] === true)}`;
  const s = source('hostPath') ?? source('emptyDir') ?? source('secret') ?? source('configMap') ?? source('nfs') ?? source('persistentVolumeClaim') ?? source('downwardAPI') ?? source('projected') ?? source('csi');
  if (s === undefined) return ['<unknown>'];
  if (s === volume['hostPath']) return ['Type:\tHostPath (bare host directory volume)', `Path:\t${stringAt(s, 'path')}`, `HostPathType:\t${stringAt(s, 'type')}`];
  if (s === volume['emptyDir']) return ["Type:\tEmptyDir (a temporary directory that shares a pod's lifetime)", `Medium:\t${stringAt(s, 'medium')}`, `SizeLimit:\t${stringAt(s, 'sizeLimit') || '<unset>'}`];
  if (s === volume['secret']) return ['Type:\tSecret (a volume populated by a Secret)', `SecretName:\t${stringAt(s, 'secretName')}`, optional(s)];
  if (s === volume['configMap']) return ['Type:\tConfigMap (a volume populated by a ConfigMap)', `Name:\t${stringAt(s, 'name')}`, optional(s)];
  if (s === volume['nfs']) return ['Type:\tNFS (an NFS mount that lasts the lifetime of a pod)', `Server:\t${stringAt(s, 'server')}`, `Path:\t${stringAt(s, 'path')}`, readOnly(s)];
  if (s === volume['persistentVolumeClaim']) return ['Type:\tPersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)', `ClaimName:\t${stringAt(s, 'claimName')}`, readOnly(s)];
  if (s === volume['downwardAPI']) return ['Type:\tDownwardAPI (a volume populated by information about the pod)', 'Items:', ...listAt(s, 'items').map((item) => `  ${stringAt(item, 'fieldRef', 'fieldPath') || stringAt(item, 'resourceFieldRef', 'resource')} -> ${stringAt(item, 'path')}`)];
  if (s === volume['csi']) return ['Type:\tCSI (a Container Storage Interface (CSI) volume source)', `Driver:\t${stringAt(s, 'driver')}`, `FSType:\t${stringAt(s, 'fsType')}`, readOnly(s)];
  return ['Type:\tProjected (a volume that contains injected data from multiple sources)', ...listAt(s, 'sources').flatMap(projection)];
}

function projection(source: unknown): readonly string[] {
  const at = (key: string): Dict | undefined => {
    const found = dig(source, key);
    return isRecord(found) ? found : undefined;
  };
  const secret = at('secret');
  if (secret !== undefined) return [`SecretName:\t${stringAt(secret, 'name')}`, `Optional:\t${String(secret['optional'] === true)}`];
  if (at('downwardAPI') !== undefined) return ['DownwardAPI:\ttrue'];
  const configMap = at('configMap');
  if (configMap !== undefined) return [`ConfigMapName:\t${stringAt(configMap, 'name')}`, `Optional:\t${String(configMap['optional'] === true)}`];
  const token = at('serviceAccountToken');
  return token === undefined ? [] : [`TokenExpirationSeconds:\t${numberAt(token, 'expirationSeconds')}`];
}

export function spreadLines(page: Page, constraints: readonly unknown[], space: Space): void {
  const texts = constraints.map((c) => {
    const selector = dig(c, 'labelSelector');
    return `${stringAt(c, 'topologyKey')}:${stringAt(c, 'whenUnsatisfiable')} when max skew ${numberAt(c, 'maxSkew')} is exceeded${isRecord(selector) ? ` for selector ${formatLabelSelector(selector as LabelSelector)}` : ''}`;
  });
  texts.sort().forEach((text, i) => page.line(0, `${space}${i === 0 ? 'Topology Spread Constraints:' : ''}\t${text}`));
}
