/** @module Cold: the name of a nested pair, taken apart as qs does. */

import { BRACKET_CLOSE, BRACKET_OPEN, DIGIT_0, DIGIT_9 } from './char-code.ts';

/** One level that a name leads through. */
export interface Step {
  /** `''` for `[]`, the next place of a list. */
  readonly key: string;
  /** Whether the key is a place in a list, or `[]`; a text of digits outside of brackets isn't. */
  readonly listed: boolean;
}

/**
 * `a[b][0][]` is `a`, `b`, place 0 and a next place. Brackets within brackets belong to the key; so does what follows the
 * last level that is allowed, and what follows a bracket without its end. A text between two brackets is dropped.
 *
 * @returns `undefined` when there are more levels than `depth` and `strict` is set
 */
export function splitName(name: string, depth: number, strict: boolean): Step[] | undefined {
  if (depth === 0) return [stepOf(name)];
  const steps: Step[] = [];
  let open = name.indexOf('[');
  const parent = open === -1 ? name : name.slice(0, open);
  if (parent !== '') steps.push({ key: parent, listed: false });
  for (let levels = 0; open !== -1; levels++) {
    const close = levels < depth ? closingBracket(name, open) : -1;
    if (close === -1) {
      if (strict && levels === depth) return undefined;
      steps.push({ key: name.slice(open), listed: false });
      break;
    }
    steps.push(stepOf(name.slice(open, close + 1)));
    open = name.indexOf('[', close + 1);
  }
  return steps;
}

/** The index of the bracket that ends what begins at `open`, or -1. */
function closingBracket(name: string, open: number): number {
  let level = 0;
  for (let index = open; index < name.length; index++) {
    const code = name.charCodeAt(index);
    if (code === BRACKET_OPEN) level++;
    else if (code === BRACKET_CLOSE && --level === 0) return index;
  }
  return -1;
}

function stepOf(segment: string): Step {
  const bracketed = segment.startsWith('[') && segment.endsWith(']');
  const key = bracketed ? segment.slice(1, -1) : segment;
  return { key, listed: bracketed && (key === '' || isIndex(key)) };
}

/** Whether a text is a number as JavaScript writes it; none has more digits than a place can. */
function isIndex(key: string): boolean {
  if (key.length > 15 || (key.length > 1 && key.charCodeAt(0) === DIGIT_0)) return false;
  for (let index = 0; index < key.length; index++) {
    const code = key.charCodeAt(index);
    if (code < DIGIT_0 || code > DIGIT_9) return false;
  }
  return true;
}
