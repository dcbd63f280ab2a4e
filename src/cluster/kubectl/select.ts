import type { Resource } from '../../api/scheme';
import type { KubeObject } from '../../api/types';
import { selectArguments } from './arguments';
import { text, type Failure } from './failure';
import { eachManifest, hasFiles } from './files';
import type { Invocation } from './invocation';
import type { ClientConfig } from './kubeconfig';
import { check, fail, visited, type Program } from './program';
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
  readonly subresource?: string;
  /** Pages of lists; 0 asks for all at once. */
  readonly chunk?: number;
}

export const NO_RESOURCES =
  "You must provide one or more resources by argument or filename.\nExample resource specifications include:\n   '-f rsrc.yaml'\n   '--filename=rsrc.json'\n   '<resource> <name>'\n   '<resource>'";

export interface Visited {
  /** How many objects were visited. */
  readonly count: number;
  readonly failures: readonly Failure[];
}

/** What is done with each object; a failure is collected, and what follows still done where `continueOnError` says so. */
export type Visit = (live: Live) => Program<Failure | undefined | void> | undefined;

/**
 * Visits the live objects that arguments, selectors and files mean: each is fetched when it is its turn.
 * Models cli-runtime pkg/resource builder.go Do and Result.Visit.
 */
export function* eachLive(inv: Invocation, config: ClientConfig, args: readonly string[], options: SelectOptions, visit: Visit): Program<Visited> {
  const accept = options.accept ?? ACCEPT.unstructured;
  const failures: Failure[] = [];
  let count = 0;
  const note = function* (failure: Failure | undefined | void): Program<void> {
    if (failure === undefined) return;
    if (options.continueOnError === true) failures.push(failure);
    else yield* fail(failure);
  };
  const take = function* (live: Live): Program<void> {
    count++;
    yield* note(yield* visited(visit(live)));
  };
  const fetch = function* (resource: Resource, namespace: string | undefined, name: string): Program<void> {
    const answer = yield* getLive(inv, resource, { namespace, name, subresource: options.subresource }, accept);
    if (answer.ok) yield* take({ resource, namespace, object: answer.value });
    else yield* note(answer.error);
  };
  const done = (): Visited => ({ count, failures });
  if (hasFiles(inv.flags)) {
    yield* eachManifest(inv, config, false, (m) => (options.local === true ? take({ resource: m.resource, namespace: m.namespace, object: m.object }) : fetch(m.resource, m.namespace, m.object.metadata.name)));
    return done();
  }
  if (args.length === 0) return yield* fail(text(NO_RESOURCES));
  const selection = yield* selectArguments(inv, args);
  const selector = options.selector ?? '';
  const fieldSelector = options.fieldSelector ?? '';
  if (selection.names.length > 0) {
    if (options.everywhere === true) return yield* fail(text('a resource cannot be retrieved by name across all namespaces'));
    if (selector !== '' || fieldSelector !== '' || options.all === true) return yield* fail(text('name cannot be provided when a selector is specified'));
    for (const { resource, name } of selection.names) yield* fetch(resource, resource.namespaced ? config.namespace : undefined, name);
    return done();
  }
  if (selector === '' && fieldSelector === '' && options.all !== true) return yield* fail(text('resource(s) were provided, but no name was specified'));
  for (const resource of selection.types) {
    const namespace = resource.namespaced && options.everywhere !== true ? config.namespace : undefined;
    const chunk = options.chunk ?? 0;
    const found = yield* check(yield* listObjects(resource, { namespace }, query({ labelSelector: selector, fieldSelector, limit: chunk > 0 ? String(chunk) : undefined }), accept));
    for (const object of found) yield* take({ resource, namespace: object.metadata.namespace ?? namespace, object });
  }
  return done();
}

/** The same objects, all fetched before anything is done with them. */
export function* selectObjects(inv: Invocation, config: ClientConfig, args: readonly string[], options: SelectOptions): Program<Selected> {
  const objects: Live[] = [];
  const { failures } = yield* eachLive(inv, config, args, options, (live) => {
    objects.push(live);
    return undefined;
  });
  return { objects, failures };
}
