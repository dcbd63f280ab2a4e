import type { PolicyRule } from '../../../api/types';
import type { AuthorizationAttributes } from './attributes';

/** Models pkg/apis/rbac/v1 evaluation_helpers.go and plugin/pkg/auth/authorizer/rbac RuleAllows. */
export function ruleAllows(a: AuthorizationAttributes, rule: PolicyRule): boolean {
  if (!rule.verbs.includes('*') && !rule.verbs.includes(a.verb)) return false;
  if (!a.isResource) return (rule.nonResourceURLs ?? []).some((url) => url === '*' || url === a.path || (url.endsWith('*') && a.path.startsWith(url.slice(0, -1))));
  const { apiGroups, resources, resourceNames } = rule;
  if (apiGroups === undefined || !(apiGroups.includes('*') || apiGroups.includes(a.group))) return false;
  if (resources === undefined || !resourceMatches(resources, a.resource, a.subresource)) return false;
  return resourceNames === undefined || resourceNames.length === 0 || (a.name !== undefined && resourceNames.includes(a.name));
}

function resourceMatches(resources: readonly string[], resource: string, subresource: string | undefined): boolean {
  for (const r of resources) {
    if (r === '*') return true;
    if (subresource === undefined ? r === resource : r === `${resource}/${subresource}` || r === `*/${subresource}`) return true;
  }
  return false;
}
