/** @module Regular expressions that run in linear time: their syntax, sets of characters, and programs. */
import { complement, foldCase } from './char-set.ts';
import { RegExpError } from './parse-regexp.ts';
import { CharTest, Instruction, type InstructionProperties, OP, RegExpProgram } from './regexp-program.ts';
import {
  type AheadSyntax,
  type CharSyntax,
  lengthRange,
  type RegExpSyntax,
  type RepeatSyntax,
} from './regexp-syntax.ts';

/** A match takes at most one step per instruction and path character. */
const MAX_INSTRUCTIONS = 16_384;

/**
 * Compiles a regular expression to a program that matches from the start of a text in linear time.
 *
 * @throws RegExpError if it is too long, or has a lookahead that would not be linear
 */
export function compileRegExp(syntax: RegExpSyntax, groups: number, caseSensitive: boolean): RegExpProgram {
  const compiler = new RegExpCompiler(caseSensitive, { instructions: 0 }, true);
  return new RegExpProgram(compiler.compile(syntax, true), groups, Number.POSITIVE_INFINITY);
}

/** The number of instructions, including those of lookaheads. */
interface Size {
  instructions: number;
}

class RegExpCompiler {
  readonly #program: Instruction[] = [];
  readonly #caseSensitive: boolean;
  readonly #size: Size;
  readonly #captures: boolean;

  constructor(caseSensitive: boolean, size: Size, captures: boolean) {
    this.#caseSensitive = caseSensitive;
    this.#size = size;
    this.#captures = captures;
  }

  compile(syntax: RegExpSyntax, isFixed: boolean): readonly Instruction[] {
    this.#add(syntax, isFixed);
    this.#emit({ op: OP.match });
    return this.#program;
  }

  /** Adds a part. `isFixed` means that the part can begin at only one position of a text. */
  #add(syntax: RegExpSyntax, isFixed: boolean): void {
    switch (syntax.kind) {
      case 'char':
        this.#emit({ op: OP.char, test: this.#charTest(syntax) });
        break;
      case 'sequence':
        this.#sequence(syntax.parts, isFixed);
        break;
      case 'choice':
        this.#choice(syntax.options, isFixed);
        break;
      case 'repeat':
        this.#repeat(syntax, isFixed && syntax.most === 1);
        break;
      case 'group':
        this.#save(2 * syntax.index);
        this.#add(syntax.part, isFixed);
        this.#save(2 * syntax.index + 1);
        break;
      case 'ahead':
        this.#ahead(syntax, isFixed);
        break;
      case 'start':
        this.#emit({ op: OP.start });
        break;
      case 'end':
        this.#emit({ op: OP.end });
        break;
      case 'boundary':
        this.#emit({ op: OP.boundary, isNegated: syntax.isNegated });
    }
  }

  #emit(fields: InstructionProperties): Instruction {
    if (++this.#size.instructions > MAX_INSTRUCTIONS) {
      throw new RegExpError(
        `it is too long: expected at most ${MAX_INSTRUCTIONS} instructions with counts written out. Check the rest in the handler`,
      );
    }
    const instruction = new Instruction(fields);
    this.#program.push(instruction);
    return instruction;
  }

  #charTest({ set, isNegated }: CharSyntax): CharTest {
    const folded = this.#caseSensitive ? set : foldCase(set);
    return new CharTest(isNegated ? complement(folded) : folded);
  }

  #save(slot: number): void {
    if (this.#captures) this.#emit({ op: OP.save, slot });
  }

  #sequence(parts: readonly RegExpSyntax[], isFixed: boolean): void {
    let fixed = isFixed;
    for (const part of parts) {
      this.#add(part, fixed);
      const [least, most] = lengthRange(part);
      fixed &&= least === most;
    }
  }

  #choice(options: readonly RegExpSyntax[], isFixed: boolean): void {
    const jumps: Instruction[] = [];
    options.forEach((option, index) => {
      const isLast = index === options.length - 1;
      const split = isLast ? undefined : this.#emit({ op: OP.split, next: this.#program.length + 1 });
      this.#add(option, isFixed);
      if (split === undefined) return;
      jumps.push(this.#emit({ op: OP.jump }));
      split.other = this.#program.length;
    });
    for (const jump of jumps) jump.next = this.#program.length;
    this.#emit({ op: OP.join });
  }

  #repeat({ part, least, most, isLazy }: RepeatSyntax, isFixed: boolean): void {
    const [, longest] = lengthRange(part);
    // Otherwise nested counts of an empty part would compile for minutes: they emit no instructions.
    if (longest === 0 && least > 1) {
      this.#iteration(part, isFixed);
      return;
    }
    for (let count = 0; count < least; count++) this.#iteration(part, isFixed && least === 1);
    if (most === Number.POSITIVE_INFINITY) {
      // The end jumps back to this split, which is tried once per position, so an empty iteration fails, as in
      // JavaScript.
      const start = this.#program.length;
      const split = this.#emit({ op: OP.split });
      this.#iteration(part, false);
      this.#emit({ op: OP.jump, next: start });
      this.#aim(split, start + 1, isLazy);
      return;
    }
    const splits: [split: Instruction, body: number][] = [];
    for (let count = least; count < most; count++) {
      const split = this.#emit({ op: OP.split });
      splits.push([split, this.#program.length]);
      this.#iteration(part, isFixed);
    }
    for (const [split, body] of splits) this.#aim(split, body, isLazy);
  }

  /** Makes a repetition try its body first or, if lazy, what follows. */
  #aim(split: Instruction, body: number, isLazy: boolean): void {
    const past = this.#program.length;
    split.next = isLazy ? past : body;
    split.other = isLazy ? body : past;
  }

  /** One iteration of a repeated part. It clears the captures of the previous one, as in JavaScript. */
  #iteration(part: RegExpSyntax, isFixed: boolean): void {
    if (this.#captures) for (const index of groupsIn(part)) this.#emit({ op: OP.clear, slot: 2 * index });
    this.#add(part, isFixed);
  }

  #ahead({ part, isNegated }: AheadSyntax, isFixed: boolean): void {
    const [, reach] = lengthRange(part);
    if (!isFixed && reach === Number.POSITIVE_INFINITY) {
      const problem = 'a lookahead of any length is supported only after text of a fixed length';
      throw new RegExpError(`${problem}. Check this in the handler`);
    }
    const inner = new RegExpCompiler(this.#caseSensitive, this.#size, false);
    const ahead = new RegExpProgram(inner.compile(part, isFixed), 0, reach);
    this.#emit({ op: OP.ahead, ahead, isNegated });
  }
}

function groupsIn(syntax: RegExpSyntax): number[] {
  switch (syntax.kind) {
    case 'group':
      return [syntax.index, ...groupsIn(syntax.part)];
    case 'sequence':
      return syntax.parts.flatMap(groupsIn);
    case 'choice':
      return syntax.options.flatMap(groupsIn);
    case 'repeat':
      return groupsIn(syntax.part);
    default:
      return [];
  }
}
