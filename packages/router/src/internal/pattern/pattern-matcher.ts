import type { PatternForm } from '../../router-types.ts';
import { foldText } from '../ascii.ts';
import { commonStart, endsInWildcard, samplesOf } from './describe-forms.ts';

/** What a matcher tells about its pattern. */
export abstract class PatternMatcher {
  readonly pattern: string;
  readonly #caseSensitive: boolean;

  constructor(pattern: string, caseSensitive: boolean) {
    this.pattern = pattern;
    this.#caseSensitive = caseSensitive;
  }

  abstract readonly forms: readonly PatternForm[] | undefined;

  abstract match(path: string): unknown;

  get isLiteral(): boolean {
    const { forms = [] } = this;
    return forms.length === 1 && forms[0]?.every(({ kind }) => kind === 'text') === true;
  }

  get literalStart(): string {
    const start = commonStart(this.forms ?? []);
    return (this.#caseSensitive ? start : foldText(start)).replace(/\/$/, '');
  }

  get endsInWildcard(): boolean {
    return endsInWildcard(this.forms ?? []);
  }

  samplePaths(): string[] {
    return samplesOf(this.forms ?? []).filter((path) => this.match(path) !== undefined);
  }
}
