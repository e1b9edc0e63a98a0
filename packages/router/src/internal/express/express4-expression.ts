import type { PatternForm } from '../../router-types.ts';
import { parseRegExp, RegExpError, type RegExpGroup } from '../regexp/parse-regexp.ts';
import { type Express4Param, Express4Source, ending } from './express4-source.ts';
import type { ExpressionOptions, PathExpression } from './path-expression.ts';
import { syntaxForms } from './syntax-forms.ts';

/** Text that is never syntax and has a canonical form: escapes, and characters that are escaped in request targets. */
const ESCAPABLE = /(?:%[\da-f]{2}|[^\x21-\x7e]|["<>`])+/gi;

/** In UTF-16 code units. Applications of Express 4 generate patterns with hundreds of names, `/:lang(de|en|…)`. */
const MAX_PATTERN = 16_384;

/**
 * Parses a pattern like path-to-regexp 0.1, which Express 4 uses: as a regular expression with parameters.
 *
 * @throws RegExpError if the expression is malformed or cannot be matched in linear time
 */
export function express4Expression(pattern: string, options: ExpressionOptions): PathExpression {
  if (pattern.length > MAX_PATTERN) {
    throw new RegExpError(`it has more than ${MAX_PATTERN} characters`);
  }
  const { source, keys } = new Express4Source(canonicalPattern(pattern, options)).write();
  if (hasAlternatives(source))
    throw new RegExpError('it has a "|" outside of a group: write one pattern for each');
  const { syntax, groups } = parseRegExp(`^${source}${ending(source, options)}`);
  const names = groupNames(keys, groups);
  const forms = (): readonly PatternForm[] | undefined => syntaxForms(syntax, groups, names, options.strict);
  return { syntax, names, lists: names.map(() => false), forms };
}

/** Whether a `|` divides the whole expression, so that `^` only applies to the first part and `$` to the last. */
function hasAlternatives(source: string): boolean {
  let depth = 0;
  for (const [token] of source.matchAll(/\\.|\[(?:\\.|[^\]])*\]|[()|]/g)) {
    if (token === '(') depth++;
    else if (token === ')') depth--;
    else if (token === '|' && depth === 0) return true;
  }
  return false;
}

function canonicalPattern(pattern: string, { canonicalize }: ExpressionOptions): string {
  if (canonicalize === undefined) return pattern;
  return pattern.replace(ESCAPABLE, (text) => canonicalize(text).replace(/[.*+?^${}()|[\]\\:]/g, '\\$&'));
}

/** The name of each group: its parameter's name, or its number among the unnamed groups. */
function groupNames(keys: readonly Express4Param[], groups: readonly RegExpGroup[]): string[] {
  let unnamed = 0;
  let at = 0;
  return groups.map(({ position }) => {
    const key = keys[at];
    // Positions include the `^` before the source.
    if (key === undefined || key.offset + 1 > position) return String(unnamed++);
    at++;
    return key.name;
  });
}
