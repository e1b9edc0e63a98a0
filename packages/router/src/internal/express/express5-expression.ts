import { PatternError } from '../../pattern-error.ts';
import { expandGroups } from '../pattern/expand-groups.ts';
import { parsePattern } from '../pattern/parse-pattern.ts';
import type { CaptureToken, FlatToken } from '../pattern/pattern-token.ts';
import { charSet } from '../regexp/char-set.ts';
import { type RegExpSyntax, textSyntax } from '../regexp/regexp-syntax.ts';
import {
  type ExpressionOptions,
  ending,
  type PathExpression,
  SEGMENT_CHAR,
  TRAILING_SLASH,
} from './path-expression.ts';

/**
 * Parses a pattern like path-to-regexp 8, which Express 5 uses.
 *
 * @throws PatternError if path-to-regexp 8 rejects it
 */
export function express5Expression(pattern: string, options: ExpressionOptions): PathExpression {
  const { canonicalize, strict } = options;
  const isLoose = !strict && pattern !== '/';
  const source = isLoose ? pattern.replace(/\/+$/, '') : pattern;
  const reading = { caseSensitive: true, canonicalize, lenient: true, isExpress5: true };
  const forms = expandGroups(pattern, parsePattern(source, reading));
  const captures: CaptureToken[] = [];
  const choices = forms.map((form) => new FormReader(pattern, form, captures).read());
  const parts: RegExpSyntax[] = [{ kind: 'choice', options: choices }];
  if (!strict) parts.push(TRAILING_SLASH);
  parts.push(ending(options.end));
  return {
    syntax: { kind: 'sequence', parts },
    names: captures.map(({ name }) => name),
    lists: captures.map(({ kind }) => kind === 'wildcard'),
    forms: () => forms,
  };
}

/**
 * Reads one form of a pattern. The text that a capture must not contain depends on the other captures of its segment, by the
 * rules of path-to-regexp.
 */
class FormReader {
  readonly #pattern: string;
  readonly #form: readonly FlatToken[];
  readonly #captures: CaptureToken[];
  /** Text since the last capture. */
  #text = '';
  /** Text since the last wildcard, if no parameter follows it. */
  #wildcardText = '';
  #previous: CaptureToken['kind'] | undefined;
  #parameterInSegment = false;
  #wildcardInSegment = false;

  constructor(pattern: string, form: readonly FlatToken[], captures: CaptureToken[]) {
    this.#pattern = pattern;
    this.#form = form;
    this.#captures = captures;
  }

  read(): RegExpSyntax {
    return { kind: 'sequence', parts: this.#form.map((token, at) => this.#token(token, at)) };
  }

  #token(token: FlatToken, at: number): RegExpSyntax {
    if (token.kind === 'text') {
      this.#text += token.text;
      if (this.#previous === 'wildcard') this.#wildcardText += token.text;
      if (token.text.includes('/')) this.#parameterInSegment = this.#wildcardInSegment = false;
      return textSyntax(token.text);
    }
    if (this.#previous !== undefined && this.#text === '') {
      const problem = `Ambiguous end of the capture before ${JSON.stringify(token.name)}`;
      throw new PatternError(this.#pattern, token.position, `${problem}: write text between them`);
    }
    const part = token.kind === 'parameter' ? this.#parameter(at) : this.#wildcard();
    this.#previous = token.kind;
    this.#text = '';
    return { kind: 'group', index: this.#captures.push(token) - 1, part };
  }

  #parameter(at: number): RegExpSyntax {
    const isSecond = this.#parameterInSegment;
    this.#parameterInSegment = true;
    if (this.#wildcardInSegment) return without(['/', this.#text]);
    if (this.#isBeforeWildcard(at)) return without(['/', this.#textAt(at + 1)]);
    const value = without(['/', isSecond ? this.#text : '']);
    return isSecond ? { kind: 'choice', options: [value, textSyntax(this.#text)] } : value;
  }

  #wildcard(): RegExpSyntax {
    const stop = this.#wildcardText;
    const isSecond = this.#wildcardInSegment;
    this.#wildcardText = '';
    this.#wildcardInSegment = true;
    if (isSecond) return without([this.#text]);
    if (stop === '') return without([]);
    return { kind: 'choice', options: [without([stop]), repeated(SEGMENT_CHAR)] };
  }

  #isBeforeWildcard(at: number): boolean {
    for (const token of this.#form.slice(at + 1)) {
      if (token.kind === 'wildcard') return true;
      if (token.kind === 'text' && token.text.includes('/')) return false;
    }
    return false;
  }

  #textAt(at: number): string {
    const token = this.#form[at];
    return token?.kind === 'text' ? token.text : '';
  }
}

/** One character or more, none of which begins one of these texts. */
function without(texts: readonly string[]): RegExpSyntax {
  const chars = texts.filter(({ length }) => length === 1).map((text) => text.charCodeAt(0));
  const longer = [...new Set(texts.filter(({ length }) => length > 1))];
  const set = charSet(chars.map((code) => [code, code]));
  const aheads = longer.map(
    (text): RegExpSyntax => ({ kind: 'ahead', part: textSyntax(text), isNegated: true }),
  );
  return repeated({ kind: 'sequence', parts: [...aheads, { kind: 'char', set, isNegated: true }] });
}

function repeated(part: RegExpSyntax): RegExpSyntax {
  return { kind: 'repeat', part, least: 1, most: Number.POSITIVE_INFINITY, isLazy: false };
}
