import type { Constraint } from './constraint.ts';

/** Text that the path repeats. It holds no escapes any more and has passed `canonicalize`. */
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

/** `*name`: one character or more, whole segments; `*`: any text, the empty one too. */
export interface WildcardToken {
  readonly kind: 'wildcard';
  readonly name: string;
  /** Written without a name, as in Express 4: the value is one string, and may be empty. */
  readonly bare: boolean;
  readonly position: number;
}

/** `{…}`: there or not. */
export interface GroupToken {
  readonly kind: 'group';
  readonly tokens: readonly PatternToken[];
  readonly position: number;
}

export type CaptureToken = ParameterToken | WildcardToken;
export type FlatToken = TextToken | CaptureToken;
export type PatternToken = FlatToken | GroupToken;
