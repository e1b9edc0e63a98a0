/** @module Hot: text to a value. */

import { notJson } from './body-error.ts';
import type { JsonBodySettings } from './json-body-options.ts';

/** The white space of JSON (RFC 8259 §2), then the start of an object or an array. */
const COMPOUND_START = /^[ \t\n\r]*[[{]/;

/**
 * `JSON.parse` under the options. A key `__proto__` becomes an own property like any other and pollutes nothing.
 *
 * @throws {HttpError} 400 when the text is not JSON or, with `strict`, neither an object nor an array, or nested too
 * deeply for a reviver; whatever the reviver throws
 */
export function parseJson(text: string, settings: JsonBodySettings): unknown {
  if (settings.strict && !COMPOUND_START.test(text)) {
    throw notJson('The body is not a JSON object or array.');
  }
  const value = parse(text);
  const { reviver } = settings;
  if (reviver === undefined) return value;
  try {
    // Once more: this time the text is known to be JSON, so that whatever is thrown comes from the reviver, or from its depth.
    return JSON.parse(text, reviver);
  } catch (error) {
    if (isOverflow(error)) throw notJson('The body is nested too deeply.', error);
    throw error ?? new Error(`jsonBody: the reviver threw ${error}`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notJson(`The body is not valid JSON: ${(error as Error).message}`, error);
  }
}

/** With a reviver `JSON.parse` recurses, and the nesting is the sender's choice. */
function isOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message === 'Maximum call stack size exceeded';
}
