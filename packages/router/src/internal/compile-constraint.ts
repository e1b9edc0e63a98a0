import { PatternError } from '../pattern-error.ts';
import { type CharSet, holds } from './char-set.ts';
import type { Constraint } from './constraint.ts';
import { ConstraintTable } from './constraint-table.ts';
import { parseConstraint } from './parse-constraint.ts';
import { type PositionAutomaton, positionAutomaton, tooAmbiguous } from './position-automaton.ts';

/** As many as fit a table of a few hundred kilobytes. */
const MOST_STATES = 1_024;

/** Positions of all states: what takes the time, as each is looked up once for each class of characters. */
const MOST_WORK = 16_384;

const ANYTHING = new Set(['.*', '.+', '.*?', '.+?']);

/** A constraint, and where the text after its `)` begins. */
export interface CompiledConstraint {
  readonly constraint: Constraint;
  readonly end: number;
}

/** Compiles the constraint whose `(` is at `open` in `pattern`. */
export function compileConstraint(pattern: string, open: number, caseSensitive: boolean): CompiledConstraint {
  const { syntax, end } = parseConstraint(pattern, open, caseSensitive);
  const source = pattern.slice(open + 1, end - 1);
  if (source === '')
    throw new PatternError(pattern, open, 'An empty constraint allows no value: leave it out');
  if (ANYTHING.has(source)) {
    const fault = 'A parameter is one segment, which this constraint does not extend';
    throw new PatternError(pattern, open, `${fault}: leave it out, or write \`*name\` for several segments`);
  }
  const automaton = positionAutomaton(pattern, open, syntax);
  return { constraint: determinize(pattern, open, source, automaton), end };
}

/** The subset construction, over classes of characters that no part of the constraint tells apart. */
function determinize(
  pattern: string,
  open: number,
  source: string,
  automaton: PositionAutomaton,
): Constraint {
  const { sets, follow, first, last } = automaton;
  const bounds = classBounds(sets);
  const start = { positions: first, accepting: false };
  const states = [start];
  const numbers = new Map<string, number>([['start', 1]]);
  const rows: number[][] = [];
  let work = 0;
  for (const state of states) {
    rows.push(
      bounds.map((code) => {
        const taken = state.positions.filter((position) => holds(sets[position] as CharSet, code));
        return taken.length === 0 ? 0 : number(taken);
      }),
    );
  }
  function number(taken: readonly number[]): number {
    const key = taken.join();
    const known = numbers.get(key);
    if (known !== undefined) return known;
    work += taken.length;
    if (states.length === MOST_STATES || work > MOST_WORK) throw tooAmbiguous(pattern, open);
    const next = new Set(taken.flatMap((position) => [...(follow[position] as ReadonlySet<number>)]));
    states.push({
      positions: [...next].sort((a, b) => a - b),
      accepting: taken.some((position) => last.has(position)),
    });
    numbers.set(key, states.length);
    return states.length;
  }
  const accepting = states.map((state) => state.accepting);
  return new ConstraintTable(source, bounds, rows, accepting, sets);
}

/** The code units at which membership in some set changes; each begins a class that lasts until the next. */
function classBounds(sets: readonly CharSet[]): number[] {
  const bounds = new Set([0]);
  for (const set of sets) {
    for (const [low, high] of set) {
      bounds.add(low);
      if (high < 0xffff) bounds.add(high + 1);
    }
  }
  return [...bounds].sort((a, b) => a - b);
}
