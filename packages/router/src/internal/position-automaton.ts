import { PatternError } from '../pattern-error.ts';
import { type CharSet, overlap } from './char-set.ts';
import type { ConstraintSyntax } from './constraint-syntax.ts';

/** More than any constraint of a person's making. */
const MOST_POSITIONS = 512;
/** Pairs of positions of which one may follow the other; most expressions have few more than positions. */
const MOST_LINKS = 4_096;
/** Parts built, counts written out; an empty part takes no position. */
const MOST_PARTS = 4_096;

/**
 * Glushkov's automaton: one state for each character of the expression (with counts written out), and
 * which may follow which.
 */
export interface PositionAutomaton {
  readonly sets: readonly CharSet[];
  readonly follow: readonly ReadonlySet<number>[];
  readonly first: readonly number[];
  readonly last: ReadonlySet<number>;
}

/** The positions that a part of the expression can begin and end with, and whether it may be empty. */
interface Span {
  readonly empty: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

const NOTHING: Span = { empty: true, first: [], last: [] };

/** Builds the automaton of a constraint that stands at `open` in `pattern`. */
export function positionAutomaton(
  pattern: string,
  open: number,
  syntax: ConstraintSyntax,
): PositionAutomaton {
  const builder = new AutomatonBuilder(pattern, open);
  const span = builder.build(syntax, false);
  builder.refuseAmbiguity();
  return { sets: builder.sets, follow: builder.follow, first: span.first, last: new Set(span.last) };
}

class AutomatonBuilder {
  readonly sets: CharSet[] = [];
  readonly follow: Set<number>[] = [];
  readonly #pattern: string;
  readonly #open: number;
  /** Where each position stands in the pattern. */
  readonly #origins: number[] = [];
  /** Whether each position is under a quantifier that leaves a choice. */
  readonly #repeated: boolean[] = [];
  #parts = 0;
  #links = 0;

  constructor(pattern: string, open: number) {
    this.#pattern = pattern;
    this.#open = open;
  }

  build(syntax: ConstraintSyntax, repeated: boolean): Span {
    if (++this.#parts > MOST_PARTS) throw this.#tooLong();
    switch (syntax.kind) {
      case 'char':
        return this.#position(syntax.set, syntax.position, repeated);
      case 'sequence':
        return syntax.parts.reduce(
          (before, part) => this.#concat(before, this.build(part, repeated)),
          NOTHING,
        );
      case 'choice':
        return union(syntax.options.map((option) => this.build(option, repeated)));
      case 'repeat':
        return this.#repeat(syntax.part, syntax.least, syntax.most, repeated);
    }
  }

  /** Two ways to read the same repeated text: the mark of a superlinear backtracking search. */
  refuseAmbiguity(): void {
    for (let position = 0; position < this.follow.length; position++) {
      if (!this.#repeated[position]) continue;
      const next = [...(this.follow[position] as Set<number>)].filter((other) => this.#repeated[other]);
      next.forEach((one, index) => {
        const clash = next
          .slice(index + 1)
          .some((other) => overlap(this.sets[one] as CharSet, this.sets[other] as CharSet));
        if (clash) throw this.#ambiguous(one);
      });
    }
  }

  #position(set: CharSet, origin: number, repeated: boolean): Span {
    const position = this.sets.length;
    if (position === MOST_POSITIONS) throw this.#tooLong();
    this.sets.push(set);
    this.follow.push(new Set());
    this.#origins.push(origin);
    this.#repeated.push(repeated);
    return { empty: false, first: [position], last: [position] };
  }

  #concat(before: Span, after: Span): Span {
    this.#link(before.last, after.first);
    return {
      empty: before.empty && after.empty,
      first: before.empty ? [...before.first, ...after.first] : before.first,
      last: after.empty ? [...before.last, ...after.last] : after.last,
    };
  }

  #repeat(part: ConstraintSyntax, least: number, most: number, repeated: boolean): Span {
    const inside = repeated || (most > 1 && most !== least);
    let span = NOTHING;
    const fixed = most === Infinity ? Math.max(0, least - 1) : least;
    for (let i = 0; i < fixed; i++) span = this.#concat(span, this.build(part, inside));
    if (most !== Infinity) return this.#concat(span, this.#upTo(part, most - least, inside));
    const loop = this.build(part, inside);
    this.#link(loop.last, loop.first);
    return this.#concat(span, least === 0 ? { ...loop, empty: true } : loop);
  }

  /** `x{0,3}` is `(x(x(x)?)?)?`, in which each copy has one predecessor; built from the inside. */
  #upTo(part: ConstraintSyntax, most: number, repeated: boolean): Span {
    let span = NOTHING;
    for (let i = 0; i < most; i++) span = { ...this.#concat(this.build(part, repeated), span), empty: true };
    return span;
  }

  #link(from: readonly number[], to: readonly number[]): void {
    for (const position of from) {
      const follow = this.follow[position] as Set<number>;
      for (const next of to) {
        if (follow.has(next) && this.#repeated[position] && this.#repeated[next]) throw this.#ambiguous(next);
        if (++this.#links > MOST_LINKS) throw tooAmbiguous(this.#pattern, this.#open);
        follow.add(next);
      }
    }
  }

  #tooLong(): PatternError {
    const fault = `This constraint is longer than ${MOST_POSITIONS} characters with its counts written out`;
    return new PatternError(this.#pattern, this.#open, `${fault}: check the rest in the handler`);
  }

  #ambiguous(position: number): PatternError {
    const fault =
      'The same text could be repeated in two ways from here, which can take a backtracking search forever';
    const remedy =
      'do not nest quantifiers, and let what is repeated differ in its first character from what may follow';
    return new PatternError(this.#pattern, this.#origins[position] as number, `${fault}: ${remedy}`);
  }
}

/** Too many characters may follow each other for the automaton to be made in no time. */
export function tooAmbiguous(pattern: string, open: number): PatternError {
  const fault = 'This constraint is too ambiguous to be compiled: check the rest in the handler';
  return new PatternError(pattern, open, fault);
}

function union(spans: readonly Span[]): Span {
  return {
    empty: spans.some((span) => span.empty),
    first: spans.flatMap((span) => span.first),
    last: spans.flatMap((span) => span.last),
  };
}
