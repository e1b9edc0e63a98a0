import { parseRegExp, RegExpError } from '../regexp/parse-regexp.ts';
import type { ExpressionOptions, PathExpression } from './path-expression.ts';

/** An escape; a parameter with what may stand around it; a dot, a star, or a group that begins a segment. */
const TOKEN = /\\.|(\/)?(\.)?:(\w+)(\(.*?\))?(\*)?(\?)?|[.*]|\/\(/g;

/** Text that is never syntax and has a canonical form: escapes, and characters that are escaped in request targets. */
const ESCAPABLE = /(?:%[\da-f]{2}|[^\x21-\x7e]|["<>`])+/gi;

/** In UTF-16 code units. Applications of Express 4 generate patterns with hundreds of names, `/:lang(de|en|…)`. */
const MAX_PATTERN = 16_384;

/** A parameter, and where its part of the expression begins. */
interface Key {
  readonly name: string;
  readonly offset: number;
}

/**
 * Reads a pattern as path-to-regexp 0.1 does, which Express 4 uses: as a regular expression with parameters in it.
 *
 * @throws {@link RegExpError} when the expression is malformed, or cannot be matched in linear time
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
  return { syntax, names, lists: names.map(() => false) };
}

/** Whether a `|` divides the whole expression, so that `^` applies to the first part only and `$` to the last. */
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

function ending(source: string, { end, strict }: ExpressionOptions): string {
  const slash = strict ? '' : source.endsWith('/') ? '?' : '/?';
  if (end) return `${slash}$`;
  return strict && source.endsWith('/') ? '' : `${slash}(?=/|$)`;
}

/** The name of each group: that of the parameter it belongs to, or its number among those without one. */
function groupNames(keys: readonly Key[], groups: readonly number[]): string[] {
  let unnamed = 0;
  let at = 0;
  return groups.map((position) => {
    const key = keys[at];
    // Positions include the `^` before the source.
    if (key === undefined || key.offset + 1 > position) return String(unnamed++);
    at++;
    return key.name;
  });
}

/** Writes the regular expression of a pattern. */
class Express4Source {
  readonly #pattern: string;
  readonly #keys: Key[] = [];
  /** Text since the last parameter of the segment, as a regular expression: the value of a parameter does not contain it. */
  #before = '';
  /** Start of the text that is not yet in {@link #before}. */
  #from = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  write(): { source: string; keys: readonly Key[] } {
    let source = '';
    let copied = 0;
    for (const token of this.#pattern.matchAll(TOKEN)) {
      source += this.#pattern.slice(copied, token.index);
      source += this.#token(token, source.length);
      copied = token.index + token[0].length;
    }
    return { source: source + this.#pattern.slice(copied), keys: this.#keys };
  }

  #token(token: RegExpExecArray, offset: number): string {
    const [text, , , name] = token;
    if (name !== undefined) return this.#parameter(token, name, offset);
    if (text.startsWith('\\') || text === '.') {
      const escaped = text === '.' ? '\\.' : text;
      this.#before += escaped;
      // Not to the end of the token: Express 4 counts like this too, and then has the text before it twice.
      this.#from += text.length;
      return escaped;
    }
    this.#before = text === '*' ? '' : `${this.#before}${this.#pattern.slice(this.#from, token.index)}/`;
    this.#from = token.index + text.length;
    return text === '*' ? '(.*)' : '/(?:';
  }

  #parameter(token: RegExpExecArray, name: string, offset: number): string {
    const [text, slash = '', dot, , capture, star, optional = ''] = token;
    const begins = slash !== '' || dot !== undefined;
    const before = begins ? '' : this.#before + this.#pattern.slice(this.#from, token.index);
    const format = dot === undefined ? '' : '\\.';
    this.#keys.push({ name, offset });
    this.#before = '';
    this.#from = token.index + text.length;
    const value = capture === undefined ? valueSource(before, format) : starsIn(capture);
    const rest = star === undefined ? '' : `((?:[/${format}].+?)?)`;
    return `(?:${format}${slash}${value}${rest})${optional}`;
  }
}

function valueSource(before: string, format: string): string {
  return before === '' ? `([^/${format}]+?)` : `((?:(?!/|${before}).)+?)`;
}

/** Each star in the group of a parameter becomes a group of its own. */
function starsIn(capture: string): string {
  return capture.replace(/\\.|\*/g, (part) => (part === '*' ? '(.*)' : part));
}
