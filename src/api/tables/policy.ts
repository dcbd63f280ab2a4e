import type { RoleBinding } from '../types';
import { age, printer } from './printer';

export const lease = printer('Lease', 'Name Holder Age', (l, c) => [l.metadata.name, l.spec.holderIdentity ?? '', age(l, c)]);

export const podDisruptionBudget = printer('PodDisruptionBudget', 'Name Min_Available Max_Unavailable Allowed_Disruptions:integer Age', (p, c) => [
  p.metadata.name, String(p.spec.minAvailable ?? 'N/A'), String(p.spec.maxUnavailable ?? 'N/A'), p.status.disruptionsAllowed, age(p, c),
]);

export const PRIORITY_CLASS_PRINTERS = {
  '1.20': printer('PriorityClass', 'Name Value:integer Global-Default:boolean Age', (p, c) => [p.metadata.name, p.value, p.globalDefault ?? false, age(p, c)]),
  '1.35': printer('PriorityClass', 'Name Value:integer Global-Default:boolean Age PreemptionPolicy', (p, c) => [p.metadata.name, p.value, p.globalDefault ?? false, age(p, c), p.preemptionPolicy ?? '']),
} as const;

const DEFAULT_CLASS = ['storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class'] as const;

export const storageClass = printer('StorageClass', 'Name Provisioner ReclaimPolicy VolumeBindingMode AllowVolumeExpansion Age', (s, c) => {
  const isDefault = DEFAULT_CLASS.some((key) => s.metadata.annotations?.[key] === 'true');
  return [isDefault ? `${s.metadata.name} (default)` : s.metadata.name, s.provisioner, s.reclaimPolicy ?? 'Delete', s.volumeBindingMode ?? 'Immediate', s.allowVolumeExpansion ?? false, age(s, c)];
});

export const runtimeClass = printer('RuntimeClass', 'Name Handler Age', (r, c) => [r.metadata.name, r.handler, age(r, c)]);

function subjects(binding: Pick<RoleBinding, 'subjects'>, kind: string): string {
  return (binding.subjects ?? []).filter((s) => s.kind === kind).map((s) => (kind === 'ServiceAccount' ? `${s.namespace ?? ''}/${s.name}` : s.name)).join(', ');
}

const BINDING = 'Name Role Age Users+ Groups+ ServiceAccounts+';

export const roleBinding = printer('RoleBinding', BINDING, (b, c) => [
  b.metadata.name, `${b.roleRef.kind}/${b.roleRef.name}`, age(b, c), subjects(b, 'User'), subjects(b, 'Group'), subjects(b, 'ServiceAccount'),
]);

export const clusterRoleBinding = printer('ClusterRoleBinding', BINDING, (b, c) => [
  b.metadata.name, `${b.roleRef.kind}/${b.roleRef.name}`, age(b, c), subjects(b, 'User'), subjects(b, 'Group'), subjects(b, 'ServiceAccount'),
]);

export const validatingWebhook = printer('ValidatingWebhookConfiguration', 'Name Webhooks:integer Age', (w, c) => [w.metadata.name, (w.webhooks ?? []).length, age(w, c)]);
export const mutatingWebhook = printer('MutatingWebhookConfiguration', 'Name Webhooks:integer Age', (w, c) => [w.metadata.name, (w.webhooks ?? []).length, age(w, c)]);

export const flowSchema = printer('FlowSchema', 'Name PriorityLevel MatchingPrecedence DistinguisherMethod Age MissingPL', (f, c) => [
  f.metadata.name, f.spec.priorityLevelConfiguration.name, String(f.spec.matchingPrecedence), f.spec.distinguisherMethod?.type ?? '<none>', age(f, c),
  f.status.conditions?.find((x) => x.type === 'Dangling')?.status ?? '?',
]);

export const priorityLevel = printer('PriorityLevelConfiguration', 'Name Type NominalConcurrencyShares Queues HandSize QueueLengthLimit Age', (p, c) => {
  const limited = p.spec.limited;
  const queuing = limited?.limitResponse.queuing;
  const none = '<none>';
  const shown = (n: number | undefined): string => (n === undefined ? none : String(n));
  return [
    p.metadata.name, p.spec.type, shown(limited?.nominalConcurrencyShares ?? limited?.assuredConcurrencyShares ?? p.spec.exempt?.nominalConcurrencyShares),
    shown(queuing?.queues), shown(queuing?.handSize), shown(queuing?.queueLengthLimit), age(p, c),
  ];
});
