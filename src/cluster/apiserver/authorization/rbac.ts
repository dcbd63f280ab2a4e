import type { ClusterRole, ClusterRoleBinding, KubeObject, PolicyRule, Role, RoleBinding, Subject } from '../../../api/types';
import type { Caches } from '../storage/caches';
import type { UserInfo } from '../user';
import type { AuthorizationAttributes, Opinion } from './attributes';
import { ruleAllows } from './rules';

/** Role-based access control, from the bindings and roles in the watch caches. Models plugin/pkg/auth/authorizer/rbac, pkg/registry/rbac/validation rule.go. */
export class RbacAuthorizer {
  /** Cluster role bindings by the subject that they name, so that a request looks only at its user's. */
  private readonly clusterIndex: SubjectIndex<ClusterRoleBinding>;
  private readonly namespaceIndexes = new Map<string, SubjectIndex<RoleBinding>>();

  constructor(private readonly caches: Caches) {
    this.clusterIndex = new SubjectIndex(() => caches.named('clusterrolebindings').changes, () => caches.named('clusterrolebindings').list(undefined) as readonly KubeObject[] as readonly ClusterRoleBinding[], '');
  }

  /** Changes whenever an answer may have changed. */
  get generation(): number {
    const { caches } = this;
    return caches.named('clusterrolebindings').changes + caches.named('clusterroles').changes + caches.named('rolebindings').changes + caches.named('roles').changes;
  }

  authorize(a: AuthorizationAttributes): Opinion {
    for (const { binding, subject } of this.clusterIndex.bindingsFor(a.user)) {
      const rule = this.firstRule(a, binding.roleRef, undefined);
      if (rule !== undefined) return allowed(`RBAC: allowed by ClusterRoleBinding ${quote(binding.metadata.name)} of ClusterRole ${quote(binding.roleRef.name)} to ${describe(subject)}`, rule, binding);
    }
    if (a.namespace !== undefined && a.namespace !== '') {
      for (const { binding, subject } of this.namespaceIndex(a.namespace).bindingsFor(a.user)) {
        const rule = this.firstRule(a, binding.roleRef, a.namespace);
        if (rule !== undefined) {
          const name = quote(`${binding.metadata.name}/${a.namespace}`);
          return allowed(`RBAC: allowed by RoleBinding ${name} of ${binding.roleRef.kind} ${quote(binding.roleRef.name)} to ${describe(subject)}`, rule, binding);
        }
      }
    }
    return { decision: 'noOpinion', reason: '' };
  }

  /** All rules that a user has in a namespace: for SelfSubjectRulesReview and the escalation check. */
  rulesFor(user: UserInfo, namespace: string | undefined): readonly PolicyRule[] {
    const out: PolicyRule[] = [];
    for (const { binding } of this.clusterIndex.bindingsFor(user)) out.push(...this.rulesOf(binding.roleRef, undefined));
    if (namespace !== undefined) for (const { binding } of this.namespaceIndex(namespace).bindingsFor(user)) out.push(...this.rulesOf(binding.roleRef, namespace));
    return out;
  }

  rulesOf(ref: { readonly kind: string; readonly name: string }, namespace: string | undefined): readonly PolicyRule[] {
    const role = ref.kind === 'ClusterRole' ? this.caches.get('clusterroles', ref.name) : namespace === undefined ? undefined : this.caches.get('roles', `${namespace}/${ref.name}`);
    return (role as Role | ClusterRole | undefined)?.rules ?? [];
  }

  private firstRule(a: AuthorizationAttributes, ref: { readonly kind: string; readonly name: string }, namespace: string | undefined): PolicyRule | undefined {
    return this.rulesOf(ref, namespace).find((rule) => ruleAllows(a, rule));
  }

  private namespaceIndex(namespace: string): SubjectIndex<RoleBinding> {
    let index = this.namespaceIndexes.get(namespace);
    if (index === undefined) {
      const cache = this.caches.named('rolebindings');
      index = new SubjectIndex(() => cache.changes, () => cache.list(namespace) as readonly KubeObject[] as readonly RoleBinding[], namespace);
      this.namespaceIndexes.set(namespace, index);
    }
    return index;
  }
}

interface Match<B> {
  readonly binding: B;
  readonly subject: Subject;
  readonly order: number;
}

/** Which bindings name which subject; built anew after bindings changed. */
class SubjectIndex<B extends ClusterRoleBinding | RoleBinding> {
  private builtAt = -1;
  private readonly users = new Map<string, Match<B>[]>();
  private readonly groups = new Map<string, Match<B>[]>();

  constructor(private readonly changes: () => number, private readonly list: () => readonly B[], private readonly namespace: string) {}

  /** In the order of the bindings' names, each once. */
  bindingsFor(user: UserInfo): readonly Match<B>[] {
    this.build();
    const found = [...(this.users.get(user.name) ?? [])];
    for (const group of user.groups) found.push(...(this.groups.get(group) ?? []));
    return found.sort((a, b) => a.order - b.order);
  }

  private build(): void {
    const now = this.changes();
    if (now === this.builtAt) return;
    this.builtAt = now;
    this.users.clear();
    this.groups.clear();
    let order = 0;
    for (const binding of this.list()) {
      for (const subject of binding.subjects ?? []) this.add(subject.kind === 'Group' ? this.groups : this.users, this.keyOf(subject), { binding, subject, order: order++ });
    }
  }

  private keyOf(subject: Subject): string {
    return subject.kind === 'ServiceAccount' ? `system:serviceaccount:${subject.namespace ?? this.namespace}:${subject.name}` : subject.name;
  }

  private add(to: Map<string, Match<B>[]>, key: string, match: Match<B>): void {
    const list = to.get(key);
    if (list === undefined) to.set(key, [match]);
    else list.push(match);
  }
}

const quote = (text: string): string => `"${text}"`;

/** Models rule.go describeSubject: for a service account the name stands first. */
function describe(subject: Subject): string {
  return subject.kind === 'ServiceAccount' ? `ServiceAccount ${quote(`${subject.name}/${subject.namespace ?? ''}`)}` : `${subject.kind} ${quote(subject.name)}`;
}

function allowed(reason: string, rule: PolicyRule, binding: ClusterRoleBinding | RoleBinding): Opinion {
  return { decision: 'allow', reason, rule, binding: { kind: binding.kind, name: binding.metadata.name, roleRef: binding.roleRef } };
}

