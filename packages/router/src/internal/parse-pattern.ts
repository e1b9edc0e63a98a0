import { PatternError } from '../pattern-error.ts';
import { compileConstraint } from './compile-constraint.ts';
import type { Constraint } from './constraint.ts';
import { inspected } from './inspected.ts';
import type { GroupToken, ParameterToken, PatternToken, TextToken, WildcardToken } from './pattern-token.ts';

/** What the reading of a pattern depends on. */
export interface PatternOptions {
  readonly caseSensitive: boolean;
  readonly canonicalize: ((literal: string) => string) | undefined;
  /** Whether a pattern may be empty, or begin with anything. */
  readonly lenient: boolean;
  /** Reads exactly what path-to-regexp 8 accepts: names may repeat, and nothing of Express 4 is known. */
  readonly isExpress5?: boolean;
}

const NAME = /[$_\p{ID_Start}](?:[$\p{ID_Continue}]|\u200c|\u200d)*/uy;

/** In UTF-16 code units; a request line that a server accepts may hold some times as many. */
const LONGEST_PATTERN = 2_048;

/** Characters without a meaning of their own here, kept free as Express 5 does, and what to write instead. */
const RESERVED: Readonly<Record<string, string>> = {
  '(': 'a regular expression needs a name: write `:name(…)`',
  ')': 'it closes nothing; as text, escape it with a backslash',
  '[': 'write a parameter with a constraint, `:name([…])`, or escape it with a backslash',
  ']': 'it closes nothing; as text, escape it with a backslash',
  '}': 'it closes nothing; as text, escape it with a backslash',
  '?': 'write the optional part in braces, as in `/a{b}`, or escape it with a backslash',
  '+': 'for one segment or more write `/*name`; as text, escape it with a backslash',
  '!': 'it is reserved; as text, escape it with a backslash',
};

/** Reads a pattern into tokens; groups are still nested. */
export function parsePattern(pattern: string, options: PatternOptions): PatternToken[] {
  return new PatternParser(pattern, options).parse();
}

class PatternParser {
  readonly #pattern: string;
  readonly #options: PatternOptions;
  readonly #names = new Set<string>();
  #at = 0;
  #bareWildcards = 0;

  constructor(pattern: string, options: PatternOptions) {
    this.#pattern = pattern;
    this.#options = options;
  }

  parse(): PatternToken[] {
    if (this.#pattern.length > LONGEST_PATTERN) {
      throw this.#error(LONGEST_PATTERN, `A pattern has ${LONGEST_PATTERN} characters at most: shorten it`);
    }
    if (this.#pattern === '' && !this.#options.lenient)
      throw this.#error(0, 'A pattern begins with `/`: write it');
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
    if (close !== '') throw this.#error(opened, 'This group is never closed: write `}` after it');
    return tokens;
  }

  #text(): TextToken {
    const position = this.#at;
    let literal = '';
    while (this.#at < this.#pattern.length) {
      let char = this.#pattern.charAt(this.#at);
      if (char === ':' || char === '*' || char === '{' || char in RESERVED) break;
      if (char === '\\') {
        char = this.#pattern.charAt(++this.#at);
        if (char === '')
          throw this.#error(this.#at - 1, 'A backslash escapes the character after it, and none follows');
      }
      literal += char;
      this.#at++;
    }
    return { kind: 'text', text: this.#canonical(literal, position), position };
  }

  #canonical(literal: string, position: number): string {
    const { canonicalize } = this.#options;
    if (canonicalize === undefined) return literal;
    let canonical: unknown;
    try {
      canonical = canonicalize(literal);
    } catch (cause) {
      const fault = `This text has no canonical form: ${cause instanceof Error ? cause.message : inspected(cause)}`;
      throw new PatternError(this.#pattern, position, fault, { cause });
    }
    if (typeof canonical === 'string') return canonical;
    throw this.#error(
      position,
      `\`canonicalize\` has to return a string for this text, not ${inspected(canonical)}`,
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
      throw this.#error(position, 'A parameter has a name: write `:name`, or `\\:` for the character');
    if (this.#options.isExpress5) {
      tokens.push({ kind: 'parameter', name, constraint: undefined, position });
      return;
    }
    const constraint = this.#constraint(name);
    const parameter: ParameterToken = { kind: 'parameter', name, constraint, position };
    const after = this.#pattern.charAt(this.#at);
    if (after === '?') {
      this.#at++;
      pushOptional(tokens, parameter);
    } else if (after === '+' || (after === '*' && !this.#namedAt(this.#at + 1))) {
      throw this.#error(
        this.#at,
        `\`${after}\` after a parameter is not repetition: for several segments write \`*${name}\``,
      );
    } else {
      tokens.push(parameter);
    }
  }

  #wildcard(): WildcardToken {
    const position = this.#at++;
    const named = this.#name(position);
    if (this.#options.isExpress5 && named === '')
      throw this.#error(position, 'A wildcard has a name: write `*name`');
    const after = this.#pattern.charAt(this.#at);
    if (after === '(')
      throw this.#error(this.#at, 'A wildcard takes no constraint: write `:name(…)` for one segment');
    if (after === '?') throw this.#error(this.#at, 'Write an optional wildcard in braces: `{/*name}`');
    const name = named === '' ? this.#unique(String(this.#bareWildcards++), position) : named;
    return { kind: 'wildcard', name, bare: named === '', position };
  }

  #namedAt(index: number): boolean {
    NAME.lastIndex = index;
    return NAME.test(this.#pattern) || this.#pattern.charAt(index) === '"';
  }

  /** Reads a name, bare or quoted; `''` when there is none. */
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
      if (char === '') throw this.#error(opened, 'This name is never closed: write `"` after it');
      name += char;
    }
    if (name === '') throw this.#error(opened, 'A name in quotes has at least one character');
    return name;
  }

  #unique(name: string, position: number): string {
    if (this.#names.has(name) && !this.#options.isExpress5) {
      throw this.#error(
        position,
        `The name ${JSON.stringify(name)} is taken: give each capture a name of its own`,
      );
    }
    this.#names.add(name);
    return name;
  }

  #constraint(name: string): Constraint | undefined {
    if (this.#pattern.charAt(this.#at) !== '(') return undefined;
    if (this.#pattern.startsWith('(*)', this.#at)) {
      throw this.#error(this.#at, `For several segments write \`*${name}\` instead of \`:${name}(*)\``);
    }
    const { constraint, end } = compileConstraint(this.#pattern, this.#at, this.#options.caseSensitive);
    this.#at = end;
    return constraint;
  }

  #reserved(position: number, char: string): PatternError {
    return this.#error(position, `\`${char}\` is not text here: ${RESERVED[char]}`);
  }

  #error(position: number, fault: string): PatternError {
    return new PatternError(this.#pattern, position, fault);
  }
}

/**
 * `/:id?` is `{/:id}`, as in Express 4: the `/` or `.` before it is optional with it.
 * At the very start the slash stays, or nothing would be left to match `/`.
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
  const kept = before.text.slice(0, -1);
  if (kept !== '') tokens.push({ ...before, text: kept });
  const position = before.position + kept.length;
  tokens.push({ kind: 'group', tokens: [{ kind: 'text', text: prefix, position }, parameter], position });
}
