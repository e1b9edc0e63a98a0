/** @module Hot: parses the text of a body. */

import { isThrownError } from '@nextpress/semantics/thrown-value';
import type { JsonSettings } from './json-body-options.ts';
import { checkDepth, checkKeys } from './json-budget.ts';
import { notJson, strictViolation } from './json-error.ts';

/** Whitespace of JSON (RFC 8259 §2), then the start of an object or an array. */
const COMPOUND_START = /^[ \t\n\r]*[[{]/;

/**
 * Parses JSON under the options. A key `__proto__` becomes an own property, so no prototype is changed.
 *
 * @throws {SyntaxError} if the text is not JSON or, with `strict`, neither an object nor an array
 * @throws {BodyError} 400 if it is nested too deeply, 413 if it has too many keys
 */
export function parseJson(text: string, settings: JsonSettings): unknown {
  if (settings.strict && !COMPOUND_START.test(text)) throw notJson(strictViolation(text));
  checkKeys(text, settings.keyLimit);
  const value = parse(text);
  checkDepth(value, text, settings.depth);
  const { reviver } = settings;
  // Parsed again, because `JSON.parse` recurses with a reviver, so the depth must be checked first.
  return reviver === undefined ? value : revive(text, reviver);
}

/** If the reviver throws, the body is rejected with 400, even if the error has another status, as in body-parser. */
function revive(text: string, reviver: NonNullable<JsonSettings['reviver']>): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch (thrown) {
    if (isThrownError(thrown)) removeProperties(thrown);
    throw thrown;
  }
}

function removeProperties(error: Error): void {
  try {
    for (const name of Object.keys(error)) Reflect.deleteProperty(error, name);
  } catch {
    // A Proxy.
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notJson(error);
  }
}
