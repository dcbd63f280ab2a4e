/** The part of the POSIX shell language that scripts in pods use. */

/** A piece of a word. `quoted` pieces are not split at blanks. */
export type Part =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  | { readonly kind: 'variable'; readonly name: string; readonly otherwise: string | undefined; readonly quoted: boolean }
  | { readonly kind: 'substitution'; readonly script: Script; readonly quoted: boolean }
  | { readonly kind: 'arithmetic'; readonly expression: string };

export type Word = readonly Part[];

export interface Redirection {
  readonly fd: number;
  readonly operator: '>' | '>>' | '<' | '>&';
  readonly target: Word;
}

export interface Assignment {
  readonly name: string;
  readonly value: Word;
}

export type Command =
  | { readonly kind: 'simple'; readonly assignments: readonly Assignment[]; readonly words: readonly Word[]; readonly redirections: readonly Redirection[] }
  | { readonly kind: 'group'; readonly body: Script; readonly redirections: readonly Redirection[] }
  | { readonly kind: 'if'; readonly branches: readonly { readonly condition: Script; readonly body: Script }[]; readonly otherwise: Script | undefined; readonly redirections: readonly Redirection[] }
  | { readonly kind: 'loop'; readonly until: boolean; readonly condition: Script; readonly body: Script; readonly redirections: readonly Redirection[] }
  | { readonly kind: 'for'; readonly variable: string; readonly values: readonly Word[]; readonly body: Script; readonly redirections: readonly Redirection[] };

export interface Pipeline {
  readonly negated: boolean;
  readonly commands: readonly Command[];
}

/** `a && b || c` */
export interface AndOr {
  readonly first: Pipeline;
  readonly rest: readonly { readonly operator: '&&' | '||'; readonly pipeline: Pipeline }[];
  readonly background: boolean;
}

export type Script = readonly AndOr[];
