import type { PatternForm } from '../../router-types.ts';
import type { RegExpSyntax } from '../regexp/regexp-syntax.ts';

/** A pattern as a regular expression for whole paths, and the meaning of its groups. */
export interface PathExpression {
  readonly syntax: RegExpSyntax;
  readonly names: readonly string[];
  /** Whether each capture is a list of segments. */
  readonly lists: readonly boolean[];
  /** The forms of the pattern; `undefined` for an expression that has none. */
  readonly forms: () => readonly PatternForm[] | undefined;
}

/** How a pattern becomes an expression. */
export interface ExpressionOptions {
  readonly end: boolean;
  readonly strict: boolean;
  readonly canonicalize: ((literal: string) => string) | undefined;
}

const SLASH: RegExpSyntax = { kind: 'char', set: [[0x2f, 0x2f]], isNegated: false };

/** Any character except a slash. */
export const SEGMENT_CHAR: RegExpSyntax = { kind: 'char', set: [[0x2f, 0x2f]], isNegated: true };

const END: RegExpSyntax = { kind: 'end' };

/** `(?=/|$)` */
const SEGMENT_END: RegExpSyntax = {
  kind: 'ahead',
  part: { kind: 'choice', options: [SLASH, END] },
  isNegated: false,
};

/** `(?:/$)?` */
export const TRAILING_SLASH: RegExpSyntax = {
  kind: 'repeat',
  part: { kind: 'sequence', parts: [SLASH, END] },
  least: 0,
  most: 1,
  isLazy: false,
};

/** The end of a whole path, or of a prefix. */
export function ending(end: boolean): RegExpSyntax {
  return end ? END : SEGMENT_END;
}
