/** @module Converts a pattern to a regular expression with parameters like path-to-regexp 0.1, which Express 4 uses. */
import type { ExpressionOptions } from './path-expression.ts';

/** An escape; a parameter with its optional prefix and suffix; a dot, a star, or a group that begins a segment. */
const TOKEN = /\\.|(\/)?(\.)?:(\w+)(\(.*?\))?(\*)?(\?)?|[.*]|\/\(/g;

/** A parameter, and where its part of the expression begins. */
export interface Express4Param {
  readonly name: string;
  readonly optional: boolean;
  readonly offset: number;
}

/** The end of a pattern's expression. */
export function ending(source: string, { end, strict }: Pick<ExpressionOptions, 'end' | 'strict'>): string {
  const slash = strict ? '' : source.endsWith('/') ? '?' : '/?';
  if (end) return `${slash}$`;
  return strict && source.endsWith('/') ? '' : `${slash}(?=/|$)`;
}

/** Writes the regular expression of a pattern. */
export class Express4Source {
  readonly #pattern: string;
  readonly #keys: Express4Param[] = [];
  /** Text since the last parameter of the segment, as a regular expression: the value of a parameter does not contain it. */
  #before = '';
  /** Start of the text that is not yet in {@link #before}. */
  #from = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  write(): { source: string; keys: readonly Express4Param[] } {
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
      // Not to the end of the token: Express 4 also counts like this, which repeats the text before the token.
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
    this.#keys.push({ name, optional: optional !== '', offset });
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

/** A star in a parameter's group becomes a group of its own, unless it is preceded by an escape. */
function starsIn(capture: string): string {
  return capture.replace(/\\.|\*/, (part) => (part === '*' ? '(.*)' : part));
}
