import type { CharSet } from './char-set.ts';

/** A regular expression of the kind that constraints may be, as a tree. */
export type ConstraintSyntax =
  | { readonly kind: 'char'; readonly set: CharSet; readonly position: number }
  | { readonly kind: 'sequence'; readonly parts: readonly ConstraintSyntax[] }
  | { readonly kind: 'choice'; readonly options: readonly ConstraintSyntax[] }
  | {
      readonly kind: 'repeat';
      readonly part: ConstraintSyntax;
      readonly least: number;
      /** `Infinity` without a bound. */
      readonly most: number;
    };
