/** @module Hot: text to a value. */

import { notJson } from './body-error.ts';
import type { JsonBodySettings } from './json-body-options.ts';

/** The white space of JSON (RFC 8259 §2), then the start of an object or an array. */
const COMPOUND_START = /^[ \t\n\r]*[[{]/;

/**
 * `JSON.parse` under the options. A key `__proto__` becomes an own property like any other and pollutes nothing.
 *
 * @throws {HttpError} 400 when the text is not JSON or, with `strict`, neither an object nor an array; whatever the reviver
 * throws
 */
export function parseJson(text: string, settings: JsonBodySettings): unknown {
  if (settings.strict && !COMPOUND_START.test(text)) {
    throw notJson('The body is not a JSON object or array.');
  }
  try {
    return JSON.parse(text, settings.reviver);
  } catch (error) {
    // A RangeError is the stack: with a reviver JSON.parse recurses, and the nesting is the sender's choice.
    if (error instanceof SyntaxError || error instanceof RangeError) {
      throw notJson(`The body is not valid JSON: ${error.message}`, error);
    }
    throw error;
  }
}
