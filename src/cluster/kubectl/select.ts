import type { Resource } from '../../api/scheme';
import type { KubeObject } from '../../api/types';
import { selectArguments } from './arguments';
import { text, type Failure } from './failure';
import { hasFiles, readManifests } from './files';
import type { Invocation } from './invocation';
import type { ClientConfig } from './kubeconfig';
import { check, fail, type Program } from './program';
import { ACCEPT, getLive, listObjects, query } from './requests';

/** A live object with what is needed to ask for it again. */
export interface Live {
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly object: KubeObject;
}

export interface Selected {
  readonly objects: readonly Live[];
  readonly failures: readonly Failure[];
}

export interface SelectOptions {
  readonly selector?: string;
  readonly fieldSelector?: string;
  readonly all?: boolean;
  readonly everywhere?: boolean;
  readonly accept?: string;
  /** Take files as they are instead of fetching what they name. */
  readonly local?: boolean;
  /** Goes on after a missing object; otherwise that is the end. */
  readonly continueOnError?: boolean;
  /** Pages of lists; 0 asks for all at once. */
  readonly chunk?: number;
}

export const NO_RESOURCES =
  "You must provide one or more resources by argument or filename.\nExample resource specifications include:\n   '-f rsrc.yaml'\n   '--filename=rsrc.json'\n   '<resource> <name>'\n   '<resource>'";

/**
 * The live objects that arguments, selectors and files mean, fetched one after the other.
 * Models cli-runtime pkg/resource builder.go Do with Flatten and Latest.
 */
export function* selectObjects(inv: Invocation, config: ClientConfig, args: readonly string[], options: SelectOptions): Program<Selected> {
  const accept = options.accept ?? ACCEPT.unstructured;
  const objects: Live[] = [];
  const failures: Failure[] = [];
  const fetch = function* (resource: Resource, namespace: string | undefined, name: string): Program<void> {
    const answer = yield* getLive(inv, resource, { namespace, name }, accept);
    if (answer.ok) objects.push({ resource, namespace, object: answer.value });
    else if (options.continueOnError === true) failures.push(answer.error);
    else yield* fail(answer.error);
  };
  if (hasFiles(inv.flags)) {
    for (const m of yield* readManifests(inv, config)) {
      if (options.local === true) objects.push({ resource: m.resource, namespace: m.namespace, object: m.object });
      else yield* fetch(m.resource, m.namespace, m.object.metadata.name);
    }
    return { objects, failures };
  }
  if (args.length === 0) return yield* fail(text(NO_RESOURCES));
  const selection = yield* selectArguments(inv, args);
  const selecting = (options.selector ?? '') !== '' || (options.fieldSelector ?? '') !== '' || options.all === true;
  if (selection.names.length > 0) {
    if (options.everywhere === true) return yield* fail(text('a resource cannot be retrieved by name across all namespaces'));
    if ((options.selector ?? '') !== '' || (options.fieldSelector ?? '') !== '') return yield* fail(text('name cannot be provided when a selector is specified'));
    if (options.all === true) return yield* fail(text('name cannot be provided when a selector is specified'));
    for (const { resource, name } of selection.names) yield* fetch(resource, resource.namespaced ? config.namespace : undefined, name);
    return { objects, failures };
  }
  if (!selecting) return yield* fail(text('resource(s) were provided, but no name was specified'));
  for (const resource of selection.types) {
    const namespace = resource.namespaced && options.everywhere !== true ? config.namespace : undefined;
    const chunk = options.chunk ?? 0;
    const found = yield* check(yield* listObjects(resource, { namespace }, query({ labelSelector: options.selector, fieldSelector: options.fieldSelector, limit: chunk > 0 ? String(chunk) : undefined }), accept));
    for (const object of found) objects.push({ resource, namespace: object.metadata.namespace ?? namespace, object });
  }
  return { objects, failures };
}
