import { PatternError } from '../pattern-error.ts';
import { expandGroups } from './expand-groups.ts';
import { foldAsciiCase } from './fold-case.ts';
import { lowerForm } from './lower-form.ts';
import { type PatternOptions, parsePattern } from './parse-pattern.ts';
import type { PatternStep } from './pattern-step.ts';
import type { CaptureToken, FlatToken, PatternToken } from './pattern-token.ts';

/** How patterns are read and paths are matched. */
export interface CompileOptions extends PatternOptions {
  readonly strict: boolean;
}

/** One form of a pattern, ready for the table. */
export interface PatternForm {
  /** The only path it matches, or `undefined` when it captures. */
  readonly literal: string | undefined;
  readonly steps: readonly PatternStep[];
  /** Name of each capture, in order. */
  readonly names: readonly string[];
  /** Whether each capture is a list of segments. */
  readonly lists: readonly boolean[];
}

/** Compiles a pattern to its forms, in the order in which they match. */
export function compilePattern(pattern: string, options: CompileOptions): PatternForm[] {
  const tokens = parsePattern(pattern, options);
  const forms = expandGroups(pattern, options.strict ? tokens : loosen(tokens));
  if (!options.lenient) for (const form of forms) checkStart(pattern, form);
  return forms.map((form) => {
    const folded = options.caseSensitive ? form : form.map(foldToken);
    const captures = form.filter((token): token is CaptureToken => token.kind !== 'text');
    return {
      literal:
        captures.length > 0
          ? undefined
          : folded.map((token) => (token.kind === 'text' ? token.text : '')).join(''),
      steps: lowerForm(pattern, folded),
      names: captures.map(({ name }) => name),
      lists: captures.map((token) => token.kind === 'wildcard' && !token.bare),
    };
  });
}

/**
 * A path begins with `/`, so every form does, or with a wildcard, which takes that too. A form that is
 * empty is what its groups leave; the target of `OPTIONS *` is the one that is no path.
 */
function checkStart(pattern: string, [first]: readonly FlatToken[]): void {
  if (first === undefined || first.kind === 'wildcard' || pattern === '\\*') return;
  if (first.kind === 'text' && first.text.startsWith('/')) return;
  throw new PatternError(pattern, first.position, 'A pattern begins with `/`, whatever groups are left out');
}

/** Express drops the slashes at the end of a pattern when a trailing slash does not matter; of `/` it keeps the one. */
function loosen(tokens: readonly PatternToken[]): readonly PatternToken[] {
  const last = tokens.at(-1);
  if (last?.kind !== 'text' || (tokens.length === 1 && last.text === '/')) return tokens;
  const text = last.text.replace(/\/+$/, '');
  return text === '' ? tokens.slice(0, -1) : tokens.with(-1, { ...last, text });
}

function foldToken(token: FlatToken): FlatToken {
  return token.kind === 'text' ? { ...token, text: foldAsciiCase(token.text) } : token;
}
