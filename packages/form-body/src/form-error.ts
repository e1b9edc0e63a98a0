/** @module The errors for rejected forms. */

import { BodyError } from '@nextpress/body';

/** 413: more pairs than the option `parameterLimit` allows. */
export function tooManyParameters(): BodyError {
  return new BodyError(413, 'ERR_BODY_TOO_MANY_PARAMETERS', 'parameters.too.many', 'too many parameters');
}

/** 400: a name with more levels than the option `depth` allows. */
export function tooDeep(): BodyError {
  const message = 'The input exceeded the depth';
  return new BodyError(400, 'ERR_BODY_TOO_DEEP', 'querystring.parse.rangeError', message);
}
