import type { CommandSpec } from '../cli/command';
import { print } from '../program';
import { helpText } from '../cli/help';
import { apply } from './apply';
import { create } from './create';
import { createDeployment } from './create-deployment';
import { deleteCommand } from './delete';
import { describe } from './describe';
import { get } from './get';
import { group, unavailable } from './groups';
import { logs } from './logs';
import { replace } from './replace';
import { runCommand } from './run';
import { scale } from './scale';

export const ROOT: CommandSpec = {
  path: [], usage: '[flags] [options]', about: 'kubectl controls the Kubernetes cluster manager.', flags: [],
  *run() {
    yield* print(helpText(COMMANDS, ROOT));
    return 0;
  },
};

const all = (): readonly CommandSpec[] => COMMANDS;

/** Every command, in the order of kubectl's own help, which is also the order of suggestions. */
export const COMMANDS: readonly CommandSpec[] = [
  create, createDeployment,
  runCommand,
  group(all, 'set', 'Set specific features on objects', 'SUBCOMMAND [options]'),
  unavailable(['explain'], 'TYPE [options]', 'Get documentation for a resource', 'it holds no documentation of the API'),
  get,
  unavailable(['edit'], '(RESOURCE/NAME | -f FILENAME) [options]', 'Edit a resource on the server', 'it has no editor; use patch, set, label, annotate or apply'),
  deleteCommand,
  group(all, 'rollout', 'Manage the rollout of a resource', 'SUBCOMMAND [options]', { toStdout: true }),
  scale,
  unavailable(['certificate'], 'SUBCOMMAND [options]', 'Modify certificate resources', 'certificates are not signed here'),
  unavailable(['top'], 'SUBCOMMAND [options]', 'Display resource (CPU/memory) usage', 'there is no metrics server'),
  describe,
  logs,
  unavailable(['attach'], '(POD | TYPE/NAME) -c CONTAINER [options]', 'Attach to a running container', 'its containers have no terminals'),
  unavailable(['exec'], '(POD | TYPE/NAME) [-c CONTAINER] [flags] -- COMMAND [args...] [options]', 'Execute a command in a container', 'its containers run no commands of yours'),
  unavailable(['port-forward'], 'TYPE/NAME [options] [LOCAL_PORT:]REMOTE_PORT [...[LOCAL_PORT_N:]REMOTE_PORT_N]', 'Forward one or more local ports to a pod', 'it opens no ports on your machine'),
  unavailable(['proxy'], '[options]', 'Run a proxy to the Kubernetes API server', 'it opens no ports on your machine'),
  unavailable(['cp'], '<file-spec-src> <file-spec-dest> [options]', 'Copy files and directories to and from containers', 'its containers hold no files'),
  unavailable(['debug'], '(POD | TYPE[[.VERSION].GROUP]/NAME) [options]', 'Create debugging sessions for troubleshooting workloads and nodes', 'its containers have no terminals'),
  unavailable(['events'], '[options]', 'List events', 'use get events'),
  unavailable(['diff'], '-f FILENAME [options]', 'Diff the live version against a would-be applied version', 'it has no diff program; use apply --dry-run=server -o yaml'),
  apply,
  replace,
  unavailable(['kustomize'], 'DIR [options]', 'Build a kustomization target from a directory or URL', 'it has no kustomize'),
  unavailable(['completion'], 'SHELL', 'Output shell completion code for the specified shell (bash, zsh, fish, or powershell)', 'it has no shell'),
  unavailable(['alpha'], 'SUBCOMMAND', 'Commands for features in alpha', 'none is modelled'),
  unavailable(['plugin'], 'SUBCOMMAND [options]', 'Provides utilities for interacting with plugins', 'it has no plugins'),
];
