import { describe, expect, it } from 'vitest';
import { SECOND } from '../../kernel/time';
import type { KubeObject, TokenRequest } from '../../api/types';
import { ApiClient } from '../client/api-client';
import type { AuthenticationDecision } from './authentication/authenticator';
import type { AuthorizationDecision } from './authorization/attributes';
import type { FlowControlDecision } from './flowcontrol/dispatcher';
import { FlowController } from './flowcontrol/dispatcher';
import { CONFIG_MAPS, configMap, deployment, DEPLOYMENTS, messageIn, objectIn, pod, PODS, ServerWorld, statusIn } from './testing/server-world';

const both = ['1.20', '1.35'] as const;

describe.each(both)('who may do what in %s', (version) => {
  it('refuses a bad token, and calls him anonymous who shows nothing', () => {
    const world = new ServerWorld(version);
    const stranger = world.client('stranger', { kind: 'bearerToken', token: 'abc' });
    expect(world.get(PODS, {}, stranger)).toMatchObject({ code: 401, body: { message: 'Unauthorized', reason: 'Unauthorized', code: 401 } });
    const nobody = world.client('nobody', { kind: 'none' });
    const no = world.get(PODS, {}, nobody);
    expect(no.code).toBe(403);
    expect(messageIn(no)).toBe('pods is forbidden: User "system:anonymous" cannot list resource "pods" in API group "" in the namespace "default"');
    expect(world.get('/version', {}, nobody).code).toBe(200);
  });

  it('says in the log who it was and how that is known', () => {
    const world = new ServerWorld(version);
    world.get(PODS, {}, world.user('alice', 'dev'));
    expect(world.notes<AuthenticationDecision>('authentication').at(-1)).toMatchObject({ authenticator: 'x509', user: 'alice', groups: ['dev', 'system:authenticated'] });
  });

  it('refuses what no rule allows, in words that name user, verb and resource', () => {
    const world = new ServerWorld(version);
    const alice = world.user('alice', 'dev');
    const no = world.post(DEPLOYMENTS, deployment('web'), alice);
    expect(statusIn(no)).toMatchObject({ code: 403, reason: 'Forbidden', details: { group: 'apps', kind: 'deployments' } });
    expect(messageIn(no)).toBe('deployments.apps is forbidden: User "alice" cannot create resource "deployments" in API group "apps" in the namespace "default"');
    expect(messageIn(world.delete(`${DEPLOYMENTS}/web`, undefined, alice))).toBe('deployments.apps "web" is forbidden: User "alice" cannot delete resource "deployments" in API group "apps" in the namespace "default"');
    expect(messageIn(world.get('/api/v1/nodes', {}, alice))).toBe('nodes is forbidden: User "alice" cannot list resource "nodes" in API group "" at the cluster scope');
    expect(messageIn(world.get('/metrics', {}, alice))).toBe('forbidden: User "alice" cannot get path "/metrics"');
  });

  it('follows bindings as they come and go, and says which one allowed', () => {
    const world = new ServerWorld(version);
    const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/default';
    const alice = world.user('alice', 'dev');
    world.post(`${rbac}/roles`, { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name: 'dev' }, rules: [{ verbs: ['create'], apiGroups: [''], resources: ['configmaps'] }] });
    const binding = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', metadata: { name: 'dev' }, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'dev' }, subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'alice' }] };
    world.post(`${rbac}/rolebindings`, binding);
    world.settle();
    expect(world.post(CONFIG_MAPS, configMap('c'), alice).code).toBe(201);
    expect(world.notes<AuthorizationDecision>('authorization').at(-1)).toMatchObject({
      decision: 'allow', authorizer: 'RBAC', reason: 'RBAC: allowed by RoleBinding "dev/default" of Role "dev" to User "alice"', rule: { resources: ['configmaps'] },
      checked: [{ authorizer: 'system:masters', decision: 'noOpinion' }, { authorizer: 'Node', decision: 'noOpinion' }, { authorizer: 'RBAC', decision: 'allow' }],
    });
    world.delete(`${rbac}/rolebindings/dev`);
    world.settle();
    expect(world.post(CONFIG_MAPS, configMap('d'), alice).code).toBe(403);
  });

  it('lets the administrator act as somebody else, who then may no more than he may himself, and others not at all', () => {
    const world = new ServerWorld(version);
    const as = (user: string, client: ApiClient): ApiClient => new ApiClient(client.actor, world.server, { ...client.identity, impersonate: { user, groups: [] } });
    expect(messageIn(world.get(PODS, {}, as('alice', world.admin)))).toBe('pods is forbidden: User "alice" cannot list resource "pods" in API group "" in the namespace "default"');
    expect(world.notes<{ type: 'impersonation' }>('impersonation').at(-1)).toMatchObject({ asker: 'kubernetes-admin', user: 'alice' });
    expect(messageIn(world.get(PODS, {}, as('bob', world.user('alice'))))).toBe('users "bob" is forbidden: User "alice" cannot impersonate resource "users" in API group "" at the cluster scope');
  });

  it('lets a role for one name read that object, by name or by a list of it, and no other', () => {
    const world = new ServerWorld(version);
    const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/default';
    world.post(`${rbac}/roles`, { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name: 'one' }, rules: [{ verbs: ['get', 'list'], apiGroups: [''], resources: ['configmaps'], resourceNames: ['mine'] }] });
    world.post(`${rbac}/rolebindings`, { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', metadata: { name: 'one' }, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'one' }, subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'alice' }] });
    world.post(CONFIG_MAPS, configMap('mine'));
    world.settle();
    const alice = world.user('alice');
    const codes = [
      world.get(CONFIG_MAPS, {}, alice), world.get(CONFIG_MAPS, { fieldSelector: 'metadata.name=mine' }, alice), world.get(CONFIG_MAPS, { fieldSelector: 'metadata.name=other' }, alice),
      world.get(`${CONFIG_MAPS}/other`, {}, alice), world.get(`${CONFIG_MAPS}/mine`, {}, alice), world.get(`${CONFIG_MAPS}/other`, {}, alice),
    ].map((r) => r.code);
    expect(codes).toEqual([403, 200, 403, 403, 200, 403]);
  });

  it('lets nobody grant what he does not have himself', () => {
    const world = new ServerWorld(version);
    const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/default';
    world.post(`${rbac}/rolebindings`, { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', metadata: { name: 'admins' }, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'admin' }, subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'alice' }] });
    world.settle();
    const role = (name: string, group: string, resource: string): object => ({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name }, rules: [{ verbs: ['get', 'create'], apiGroups: [group], resources: [resource] }] });
    const alice = world.user('alice');
    expect(world.post(`${rbac}/roles`, role('mine', 'apps', 'deployments'), alice).code).toBe(201);
    const no = world.post(`${rbac}/roles`, role('more', 'certificates.k8s.io', 'signers'), alice);
    expect(no.code).toBe(403);
    expect(messageIn(no)).toBe('roles.rbac.authorization.k8s.io "more" is forbidden: user "alice" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:["certificates.k8s.io"], Resources:["signers"], Verbs:["get" "create"]}');
  });

  it('lets a service account in with a token that the server issued, until it expires', () => {
    const world = new ServerWorld(version);
    world.giveServiceAccount('kube-system');
    const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', metadata: {}, spec: { audiences: null, expirationSeconds: 600, boundObjectRef: null } };
    const issued = objectIn(world.post('/api/v1/namespaces/kube-system/serviceaccounts/default/token', request)) as KubeObject as TokenRequest;
    const account = world.client('account', { kind: 'bearerToken', token: issued.status.token });
    expect(messageIn(world.get(PODS, {}, account))).toContain('User "system:serviceaccount:kube-system:default" cannot list resource "pods"');
    world.settle(601 * SECOND);
    expect(world.get(PODS, {}, account).code).toBe(401);
  });

  it('answers access reviews', () => {
    const world = new ServerWorld(version);
    const review = (verb: string): object => ({ apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', metadata: {}, spec: { resourceAttributes: { verb, resource: 'pods', namespace: 'default' } } });
    const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
    expect(objectIn(world.post(path, review('list'))).status).toMatchObject({ allowed: true });
    expect(objectIn(world.post(path, review('list'), world.user('alice'))).status).toMatchObject({ allowed: false });
  });

  it('lets a kubelet read only what the pods of its node need', () => {
    const world = new ServerWorld(version);
    world.giveServiceAccount();
    const kubelet = world.user('system:node:node-1', 'system:nodes');
    world.post(CONFIG_MAPS, configMap('needed'));
    world.post(CONFIG_MAPS, configMap('other'));
    world.post(PODS, pod('web', { volumes: [{ name: 'v', configMap: { name: 'needed' } }] }));
    expect(messageIn(world.get(`${CONFIG_MAPS}/needed`, {}, kubelet))).toContain("no relationship found between node 'node-1' and this object");
    world.post(`${PODS}/web/binding`, { apiVersion: 'v1', kind: 'Binding', metadata: { name: 'web' }, target: { kind: 'Node', name: 'node-1' } });
    world.settle();
    expect(world.get(`${CONFIG_MAPS}/needed`, {}, kubelet).code).toBe(200);
    expect(world.get(CONFIG_MAPS, { fieldSelector: 'metadata.name=needed' }, kubelet).code).toBe(200);
    expect(world.get(`${CONFIG_MAPS}/other`, {}, kubelet).code).toBe(403);
    const bound = objectIn(world.get(`${PODS}/web`));
    const stranger = world.user('system:node:node-2', 'system:nodes');
    expect(messageIn(world.put(`${PODS}/web/status`, bound, stranger))).toBe('pods "web" is forbidden: node "node-2" can only update pod status for pods with spec.nodeName set to itself');
    expect(world.put(`${PODS}/web/status`, bound, kubelet).code).toBe(200);
  });

  it('notes flow schema, priority level and seats', () => {
    const world = new ServerWorld(version);
    world.get(PODS, {}, world.user('alice'));
    expect(world.notes<FlowControlDecision>('flowControl').at(-1)).toMatchObject({ flowSchema: 'global-default', priorityLevel: 'global-default', seats: 1 });
    const answer = world.get(PODS);
    expect(answer.headers['X-Kubernetes-Pf-Flowschema-Uid']).toBe(objectIn(world.get(`/apis/flowcontrol.apiserver.k8s.io/${version === '1.20' ? 'v1beta1' : 'v1'}/flowschemas/exempt`)).metadata.uid);
  });

  it('lets requests wait for a seat when their level is full, and dispatches them in order', () => {
    const world = new ServerWorld(version);
    world.post('/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
      apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', metadata: { name: 'alice' }, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'alice' }],
    });
    world.settle();
    const alice = world.user('alice');
    const many = version === '1.20' ? 550 : 200;
    const codes: number[] = [];
    for (let i = 0; i < many; i++) alice.request({ method: 'GET', path: '/api/v1/namespaces/default' }, (r) => codes.push(r.code));
    world.settle(SECOND);
    expect(codes).toHaveLength(many);
    expect(codes.every((c) => c === 200)).toBe(true);
    expect(world.notes<FlowControlDecision>('flowControl').some((d) => d.queued !== undefined)).toBe(true);
  });
});

describe('priority and fairness', () => {
  const info = { verb: 'get', isResource: false, path: '/x', group: '', version: '', namespace: undefined, resource: '', subresource: undefined, name: undefined, served: undefined };

  it('rejects what does not fit in the queue, and never the masters', () => {
    const flow = new FlowController('1.35');
    const states = Array.from({ length: 49 + 300 + 1 }, () => flow.admit({ name: 'alice', groups: [] }, info, 1).state);
    expect([states.filter((s) => s === 'executing').length, states.filter((s) => s === 'waiting').length, states.filter((s) => s === 'rejected').length]).toEqual([49, 300, 1]);
    expect(flow.admit({ name: 'root', groups: ['system:masters'] }, info, 1).state).toBe('executing');
  });

  it('has the nominal seats of the real default', () => {
    const flow = new FlowController('1.35');
    const limits = ['system:nodes', 'system:serviceaccounts:kube-system', 'system:serviceaccounts', 'x'].map((group) => flow.decision(flow.admit({ name: 'u', groups: [group] }, info, 1)).limit);
    expect(limits).toEqual([74, 98, 245, 49]);
  });
});
