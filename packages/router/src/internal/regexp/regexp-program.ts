/** @module Hot: matches constraints, and patterns that the route tree cannot handle. */
import { type CharSet, holds } from './char-set.ts';

const ASCII = 128;

/** In words of 32 bits. Larger tables are dropped after a match, so that long paths do not keep memory allocated. */
const MAX_REUSED_TABLE = 1_024;
const EMPTY_TABLE = new Uint32Array(0);

/** What an instruction does. */
export const OP = {
  char: 0,
  split: 1,
  jump: 2,
  join: 3,
  save: 4,
  clear: 5,
  start: 6,
  end: 7,
  boundary: 8,
  ahead: 9,
  match: 10,
} as const;

/** A set of characters with a table for ASCII. */
export class CharTest {
  readonly #ascii = new Uint8Array(ASCII);
  readonly #set: CharSet;

  constructor(set: CharSet) {
    this.#set = set;
    for (const [low, high] of set) this.#ascii.fill(1, low, Math.min(high + 1, ASCII));
  }

  holds(code: number): boolean {
    return code < ASCII ? this.#ascii[code] === 1 : holds(this.#set, code);
  }
}

/** The properties of an instruction, with the operations that use each. */
export interface InstructionProperties {
  readonly op: number;
  /** `char` */
  readonly test?: CharTest;
  /** `split`, `jump`: the instruction that follows. */
  readonly next?: number;
  /** `split`: the instruction to continue with if that fails. */
  readonly other?: number;
  /** `save`, `clear` */
  readonly slot?: number;
  /** `ahead` */
  readonly ahead?: RegExpProgram;
  /** `ahead`, `boundary` */
  readonly isNegated?: boolean;
}

/** An instruction. All have one shape. */
export class Instruction {
  readonly op: number;
  readonly test: CharTest | undefined;
  next: number;
  other: number;
  readonly slot: number;
  readonly ahead: RegExpProgram | undefined;
  readonly isNegated: boolean;
  /** Its index among the instructions that are tried only once per position. */
  branch = 0;

  constructor({ op, test, next = 0, other = 0, slot = 0, ahead, isNegated = false }: InstructionProperties) {
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
 * A regular expression that runs in linear time. It backtracks in JavaScript's order, so it finds the same match, but
 * tries each instruction where paths branch or join only once per position.
 */
export class RegExpProgram {
  /** Start and end of each group after a match; -1 for a group that did not take part. */
  readonly slots: Int32Array;
  readonly #program: readonly Instruction[];
  readonly #branches: number;
  /** Maximum length of a match. */
  readonly #reach: number;
  /** One bit for each branch and position. */
  #tried = EMPTY_TABLE;
  /** What to try next, in pairs: an instruction and a position, or the complement of a slot and the value to restore. */
  readonly #stack: number[] = [];

  constructor(program: readonly Instruction[], groups: number, reach: number) {
    this.#program = program;
    this.#reach = reach;
    this.slots = new Int32Array(2 * groups);
    let branches = 0;
    for (const instruction of program) {
      if (instruction.op === OP.split || instruction.op === OP.join) instruction.branch = branches++;
    }
    this.#branches = branches;
  }

  /** Whether the program accepts this UTF-16 code unit anywhere. */
  mayRead(code: number): boolean {
    return this.#program.some(({ test }) => test?.holds(code));
  }

  /** Matches `text` from a position; returns where the match ends, or -1. */
  run(text: string, from: number): number {
    const width = Math.min(text.length - from, this.#reach) + 1;
    this.#clearTried(((this.#branches * width) >>> 5) + 1);
    if (this.slots.length > 0) this.slots.fill(-1);
    const end = this.#search(text, from, width);
    if (this.#tried.length > MAX_REUSED_TABLE) this.#tried = EMPTY_TABLE;
    return end;
  }

  #search(text: string, from: number, width: number): number {
    const stack = this.#stack;
    let end = this.#follow(text, from, width, 0, from);
    while (end === -1 && stack.length > 0) {
      const at = stack.pop() as number;
      const step = stack.pop() as number;
      if (step < 0) this.slots[~step] = at;
      else end = this.#follow(text, from, width, step, at);
    }
    stack.length = 0;
    return end;
  }

  /** Follows one branch until it matches, or fails with -1. */
  #follow(text: string, from: number, width: number, start: number, begin: number): number {
    let step = start;
    let at = begin;
    for (;;) {
      const instruction = this.#program[step] as Instruction;
      step++;
      switch (instruction.op) {
        case OP.char:
          if (at === text.length || !(instruction.test as CharTest).holds(text.charCodeAt(at))) return -1;
          at++;
          break;
        case OP.split:
          if (this.#hasTried(instruction.branch * width + at - from)) return -1;
          this.#stack.push(instruction.other, at);
          step = instruction.next;
          break;
        case OP.jump:
          step = instruction.next;
          break;
        case OP.join:
          if (this.#hasTried(instruction.branch * width + at - from)) return -1;
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

  /** Sets a slot, and pushes its old value to restore it if this branch fails. */
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

  #clearTried(words: number): void {
    // Allocating a table per match would take longer than matching a short path.
    if (this.#tried.length < words) this.#tried = new Uint32Array(words);
    else this.#tried.fill(0, 0, words);
  }
}

/** Whether an assertion holds at a position. */
function holdsAt({ op, ahead, isNegated }: Instruction, text: string, at: number): boolean {
  if (op === OP.start) return at === 0;
  if (op === OP.end) return at === text.length;
  if (op === OP.boundary) return (isWord(text, at - 1) !== isWord(text, at)) !== isNegated;
  return ((ahead as RegExpProgram).run(text, at) !== -1) !== isNegated;
}

function isWord(text: string, at: number): boolean {
  return /\w/.test(text.charAt(at));
}
