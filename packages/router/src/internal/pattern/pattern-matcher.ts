import type { PatternForm } from '../../router-types.ts';
import { foldText } from '../ascii.ts';
import { commonStart, endsInWildcard, samplesOf } from './describe-forms.ts';
import { commonRelation, type PrefixRelation, relateText } from './relate-forms.ts';

/** How a matcher interprets its pattern. */
export interface PatternReading {
  /** Whether the pattern must match the whole path. */
  readonly end: boolean;
  readonly strict: boolean;
  readonly caseSensitive: boolean;
  readonly canonicalize: ((literal: string) => string) | undefined;
}

/** What a matcher exposes about its pattern. */
export abstract class PatternMatcher {
  readonly pattern: string;
  readonly #reading: PatternReading;
  #literalStart: string | undefined;

  constructor(pattern: string, reading: PatternReading) {
    this.pattern = pattern;
    this.#reading = reading;
  }

  abstract readonly forms: readonly PatternForm[] | undefined;

  abstract match(path: string): unknown;

  get isLiteral(): boolean {
    const { forms = [] } = this;
    return forms.length === 1 && forms[0]?.every(({ kind }) => kind === 'text') === true;
  }

  get literalStart(): string {
    this.#literalStart ??= this.#folded(commonStart(this.forms ?? [])).replace(/\/$/, '');
    return this.#literalStart;
  }

  get endsInWildcard(): boolean {
    return endsInWildcard(this.forms ?? []);
  }

  samplePaths(): string[] {
    return samplesOf(this.forms ?? []).filter((path) => this.match(path) !== undefined);
  }

  covers(other: object): PrefixRelation {
    if (this.#reading.end) {
      const problem = `Matcher of ${JSON.stringify(this.pattern)} cannot cover another`;
      throw new TypeError(`${problem}: expected one created with \`end: false\``);
    }
    return other instanceof PatternMatcher && this.#isComparableWith(other)
      ? this.relate(other)
      : 'sometimes';
  }

  /** Compares this prefix with a pattern that has the same options. */
  protected relate(other: PatternMatcher): PrefixRelation {
    const { forms } = other;
    if (forms === undefined || !this.isLiteral || this.#reading.strict) return 'sometimes';
    const prefix = this.#folded(commonStart(this.forms ?? []));
    return commonRelation(
      forms.map(([first, ...rest]) => {
        const text = first?.kind === 'text' ? first.text : '';
        return relateText(prefix, this.#folded(text), first?.kind === 'text' && rest.length === 0);
      }),
    );
  }

  /** Whether both matchers' options mean the same for their patterns. */
  #isComparableWith(matcher: PatternMatcher): boolean {
    const mine = this.#reading;
    const other = matcher.#reading;
    return (
      other.end &&
      (!mine.strict || other.strict) &&
      mine.caseSensitive === other.caseSensitive &&
      mine.canonicalize === other.canonicalize
    );
  }

  #folded(text: string): string {
    return this.#reading.caseSensitive ? text : foldText(text);
  }
}
