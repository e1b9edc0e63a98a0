/** @module Why JSON was refused. */

import { BodyError } from '@nextpress/body';

/** 400: not JSON, or not the kind of JSON that is accepted. A `SyntaxError` with the `body`, as body-parser's is. */
export class JsonSyntaxError extends SyntaxError {
  readonly status = 400;
  readonly statusCode = 400;
  readonly code = 'ERR_BODY_NOT_JSON';
  readonly expose = true;
  readonly type = 'entity.parse.failed';
  /** The text. */
  readonly body: string;

  constructor(message: string, body: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.body = body;
  }
}

/** 400: more objects and arrays inside each other than permitted. */
export function tooDeep(limit: number): BodyError {
  const message = `The body is nested more than ${limit} levels deep (depth).`;
  return new BodyError(400, 'ERR_BODY_TOO_DEEP', 'entity.too.deep', message, { limit });
}

/** 413: more keys than permitted. */
export function tooManyKeys(limit: number): BodyError {
  const message = `The objects of the body have more than ${limit} keys (keyLimit).`;
  return new BodyError(413, 'ERR_BODY_TOO_MANY_KEYS', 'keys.too.many', message, { limit });
}
