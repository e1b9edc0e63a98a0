/** @module The errors for rejected JSON bodies. */

import { BodyError } from '@nextpress/body';

/** The error that `JSON.parse` throws for text that does not start with `{` or `[`, as in body-parser. */
export function strictViolation(text: string): SyntaxError {
  const start = /^[ \t\n\r]*/.exec(text)?.[0].length ?? 0;
  // V8 quotes only a few characters of the text, so a short mask is enough.
  const mask = '#'.repeat(Math.min(text.length - start, 64));
  try {
    JSON.parse(text.slice(0, start) + mask);
  } catch (error) {
    const { message } = error as SyntaxError;
    return new SyntaxError(message.replace(/#+/g, (part) => text.slice(start, start + part.length)));
  }
  return new SyntaxError('strict violation');
}

/** Adds a `code` to an error of `JSON.parse`. Not enumerable, because body-parser's errors lack it. */
export function notJson(error: unknown): unknown {
  if (!(error instanceof SyntaxError)) return error;
  const code = { value: 'ERR_BODY_NOT_JSON', writable: true, configurable: true };
  return Object.defineProperty(error, 'code', code);
}

/** 400: objects and arrays nested more deeply than the option `depth` allows. */
export function tooDeep(limit: number): BodyError {
  const message = `the body is nested more than ${limit} levels deep (option "depth")`;
  return new BodyError(400, 'ERR_BODY_TOO_DEEP', 'entity.too.deep', message, { limit });
}

/** 413: more keys than the option `keyLimit` allows. */
export function tooManyKeys(limit: number): BodyError {
  const message = `the objects of the body have more than ${limit} keys (option "keyLimit")`;
  return new BodyError(413, 'ERR_BODY_TOO_MANY_KEYS', 'keys.too.many', message, { limit });
}
