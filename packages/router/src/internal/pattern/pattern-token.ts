import type { Constraint } from './constraint.ts';

/** Literal text, unescaped and in canonical form. */
export interface TextToken {
  readonly kind: 'text';
  readonly text: string;
  readonly position: number;
}

/** `:name`: at least one character of one segment. */
export interface ParameterToken {
  readonly kind: 'parameter';
  readonly name: string;
  readonly constraint: Constraint | undefined;
  readonly position: number;
}

/** `*name`: one character or more, whole segments; `*`: any text, possibly empty. */
export interface WildcardToken {
  readonly kind: 'wildcard';
  readonly name: string;
  /** Without a name, as in Express 4: the value is one string and may be empty. */
  readonly bare: boolean;
  readonly position: number;
}

/** `{…}`: optional tokens. */
export interface GroupToken {
  readonly kind: 'group';
  readonly tokens: readonly PatternToken[];
  readonly position: number;
}

export type CaptureToken = ParameterToken | WildcardToken;
export type FlatToken = TextToken | CaptureToken;
export type PatternToken = FlatToken | GroupToken;
