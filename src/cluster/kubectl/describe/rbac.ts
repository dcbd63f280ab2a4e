import type { KubeObject } from '../../../api/types';
import { listAt, stringAt } from '../document';
import { labelsAndAnnotations } from './common';
import type { Page } from './page';

/** Roles and cluster roles. Models kubectl pkg/describe describe.go RoleDescriber. */
export function roleLines(page: Page, role: KubeObject): void {
  page.line(0, `Name:\t${role.metadata.name}`);
  labelsAndAnnotations(page, role);
  page.line(0, 'PolicyRule:');
  page.line(1, 'Resources\tNon-Resource URLs\tResource Names\tVerbs');
  page.line(1, '---------\t-----------------\t--------------\t-----');
  for (const row of compact(listAt(role, 'rules').flatMap(simpleRules))) page.line(1, `${row.resource}\t[${row.urls}]\t[${row.names}]\t[${row.verbs.join(' ')}]`);
}

interface SimpleRule {
  readonly resource: string;
  readonly urls: string;
  readonly names: string;
  readonly verbs: readonly string[];
}

/** One line for each resource of each group. */
function simpleRules(rule: unknown): readonly SimpleRule[] {
  const verbs = listAt(rule, 'verbs').map(String);
  const urls = listAt(rule, 'nonResourceURLs').map((url) => ({ resource: '', urls: String(url), names: '', verbs }));
  const names = listAt(rule, 'resourceNames').map(String);
  const resources = listAt(rule, 'apiGroups').flatMap((group) =>
    listAt(rule, 'resources').flatMap((resource) => {
      const qualified = String(group) === '' ? String(resource) : `${String(resource).split('/')[0] ?? ''}.${String(group)}${String(resource).includes('/') ? `/${String(resource).split('/')[1] ?? ''}` : ''}`;
      return (names.length === 0 ? [''] : names).map((name) => ({ resource: qualified, urls: '', names: name, verbs }));
    }),
  );
  return [...urls, ...resources];
}

/** Verbs of equal lines come together; sorted. Models kubectl pkg/util/rbac rbac.go CompactRules and SortableRuleSlice. */
function compact(rules: readonly SimpleRule[]): readonly SimpleRule[] {
  const merged = new Map<string, SimpleRule>();
  for (const rule of rules) {
    const key = `${rule.resource}\n${rule.urls}\n${rule.names}`;
    const before = merged.get(key);
    merged.set(key, before === undefined ? rule : { ...rule, verbs: [...before.verbs, ...rule.verbs] });
  }
  // The core group stands before the others, lines without a resource last.
  const place = (rule: SimpleRule): string => (rule.resource === '' ? '~' : `${rule.resource.includes('.') ? '1' : '0'}${rule.resource}`);
  const key = (rule: SimpleRule): string => `${place(rule)}\n${rule.urls}\n${rule.names}`;
  return [...merged.values()].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

export function bindingLines(page: Page, binding: KubeObject): void {
  page.line(0, `Name:\t${binding.metadata.name}`);
  labelsAndAnnotations(page, binding);
  page.line(0, 'Role:');
  page.line(1, `Kind:\t${stringAt(binding, 'roleRef', 'kind')}`);
  page.line(1, `Name:\t${stringAt(binding, 'roleRef', 'name')}`);
  page.line(0, 'Subjects:');
  page.line(1, 'Kind\tName\tNamespace');
  page.line(1, '----\t----\t---------');
  for (const subject of listAt(binding, 'subjects')) page.line(1, `${stringAt(subject, 'kind')}\t${stringAt(subject, 'name')}\t${stringAt(subject, 'namespace')}`);
}
