import type { Container, PodSpec } from '../../../api/types';

export type Level = 'baseline' | 'restricted';

interface Rule {
  readonly name: string;
  /** What of a pod breaks the rule: `reason (detail)`, or undefined. */
  readonly check: (spec: PodSpec, containers: readonly Container[]) => string | undefined;
}

const quoted = (names: readonly string[]): string => names.map((n) => JSON.stringify(n)).join(', ');
const container = (names: readonly string[]): string => `${names.length === 1 ? 'container' : 'containers'} ${quoted(names)}`;
const namesOf = (containers: readonly Container[], bad: (c: Container) => boolean): readonly string[] => containers.filter(bad).map((c) => c.name);

const DEFAULT_CAPABILITIES: ReadonlySet<string> = new Set([
  'AUDIT_WRITE', 'CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'MKNOD', 'NET_BIND_SERVICE', 'SETFCAP', 'SETGID', 'SETPCAP', 'SETUID', 'SYS_CHROOT',
]);
const SAFE_SYSCTLS: ReadonlySet<string> = new Set([
  'kernel.shm_rmid_forced', 'net.ipv4.ip_local_port_range', 'net.ipv4.tcp_syncookies', 'net.ipv4.ping_group_range', 'net.ipv4.ip_unprivileged_port_start', 'net.ipv4.ip_local_reserved_ports',
  'net.ipv4.tcp_keepalive_time', 'net.ipv4.tcp_fin_timeout', 'net.ipv4.tcp_keepalive_intvl', 'net.ipv4.tcp_keepalive_probes', 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem',
]);
const VOLUMES: ReadonlySet<string> = new Set(['name', 'configMap', 'downwardAPI', 'emptyDir', 'projected', 'secret', 'csi', 'persistentVolumeClaim', 'ephemeral']);

function addedBeyond(containers: readonly Container[], allowed: ReadonlySet<string>): { readonly names: readonly string[]; readonly capabilities: readonly string[] } {
  const extra = (c: Container): readonly string[] => (c.securityContext?.capabilities?.add ?? []).filter((cap) => !allowed.has(cap));
  return { names: namesOf(containers, (c) => extra(c).length > 0), capabilities: [...new Set(containers.flatMap(extra))].sort() };
}

// Models k8s.io/pod-security-admission/policy check_*.go. Rules about AppArmor, SELinux, procMount and Windows are left out: pods here do not use them.
const BASELINE: readonly Rule[] = [
  { name: 'capabilities', check: (_, containers) => {
    const { names, capabilities: caps } = addedBeyond(containers, DEFAULT_CAPABILITIES);
    return names.length === 0 ? undefined : `non-default capabilities (${container(names)} must not include ${quoted(caps)} in securityContext.capabilities.add)`;
  } },
  { name: 'hostNamespaces', check: (spec) => {
    const used = [spec.hostNetwork === true ? 'hostNetwork=true' : '', spec.hostPID === true ? 'hostPID=true' : '', spec.hostIPC === true ? 'hostIPC=true' : ''].filter((t) => t !== '');
    return used.length === 0 ? undefined : `host namespaces (${used.join(', ')})`;
  } },
  { name: 'hostPathVolumes', check: (spec) => {
    const names = (spec.volumes ?? []).filter((v) => v.hostPath !== undefined).map((v) => v.name);
    return names.length === 0 ? undefined : `hostPath volumes (${names.length === 1 ? 'volume' : 'volumes'} ${quoted(names)})`;
  } },
  { name: 'hostPorts', check: (_, containers) => {
    const bad = (c: Container): boolean => (c.ports ?? []).some((p) => (p.hostPort ?? 0) !== 0);
    const names = namesOf(containers, bad);
    if (names.length === 0) return undefined;
    const ports = [...new Set(containers.flatMap((c) => (c.ports ?? []).map((p) => p.hostPort ?? 0).filter((p) => p !== 0)))].map(String).sort();
    return `hostPort (${container(names)} ${names.length === 1 ? 'uses' : 'use'} ${ports.length === 1 ? 'hostPort' : 'hostPorts'} ${ports.join(', ')})`;
  } },
  { name: 'privileged', check: (_, containers) => {
    const names = namesOf(containers, (c) => c.securityContext?.privileged === true);
    return names.length === 0 ? undefined : `privileged (${container(names)} must not set securityContext.privileged=true)`;
  } },
  { name: 'sysctls', check: (spec) => {
    const names = (spec.securityContext?.sysctls ?? []).map((s) => s.name).filter((n) => !SAFE_SYSCTLS.has(n));
    return names.length === 0 ? undefined : `forbidden sysctls (${names.join(', ')})`;
  } },
];

const RESTRICTED: readonly Rule[] = [
  { name: 'allowPrivilegeEscalation', check: (_, containers) => {
    const names = namesOf(containers, (c) => c.securityContext?.allowPrivilegeEscalation !== false);
    return names.length === 0 ? undefined : `allowPrivilegeEscalation != false (${container(names)} must set securityContext.allowPrivilegeEscalation=false)`;
  } },
  { name: 'capabilities', check: (_, containers) => {
    const undropped = namesOf(containers, (c) => !(c.securityContext?.capabilities?.drop ?? []).includes('ALL'));
    const { names, capabilities: caps } = addedBeyond(containers, new Set(['NET_BIND_SERVICE']));
    const details = [
      undropped.length === 0 ? '' : `${container(undropped)} must set securityContext.capabilities.drop=["ALL"]`,
      names.length === 0 ? '' : `${container(names)} must not include ${quoted(caps)} in securityContext.capabilities.add`,
    ].filter((t) => t !== '');
    return details.length === 0 ? undefined : `unrestricted capabilities (${details.join('; ')})`;
  } },
  { name: 'restrictedVolumes', check: (spec) => {
    const bad = (spec.volumes ?? []).filter((v) => Object.keys(v).some((key) => !VOLUMES.has(key)));
    if (bad.length === 0) return undefined;
    const types = [...new Set(bad.flatMap((v) => Object.keys(v).filter((key) => !VOLUMES.has(key))))].sort();
    return `restricted volume types (${bad.length === 1 ? 'volume' : 'volumes'} ${quoted(bad.map((v) => v.name))} ${bad.length === 1 ? 'uses' : 'use'} restricted volume ${types.length === 1 ? 'type' : 'types'} ${quoted(types)})`;
  } },
  { name: 'runAsNonRoot', check: (spec, containers) => {
    const pod = spec.securityContext?.runAsNonRoot;
    const explicit = namesOf(containers, (c) => c.securityContext?.runAsNonRoot === false);
    const implicit = namesOf(containers, (c) => c.securityContext?.runAsNonRoot === undefined && pod === undefined);
    const details: string[] = [];
    if (pod === false) details.push('pod must not set securityContext.runAsNonRoot=false');
    if (explicit.length > 0) details.push(`${container(explicit)} must not set securityContext.runAsNonRoot=false`);
    if (details.length > 0) return `runAsNonRoot != true (${details.join(' and ')})`;
    return implicit.length === 0 ? undefined : `runAsNonRoot != true (pod or ${container(implicit)} must set securityContext.runAsNonRoot=true)`;
  } },
  { name: 'runAsUser', check: (spec, containers) => {
    const details: string[] = [];
    if (spec.securityContext?.runAsUser === 0) details.push('pod must not set runAsUser=0');
    const names = namesOf(containers, (c) => c.securityContext?.runAsUser === 0);
    if (names.length > 0) details.push(`${container(names)} must not set runAsUser=0`);
    return details.length === 0 ? undefined : `runAsUser=0 (${details.join(' and ')})`;
  } },
  { name: 'seccompProfile', check: (spec, containers) => {
    const fine = (type: string | undefined): boolean => type === 'RuntimeDefault' || type === 'Localhost';
    const pod = spec.securityContext?.seccompProfile?.type;
    const explicit = namesOf(containers, (c) => c.securityContext?.seccompProfile !== undefined && !fine(c.securityContext.seccompProfile.type));
    const details: string[] = [];
    if (pod !== undefined && !fine(pod)) details.push(`pod must not set securityContext.seccompProfile.type to ${JSON.stringify(pod)}`);
    if (explicit.length > 0) details.push(`${container(explicit)} must not set securityContext.seccompProfile.type to "Unconfined"`);
    if (details.length > 0) return `seccompProfile (${details.join(' and ')})`;
    const implicit = namesOf(containers, (c) => c.securityContext?.seccompProfile === undefined && pod === undefined);
    return implicit.length === 0 ? undefined : `seccompProfile (pod or ${container(implicit)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")`;
  } },
];

/** Every rule of the level that the pod breaks, in upstream's words and order. */
export function violations(spec: PodSpec, level: Level): readonly string[] {
  const containers = [...(spec.initContainers ?? []), ...spec.containers];
  // The restricted level has stricter rules in place of some baseline ones.
  const rules = level === 'baseline' ? BASELINE : [...BASELINE.filter((r) => r.name !== 'capabilities'), ...RESTRICTED];
  const out: string[] = [];
  for (const rule of rules) {
    const found = rule.check(spec, containers);
    if (found !== undefined) out.push(found);
  }
  return out;
}
