import { type CharSet, charSet, complement } from './char-set.ts';

const DIGIT: CharSet = [[0x30, 0x39]];

/** The characters of `\w`. */
const WORD: CharSet = charSet([...DIGIT, [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]]);

/** What `.` does not match. */
export const LINE_END: CharSet = charSet([
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
]);

const SPACE = charSet([
  ...LINE_END,
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]);

/** The classes of a regular expression, by the letter after the backslash. */
export const CLASSES: ReadonlyMap<string, CharSet> = new Map([
  ['d', DIGIT],
  ['D', complement(DIGIT)],
  ['w', WORD],
  ['W', complement(WORD)],
  ['s', SPACE],
  ['S', complement(SPACE)],
]);

/** The control characters that have an escape, by the letter after the backslash. */
export const CONTROLS: ReadonlyMap<string, number> = new Map([
  ['t', 0x09],
  ['n', 0x0a],
  ['v', 0x0b],
  ['f', 0x0c],
  ['r', 0x0d],
]);
