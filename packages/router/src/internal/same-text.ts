/** @module Hot: compares a path with literals. */
import { UPPER_A, UPPER_Z } from './char-code.ts';

/** What an ASCII letter in upper case lacks to be in lower case. */
const CASE_BIT = 0x20;

/** Literals up to this length are compared character by character, longer ones as a slice. */
const SHORT = 4;

/** The code with an ASCII letter in lower case. */
export function foldCode(code: number): number {
  return code >= UPPER_A && code <= UPPER_Z ? code | CASE_BIT : code;
}

/** Whether `path` goes on with `text`, which is `length` characters long, at `at`. */
export function textStandsAt(path: string, text: string, at: number, length: number): boolean {
  // A slice of up to twelve characters is copied and compared in one go, which takes less time than five
  // characters one by one (docs/decisions/0002-static-route-table.md).
  if (length > SHORT) return path.slice(at, at + length) === text;
  for (let i = 0; i < length; i++) {
    if (path.charCodeAt(at + i) !== text.charCodeAt(i)) return false;
  }
  return true;
}

/** The same for a text in lower case and a path in any. */
export function foldedTextStandsAt(path: string, text: string, at: number): boolean {
  if (at + text.length > path.length) return false;
  for (let i = 0; i < text.length; i++) {
    if (foldCode(path.charCodeAt(at + i)) !== text.charCodeAt(i)) return false;
  }
  return true;
}

/** One or the other, for the callers that run too seldom to keep them apart. */
export function literalStandsAt(path: string, text: string, at: number, fold: boolean): boolean {
  return fold ? foldedTextStandsAt(path, text, at) : textStandsAt(path, text, at, text.length);
}
