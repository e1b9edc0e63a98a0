/** @module Hot: runs once per constrained parameter of a lookup. */
import { type CharSet, holds } from './char-set.ts';
import type { Constraint } from './constraint.ts';

const ASCII = 128;

/** A constraint as the table of a deterministic automaton: one step per character, whatever the expression. */
export class ConstraintTable implements Constraint {
  readonly source: string;
  readonly #sets: readonly CharSet[];
  /** Class of each ASCII character. */
  readonly #classes: Uint16Array;
  /** First code unit of each class. */
  readonly #bounds: Uint16Array;
  /** Next state for each state and class; state 0 is the dead one, 1 the start. */
  readonly #next: Uint16Array;
  readonly #accepting: Uint8Array;

  constructor(
    source: string,
    bounds: readonly number[],
    rows: readonly (readonly number[])[],
    accepting: readonly boolean[],
    sets: readonly CharSet[],
  ) {
    this.source = source;
    this.#sets = sets;
    this.#bounds = Uint16Array.from(bounds);
    this.#classes = Uint16Array.from({ length: ASCII }, (_, code) => classOf(this.#bounds, code));
    this.#next = Uint16Array.from([...bounds.map(() => 0), ...rows.flat()]);
    this.#accepting = Uint8Array.from([0, ...accepting.map(Number)]);
  }

  mayHold(code: number): boolean {
    return this.#sets.some((set) => holds(set, code));
  }

  accepts(text: string, start: number, end: number): boolean {
    const width = this.#bounds.length;
    let state = 1;
    for (let i = start; i < end && state !== 0; i++) {
      const code = text.charCodeAt(i);
      const charClass = code < ASCII ? (this.#classes[code] as number) : classOf(this.#bounds, code);
      state = this.#next[state * width + charClass] as number;
    }
    return this.#accepting[state] === 1;
  }
}

function classOf(bounds: Uint16Array, code: number): number {
  let index = bounds.length - 1;
  while ((bounds[index] as number) > code) index--;
  return index;
}
