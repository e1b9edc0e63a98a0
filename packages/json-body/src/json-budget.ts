/**
 * @module Hot for long bodies: depth and keys, counted before anything but `JSON.parse` sees them. Native searches count
 * what there may be at most; only where that is too much is it looked at, each value or character once.
 */

import { tooDeep, tooManyKeys } from './json-error.ts';

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** The fewest characters that a key and its value take: `"":0,`. */
const KEY_LENGTH = 5;

/**
 * Counts keys. Of a text that isn't JSON it may count anything, as `JSON.parse` refuses that next.
 *
 * @throws {BodyError} 413 when there are too many
 */
export function checkKeys(text: string, limit: number): void {
  if (text.length <= KEY_LENGTH * limit || countOf(':', text) <= limit) return;
  if (hasMoreKeys(text, limit)) throw tooManyKeys(limit);
}

/**
 * Measures how deeply a value is nested.
 *
 * @param text - what the value was parsed from: a short one can't be deep
 * @throws {BodyError} 400 when it is too deep
 */
export function checkDepth(value: unknown, text: string, limit: number): void {
  // Each level takes two characters, its bracket and the one that closes it.
  if (text.length <= 2 * limit) return;
  const brackets = countOf('[', text) + countOf('{', text);
  if (brackets > limit && isDeeper(value, limit, brackets)) throw tooDeep(limit);
}

function countOf(character: string, text: string): number {
  let count = 0;
  for (let index = text.indexOf(character); index !== -1; index = text.indexOf(character, index + 1)) count++;
  return count;
}

/**
 * Goes down level by level, until so few brackets are left that all of them inside each other would be no deeper. Most
 * values are wide, and that is soon.
 */
function isDeeper(value: unknown, limit: number, brackets: number): boolean {
  let level: object[] = isContainer(value) ? [value] : [];
  let left = brackets - level.length;
  for (let depth = 1; level.length > 0 && depth + left > limit; depth++) {
    if (depth > limit) return true;
    const next: object[] = [];
    for (const container of level) {
      left -= addContainers(container, next);
      if (depth + 1 + left <= limit) return false;
    }
    level = next;
  }
  return false;
}

function addContainers(container: object, into: object[]): number {
  const before = into.length;
  const values: readonly unknown[] = Array.isArray(container) ? container : Object.values(container);
  for (const value of values) if (isContainer(value)) into.push(value);
  return into.length - before;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Colons outside of strings. */
function hasMoreKeys(text: string, limit: number): boolean {
  let keys = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index + 1);
    else if (code === COLON && ++keys > limit) return true;
  }
  return false;
}

/** Where the quote stands that ends the string. */
function endOfString(text: string, start: number): number {
  let index = start;
  for (; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) return index;
    if (code === BACKSLASH) index++;
  }
  return index;
}
