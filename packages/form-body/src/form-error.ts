/** @module Why a form was refused. */

import { BodyError } from '@nextpress/body';

/** 413: more pairs than permitted. */
export function tooManyParameters(limit: number): BodyError {
  const message = `The form has more than ${limit} pairs (parameterLimit).`;
  return new BodyError(413, 'ERR_BODY_TOO_MANY_PARAMETERS', 'parameters.too.many', message, { limit });
}

/** 400: a name with more levels than permitted. */
export function tooDeep(limit: number): BodyError {
  const message = `A name of the form is nested more than ${limit} levels deep (depth).`;
  return new BodyError(400, 'ERR_BODY_TOO_DEEP', 'querystring.parse.rangeError', message, { limit });
}
