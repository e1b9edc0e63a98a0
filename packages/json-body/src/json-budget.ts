/**
 * @module Hot: checks the depth and the number of keys of long bodies. Counting `:`, `[` and `{` by `indexOf` gives an upper
 * bound; the exact numbers are computed only if that exceeds the limit.
 */

import { tooDeep, tooManyKeys } from './json-error.ts';

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** The length of the shortest key with a value, `"":0,`. */
const MIN_ENTRY_LENGTH = 5;

/**
 * Counts the keys of a JSON text. The count is meaningless for other text, which `JSON.parse` then rejects.
 *
 * @throws {BodyError} 413 if there are more than `limit`
 */
export function checkKeys(text: string, limit: number): void {
  if (text.length <= MIN_ENTRY_LENGTH * limit || countOf(':', text) <= limit) return;
  if (exceedsKeys(text, limit)) throw tooManyKeys(limit);
}

/**
 * Measures how deeply a value is nested.
 *
 * @param text - the JSON text of the value
 * @throws {BodyError} 400 if it is nested more than `limit` levels deep
 */
export function checkDepth(value: unknown, text: string, limit: number): void {
  // Each level takes two characters, its brackets.
  if (text.length <= 2 * limit) return;
  const brackets = countOf('[', text) + countOf('{', text);
  if (brackets > limit && exceedsDepth(value, limit, brackets)) throw tooDeep(limit);
}

function countOf(character: string, text: string): number {
  let count = 0;
  for (let index = text.indexOf(character); index !== -1; index = text.indexOf(character, index + 1)) count++;
  return count;
}

/** Descends level by level, until the remaining brackets are too few to exceed the limit. */
function exceedsDepth(value: unknown, limit: number, brackets: number): boolean {
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

/** Counts colons outside of strings. */
function exceedsKeys(text: string, limit: number): boolean {
  let keys = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = closingQuote(text, index + 1);
    else if (code === COLON && ++keys > limit) return true;
  }
  return false;
}

/** The index of the quote that ends a string. */
function closingQuote(text: string, start: number): number {
  let index = start;
  for (; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) return index;
    if (code === BACKSLASH) index++;
  }
  return index;
}
