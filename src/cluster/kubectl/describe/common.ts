import { formatLabelSelector, formatLabels } from '../../../api/selectors/labels';
import { formatRFC1123Z, parseTime } from '../../../api/time';
import type { KubeObject, LabelSelector } from '../../../api/types';
import { isRecord, listAt, numberAt, recordAt, stringAt, stringsAt } from '../document';
import { LAST_APPLIED } from '../last-applied';
import type { Page } from './page';

export const time = (text: string): string => {
  const micros = parseTime(text);
  return micros === undefined ? text : formatRFC1123Z(micros);
};

export const orNone = (text: string): string => (text === '' ? '<none>' : text);
export const yesNo = (value: unknown): string => (value === true ? 'True' : 'False');
const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** `Labels:` with one pair a line. `indent` stands before the title. */
export function labelLines(page: Page, title: string, labels: Readonly<Record<string, string>>, indent = ''): void {
  const keys = Object.keys(labels).sort(byName);
  if (keys.length === 0) return page.line(0, `${indent}${title}:\t<none>`);
  keys.forEach((key, i) => page.line(0, `${i === 0 ? `${indent}${title}:` : ''}\t${key}=${labels[key] ?? ''}`));
}

const WIDEST = 140;

export function annotationLines(page: Page, title: string, annotations: Readonly<Record<string, string>>): void {
  const keys = Object.keys(annotations).filter((key) => key !== LAST_APPLIED).sort(byName);
  if (keys.length === 0) return page.line(0, `${title}:\t<none>`);
  keys.forEach((key, i) => {
    const head = i === 0 ? `${title}:\t` : '\t';
    const value = (annotations[key] ?? '').replace(/\n$/, '');
    if (value.length + key.length + 2 <= WIDEST && !value.includes('\n')) return page.line(0, `${head}${key}: ${value}`);
    page.line(0, `${head}${key}:`);
    for (const part of value.split('\n')) page.line(0, `\t  ${part.length > WIDEST - 2 ? `${part.slice(0, WIDEST - 2)}...` : part}`);
  });
}

/** Name, namespace: how nearly every description begins. */
export function heading(page: Page, object: KubeObject): void {
  page.line(0, `Name:\t${object.metadata.name}`);
  if (object.metadata.namespace !== undefined) page.line(0, `Namespace:\t${object.metadata.namespace}`);
}

export function labelsAndAnnotations(page: Page, object: KubeObject): void {
  labelLines(page, 'Labels', object.metadata.labels ?? {});
  annotationLines(page, 'Annotations', object.metadata.annotations ?? {});
}

export function controlledBy(object: KubeObject): string | undefined {
  const owner = object.metadata.ownerReferences?.find((o) => o.controller === true);
  return owner === undefined ? undefined : `${owner.kind}/${owner.name}`;
}

/** The selector of a workload in one line. */
export function selectorText(object: unknown): string {
  const selector = recordAt(object, 'spec')['selector'];
  if (!isRecord(selector)) return '<none>';
  return 'matchLabels' in selector || 'matchExpressions' in selector || Object.keys(selector).length === 0 ? formatLabelSelector(selector as LabelSelector) : formatLabels(stringsAt(object, 'spec', 'selector'));
}

export function tolerationLines(page: Page, title: string, tolerations: readonly unknown[], indent = ''): void {
  if (tolerations.length === 0) return page.line(0, `${indent}${title}:\t<none>`);
  const texts = tolerations.map(tolerationText).sort(byKey(tolerations));
  texts.forEach((text, i) => page.line(0, `${i === 0 ? `${indent}${title}:` : ''}\t${text}`));
}

/** In the order of their keys. */
function byKey(tolerations: readonly unknown[]): (a: string, b: string) => number {
  const keys = new Map(tolerations.map((t) => [tolerationText(t), stringAt(t, 'key')]));
  return (a, b) => byName(keys.get(a) ?? '', keys.get(b) ?? '');
}

function tolerationText(toleration: unknown): string {
  const value = stringAt(toleration, 'value');
  const effect = stringAt(toleration, 'effect');
  const operator = stringAt(toleration, 'operator');
  const seconds = recordAt(toleration)['tolerationSeconds'];
  let text = stringAt(toleration, 'key');
  if (value !== '') text += `=${value}`;
  if (effect !== '') text += `:${effect}`;
  if (operator === 'Exists' && value === '') text += text === '' ? 'op=Exists' : ' op=Exists';
  if (typeof seconds === 'number') text += ` for ${seconds}s`;
  return text;
}

/** How many pods of a workload run, wait and have ended. */
export function podCounts(pods: readonly KubeObject[]): string {
  const count = (phase: string): number => pods.filter((pod) => stringAt(pod, 'status', 'phase') === phase).length;
  return `${count('Running')} Running / ${count('Pending')} Waiting / ${count('Succeeded')} Succeeded / ${count('Failed')} Failed`;
}

export function conditionLines(page: Page, object: KubeObject): void {
  const conditions = listAt(object, 'status', 'conditions');
  if (conditions.length === 0) return;
  page.line(0, 'Conditions:');
  page.line(1, 'Type\tStatus\tReason');
  page.line(1, '----\t------\t------');
  for (const c of conditions) page.line(1, `${stringAt(c, 'type')} \t${stringAt(c, 'status')}\t${stringAt(c, 'reason')}`);
}

export const replicasOf = (object: unknown): number => numberAt(object, 'spec', 'replicas');
