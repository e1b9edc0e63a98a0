/** @module Cold: splits the name of a nested pair, as qs does. */

import { BRACKET_CLOSE, BRACKET_OPEN, DIGIT_0, DIGIT_9 } from './char-code.ts';

/** One level of a nested name. */
export interface Step {
  /** `''` for `[]`, which stands for the next index of a list. */
  readonly key: string;
  /** Whether the key is `[]` or an index in brackets. */
  readonly listed: boolean;
}

/**
 * Splits `a[b][0][]` into `a`, `b`, index 0 and the next index. Nested brackets belong to the key, as does everything
 * beyond the maximum depth or after an unclosed bracket. Text between brackets is ignored.
 *
 * @returns `undefined` if `strict` is set and there are more levels than `depth`
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

/** The index of the bracket that closes the one at `open`, or -1. */
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

/** Whether a key is an array index as JavaScript writes it. */
function isIndex(key: string): boolean {
  if (key.length > 15 || (key.length > 1 && key.charCodeAt(0) === DIGIT_0)) return false;
  for (let index = 0; index < key.length; index++) {
    const code = key.charCodeAt(index);
    if (code < DIGIT_0 || code > DIGIT_9) return false;
  }
  return true;
}
