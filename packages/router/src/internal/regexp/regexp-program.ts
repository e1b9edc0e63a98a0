/** @module Hot: runs once per path that comes to a route or a prefix which no tree can find. */
import { type CharSet, holds } from '../char-set.ts';

const ASCII = 128;

/** What an instruction does. */
export const OP = {
  char: 0,
  split: 1,
  jump: 2,
  save: 3,
  clear: 4,
  start: 5,
  end: 6,
  boundary: 7,
  ahead: 8,
  match: 9,
} as const;

/** Whether a character is one of a set. */
export class CharTest {
  readonly #ascii: Uint8Array;
  readonly #set: CharSet;

  constructor(set: CharSet) {
    this.#set = set;
    this.#ascii = Uint8Array.from({ length: ASCII }, (_, code) => Number(holds(set, code)));
  }

  holds(code: number): boolean {
    return code < ASCII ? this.#ascii[code] === 1 : holds(this.#set, code);
  }
}

/** The fields that an instruction needs; each is of the instructions named. */
export interface InstructionFields {
  readonly op: number;
  /** `char`. */
  readonly test?: CharTest;
  /** `split`, `jump`: where to go on. */
  readonly next?: number;
  /** `split`: where to go on if that fails. */
  readonly other?: number;
  /** `save`, `clear`. */
  readonly slot?: number;
  /** `ahead`. */
  readonly ahead?: RegExpProgram;
  /** `ahead`, `boundary`. */
  readonly isNegated?: boolean;
}

/** A step of a program; all have one shape. */
export class Instruction {
  readonly op: number;
  readonly test: CharTest | undefined;
  next: number;
  other: number;
  readonly slot: number;
  readonly ahead: RegExpProgram | undefined;
  readonly isNegated: boolean;

  constructor({ op, test, next = 0, other = 0, slot = 0, ahead, isNegated = false }: InstructionFields) {
    this.op = op;
    this.test = test;
    this.next = next;
    this.other = other;
    this.slot = slot;
    this.ahead = ahead;
    this.isNegated = isNegated;
  }
}

/**
 * A regular expression that runs in linear time: it backtracks as JavaScript does, and so finds the same match, but
 * never tries an instruction twice at one place of the text.
 */
export class RegExpProgram {
  /** Start and end of each group after a match; -1 for a group that took no part in it. */
  readonly slots: Int32Array;
  readonly #program: readonly Instruction[];
  /** The most characters that a match can have. */
  readonly #reach: number;
  /** One bit for each instruction and place of the text. */
  #tried = new Uint32Array(0);
  /** What to try next, as pairs: an instruction and a place, or a slot (as its complement) and the value to put back. */
  readonly #stack: number[] = [];

  constructor(program: readonly Instruction[], groups: number, reach: number) {
    this.#program = program;
    this.#reach = reach;
    this.slots = new Int32Array(2 * groups);
  }

  /** Matches `text` from a place on; returns where the match ends, or -1. */
  run(text: string, from: number): number {
    const width = Math.min(text.length - from, this.#reach) + 1;
    this.#forget(width);
    this.slots.fill(-1);
    const stack = this.#stack;
    stack.length = 0;
    stack.push(0, from);
    while (stack.length > 0) {
      const at = stack.pop() as number;
      const step = stack.pop() as number;
      if (step < 0) {
        this.slots[~step] = at;
        continue;
      }
      const end = this.#follow(text, from, width, step, at);
      if (end !== -1) return end;
    }
    return -1;
  }

  /** Follows one way until it matches, or fails with -1. */
  #follow(text: string, from: number, width: number, start: number, begin: number): number {
    let step = start;
    let at = begin;
    for (;;) {
      if (this.#hasTried(step * width + at - from)) return -1;
      const instruction = this.#program[step] as Instruction;
      step++;
      switch (instruction.op) {
        case OP.char:
          if (at === text.length || !(instruction.test as CharTest).holds(text.charCodeAt(at))) return -1;
          at++;
          break;
        case OP.split:
          this.#stack.push(instruction.other, at);
          step = instruction.next;
          break;
        case OP.jump:
          step = instruction.next;
          break;
        case OP.save:
          this.#save(instruction.slot, at);
          break;
        case OP.clear:
          this.#save(instruction.slot, -1);
          this.#save(instruction.slot + 1, -1);
          break;
        case OP.match:
          return at;
        default:
          if (!holdsAt(instruction, text, at)) return -1;
      }
    }
  }

  /** Fills a slot, and remembers what to put back should this way fail. */
  #save(slot: number, value: number): void {
    this.#stack.push(~slot, this.slots[slot] as number);
    this.slots[slot] = value;
  }

  #hasTried(bit: number): boolean {
    const mask = 1 << (bit & 31);
    const word = this.#tried[bit >>> 5] as number;
    this.#tried[bit >>> 5] = word | mask;
    return (word & mask) !== 0;
  }

  #forget(width: number): void {
    const words = ((this.#program.length * width) >>> 5) + 1;
    if (this.#tried.length < words) this.#tried = new Uint32Array(words);
    else this.#tried.fill(0, 0, words);
  }
}

/** Whether an assertion holds at a place of a text. */
function holdsAt({ op, ahead, isNegated }: Instruction, text: string, at: number): boolean {
  if (op === OP.start) return at === 0;
  if (op === OP.end) return at === text.length;
  if (op === OP.boundary) return (isWord(text, at - 1) !== isWord(text, at)) !== isNegated;
  return ((ahead as RegExpProgram).run(text, at) !== -1) !== isNegated;
}

function isWord(text: string, at: number): boolean {
  return /\w/.test(text.charAt(at));
}
