import type { CommandSpec } from '../cli/command';
import { helpText } from '../cli/help';
import { print } from '../program';
import { apply } from './apply';
import { canI, whoAmI } from './auth';
import { apiResources, apiVersions, clusterInfo, version, options } from './cluster';
import { CONFIG } from './config';
import { cordon, uncordon } from './cordon';
import { create } from './create';
import { createConfigMap, createRegistrySecret, createSecret } from './create-config';
import { createDeployment } from './create-deployment';
import { createIngress } from './create-ingress';
import { createClusterRole, createClusterRoleBinding, createRole, createRoleBinding } from './create-rbac';
import { CREATE_SERVICES, createBudget, createCronJob, createJob, createNamespace, createPriorityClass, createQuota, createServiceAccount } from './create-simple';
import { createToken } from './create-token';
import { deleteCommand } from './delete';
import { describe } from './describe';
import { drain } from './drain';
import { events } from './events';
import { exec } from './exec';
import { explain } from './explain';
import { expose } from './expose';
import { get } from './get';
import { group, unavailable } from './groups';
import { annotate, label } from './label';
import { logs } from './logs';
import { patch } from './patch';
import { replace } from './replace';
import { ROLLOUT } from './rollout';
import { runCommand } from './run';
import { scale } from './scale';
import { setEnv, setImage, setResources, setServiceAccount } from './set';
import { taint } from './taint';
import { topNode, topPod } from './top';
import { wait } from './wait';

export const ROOT: CommandSpec = {
  path: [], usage: '[flags] [options]', about: 'kubectl controls the Kubernetes cluster manager.', flags: [],
  *run() {
    yield* print(helpText(COMMANDS, ROOT));
    return 0;
  },
};

const all = (): readonly CommandSpec[] => COMMANDS;
const NO_TERMINALS = 'its containers have no terminals';
const NO_PORTS = 'it opens no ports on your machine';

/** Every command, in the order of kubectl's own help, which is also the order of suggestions. */
export const COMMANDS: readonly CommandSpec[] = [
  create,
  createClusterRole, createClusterRoleBinding, createConfigMap, createCronJob, createDeployment, createJob, createNamespace, createBudget, createPriorityClass, createQuota, createRole, createRoleBinding,
  group(all, ['create', 'secret'], 'Create a secret using a specified subcommand', '(docker-registry | generic | tls) [options]'), createSecret,
  createRegistrySecret,
  unavailable(['create', 'secret', 'tls'], 'NAME --cert=path/to/cert/file --key=path/to/key/file [options]', 'Create a TLS secret', 'certificates are not checked here; use create secret generic'),
  group(all, ['create', 'service'], 'Create a service using a specified subcommand', '[flags] [options]', { aliases: ['svc'] }), ...CREATE_SERVICES, createServiceAccount,
  createIngress,
  createToken,
  expose,
  runCommand,
  group(all, ['set'], 'Set specific features on objects', 'SUBCOMMAND [options]'), setEnv, setImage, setResources, setServiceAccount,
  explain,
  get,
  unavailable(['edit'], '(RESOURCE/NAME | -f FILENAME) [options]', 'Edit a resource on the server', 'it has no editor; use patch, set, label, annotate or apply'),
  deleteCommand,
  group(all, ['rollout'], 'Manage the rollout of a resource', 'SUBCOMMAND [options]', { toStdout: true }), ...ROLLOUT,
  scale,
  unavailable(['autoscale'], '(-f FILENAME | TYPE NAME | TYPE/NAME) [--min=MINPODS] --max=MAXPODS [options]', 'Auto-scale a deployment, replica set, stateful set, or replication controller', 'there are no metrics to scale by'),
  unavailable(['certificate'], 'SUBCOMMAND [options]', 'Modify certificate resources', 'certificates are not signed here'),
  clusterInfo, unavailable(['cluster-info', 'dump'], '[options]', 'Dump relevant information for debugging and diagnosis', 'use get -o yaml, describe and logs'),
  group(all, ['top'], 'Display resource (CPU/memory) usage', '[flags] [options]'), topNode, topPod,
  cordon, uncordon, drain, taint,
  describe, logs,
  unavailable(['attach'], '(POD | TYPE/NAME) -c CONTAINER [options]', 'Attach to a running container', NO_TERMINALS),
  exec,
  unavailable(['port-forward'], 'TYPE/NAME [options] [LOCAL_PORT:]REMOTE_PORT [...[LOCAL_PORT_N:]REMOTE_PORT_N]', 'Forward one or more local ports to a pod', NO_PORTS),
  unavailable(['proxy'], '[options]', 'Run a proxy to the Kubernetes API server', NO_PORTS),
  unavailable(['cp'], '<file-spec-src> <file-spec-dest> [options]', 'Copy files and directories to and from containers', 'its containers hold no files'),
  group(all, ['auth'], 'Inspect authorization', '[flags] [options]'), canI, whoAmI,
  unavailable(['debug'], '(POD | TYPE[[.VERSION].GROUP]/NAME) [options]', 'Create debugging sessions for troubleshooting workloads and nodes', NO_TERMINALS),
  events,
  unavailable(['diff'], '-f FILENAME [options]', 'Diff the live version against a would-be applied version', 'it has no diff program; use apply --dry-run=server -o yaml'),
  apply, patch, replace, wait,
  unavailable(['kustomize'], 'DIR [options]', 'Build a kustomization target from a directory or URL', 'it has no kustomize'),
  label, annotate,
  unavailable(['completion'], 'SHELL', 'Output shell completion code for the specified shell (bash, zsh, fish, or powershell)', 'it has no shell'),
  unavailable(['alpha'], 'SUBCOMMAND', 'Commands for features in alpha', 'none is modelled'),
  apiResources, apiVersions,
  group(all, ['config'], 'Modify kubeconfig files', 'SUBCOMMAND [options]'), ...CONFIG,
  ...['set', 'unset', 'set-cluster', 'set-credentials', 'delete-cluster', 'delete-user'].map((name) => unavailable(['config', name], '[options]', 'Change other parts of the kubeconfig', 'its clusters and users are given')),
  unavailable(['plugin'], 'SUBCOMMAND [options]', 'Provides utilities for interacting with plugins', 'it has no plugins'),
  version,
  options,
];
