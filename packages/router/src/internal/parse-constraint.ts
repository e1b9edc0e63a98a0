import { PatternError } from '../pattern-error.ts';
import { CLASSES, CONTROLS, LINE_END } from './char-classes.ts';
import { SLASH } from './char-code.ts';
import { type CharSet, charSet, complement, foldCase } from './char-set.ts';
import type { ConstraintSyntax } from './constraint-syntax.ts';

const COUNT = /\{(\d+)(,(\d*))?\}/y;
const HEX = /x([\da-fA-F]{2})|u([\da-fA-F]{4})/y;

/** More than the characters that any constraint may have with its counts written out. */
const MOST_COUNT = 512;

/** A constraint's tree, and where the text after its `)` begins. */
export interface ParsedConstraint {
  readonly syntax: ConstraintSyntax;
  readonly end: number;
}

/** Reads the constraint whose `(` is at `open`. */
export function parseConstraint(pattern: string, open: number, caseSensitive: boolean): ParsedConstraint {
  const parser = new ConstraintParser(pattern, open, caseSensitive);
  return parser.parse();
}

class ConstraintParser {
  readonly #pattern: string;
  readonly #caseSensitive: boolean;
  readonly #open: number;
  #at: number;

  constructor(pattern: string, open: number, caseSensitive: boolean) {
    this.#pattern = pattern;
    this.#caseSensitive = caseSensitive;
    this.#open = open;
    this.#at = open + 1;
  }

  parse(): ParsedConstraint {
    const syntax = this.#choice(this.#open);
    return { syntax, end: this.#at };
  }

  /** Reads up to the `)` that belongs to the `(` at `open`, and past it. */
  #choice(open: number): ConstraintSyntax {
    const options: ConstraintSyntax[] = [];
    do options.push(this.#sequence(open));
    while (this.#pattern.charAt(this.#at++) === '|');
    return options.length === 1 ? (options[0] as ConstraintSyntax) : { kind: 'choice', options };
  }

  #sequence(open: number): ConstraintSyntax {
    const parts: ConstraintSyntax[] = [];
    for (;;) {
      const char = this.#pattern.charAt(this.#at);
      if (char === '') throw this.#error(open, 'This parenthesis is never closed: write `)` after it');
      if (char === '|' || char === ')') return { kind: 'sequence', parts };
      parts.push(this.#repetition(this.#atom(char)));
    }
  }

  #atom(char: string): ConstraintSyntax {
    const position = this.#at++;
    switch (char) {
      case '(':
        return this.#group(position);
      case '[':
        return this.#char(this.#bracket(position), position);
      case '.':
        return this.#char(complement(LINE_END), position);
      case '\\':
        return this.#char(this.#escape(position), position);
      case '^':
      case '$':
        throw this.#error(position, `A constraint always holds for the whole value: leave out \`${char}\``);
      case '*':
      case '+':
      case '?':
      case '{':
        throw this.#error(
          position,
          `There is nothing to repeat: escape \`${char}\` with a backslash, or write it after something`,
        );
      default: {
        const code = char.charCodeAt(0);
        return this.#char([[code, code]], position);
      }
    }
  }

  #char(set: CharSet, position: number): ConstraintSyntax {
    if (single(set) === SLASH) {
      const fault = 'A parameter is one segment, which holds no `/`';
      throw this.#error(position, `${fault}: write a parameter for each segment`);
    }
    return { kind: 'char', set: this.#caseSensitive ? set : foldCase(set), position };
  }

  #group(position: number): ConstraintSyntax {
    if (this.#pattern.startsWith('?:', this.#at)) {
      this.#at += 2;
      return this.#choice(position);
    }
    if (this.#pattern.charAt(this.#at) === '?') {
      throw this.#error(
        position,
        'Lookaround and named groups have no place in a constraint: write what the value is',
      );
    }
    throw this.#error(position, 'A group inside a constraint captures nothing: write `(?:…)`');
  }

  #repetition(part: ConstraintSyntax): ConstraintSyntax {
    const bounds = this.#bounds();
    if (bounds === undefined) return part;
    const [least, most] = bounds;
    // A lazy quantifier accepts the same values as a greedy one.
    if (this.#pattern.charAt(this.#at) === '?') this.#at++;
    const position = this.#at;
    if (this.#bounds() !== undefined)
      throw this.#error(position, 'There is nothing to repeat: one quantifier is enough');
    return { kind: 'repeat', part, least, most };
  }

  /** Reads a quantifier, if one stands here. */
  #bounds(): readonly [least: number, most: number] | undefined {
    const start = this.#at;
    const char = this.#pattern.charAt(start);
    const simple = ({ '*': [0, Infinity], '+': [1, Infinity], '?': [0, 1] } as const)[char];
    if (simple !== undefined) {
      this.#at++;
      return simple;
    }
    if (char !== '{') return undefined;
    COUNT.lastIndex = start;
    const count = COUNT.exec(this.#pattern);
    if (count === null)
      throw this.#error(start, 'Write a count as `{2}`, `{2,}` or `{2,4}`, or escape `{` with a backslash');
    this.#at = COUNT.lastIndex;
    const least = Number(count[1]);
    const most = count[2] === undefined ? least : count[3] === '' ? Infinity : Number(count[3]);
    if (least > MOST_COUNT || (most > MOST_COUNT && most !== Infinity))
      throw this.#error(start, `A count is ${MOST_COUNT} at most: check the length in the handler`);
    if (most < least)
      throw this.#error(start, 'The bounds of this count are out of order: write the smaller one first');
    return [least, most];
  }

  #bracket(open: number): CharSet {
    const negated = this.#pattern.charAt(this.#at) === '^';
    if (negated) this.#at++;
    const ranges: (readonly [number, number])[] = [];
    for (;;) {
      const position = this.#at;
      const low = this.#member(open);
      if (low === undefined) break;
      const ranged = this.#pattern.charAt(this.#at) === '-' && this.#pattern.charAt(this.#at + 1) !== ']';
      if (!ranged) {
        ranges.push(...low);
        continue;
      }
      this.#at++;
      const high = this.#member(open);
      const from = single(low);
      const to = high && single(high);
      if (from === undefined || to === undefined || from > to) {
        throw this.#error(
          position,
          'A range goes from a character to a later one; escape `-` with a backslash',
        );
      }
      ranges.push([from, to]);
    }
    const set = charSet(ranges);
    // Folded before it is negated: `[^a]` excludes `A` too.
    return negated ? complement(this.#caseSensitive ? set : foldCase(set)) : set;
  }

  /** Reads one member of the class opened at `open`; `undefined` at its end. */
  #member(open: number): CharSet | undefined {
    const position = this.#at++;
    const char = this.#pattern.charAt(position);
    if (char === '') throw this.#error(open, 'This class is never closed: write `]` after it');
    if (char === ']') return undefined;
    if (char === '\\') return this.#escape(position);
    const code = char.charCodeAt(0);
    return [[code, code]];
  }

  /** Reads the escape whose backslash is at `position`. */
  #escape(position: number): CharSet {
    HEX.lastIndex = this.#at;
    const hex = HEX.exec(this.#pattern);
    if (hex !== null) {
      this.#at = HEX.lastIndex;
      const code = Number.parseInt(hex[1] ?? hex[2] ?? '', 16);
      return [[code, code]];
    }
    const char = this.#pattern.charAt(this.#at++);
    const named = CLASSES.get(char);
    if (named !== undefined) return named;
    if (char === '' || /[\p{L}\p{N}]/u.test(char)) {
      const code = CONTROLS.get(char);
      if (code !== undefined) return [[code, code]];
      throw this.#error(
        position,
        `\`\\${char}\` has no place in a constraint: \`\\d\`, \`\\w\`, \`\\s\` and escaped punctuation have`,
      );
    }
    const code = char.charCodeAt(0);
    return [[code, code]];
  }

  #error(position: number, fault: string): PatternError {
    return new PatternError(this.#pattern, position, fault);
  }
}

function single(set: CharSet): number | undefined {
  const [range] = set;
  return set.length === 1 && range !== undefined && range[0] === range[1] ? range[0] : undefined;
}
