/** @module Hot: compares a path with literals. */
import { foldCode } from '../ascii.ts';

/** Literals up to this length are compared character by character, longer ones as a slice. */
const MAX_COMPARED_BY_CHARACTER = 4;

/** Whether `path` continues at `at` with `text`. */
export function textStandsAt(path: string, text: string, at: number): boolean {
  const { length } = text;
  if (length === path.length) return at === 0 && path === text;
  // V8 copies slices of up to twelve characters, and comparing one takes less time than five single characters
  // (docs/decisions/0003-route-matching.md).
  if (length > MAX_COMPARED_BY_CHARACTER) return path.slice(at, at + length) === text;
  for (let i = 0; i < length; i++) {
    if (path.charCodeAt(at + i) !== text.charCodeAt(i)) return false;
  }
  return true;
}

/** The same for lower-case text, ignoring the path's case. */
export function foldedTextStandsAt(path: string, text: string, at: number): boolean {
  if (at + text.length > path.length) return false;
  for (let i = 0; i < text.length; i++) {
    if (foldCode(path.charCodeAt(at + i)) !== text.charCodeAt(i)) return false;
  }
  return true;
}

/** Either comparison, for code that runs too rarely to choose in advance. */
export function literalStandsAt(path: string, text: string, at: number, fold: boolean): boolean {
  return fold ? foldedTextStandsAt(path, text, at) : textStandsAt(path, text, at);
}
