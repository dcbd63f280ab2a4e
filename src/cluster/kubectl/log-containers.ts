import type { KubeObject } from '../../api/types';
import { err, ok, type Result } from '../../base/result';
import { dig, listAt, stringAt } from './document';
import { text, type Failure } from './failure';

export interface LogContainer {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

export interface ContainerOfPod {
  readonly name: string;
  readonly init: boolean;
  /** Undefined when its state is not known. */
  readonly running: boolean | undefined;
}

export function allContainers(pod: KubeObject): readonly ContainerOfPod[] {
  const of = (field: string, statuses: string, init: boolean): readonly ContainerOfPod[] =>
    listAt(pod, 'spec', field).map((c) => {
      const name = stringAt(c, 'name');
      const status = listAt(pod, 'status', statuses).find((s) => stringAt(s, 'name') === name);
      const terminated = dig(status, 'state', 'terminated') !== undefined;
      return { name, init, running: status === undefined ? undefined : !terminated };
    });
  return [...of('initContainers', 'initContainerStatuses', true), ...of('containers', 'containerStatuses', false)];
}

export const DEFAULT_CONTAINER = 'kubectl.kubernetes.io/default-container';

/** Which containers of a pod are meant, and what is said about a choice. Models kubectl pkg/polymorphichelpers logsforobject.go. */
export function containersToLog(pod: KubeObject, wanted: string, all: boolean): Result<{ readonly containers: readonly LogContainer[]; readonly said: string | undefined }, Failure> {
  const containers = allContainers(pod);
  const target = (name: string): LogContainer => ({ namespace: pod.metadata.namespace ?? 'default', pod: pod.metadata.name, container: name });
  if (all) return ok({ containers: containers.map((c) => target(c.name)), said: undefined });
  if (wanted !== '') {
    if (!containers.some((c) => c.name === wanted)) return err(text(`container ${wanted} is not valid for pod ${pod.metadata.name}`));
    return ok({ containers: [target(wanted)], said: undefined });
  }
  const apps = containers.filter((c) => !c.init);
  const annotated = stringAt(pod, 'metadata', 'annotations', DEFAULT_CONTAINER);
  const chosen = containers.find((c) => c.name === annotated) ?? apps[0];
  if (chosen === undefined) return err(text(`no container found in pod ${pod.metadata.name}`));
  const said = containers.length > 1 && chosen.name !== annotated
    ? `Defaulted container ${JSON.stringify(chosen.name)} out of: ${[...apps.map((c) => c.name), ...containers.filter((c) => c.init).map((c) => `${c.name} (init)`)].join(', ')}\n`
    : undefined;
  return ok({ containers: [target(chosen.name)], said });
}
