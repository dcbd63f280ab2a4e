import type { ComponentId, Fact, MessageKind, MessageView, SpanView } from '../types';

/** What a rule may look at, beside the row itself. */
export interface RuleContext {
  /** The newest fact of an object by the time of the row; `pods/default/web`. */
  readonly fact: (subject: string | undefined) => Fact | undefined;
  /** The API request that a span of kube-apiserver or etcd works for. */
  readonly request: MessageView | undefined;
  /** The revision that was written because of the row, 0: none. */
  readonly revision: number;
  /** The answer's code, of spans of kube-apiserver; 0: none. */
  readonly code: number;
}

export type Params = Readonly<Record<string, string | number>>;

interface RuleBase {
  /** Text keys: `step.<id>.title`, `step.<id>.text`. */
  readonly id: string;
  /** Text keys: `chapter.<chapter>.title`. */
  readonly chapter: string;
  /** It is something that went wrong. */
  readonly bad?: boolean;
  /** The story tells its last occurrence on the way, not its first: it is what all was for. */
  readonly last?: boolean;
}

/** A visit to one of these states of a machine. Several states in a row of one instance are one step. */
export interface SpanRule extends RuleBase {
  readonly on: 'span';
  readonly component: ComponentId;
  /** Undefined: any of the component's. */
  readonly actor?: string;
  readonly machine: string;
  readonly states: readonly string[];
  /** Whose request the span works for (kube-apiserver and etcd): kubectl's, or anybody else's. */
  readonly client?: 'kubectl' | 'others';
  /** Narrower: methods of that request. */
  readonly methods?: readonly string[];
  /** Narrower still. */
  readonly when?: (span: SpanView, context: RuleContext) => boolean;
  readonly params?: (span: SpanView, context: RuleContext) => Params;
}

/** A message of a kind between two components. */
export interface MessageRule extends RuleBase {
  readonly on: 'message';
  readonly kind: MessageKind;
  readonly from: ComponentId;
  readonly to: ComponentId;
  readonly label?: RegExp;
  readonly when?: (message: MessageView, context: RuleContext) => boolean;
  readonly params?: (message: MessageView, context: RuleContext) => Params;
}

export type Rule = SpanRule | MessageRule;

/** `pods/default/web` is `web`. */
export const nameOf = (subject: string | undefined): string => subject?.slice(subject.lastIndexOf('/') + 1) ?? '';
/** `pods/default/web` is `pods`. */
export const resourceOf = (subject: string | undefined): string => subject?.split('/')[0] ?? '';
