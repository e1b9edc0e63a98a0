import { CLASSES, CONTROLS, LINE_END } from '../char-classes.ts';
import { type CharSet, charSet } from '../char-set.ts';
import type { RegExpSyntax } from './regexp-syntax.ts';

/** A regular expression that cannot be matched in linear time, or is none. */
export class RegExpError extends Error {}

/** A regular expression as a tree, and where its capturing groups begin in the source. */
export interface ParsedRegExp {
  readonly syntax: RegExpSyntax;
  readonly groups: readonly number[];
}

const COUNT = /\{(\d+)(,(\d*))?\}/y;
const HEX = /x([\da-fA-F]{2})|u([\da-fA-F]{4})/y;
const NAME = /\?<([^=!>][^>]*)>/y;

/** No pattern of a person counts higher; the copies of a repeated part are compiled one by one. */
const MAX_COUNT = 512;

/** Groups inside of groups; each is a call inside a call. */
const MAX_DEPTH = 100;

/**
 * Reads the source of a regular expression without flags, as JavaScript reads it.
 *
 * @throws {@link RegExpError} when it is malformed, or has a back reference or a lookbehind
 */
export function parseRegExp(source: string): ParsedRegExp {
  return new RegExpParser(source).parse();
}

class RegExpParser {
  readonly #source: string;
  readonly #groups: number[] = [];
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
  }

  parse(): ParsedRegExp {
    const syntax = this.#choice();
    if (this.#at < this.#source.length) throw new RegExpError('`)` closes no group');
    return { syntax, groups: this.#groups };
  }

  #choice(): RegExpSyntax {
    if (++this.#depth > MAX_DEPTH) throw new RegExpError(`groups nest ${MAX_DEPTH} deep at most`);
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
    if (this.#take('^')) return { kind: 'start' };
    if (this.#take('$')) return { kind: 'end' };
    if (this.#take('\\b')) return { kind: 'boundary', isNegated: false };
    if (this.#take('\\B')) return { kind: 'boundary', isNegated: true };
    if (this.#bounds() !== undefined) throw new RegExpError(`there is nothing to repeat before \`${char}\``);
    const part = char === '(' ? this.#group() : this.#char();
    const bounds = this.#bounds();
    if (bounds === undefined) return part;
    return { kind: 'repeat', part, least: bounds[0], most: bounds[1], isLazy: this.#take('?') };
  }

  #group(): RegExpSyntax {
    const open = this.#at++;
    if (this.#take('?:')) return this.#closed(this.#choice());
    if (this.#take('?=')) return this.#ahead(false);
    if (this.#take('?!')) return this.#ahead(true);
    NAME.lastIndex = this.#at;
    if (NAME.test(this.#source)) this.#at = NAME.lastIndex;
    else if (this.#source.charAt(this.#at) === '?') throw new RegExpError('a lookbehind is not supported');
    const index = this.#groups.push(open) - 1;
    return { kind: 'group', index, part: this.#closed(this.#choice()) };
  }

  #ahead(isNegated: boolean): RegExpSyntax {
    const groups = this.#groups.length;
    const part = this.#closed(this.#choice());
    if (!isNegated && this.#groups.length > groups) {
      throw new RegExpError('a group inside of a lookahead is not supported: write `(?:…)`');
    }
    return { kind: 'ahead', part, isNegated };
  }

  #closed(syntax: RegExpSyntax): RegExpSyntax {
    if (!this.#take(')')) throw new RegExpError('a parenthesis is not closed: write `)`');
    return syntax;
  }

  /** Reads a quantifier, if there is one here. A brace that begins none is text, as in JavaScript. */
  #bounds(): readonly [least: number, most: number] | undefined {
    if (this.#take('*')) return [0, Number.POSITIVE_INFINITY];
    if (this.#take('+')) return [1, Number.POSITIVE_INFINITY];
    if (this.#take('?')) return [0, 1];
    COUNT.lastIndex = this.#at;
    const count = COUNT.exec(this.#source);
    if (count === null) return undefined;
    this.#at = COUNT.lastIndex;
    const least = Number(count[1]);
    const most = count[2] === undefined ? least : count[3] ? Number(count[3]) : Number.POSITIVE_INFINITY;
    if (least > MAX_COUNT || (most > MAX_COUNT && most !== Number.POSITIVE_INFINITY)) {
      throw new RegExpError(`a count is ${MAX_COUNT} at most: check the length in the handler`);
    }
    if (most < least) throw new RegExpError('the bounds of a count are out of order');
    return [least, most];
  }

  #char(): RegExpSyntax {
    const char = this.#source.charAt(this.#at++);
    if (char === '.') return { kind: 'char', set: LINE_END, isNegated: true };
    if (char === '[') return this.#class();
    return { kind: 'char', set: char === '\\' ? this.#escape() : setOf(char), isNegated: false };
  }

  #class(): RegExpSyntax {
    const isNegated = this.#take('^');
    const ranges: (readonly [number, number])[] = [];
    while (!this.#take(']')) {
      const low = this.#member();
      const isRange = this.#source.charAt(this.#at) === '-' && this.#source.charAt(this.#at + 1) !== ']';
      if (!isRange) {
        ranges.push(...low);
        continue;
      }
      this.#at++;
      ranges.push(...between(low, this.#member()));
    }
    return { kind: 'char', set: charSet(ranges), isNegated };
  }

  #member(): CharSet {
    if (this.#at >= this.#source.length) throw new RegExpError('a class is not closed: write `]`');
    if (this.#take('\\b')) return setOf('\b');
    const char = this.#source.charAt(this.#at++);
    return char === '\\' ? this.#escape() : setOf(char);
  }

  /** Reads what follows a backslash. */
  #escape(): CharSet {
    HEX.lastIndex = this.#at;
    const hex = HEX.exec(this.#source);
    if (hex !== null) {
      this.#at = HEX.lastIndex;
      return setOf(String.fromCharCode(Number.parseInt(hex[1] ?? hex[2] ?? '', 16)));
    }
    const char = this.#source.charAt(this.#at++);
    if (char === '') throw new RegExpError('a backslash escapes the character after it, and none follows');
    if (/[0-9ck]/.test(char))
      throw new RegExpError(`\`\\${char}\` is not supported: write the character itself`);
    const control = CONTROLS.get(char);
    return CLASSES.get(char) ?? setOf(control === undefined ? char : String.fromCharCode(control));
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }
}

function setOf(char: string): CharSet {
  const code = char.charCodeAt(0);
  return [[code, code]];
}

/** A range of a class. With a class at one of its ends the hyphen is a character, as in JavaScript. */
function between(low: CharSet, high: CharSet): CharSet {
  const from = low.length === 1 && low[0]?.[0] === low[0]?.[1] ? low[0]?.[0] : undefined;
  const to = high.length === 1 && high[0]?.[0] === high[0]?.[1] ? high[0]?.[0] : undefined;
  if (from === undefined || to === undefined) return [...low, ...high, [0x2d, 0x2d]];
  if (from > to) throw new RegExpError('the ends of a range are out of order');
  return [[from, to]];
}
