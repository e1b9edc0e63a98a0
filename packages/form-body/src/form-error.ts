/** @module Why a form was refused. */

import { BodyError } from '@nextpress/body';

/** 413: more pairs than permitted. */
export function tooManyParameters(limit: number): BodyError {
  const message = `The form has more than ${limit} pairs (parameterLimit).`;
  return new BodyError(413, 'ERR_BODY_TOO_MANY_PARAMETERS', 'parameters.too.many', message, { limit });
}
