import { SLASH } from '../ascii.ts';
import { CLASSES, CONTROLS, LINE_END } from './char-classes.ts';
import { type CharSet, charSet, single } from './char-set.ts';
import type { RegExpSyntax } from './regexp-syntax.ts';

/** A regular expression that is malformed, or cannot be matched in linear time. */
export class RegExpError extends Error {
  /** Where in the text the problem begins, if known. */
  readonly position: number | undefined;

  constructor(message: string, position?: number) {
    super(message);
    this.position = position;
  }
}

/** A capturing group: its position, and the source between its parentheses. */
export interface RegExpGroup {
  readonly position: number;
  readonly source: string;
}

/** A regular expression as a tree, and its capturing groups. */
export interface ParsedRegExp {
  readonly syntax: RegExpSyntax;
  readonly groups: readonly RegExpGroup[];
}

const COUNT = /\{(\d+)(,(\d*))?\}/y;
const HEX = /x([\da-fA-F]{2})|u([\da-fA-F]{4})/y;
const NAME = /\?<([^=!>][^>]*)>/y;

/** Each counted repetition compiles to a copy. */
const MAX_COUNT = 512;

/** Each nested group is a recursive call. */
const MAX_DEPTH = 100;

/**
 * Parses the source of a regular expression without flags, like JavaScript.
 *
 * @throws RegExpError if it is malformed, or has a back reference or a lookbehind
 */
export function parseRegExp(source: string): ParsedRegExp {
  return new RegExpParser(source, 0, false).parse();
}

/**
 * Parses a parameter's constraint, whose `(` is at `open`; `end` is the position after its `)`. Capturing groups,
 * assertions and slashes are rejected: they are meaningless for the value of one segment.
 *
 * @throws RegExpError with a position
 */
export function parseConstraint(
  pattern: string,
  open: number,
): { readonly syntax: RegExpSyntax; readonly end: number } {
  return new RegExpParser(pattern, open + 1, true).parseUntilClosed();
}

class RegExpParser {
  readonly #source: string;
  readonly #isConstraint: boolean;
  readonly #groups: RegExpGroup[] = [];
  #at: number;
  #depth = 0;

  constructor(source: string, from: number, isConstraint: boolean) {
    this.#source = source;
    this.#at = from;
    this.#isConstraint = isConstraint;
  }

  parse(): ParsedRegExp {
    const syntax = this.#choice();
    if (this.#at < this.#source.length) throw new RegExpError('`)` closes no group', this.#at);
    return { syntax, groups: this.#groups };
  }

  parseUntilClosed(): { syntax: RegExpSyntax; end: number } {
    const syntax = this.#closed(this.#at - 1);
    return { syntax, end: this.#at };
  }

  #choice(): RegExpSyntax {
    if (++this.#depth > MAX_DEPTH)
      throw new RegExpError(`expected at most ${MAX_DEPTH} nested groups`, this.#at);
    const options = [this.#sequence()];
    while (this.#take('|')) options.push(this.#sequence());
    this.#depth--;
    return options.length === 1 ? (options[0] as RegExpSyntax) : { kind: 'choice', options };
  }

  #sequence(): RegExpSyntax {
    const parts: RegExpSyntax[] = [];
    for (;;) {
      const char = this.#source.charAt(this.#at);
      if (char === '' || char === '|' || char === ')') return { kind: 'sequence', parts };
      parts.push(this.#term(char));
    }
  }

  #term(char: string): RegExpSyntax {
    const position = this.#at;
    const assertion = this.#assertion();
    if (assertion !== undefined) {
      this.#refuseInConstraint(position, `it always matches the whole value: leave out \`${char}\``);
      return assertion;
    }
    if (this.#bounds() !== undefined) throw nothingToRepeat(char, position);
    const part = char === '(' ? this.#group() : this.#char();
    const bounds = this.#bounds();
    if (bounds === undefined) return part;
    const isLazy = this.#take('?');
    return { kind: 'repeat', part, least: bounds[0], most: bounds[1], isLazy };
  }

  #assertion(): RegExpSyntax | undefined {
    if (this.#take('^')) return { kind: 'start' };
    if (this.#take('$')) return { kind: 'end' };
    if (this.#take('\\b')) return { kind: 'boundary', isNegated: false };
    return this.#take('\\B') ? { kind: 'boundary', isNegated: true } : undefined;
  }

  #group(): RegExpSyntax {
    const open = this.#at++;
    if (this.#take('?:')) return this.#closed(open);
    this.#refuseInConstraint(open, 'write `(?:…)` for a group: it captures nothing and looks around nowhere');
    if (this.#take('?=')) return this.#ahead(open, false);
    if (this.#take('?!')) return this.#ahead(open, true);
    NAME.lastIndex = this.#at;
    if (NAME.test(this.#source)) this.#at = NAME.lastIndex;
    else if (this.#source.charAt(this.#at) === '?')
      throw new RegExpError('a lookbehind is not supported', open);
    const from = this.#at;
    const index = this.#groups.push({ position: open, source: '' }) - 1;
    const part = this.#closed(open);
    this.#groups[index] = { position: open, source: this.#source.slice(from, this.#at - 1) };
    return { kind: 'group', index, part };
  }

  #ahead(open: number, isNegated: boolean): RegExpSyntax {
    const groups = this.#groups.length;
    const part = this.#closed(open);
    if (!isNegated && this.#groups.length > groups) {
      throw new RegExpError('a capturing group in a lookahead is not supported: write `(?:…)`', open);
    }
    return { kind: 'ahead', part, isNegated };
  }

  /** Reads to the `)` that closes the `(` at `open`. */
  #closed(open: number): RegExpSyntax {
    const syntax = this.#choice();
    if (!this.#take(')')) throw new RegExpError('a parenthesis is never closed: write `)` after it', open);
    return syntax;
  }

  /** Reads a quantifier, if any. A brace that doesn't start one is text, as in JavaScript. */
  #bounds(): readonly [least: number, most: number] | undefined {
    const position = this.#at;
    if (this.#take('*')) return [0, Number.POSITIVE_INFINITY];
    if (this.#take('+')) return [1, Number.POSITIVE_INFINITY];
    if (this.#take('?')) return [0, 1];
    COUNT.lastIndex = position;
    const count = COUNT.exec(this.#source);
    if (count === null) {
      if (this.#source.charAt(position) === '{')
        this.#refuseInConstraint(position, 'write a count as `{2}`, `{2,}` or `{2,4}`, or escape `{`');
      return undefined;
    }
    this.#at = COUNT.lastIndex;
    const least = Number(count[1]);
    const most = count[2] === undefined ? least : count[3] ? Number(count[3]) : Number.POSITIVE_INFINITY;
    if (least > MAX_COUNT || (most > MAX_COUNT && most !== Number.POSITIVE_INFINITY)) {
      throw new RegExpError(
        `expected counts of ${MAX_COUNT} at most: check the length in the handler`,
        position,
      );
    }
    if (most < least) throw new RegExpError('the bounds of a count are out of order', position);
    return [least, most];
  }

  #char(): RegExpSyntax {
    const position = this.#at;
    const char = this.#source.charAt(this.#at++);
    if (char === '.') return { kind: 'char', set: LINE_END, isNegated: true };
    const isNegated = char === '[' && this.#take('^');
    const set = char === '[' ? this.#class(position) : char === '\\' ? this.#escape() : setOf(char);
    if (single(set) === SLASH && !isNegated)
      this.#refuseInConstraint(position, 'a segment contains no `/`: write a parameter for each segment');
    return { kind: 'char', set, isNegated };
  }

  #class(open: number): CharSet {
    const ranges: (readonly [number, number])[] = [];
    while (!this.#take(']')) {
      const position = this.#at;
      const low = this.#member(open);
      const isRange = this.#source.charAt(this.#at) === '-' && this.#source.charAt(this.#at + 1) !== ']';
      if (!isRange) {
        ranges.push(...low);
        continue;
      }
      this.#at++;
      ranges.push(...between(low, this.#member(open), position));
    }
    return charSet(ranges);
  }

  #member(open: number): CharSet {
    if (this.#at >= this.#source.length)
      throw new RegExpError('a class is never closed: write `]` after it', open);
    if (this.#take('\\b')) return setOf('\b');
    const char = this.#source.charAt(this.#at++);
    return char === '\\' ? this.#escape() : setOf(char);
  }

  /** Reads an escape after its backslash. */
  #escape(): CharSet {
    const position = this.#at - 1;
    HEX.lastIndex = this.#at;
    const hex = HEX.exec(this.#source);
    if (hex !== null) {
      this.#at = HEX.lastIndex;
      return setOf(String.fromCharCode(Number.parseInt(hex[1] ?? hex[2] ?? '', 16)));
    }
    const char = this.#source.charAt(this.#at++);
    if (char === '') throw new RegExpError('a backslash escapes nothing: expected a character', position);
    if (/[0-9ck]/.test(char))
      throw new RegExpError(`\`\\${char}\` is not supported: write the character itself`, position);
    const set = CLASSES.get(char);
    if (set !== undefined) return set;
    const control = CONTROLS.get(char);
    if (control === undefined && /[\p{L}\p{N}]/u.test(char))
      this.#refuseInConstraint(
        position,
        `\`\\${char}\` is not supported: expected \`\\d\`, \`\\w\` or \`\\s\``,
      );
    return setOf(control === undefined ? char : String.fromCharCode(control));
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #refuseInConstraint(position: number, problem: string): void {
    if (this.#isConstraint) throw new RegExpError(problem, position);
  }
}

function nothingToRepeat(char: string, position: number): RegExpError {
  return new RegExpError(`there is nothing to repeat before \`${char}\``, position);
}

function setOf(char: string): CharSet {
  const code = char.charCodeAt(0);
  return [[code, code]];
}

/** A range in a class. If either end is a class, the hyphen is a character, as in JavaScript. */
function between(low: CharSet, high: CharSet, position: number): CharSet {
  const from = single(low);
  const to = single(high);
  if (from === undefined || to === undefined) return [...low, ...high, [0x2d, 0x2d]];
  if (from > to) throw new RegExpError('the ends of a range are out of order', position);
  return [[from, to]];
}
