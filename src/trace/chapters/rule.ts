import type { ComponentId, Fact, MessageKind, MessageView, SpanView } from '../types';

/** What a rule may look at, beside the row itself. */
export interface RuleContext {
  /** The newest fact of an object as the row begins, or once it has ended; `pods/default/web`. */
  readonly fact: (subject: string | undefined, when?: 'before' | 'after') => Fact | undefined;
  /** The API request that the row belongs to: that a span of kube-apiserver or etcd works for, or that a span sent. */
  readonly request: MessageView | undefined;
  /** What the row's machine turned out to be about: `deployments/default/web`, though the request only named the namespace. */
  readonly subject: string | undefined;
  /** What the message said that led to the row: `bridge ADD`; empty for messages. */
  readonly news: string;
  /** What that message is about: `pods/default/web`. */
  readonly newsOf: string | undefined;
  /** The revision that was written because of the row, 0: none. */
  readonly revision: number;
  /** The answer's code, of spans of kube-apiserver; 0: none. */
  readonly code: number;
}

export type Params = Readonly<Record<string, string | number>>;

export interface RuleBase<Row> {
  /** Text keys: `step.<id>.title`, `step.<id>.text`. */
  readonly id: string;
  /** Text keys: `chapter.<chapter>.title`. */
  readonly chapter: string | ((row: Row, context: RuleContext) => string);
  /** It is something that went wrong. */
  readonly bad?: boolean;
  /**
   * Which occurrence the story tells. On the way from Enter to Ready the first one, or (`last`) the last one, for what all
   * was done for; beside that way likewise. `end`: the last of all, wherever it is. `thread`: on the way or beside it, that
   * of the machine which the way leads through last.
   */
  readonly tell?: 'last' | 'end' | 'thread';
  /** Too small a thing to be told for itself: only where it is on the way from Enter to the end. */
  readonly onlyOnWay?: boolean;
  /** `when` looks at what the row led to: nothing can be said before it has ended. */
  readonly afterwards?: boolean;
  /** Narrower than the rest of the rule. */
  readonly when?: (row: Row, context: RuleContext) => boolean;
  readonly params?: (row: Row, context: RuleContext) => Params;
}

/** A visit to one of these states of a machine. Several states in a row of one instance are one step. */
export interface SpanRule extends RuleBase<SpanView> {
  readonly on: 'span';
  readonly component: ComponentId;
  readonly machine: string;
  /** States of other machines that are the same step. */
  readonly alike?: Readonly<Record<string, readonly string[]>>;
  readonly states: readonly string[];
  /** Whose request the span works for (kube-apiserver and etcd): kubectl's, or anybody else's. */
  readonly client?: 'kubectl' | 'others';
  /** Methods of that request. */
  readonly methods?: readonly string[];
}

/** A message of a kind between two components. */
export interface MessageRule extends RuleBase<MessageView> {
  readonly on: 'message';
  readonly kind: MessageKind;
  readonly from: ComponentId;
  readonly to: ComponentId;
  readonly label?: RegExp;
}

export type Rule = SpanRule | MessageRule;

/** `pods/default/web` is `web`. */
export const nameOf = (subject: string | undefined): string => subject?.slice(subject.lastIndexOf('/') + 1) ?? '';
/** `pods/default/web` is `pods`. */
export const resourceOf = (subject: string | undefined): string => subject?.split('/')[0] ?? '';

/** Whether the row's request asks to run a command in a container. */
export const isExec = (_: unknown, { request }: RuleContext): boolean => request !== undefined && /\/exec(\?|$)/.test(request.label);

/** What a request asks for: its method, its path without the query, and the object that it is about. */
export function requestParams({ request, subject }: RuleContext): Params {
  const label = request?.label ?? '';
  const space = label.indexOf(' ');
  const path = label.slice(space + 1).split('?')[0] ?? '';
  const about = subject ?? request?.subject ?? '';
  return {
    method: label.slice(0, Math.max(0, space)), path,
    ...(about.includes('/') ? { resource: resourceOf(about), object: nameOf(about) } : placeOf(path)),
  };
}

/** `/apis/apps/v1/namespaces/default/deployments/web/scale` is about `web` of `deployments`; without a name about all. */
function placeOf(path: string): { readonly resource: string; readonly object: string } {
  const parts = path.split('/').filter((part) => part !== '');
  const version = parts[0] === 'api' ? 1 : 2;
  const rest = parts.slice(version + 1);
  const [resource = '', name] = rest[0] === 'namespaces' && rest.length > 2 ? rest.slice(2) : rest;
  return { resource, object: name ?? resource };
}
