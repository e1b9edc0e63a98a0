import type { Constraint } from './constraint.ts';

/** The path continues with this text. */
export interface TextStep {
  readonly kind: 'text';
  readonly text: string;
}

/** One capture: the rest of the segment, at least one character. */
export interface RestStep {
  readonly kind: 'rest';
  readonly constraint: Constraint | undefined;
}

/** One capture and the text after it: the value ends at the first `text` in the segment. */
export interface UntilStep {
  readonly kind: 'until';
  readonly text: string;
  readonly constraint: Constraint | undefined;
  /** Whether a wildcard follows in the segment, which makes it the least specific of parameters. */
  readonly beforeWildcard: boolean;
}

/**
 * Captures that share the rest of a segment. Each is followed by its separator, the last by the end of the segment, which may
 * be empty. The first is as long as possible; a later one does not contain the separator before it, unless it equals it.
 */
export interface CompositeStep {
  readonly kind: 'composite';
  readonly separators: readonly string[];
  readonly constraints: readonly (Constraint | undefined)[];
}

/** One capture: any text over any number of segments. */
export interface WildcardStep {
  readonly kind: 'wildcard';
  /** Minimum number of characters. */
  readonly least: 0 | 1;
  /** Text that the value must not contain: the text after the previous wildcard, or `''`. */
  readonly stop: string;
}

export type PatternStep = TextStep | RestStep | UntilStep | CompositeStep | WildcardStep;

/** Returns equal keys for steps that match the same paths. */
export function stepsKey(steps: readonly PatternStep[]): string {
  // Constraints are compared by their source.
  return JSON.stringify(steps, (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'source' in value ? value.source : value,
  );
}
