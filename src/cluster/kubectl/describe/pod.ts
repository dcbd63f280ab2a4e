import type { KubeObject } from '../../../api/types';
import type { Micros } from '../../../kernel/time';
import { dig, listAt, numberAt, stringAt, stringsAt } from '../document';
import { annotationLines, controlledBy, labelLines, time, tolerationLines } from './common';
import { containerLines, type Space } from './containers';
import { ago } from './events';
import type { Page } from './page';
import { spreadLines, volumeLines } from './volumes';

/** Models kubectl pkg/describe describe.go describePod. */
export function podLines(page: Page, pod: KubeObject, now: Micros): void {
  const spec = (key: string): string => stringAt(pod, 'spec', key);
  const status = (key: string): string => stringAt(pod, 'status', key);
  const some = (title: string, value: string): void => {
    if (value !== '') page.line(0, `${title}:\t${value}`);
  };
  page.line(0, `Name:\t${pod.metadata.name}`);
  page.line(0, `Namespace:\t${pod.metadata.namespace ?? ''}`);
  if (typeof dig(pod, 'spec', 'priority') === 'number') page.line(0, `Priority:\t${numberAt(pod, 'spec', 'priority')}`);
  some('Priority Class Name', spec('priorityClassName'));
  some('Runtime Class Name', spec('runtimeClassName'));
  some('Service Account', spec('serviceAccountName'));
  page.line(0, `Node:\t${spec('nodeName') === '' ? '<none>' : `${spec('nodeName')}/${status('hostIP')}`}`);
  some('Start Time', status('startTime') === '' ? '' : time(status('startTime')));
  labelLines(page, 'Labels', pod.metadata.labels ?? {});
  annotationLines(page, 'Annotations', pod.metadata.annotations ?? {});
  const ended = status('phase') === 'Failed' || status('phase') === 'Succeeded';
  if (pod.metadata.deletionTimestamp !== undefined && !ended) {
    page.line(0, `Status:\tTerminating (lasts ${ago(pod.metadata.deletionTimestamp, now)})`);
    page.line(0, `Termination Grace Period:\t${pod.metadata.deletionGracePeriodSeconds ?? 0}s`);
  } else page.line(0, `Status:\t${status('phase')}`);
  some('Reason', status('reason'));
  some('Message', status('message'));
  some('SeccompProfile', stringAt(pod, 'spec', 'securityContext', 'seccompProfile', 'type'));
  page.line(0, `IP:\t${status('podIP')}`);
  const ips = listAt(pod, 'status', 'podIPs');
  page.line(0, `IPs:${ips.length === 0 ? '\t<none>' : ''}`);
  for (const ip of ips) page.line(1, `IP:\t${stringAt(ip, 'ip')}`);
  some('Controlled By', controlledBy(pod) ?? '');
  some('NominatedNodeName', status('nominatedNodeName'));
  if (listAt(pod, 'spec', 'initContainers').length > 0) containerLines(page, 'Init Containers', listAt(pod, 'spec', 'initContainers'), listAt(pod, 'status', 'initContainerStatuses'), '', pod);
  containerLines(page, 'Containers', listAt(pod, 'spec', 'containers'), listAt(pod, 'status', 'containerStatuses'), '', pod);
  if (listAt(pod, 'spec', 'ephemeralContainers').length > 0) containerLines(page, 'Ephemeral Containers', listAt(pod, 'spec', 'ephemeralContainers'), listAt(pod, 'status', 'ephemeralContainerStatuses'), '', pod);
  gatesAndConditions(page, pod);
  volumeLines(page, listAt(pod, 'spec', 'volumes'), '');
  some('QoS Class', status('qosClass'));
  labelLines(page, 'Node-Selectors', stringsAt(pod, 'spec', 'nodeSelector'));
  tolerationLines(page, 'Tolerations', listAt(pod, 'spec', 'tolerations'));
  spreadLines(page, listAt(pod, 'spec', 'topologySpreadConstraints'), '');
}

function gatesAndConditions(page: Page, pod: KubeObject): void {
  const conditions = listAt(pod, 'status', 'conditions');
  const gates = listAt(pod, 'spec', 'readinessGates');
  if (gates.length > 0) {
    page.line(0, 'Readiness Gates:');
    page.line(1, 'Type\tStatus');
    for (const gate of gates) {
      const found = conditions.find((c) => stringAt(c, 'type') === stringAt(gate, 'conditionType'));
      page.line(1, `${stringAt(gate, 'conditionType')} \t${found === undefined ? '<none>' : stringAt(found, 'status')} `);
    }
  }
  if (conditions.length === 0) return;
  page.line(0, 'Conditions:');
  page.line(1, 'Type\tStatus');
  for (const c of conditions) page.line(1, `${stringAt(c, 'type')} \t${stringAt(c, 'status')} `);
}

/** Models kubectl pkg/describe describe.go DescribePodTemplate. */
export function templateLines(page: Page, template: unknown): void {
  const space: Space = '  ';
  page.line(0, 'Pod Template:');
  if (template === undefined) return page.line(0, '  <unset>');
  labelLines(page, 'Labels', stringsAt(template, 'metadata', 'labels'), space);
  const annotations = stringsAt(template, 'metadata', 'annotations');
  if (Object.keys(annotations).length > 0) annotationLines(page, '  Annotations', annotations);
  if (stringAt(template, 'spec', 'serviceAccountName') !== '') page.line(0, `  Service Account:\t${stringAt(template, 'spec', 'serviceAccountName')}`);
  if (listAt(template, 'spec', 'initContainers').length > 0) containerLines(page, 'Init Containers', listAt(template, 'spec', 'initContainers'), [], space, template);
  containerLines(page, 'Containers', listAt(template, 'spec', 'containers'), [], space, template);
  volumeLines(page, listAt(template, 'spec', 'volumes'), space);
  spreadLines(page, listAt(template, 'spec', 'topologySpreadConstraints'), space);
  if (stringAt(template, 'spec', 'priorityClassName') !== '') page.line(0, `  Priority Class Name:\t${stringAt(template, 'spec', 'priorityClassName')}`);
  labelLines(page, 'Node-Selectors', stringsAt(template, 'spec', 'nodeSelector'), space);
  tolerationLines(page, 'Tolerations', listAt(template, 'spec', 'tolerations'), space);
}
