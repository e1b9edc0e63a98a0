/** @module Hot: text to a value. */

import type { JsonSettings } from './json-body-options.ts';
import { checkDepth, checkKeys } from './json-budget.ts';
import { JsonSyntaxError } from './json-error.ts';

/** The white space of JSON (RFC 8259 §2), then the start of an object or an array. */
const COMPOUND_START = /^[ \t\n\r]*[[{]/;

/**
 * `JSON.parse` under the options. A key `__proto__` becomes an own property like any other and pollutes nothing.
 *
 * @throws {JsonSyntaxError} 400 when the text is not JSON or, with `strict`, neither an object nor an array;
 * {BodyError} 400 or 413 when it is nested too deeply or has too many keys; whatever the reviver throws
 */
export function parseJson(text: string, settings: JsonSettings): unknown {
  if (settings.strict && !COMPOUND_START.test(text)) {
    throw new JsonSyntaxError('The body is not a JSON object or array.', text);
  }
  checkKeys(text, settings.keyLimit);
  const value = parse(text);
  checkDepth(value, text, settings.depth);
  const { reviver } = settings;
  if (reviver === undefined) return value;
  try {
    // Once more: this time the text is known to be JSON, so that whatever is thrown comes from the reviver, or from its depth where that isn't limited.
    return JSON.parse(text, reviver);
  } catch (error) {
    if (isOverflow(error)) throw new JsonSyntaxError('The body is nested too deeply.', text, error);
    throw error ?? new Error(`jsonBody: the reviver threw ${error}`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new JsonSyntaxError(`The body is not valid JSON: ${(error as Error).message}`, text, error);
  }
}

/** With a reviver `JSON.parse` recurses, and the nesting is the sender's choice. */
function isOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message === 'Maximum call stack size exceeded';
}
