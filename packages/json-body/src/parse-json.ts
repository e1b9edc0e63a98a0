/** @module Hot: text to a value. */

import type { JsonSettings } from './json-body-options.ts';
import { checkDepth, checkKeys } from './json-budget.ts';
import { notJson, strictViolation } from './json-error.ts';

/** The white space of JSON (RFC 8259 §2), then the start of an object or an array. */
const COMPOUND_START = /^[ \t\n\r]*[[{]/;

/**
 * `JSON.parse` under the options. A key `__proto__` becomes an own property like any other and pollutes nothing.
 *
 * @throws {SyntaxError} when the text is not JSON or, with `strict`, neither an object nor an array; {BodyError} 400 or 413
 * when it is nested too deeply or has too many keys; what the reviver throws
 */
export function parseJson(text: string, settings: JsonSettings): unknown {
  if (settings.strict && !COMPOUND_START.test(text)) throw notJson(strictViolation(text));
  checkKeys(text, settings.keyLimit);
  const value = parse(text);
  checkDepth(value, text, settings.depth);
  const { reviver } = settings;
  // A second time, as a reviver makes `JSON.parse` recurse, and the depth had to be checked before.
  return reviver === undefined ? value : revive(text, reviver);
}

/** As in body-parser, what the reviver throws refuses the body like a syntax error, whatever status it has. */
function revive(text: string, reviver: NonNullable<JsonSettings['reviver']>): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch (thrown) {
    if (thrown instanceof Error) for (const name of Object.keys(thrown)) Reflect.deleteProperty(thrown, name);
    throw thrown;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notJson(error);
  }
}
