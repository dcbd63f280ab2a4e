import { decodeBase64 } from '../../../api/base64';
import { formatLabels } from '../../../api/selectors/labels';
import type { KubeObject } from '../../../api/types';
import { dig, isRecord, listAt, numberAt, recordAt, stringAt, stringsAt } from '../document';
import { heading, labelsAndAnnotations, orNone, time } from './common';
import type { Page } from './page';
import { sourceLines } from './volumes';

/** Models kubectl pkg/describe describe.go describeService. */
export function serviceLines(page: Page, svc: KubeObject, slices: readonly KubeObject[]): void {
  const spec = (key: string): string => stringAt(svc, 'spec', key);
  const type = spec('type');
  heading(page, svc);
  labelsAndAnnotations(page, svc);
  page.line(0, `Selector:\t${formatLabels(stringsAt(svc, 'spec', 'selector'))}`);
  page.line(0, `Type:\t${type}`);
  if (spec('ipFamilyPolicy') !== '') page.line(0, `IP Family Policy:\t${spec('ipFamilyPolicy')}`);
  page.line(0, `IP Families:\t${orNone(listAt(svc, 'spec', 'ipFamilies').join(','))}`);
  page.line(0, `IP:\t${spec('clusterIP')}`);
  page.line(0, `IPs:\t${orNone(listAt(svc, 'spec', 'clusterIPs').join(','))}`);
  if (listAt(svc, 'spec', 'externalIPs').length > 0) page.line(0, `External IPs:\t${listAt(svc, 'spec', 'externalIPs').join(',')}`);
  if (spec('loadBalancerIP') !== '') page.line(0, `Desired LoadBalancer IP:\t${spec('loadBalancerIP')}`);
  if (spec('externalName') !== '') page.line(0, `External Name:\t${spec('externalName')}`);
  const ingress = listAt(svc, 'status', 'loadBalancer', 'ingress').map((i) => stringAt(i, 'ip') || stringAt(i, 'hostname'));
  if (ingress.length > 0) page.line(0, `LoadBalancer Ingress:\t${ingress.join(', ')}`);
  for (const port of listAt(svc, 'spec', 'ports')) {
    const name = stringAt(port, 'name') || '<unset>';
    const protocol = stringAt(port, 'protocol');
    page.line(0, `Port:\t${name}\t${numberAt(port, 'port')}/${protocol}`);
    const target = dig(port, 'targetPort');
    page.line(0, `TargetPort:\t${String(target ?? '')}/${protocol}`);
    if (numberAt(port, 'nodePort') !== 0) page.line(0, `NodePort:\t${name}\t${numberAt(port, 'nodePort')}/${protocol}`);
    page.line(0, `Endpoints:\t${endpointText(slices, stringAt(port, 'name'))}`);
  }
  page.line(0, `Session Affinity:\t${spec('sessionAffinity')}`);
  if (spec('externalTrafficPolicy') !== '') page.line(0, `External Traffic Policy:\t${spec('externalTrafficPolicy')}`);
  if (spec('internalTrafficPolicy') !== '') page.line(0, `Internal Traffic Policy:\t${spec('internalTrafficPolicy')}`);
  if (numberAt(svc, 'spec', 'healthCheckNodePort') !== 0) page.line(0, `HealthCheck NodePort:\t${numberAt(svc, 'spec', 'healthCheckNodePort')}`);
  if (listAt(svc, 'spec', 'loadBalancerSourceRanges').length > 0) page.line(0, `LoadBalancer Source Ranges:\t${listAt(svc, 'spec', 'loadBalancerSourceRanges').join(',')}`);
}

const SHOWN = 3;

/** The ready addresses behind a port: three, then how many more. */
function endpointText(slices: readonly KubeObject[], portName: string): string {
  const all: string[] = [];
  for (const slice of slices) {
    for (const port of listAt(slice, 'ports')) {
      if (stringAt(port, 'name') !== portName) continue;
      for (const endpoint of listAt(slice, 'endpoints')) {
        if (dig(endpoint, 'conditions', 'ready') === false) continue;
        for (const address of listAt(endpoint, 'addresses')) all.push(typeof dig(port, 'port') === 'number' ? `${String(address)}:${numberAt(port, 'port')}` : String(address));
      }
    }
  }
  if (all.length === 0) return '<none>';
  const shown = all.slice(0, SHOWN).join(',');
  return all.length > SHOWN ? `${shown} + ${all.length - SHOWN} more...` : shown;
}

export function endpointsLines(page: Page, endpoints: KubeObject): void {
  heading(page, endpoints);
  labelsAndAnnotations(page, endpoints);
  page.line(0, 'Subsets:');
  for (const subset of listAt(endpoints, 'subsets')) {
    const ips = (key: string): string => listAt(subset, key).map((a) => stringAt(a, 'ip')).join(',') || '<none>';
    page.line(1, `Addresses:\t${ips('addresses')}`);
    page.line(1, `NotReadyAddresses:\t${ips('notReadyAddresses')}`);
    const ports = listAt(subset, 'ports');
    if (ports.length > 0) {
      page.line(1, 'Ports:');
      page.line(2, 'Name\tPort\tProtocol');
      page.line(2, '----\t----\t--------');
      for (const port of ports) page.line(2, `${stringAt(port, 'name') || '<unset>'}\t${numberAt(port, 'port')}\t${stringAt(port, 'protocol')}`);
    }
    page.line(0, '');
  }
}

export function configMapLines(page: Page, cm: KubeObject): void {
  heading(page, cm);
  labelsAndAnnotations(page, cm);
  page.line(0, '\nData\n====');
  const data = stringsAt(cm, 'data');
  for (const key of Object.keys(data).sort()) page.line(0, `${key}:\n----\n${data[key] ?? ''}\n`);
  page.line(0, '\nBinaryData\n====');
  const binary = stringsAt(cm, 'binaryData');
  for (const key of Object.keys(binary).sort()) page.line(0, `${key}: ${decodeBase64(binary[key] ?? '')?.bytes ?? 0} bytes`);
  page.line(0, '');
}

export function secretLines(page: Page, secret: KubeObject): void {
  heading(page, secret);
  labelsAndAnnotations(page, secret);
  page.line(0, `\nType:\t${stringAt(secret, 'type')}`);
  page.line(0, '\nData\n====');
  const data = stringsAt(secret, 'data');
  for (const key of Object.keys(data).sort()) {
    const value = decodeBase64(data[key] ?? '');
    page.line(0, key === 'token' && stringAt(secret, 'type') === 'kubernetes.io/service-account-token' ? `${key}:\t${value?.text ?? ''}` : `${key}:\t${value?.bytes ?? 0} bytes`);
  }
}

export function serviceAccountLines(page: Page, sa: KubeObject): void {
  heading(page, sa);
  labelsAndAnnotations(page, sa);
  page.line(0, `Image pull secrets:\t${orNone(listAt(sa, 'imagePullSecrets').map((s) => stringAt(s, 'name')).join(', '))}`);
}

export function claimLines(page: Page, pvc: KubeObject, pods: readonly KubeObject[]): void {
  heading(page, pvc);
  page.line(0, `StorageClass:\t${stringAt(pvc, 'spec', 'storageClassName')}`);
  page.line(0, pvc.metadata.deletionTimestamp === undefined ? `Status:\t${stringAt(pvc, 'status', 'phase')}` : 'Status:\tTerminating');
  page.line(0, `Volume:\t${stringAt(pvc, 'spec', 'volumeName')}`);
  labelsAndAnnotations(page, pvc);
  page.line(0, `Finalizers:\t[${(pvc.metadata.finalizers ?? []).join(' ')}]`);
  const bound = stringAt(pvc, 'spec', 'volumeName') !== '';
  page.line(0, `Capacity:\t${bound ? stringAt(pvc, 'status', 'capacity', 'storage') : ''}`);
  page.line(0, `Access Modes:\t${bound ? accessModes(listAt(pvc, 'status', 'accessModes')) : ''}`);
  if (stringAt(pvc, 'spec', 'volumeMode') !== '') page.line(0, `VolumeMode:\t${stringAt(pvc, 'spec', 'volumeMode')}`);
  const users = pods.filter((pod) => listAt(pod, 'spec', 'volumes').some((v) => stringAt(v, 'persistentVolumeClaim', 'claimName') === pvc.metadata.name));
  if (users.length === 0) page.line(0, 'Used By:\t<none>');
  users.forEach((pod, i) => page.line(0, `${i === 0 ? 'Used By:' : ''}\t${pod.metadata.name}`));
  const conditions = listAt(pvc, 'status', 'conditions');
  if (conditions.length > 0) {
    page.line(0, 'Conditions:');
    page.line(1, 'Type\tStatus\tLastProbeTime\tLastTransitionTime\tReason\tMessage');
    page.line(1, '----\t------\t-----------------\t------------------\t------\t-------');
    for (const c of conditions) page.line(1, `${stringAt(c, 'type')} \t${stringAt(c, 'status')} \t${time(stringAt(c, 'lastProbeTime'))} \t${time(stringAt(c, 'lastTransitionTime'))} \t${stringAt(c, 'reason')} \t${stringAt(c, 'message')}`);
  }
}

const MODES: Readonly<Record<string, string>> = { ReadWriteOnce: 'RWO', ReadOnlyMany: 'ROX', ReadWriteMany: 'RWX', ReadWriteOncePod: 'RWOP' };
const accessModes = (modes: readonly unknown[]): string => modes.map((m) => MODES[String(m)] ?? String(m)).join(',');

export function volumeObjectLines(page: Page, pv: KubeObject): void {
  page.line(0, `Name:\t${pv.metadata.name}`);
  labelsAndAnnotations(page, pv);
  page.line(0, `Finalizers:\t[${(pv.metadata.finalizers ?? []).join(' ')}]`);
  page.line(0, `StorageClass:\t${stringAt(pv, 'spec', 'storageClassName')}`);
  page.line(0, pv.metadata.deletionTimestamp === undefined ? `Status:\t${stringAt(pv, 'status', 'phase')}` : 'Status:\tTerminating');
  const claim = recordAt(pv, 'spec')['claimRef'];
  page.line(0, `Claim:\t${isRecord(claim) ? `${stringAt(claim, 'namespace')}/${stringAt(claim, 'name')}` : ''}`);
  page.line(0, `Reclaim Policy:\t${stringAt(pv, 'spec', 'persistentVolumeReclaimPolicy')}`);
  page.line(0, `Access Modes:\t${accessModes(listAt(pv, 'spec', 'accessModes'))}`);
  if (stringAt(pv, 'spec', 'volumeMode') !== '') page.line(0, `VolumeMode:\t${stringAt(pv, 'spec', 'volumeMode')}`);
  page.line(0, `Capacity:\t${stringAt(pv, 'spec', 'capacity', 'storage')}`);
  page.line(0, 'Node Affinity:\t<none>');
  page.line(0, `Message:\t${stringAt(pv, 'status', 'message')}`);
  page.line(0, 'Source:');
  for (const line of sourceLines(recordAt(pv, 'spec'))) page.line(2, line);
}

export function namespaceLines(page: Page, ns: KubeObject, quotas: readonly KubeObject[], ranges: readonly KubeObject[]): void {
  page.line(0, `Name:\t${ns.metadata.name}`);
  labelsAndAnnotations(page, ns);
  page.line(0, `Status:\t${stringAt(ns, 'status', 'phase')}`);
  const conditions = listAt(ns, 'status', 'conditions');
  if (conditions.length > 0) {
    page.line(0, 'Conditions:');
    page.line(1, 'Type\tStatus\tLastTransitionTime\tReason\tMessage');
    page.line(1, '----\t------\t------------------\t------\t-------');
    for (const c of conditions) page.line(1, `${stringAt(c, 'type')}\t${stringAt(c, 'status')}\t${time(stringAt(c, 'lastTransitionTime'))}\t${stringAt(c, 'reason')}\t${stringAt(c, 'message')}`);
  }
  page.line(0, '');
  if (quotas.length === 0) page.line(0, 'No resource quota.');
  else {
    page.line(0, 'Resource Quotas');
    for (const quota of quotas) {
      page.line(0, `  Name:\t${quota.metadata.name}`);
      quotaTable(page, quota, '  ');
    }
  }
  page.line(0, '');
  if (ranges.length === 0) return page.line(0, 'No LimitRange resource.');
  page.line(0, 'Resource Limits');
  limitTable(page, ranges, ' ');
}

export function quotaLines(page: Page, quota: KubeObject): void {
  heading(page, quota);
  const scopes = listAt(quota, 'spec', 'scopes').map(String).sort();
  if (scopes.length > 0) page.line(0, `Scopes:\t${scopes.join(', ')}`);
  quotaTable(page, quota, '');
}

function quotaTable(page: Page, quota: KubeObject, indent: string): void {
  const hard = recordAt(quota, 'status', 'hard');
  const used = recordAt(quota, 'status', 'used');
  page.line(0, indent === '' ? 'Resource\tUsed\tHard' : `${indent}Resource\tUsed\tHard`);
  page.line(0, indent === '' ? '--------\t----\t----' : `${indent}--------\t---\t---`);
  for (const name of Object.keys(hard).sort()) page.line(0, `${indent}${name}\t${String(used[name] ?? '0')}\t${String(hard[name])}`);
}

export function limitRangeLines(page: Page, range: KubeObject): void {
  heading(page, range);
  limitTable(page, [range], '');
}

function limitTable(page: Page, ranges: readonly KubeObject[], indent: string): void {
  page.line(0, `${indent}Type\tResource\tMin\tMax\tDefault Request\tDefault Limit\tMax Limit/Request Ratio`);
  page.line(0, `${indent}----\t--------\t---\t---\t---------------\t-------------\t-----------------------`);
  for (const range of ranges) {
    for (const limit of listAt(range, 'spec', 'limits')) {
      const keys = ['min', 'max', 'defaultRequest', 'default', 'maxLimitRequestRatio'] as const;
      const names = [...new Set(keys.flatMap((key) => Object.keys(recordAt(limit, key))))].sort();
      for (const name of names) page.line(0, `${indent}${[stringAt(limit, 'type'), name, ...keys.map((key) => String(recordAt(limit, key)[name] ?? '-'))].join('\t')}`);
    }
  }
}

export function budgetLines(page: Page, pdb: KubeObject, selector: string): void {
  const spec = recordAt(pdb, 'spec');
  heading(page, pdb);
  if (spec['minAvailable'] !== undefined) page.line(0, `Min available:\t${String(spec['minAvailable'])}`);
  else if (spec['maxUnavailable'] !== undefined) page.line(0, `Max unavailable:\t${String(spec['maxUnavailable'])}`);
  page.line(0, `Selector:\t${selector}`);
  page.line(0, 'Status:');
  page.line(2, `Allowed disruptions:\t${numberAt(pdb, 'status', 'disruptionsAllowed')}`);
  page.line(2, `Current:\t${numberAt(pdb, 'status', 'currentHealthy')}`);
  page.line(2, `Desired:\t${numberAt(pdb, 'status', 'desiredHealthy')}`);
  page.line(2, `Total:\t${numberAt(pdb, 'status', 'expectedPods')}`);
}

export function priorityClassLines(page: Page, pc: KubeObject): void {
  page.line(0, `Name:\t${pc.metadata.name}`);
  page.line(0, `Value:\t${numberAt(pc, 'value')}`);
  page.line(0, `GlobalDefault:\t${String(dig(pc, 'globalDefault') === true)}`);
  if (stringAt(pc, 'preemptionPolicy') !== '') page.line(0, `PreemptionPolicy:\t${stringAt(pc, 'preemptionPolicy')}`);
  page.line(0, `Description:\t${stringAt(pc, 'description')}`);
  annotationLine(page, pc);
}

export function storageClassLines(page: Page, sc: KubeObject): void {
  page.line(0, `Name:\t${sc.metadata.name}`);
  page.line(0, `IsDefaultClass:\t${sc.metadata.annotations?.['storageclass.kubernetes.io/is-default-class'] === 'true' ? 'Yes' : 'No'}`);
  annotationLine(page, sc);
  page.line(0, `Provisioner:\t${stringAt(sc, 'provisioner')}`);
  const parameters = stringsAt(sc, 'parameters');
  page.line(0, `Parameters:\t${Object.keys(parameters).length === 0 ? '<none>' : formatLabels(parameters)}`);
  const expansion = dig(sc, 'allowVolumeExpansion');
  page.line(0, `AllowVolumeExpansion:\t${expansion === undefined ? '<unset>' : expansion === true ? 'True' : 'False'}`);
  page.line(0, `MountOptions:\t${orNone(listAt(sc, 'mountOptions').join('\n  '))}`);
  page.line(0, `ReclaimPolicy:\t${stringAt(sc, 'reclaimPolicy')}`);
  page.line(0, `VolumeBindingMode:\t${stringAt(sc, 'volumeBindingMode')}`);
}

function annotationLine(page: Page, object: KubeObject): void {
  const annotations = object.metadata.annotations ?? {};
  page.line(0, `Annotations:\t${formatLabels(annotations)}`);
}

