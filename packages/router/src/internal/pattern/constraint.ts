import { PatternError } from '../../pattern-error.ts';
import { compileRegExp } from '../regexp/compile-regexp.ts';
import { parseConstraint, RegExpError } from '../regexp/parse-regexp.ts';
import type { RegExpProgram } from '../regexp/regexp-program.ts';

const ANYTHING = new Set(['.*', '.+', '.*?', '.+?']);

/** A parameter's constraint: the regular expression in `:name(…)` that its value must match. */
export class Constraint {
  /** The text between the parentheses. */
  readonly source: string;
  readonly #program: RegExpProgram;

  constructor(source: string, program: RegExpProgram) {
    this.source = source;
    this.#program = program;
  }

  /** Whether a value can contain this UTF-16 code unit. */
  mayContain(code: number): boolean {
    return this.#program.mayRead(code);
  }

  /** Whether `text` from `start` to `end` is such a value. */
  accepts(text: string, start: number, end: number): boolean {
    return this.#program.run(text.slice(start, end), 0) !== -1;
  }
}

/**
 * Compiles the constraint whose `(` is at `open` in `pattern`.
 *
 * @throws PatternError if it is malformed or does more than describe one value
 */
export function compileConstraint(
  pattern: string,
  open: number,
  caseSensitive: boolean,
): { readonly constraint: Constraint; readonly end: number } {
  try {
    const { syntax, end } = parseConstraint(pattern, open);
    const source = pattern.slice(open + 1, end - 1);
    refuseTrivial(pattern, open, source);
    const whole = { kind: 'sequence', parts: [syntax, { kind: 'end' }] } as const;
    return { constraint: new Constraint(source, compileRegExp(whole, 0, caseSensitive)), end };
  } catch (cause) {
    if (!(cause instanceof RegExpError)) throw cause;
    throw new PatternError(pattern, cause.position ?? open, `Invalid constraint: ${cause.message}`);
  }
}

function refuseTrivial(pattern: string, open: number, source: string): void {
  if (source === '') throw new PatternError(pattern, open, 'Empty constraint: leave it out');
  if (!ANYTHING.has(source)) return;
  const problem = 'Constraint without effect: a parameter is one segment, whatever its constraint is';
  throw new PatternError(pattern, open, `${problem}. Leave it out, or write \`*name\` for several segments`);
}
