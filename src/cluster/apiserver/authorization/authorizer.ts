import type { AuthorizationMode } from '../../spec';
import { PRIVILEGED_GROUP, type UserInfo } from '../user';
import type { AuthorizationAttributes, AuthorizationDecision, Decision, Opinion } from './attributes';
import type { NodeAuthorizer } from './node';
import type { RbacAuthorizer } from './rbac';

interface Named {
  readonly name: string;
  readonly authorize: (a: AuthorizationAttributes) => Opinion;
}

const NO_OPINION: Opinion = { decision: 'noOpinion', reason: '' };

/** Members of system:masters may do everything, whatever the other authorizers would say. Models apiserver plugin/pkg/authorizer superuser. */
const PRIVILEGED: Named = {
  name: 'system:masters',
  authorize: (a) => (a.user.groups.includes(PRIVILEGED_GROUP) ? { decision: 'allow', reason: '' } : NO_OPINION),
};

/** The union of authorizers: the first that says yes or no wins. Models apiserver pkg/authorization/union. */
export class Authorizer {
  private readonly chain: readonly Named[];
  /** Answers repeat: one document for a user's equal requests, until a role or binding changes. */
  private decided = new WeakMap<UserInfo, Map<string, AuthorizationDecision>>();
  private decidedAt = -1;

  constructor(modes: readonly AuthorizationMode[], readonly rbac: RbacAuthorizer, private readonly node: NodeAuthorizer) {
    this.chain = [PRIVILEGED, ...modes.map((mode): Named => {
      switch (mode) {
        case 'AlwaysAllow': return { name: mode, authorize: () => ({ decision: 'allow', reason: '' }) };
        case 'AlwaysDeny': return { name: mode, authorize: () => ({ decision: 'noOpinion', reason: 'Everything is forbidden.' }) };
        case 'Node': return { name: mode, authorize: (a) => this.node.authorize(a) };
        case 'RBAC': return { name: mode, authorize: (a) => this.rbac.authorize(a) };
      }
    })];
  }

  authorize(a: AuthorizationAttributes): AuthorizationDecision {
    if (dependsOnGraph(a)) return this.ask(a);
    const generation = this.rbac.generation;
    if (generation !== this.decidedAt) {
      this.decided = new WeakMap();
      this.decidedAt = generation;
    }
    let known = this.decided.get(a.user);
    if (known === undefined) this.decided.set(a.user, (known = new Map()));
    const key = a.isResource ? `${a.verb} ${a.group}/${a.resource}/${a.subresource ?? ''} ${a.namespace ?? ''}` : `${a.verb} ${a.path}`;
    const before = known.get(key);
    // What is forbidden in general may be allowed for a name, and the other way round.
    if (before !== undefined && (a.name === undefined || before.decision === 'allow')) return before;
    const decision = this.ask(a);
    if (a.name === undefined || !namesMatter(decision)) known.set(key, decision);
    return decision;
  }

  private ask(a: AuthorizationAttributes): AuthorizationDecision {
    const checked: { authorizer: string; decision: Decision; reason: string }[] = [];
    const reasons: string[] = [];
    for (const { name, authorize } of this.chain) {
      const opinion = authorize(a);
      checked.push({ authorizer: name, decision: opinion.decision, reason: opinion.reason });
      if (opinion.reason !== '') reasons.push(opinion.reason);
      if (opinion.decision === 'noOpinion') continue;
      return {
        type: 'authorization', decision: opinion.decision === 'allow' ? 'allow' : 'forbid', authorizer: name, reason: opinion.decision === 'allow' ? opinion.reason : reasons.join('\n'),
        ...(opinion.rule === undefined ? {} : { rule: opinion.rule, binding: opinion.binding }), checked,
      };
    }
    return { type: 'authorization', decision: 'forbid', authorizer: undefined, reason: reasons.join('\n'), checked };
  }
}

/** What the Node authorizer decides by its graph, which changes with every pod, or by the object's name. */
const BY_GRAPH: ReadonlySet<string> = new Set(['secrets', 'configmaps', 'persistentvolumeclaims', 'persistentvolumes', 'serviceaccounts', 'leases', 'csinodes']);

const dependsOnGraph = (a: AuthorizationAttributes): boolean => BY_GRAPH.has(a.resource) && a.user.groups.includes('system:nodes');

function namesMatter(decision: AuthorizationDecision): boolean {
  const rule = decision.rule as { readonly resourceNames?: readonly string[] } | undefined;
  return decision.decision === 'forbid' || (rule?.resourceNames?.length ?? 0) > 0;
}
