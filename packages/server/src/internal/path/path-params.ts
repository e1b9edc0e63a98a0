import type { Params } from '@nextpress/router';
import { HttpError } from '@nextpress/semantics/http-error';

/** Half of a surrogate pair, which no decoded text begins with: marks a value that could not be decoded. */
const UNDECODED = '\uD800';

/** Decodes a captured value; one whose escapes aren't UTF-8 comes back marked, as a router must not throw. */
export function decodeParam(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    return UNDECODED + raw;
  }
}

/** Whether every captured value could be decoded. */
export function isDecoded(params: Params): boolean {
  return Object.values(params).every((value) => !String(value).includes(UNDECODED));
}

/**
 * Refuses values whose escapes aren't UTF-8.
 *
 * @throws HttpError 400 `ERR_PARAM_ENCODING`
 */
export function checkDecoded(pathname: string, params: Params): void {
  if (isDecoded(params)) return;
  throw new HttpError(400, 'ERR_PARAM_ENCODING', `The escapes in the path ${pathname} are not UTF-8.`);
}
