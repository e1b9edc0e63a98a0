/** @module Reads patterns and compiles them to the steps of a search. */
import { PatternError } from '../../pattern-error.ts';
import type { PatternForm } from '../../router-types.ts';
import { foldText } from '../ascii.ts';
import { expandGroups } from './expand-groups.ts';
import { lowerForm } from './lower-form.ts';
import { type PatternOptions, parsePattern } from './parse-pattern.ts';
import type { PatternStep } from './pattern-step.ts';
import type { CaptureToken, FlatToken, PatternToken } from './pattern-token.ts';

/** How a pattern is compiled. */
export interface CompileOptions extends PatternOptions {
  readonly strict: boolean;
}

/** One form of a pattern, compiled. */
export interface LoweredForm {
  readonly parts: PatternForm;
  /** The only path it matches; `undefined` for a form with captures. */
  readonly literal: string | undefined;
  readonly steps: readonly PatternStep[];
  /** Name of each capture, in order. */
  readonly names: readonly string[];
  /** Whether each capture is a list of segments; empty if none is. */
  readonly lists: readonly boolean[];
}

/** Compiles a pattern to its forms, in the order in which they match. */
export function compilePattern(pattern: string, options: CompileOptions): LoweredForm[] {
  const tokens = parsePattern(pattern, options);
  const forms = expandGroups(pattern, options.strict ? tokens : loosen(tokens));
  if (!options.lenient) for (const form of forms) checkStart(pattern, form);
  return forms.map((form) => {
    const folded = options.caseSensitive ? form : form.map(foldToken);
    const captures = form.filter((token) => token.kind !== 'text');
    return {
      // A copy drops the spare capacity of an array that has grown: there may be thousands of patterns.
      parts: form.slice(),
      literal:
        captures.length > 0
          ? undefined
          : folded.map((token) => (token.kind === 'text' ? token.text : '')).join(''),
      steps: lowerForm(pattern, folded).slice(),
      names: captures.map(({ name }) => name),
      lists: captures.some(isList) ? captures.map(isList) : NO_LISTS,
    };
  });
}

/** Most forms have no list, and share this. */
const NO_LISTS: readonly boolean[] = [];

function isList(token: CaptureToken): boolean {
  return token.kind === 'wildcard' && !token.bare;
}

/**
 * Paths begin with `/`, so each form must begin with it or with a wildcard. The target of `OPTIONS *` is the exception.
 */
function checkStart(pattern: string, [first]: readonly FlatToken[]): void {
  if (first === undefined || first.kind === 'wildcard' || pattern === '\\*') return;
  if (first.kind === 'text' && first.text.startsWith('/')) return;
  throw new PatternError(
    pattern,
    first.position,
    'Invalid pattern: expected `/` at its start, whichever groups are left out',
  );
}

/** Removes the slashes at the end of a pattern other than `/`, as Express does if a trailing slash does not matter. */
function loosen(tokens: readonly PatternToken[]): readonly PatternToken[] {
  const last = tokens.at(-1);
  if (last?.kind !== 'text' || (tokens.length === 1 && last.text === '/')) return tokens;
  const text = last.text.replace(/\/+$/, '');
  return text === '' ? tokens.slice(0, -1) : tokens.with(-1, { ...last, text });
}

function foldToken(token: FlatToken): FlatToken {
  if (token.kind !== 'text') return token;
  const text = foldText(token.text);
  return text === token.text ? token : { ...token, text };
}
