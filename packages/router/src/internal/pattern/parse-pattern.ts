import { PatternError } from '../../pattern-error.ts';
import type { Constraint } from './constraint.ts';
import { compileConstraint } from './constraint.ts';
import { inspectValue } from './inspect-value.ts';
import type { GroupToken, ParameterToken, PatternToken, TextToken, WildcardToken } from './pattern-token.ts';

/** How a pattern is read. */
export interface PatternOptions {
  readonly caseSensitive: boolean;
  readonly canonicalize: ((literal: string) => string) | undefined;
  /** Whether a pattern may be empty, or begin with something other than `/`. */
  readonly lenient: boolean;
  /** Accepts exactly the syntax of path-to-regexp 8: names may repeat, and Express 4 syntax is rejected. */
  readonly isExpress5?: boolean;
}

const NAME = /[$_\p{ID_Start}](?:[$\p{ID_Continue}]|\u200c|\u200d)*/uy;

const QUERY = /\?[^/()]*=/y;

/** In UTF-16 code units. */
const MAX_PATTERN = 2_048;

/** Characters that Express 5 reserves, and what to write instead. */
const RESERVED: Readonly<Record<string, string>> = {
  '(': 'a regular expression needs a name: write `:name(…)`',
  ')': 'there is nothing to close. To match it literally, escape it with a backslash',
  '[': 'write a parameter, `:name`, or one with a constraint, `:name([…])`, or escape it with a backslash',
  ']': 'there is nothing to close. To match it literally, escape it with a backslash',
  '}': 'there is nothing to close. To match it literally, escape it with a backslash',
  '?': 'write the optional part in braces, as in `/a{b}`. A query is not part of the path: read `req.query`',
  '+': 'for one segment or more write `/*name`. To match it literally, escape it with a backslash',
  '!': 'it is reserved. To match it literally, escape it with a backslash',
};

/** Parses a pattern into tokens, with nested groups. */
export function parsePattern(pattern: string, options: PatternOptions): PatternToken[] {
  return new PatternParser(pattern, options).parse();
}

class PatternParser {
  readonly #pattern: string;
  readonly #options: PatternOptions;
  readonly #names: string[] = [];
  #at = 0;
  #bareWildcards = 0;

  constructor(pattern: string, options: PatternOptions) {
    this.#pattern = pattern;
    this.#options = options;
  }

  parse(): PatternToken[] {
    if (this.#pattern.length > MAX_PATTERN) {
      throw this.#error(
        MAX_PATTERN,
        `Invalid pattern: expected ${MAX_PATTERN} characters at most, got ${this.#pattern.length}`,
      );
    }
    if (this.#pattern === '' && !this.#options.lenient)
      throw this.#error(0, 'Invalid pattern: expected `/` at its start');
    return this.#tokensUntil('');
  }

  #tokensUntil(close: '' | '}'): PatternToken[] {
    const tokens: PatternToken[] = [];
    const opened = this.#at - 1;
    while (this.#at < this.#pattern.length) {
      const start = this.#at;
      const char = this.#pattern.charAt(start);
      if (char === close) {
        this.#at++;
        return tokens;
      }
      if (char === ':') this.#pushParameter(tokens);
      else if (char === '*') tokens.push(this.#wildcard());
      else if (char === '{') tokens.push(this.#group());
      else if (char in RESERVED) throw this.#reserved(start, char);
      else tokens.push(this.#text());
    }
    if (close !== '') throw this.#error(opened, 'Unclosed group: expected `}`');
    return tokens;
  }

  #text(): TextToken {
    const position = this.#at;
    let literal = '';
    let from = position;
    for (; this.#at < this.#pattern.length; this.#at++) {
      const char = this.#pattern.charAt(this.#at);
      if (char === ':' || char === '*' || char === '{' || char in RESERVED) break;
      if (char === '\\') {
        literal += this.#pattern.slice(from, this.#at);
        from = ++this.#at;
        if (from === this.#pattern.length)
          throw this.#error(from - 1, 'Invalid escape: expected a character after the backslash');
      }
    }
    literal += this.#pattern.slice(from, this.#at);
    return { kind: 'text', text: this.#canonical(literal, position), position };
  }

  #canonical(literal: string, position: number): string {
    const { canonicalize } = this.#options;
    if (canonicalize === undefined) return literal;
    let canonical: unknown;
    try {
      canonical = canonicalize(literal);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : inspectValue(cause);
      throw new PatternError(this.#pattern, position, `\`canonicalize\` failed for this text: ${reason}`, {
        cause,
      });
    }
    if (typeof canonical === 'string') return canonical;
    throw this.#error(
      position,
      `Invalid result of \`canonicalize\`: expected a string, got ${inspectValue(canonical)}`,
    );
  }

  #group(): GroupToken {
    const position = this.#at++;
    return { kind: 'group', tokens: this.#tokensUntil('}'), position };
  }

  #pushParameter(tokens: PatternToken[]): void {
    const position = this.#at++;
    const name = this.#name(position);
    if (name === '')
      throw this.#error(position, 'Missing name: expected `:name`, or `\\:` for the character');
    if (this.#options.isExpress5) {
      tokens.push({ kind: 'parameter', name, constraint: undefined, position });
      return;
    }
    const constraint = this.#constraint(name);
    const parameter: ParameterToken = { kind: 'parameter', name, constraint, position };
    const after = this.#pattern.charAt(this.#at);
    if (after === '?' && !this.#isQueryAt(this.#at)) {
      this.#at++;
      pushOptional(tokens, parameter);
    } else if (after === '+' || (after === '*' && !this.#namedAt(this.#at + 1))) {
      throw this.#error(
        this.#at,
        `A parameter cannot repeat with \`${after}\`: write \`*${name}\` for several segments`,
      );
    } else {
      tokens.push(parameter);
    }
  }

  #wildcard(): WildcardToken {
    const position = this.#at++;
    const named = this.#name(position);
    if (this.#options.isExpress5 && named === '')
      throw this.#error(position, 'Missing name: expected `*name`');
    const after = this.#pattern.charAt(this.#at);
    if (after === '(')
      throw this.#error(this.#at, 'A wildcard cannot have a constraint: write `:name(…)` for one segment');
    if (after === '?')
      throw this.#error(this.#at, 'A wildcard cannot be made optional with `?`: write `{/*name}`');
    const name = named === '' ? this.#unique(String(this.#bareWildcards++), position) : named;
    return { kind: 'wildcard', name, bare: named === '', position };
  }

  /** Whether a query begins here, as in `?a=1`, which is rejected: paths have none. */
  #isQueryAt(index: number): boolean {
    QUERY.lastIndex = index;
    return QUERY.test(this.#pattern);
  }

  #namedAt(index: number): boolean {
    NAME.lastIndex = index;
    return NAME.test(this.#pattern) || this.#pattern.charAt(index) === '"';
  }

  /** Reads a name, bare or quoted; `''` if there is none. */
  #name(position: number): string {
    NAME.lastIndex = this.#at;
    const plain = NAME.exec(this.#pattern)?.[0];
    if (plain !== undefined) {
      this.#at += plain.length;
      return this.#unique(plain, position);
    }
    return this.#pattern.charAt(this.#at) === '"' ? this.#unique(this.#quotedName(), position) : '';
  }

  #quotedName(): string {
    const opened = this.#at++;
    let name = '';
    for (;;) {
      let char = this.#pattern.charAt(this.#at++);
      if (char === '"') break;
      if (char === '\\') char = this.#pattern.charAt(this.#at++);
      if (char === '') throw this.#error(opened, 'Unclosed name: expected `"`');
      name += char;
    }
    if (name === '')
      throw this.#error(opened, 'Empty name: expected at least one character between the quotes');
    return name;
  }

  #unique(name: string, position: number): string {
    if (this.#names.includes(name) && !this.#options.isExpress5) {
      throw this.#error(position, `Duplicate name ${JSON.stringify(name)}: rename one of the captures`);
    }
    this.#names.push(name);
    return name;
  }

  #constraint(name: string): Constraint | undefined {
    if (this.#pattern.charAt(this.#at) !== '(') return undefined;
    if (this.#pattern.startsWith('(*)', this.#at)) {
      throw this.#error(
        this.#at,
        `Invalid constraint: write \`*${name}\` instead of \`:${name}(*)\` for several segments`,
      );
    }
    const { constraint, end } = compileConstraint(this.#pattern, this.#at, this.#options.caseSensitive);
    this.#at = end;
    return constraint;
  }

  #reserved(position: number, char: string): PatternError {
    return this.#error(position, `Unexpected \`${char}\`: ${RESERVED[char]}`);
  }

  #error(position: number, problem: string): PatternError {
    return new PatternError(this.#pattern, position, problem);
  }
}

/**
 * Treats `/:id?` as `{/:id}`, like Express 4: the preceding `/` or `.` is also optional. The slash at the start of a
 * pattern is not, so that `/:id?` matches `/`.
 */
function pushOptional(tokens: PatternToken[], parameter: ParameterToken): void {
  const before = tokens.at(-1);
  const prefix = before?.kind === 'text' ? before.text.at(-1) : undefined;
  const alone = tokens.length === 1 && before?.kind === 'text' && before.text === '/';
  if (before?.kind !== 'text' || alone || (prefix !== '/' && prefix !== '.')) {
    tokens.push({ kind: 'group', tokens: [parameter], position: parameter.position });
    return;
  }
  tokens.pop();
  const text = before.text.slice(0, -1);
  if (text !== '') tokens.push({ ...before, text });
  const position = before.position + text.length;
  tokens.push({ kind: 'group', tokens: [{ kind: 'text', text: prefix, position }, parameter], position });
}
