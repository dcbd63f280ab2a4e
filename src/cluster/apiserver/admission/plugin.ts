import type { Resource, Scheme } from '../../../api/scheme';
import type { DeleteOptions, KubeObject, Status } from '../../../api/types';
import type { Actor } from '../../../kernel/actor';
import type { ApiClient } from '../../client/api-client';
import type { VersionBehaviour } from '../../versions';
import type { Authorizer } from '../authorization/authorizer';
import type { Caches } from '../storage/caches';
import type { UserInfo } from '../user';
import type { Change } from './difference';

export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';
export type AdmissionPhase = 'mutating' | 'validating';

/** What a plugin is asked about. */
export interface AdmissionAttributes {
  readonly operation: AdmissionOperation;
  readonly resource: Resource;
  readonly subresource: string | undefined;
  readonly namespace: string | undefined;
  /** Name, or the prefix of a name that is still to be generated. */
  readonly name: string;
  readonly user: UserInfo;
  /** The new object; undefined for DELETE. */
  readonly object: KubeObject | undefined;
  readonly old: KubeObject | undefined;
  readonly options: DeleteOptions | undefined;
  readonly dryRun: boolean;
}

/** What a plugin may look at and use. */
export interface AdmissionEnvironment {
  readonly actor: Actor;
  readonly scheme: Scheme;
  readonly behaviour: VersionBehaviour;
  readonly caches: Caches;
  readonly authorizer: Authorizer;
  /** The server's own client, for plugins that look or write through the API. Its answers come later. */
  readonly loopback: ApiClient;
}

/** What a plugin says. Nothing at all means: unchanged, allowed. */
export interface Verdict {
  /** The object, changed. */
  readonly object?: KubeObject;
  readonly refusal?: Status;
  readonly warnings?: readonly string[];
  /** What the change consists of, where the plugin knows; otherwise the chain compares. */
  readonly patch?: readonly Change[];
  /** Why, or what was looked at, for the log. */
  readonly message?: string;
  /** A document for the log: the sum of a quota, the answer of a webhook. */
  readonly detail?: unknown;
}

/** The verdict of a plugin that must ask somebody first: it calls `resume` when it knows. */
export interface Later {
  readonly later: (resume: (verdict: Verdict | undefined) => void) => void;
}

export type Answer = Verdict | Later | undefined;
export type Check = (attributes: AdmissionAttributes, environment: AdmissionEnvironment) => Answer;

/** One admission plugin. `handles` is asked once a resource, subresource and operation. */
export interface AdmissionPlugin {
  readonly name: string;
  readonly handles: (operation: AdmissionOperation, resource: Resource, subresource: string | undefined) => boolean;
  readonly mutate?: Check;
  readonly validate?: Check;
}

/** Most plugins look at one resource, itself and not its subresources. */
export const concerns = (operations: readonly AdmissionOperation[], ...resources: readonly string[]): AdmissionPlugin['handles'] =>
  (operation, resource, subresource) => subresource === undefined && operations.includes(operation) && resources.includes(resource.resource);
