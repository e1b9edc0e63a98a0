import type { CharSet } from './char-set.ts';

/** A regular expression as a tree. */
export type RegExpSyntax =
  | CharSyntax
  | { readonly kind: 'sequence'; readonly parts: readonly RegExpSyntax[] }
  | { readonly kind: 'choice'; readonly options: readonly RegExpSyntax[] }
  | RepeatSyntax
  /** A capturing group. Groups are numbered from 0, in the order of their parentheses. */
  | { readonly kind: 'group'; readonly index: number; readonly part: RegExpSyntax }
  | AheadSyntax
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'boundary'; readonly isNegated: boolean };

/** A character of a set or, with `isNegated`, one that is not in the set in either case. */
export interface CharSyntax {
  readonly kind: 'char';
  readonly set: CharSet;
  readonly isNegated: boolean;
}

export interface RepeatSyntax {
  readonly kind: 'repeat';
  readonly part: RegExpSyntax;
  readonly least: number;
  /** `Infinity` if unbounded. */
  readonly most: number;
  readonly isLazy: boolean;
}

export interface AheadSyntax {
  readonly kind: 'ahead';
  readonly part: RegExpSyntax;
  readonly isNegated: boolean;
}

/** The characters of a text in sequence. */
export function textSyntax(text: string): RegExpSyntax {
  const codes = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return {
    kind: 'sequence',
    parts: codes.map((code) => ({ kind: 'char', set: [[code, code]], isNegated: false })),
  };
}

/** Minimum and maximum length that a regular expression matches. */
export function lengthRange(syntax: RegExpSyntax): readonly [least: number, most: number] {
  switch (syntax.kind) {
    case 'char':
      return [1, 1];
    case 'sequence': {
      const ranges = syntax.parts.map(lengthRange);
      return [sum(ranges.map(([least]) => least)), sum(ranges.map(([, most]) => most))];
    }
    case 'choice': {
      const ranges = syntax.options.map(lengthRange);
      return [Math.min(...ranges.map(([least]) => least)), Math.max(...ranges.map(([, most]) => most))];
    }
    case 'repeat': {
      const [least, most] = lengthRange(syntax.part);
      return [least * syntax.least, most === 0 ? 0 : most * syntax.most];
    }
    case 'group':
      return lengthRange(syntax.part);
    default:
      return [0, 0];
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
