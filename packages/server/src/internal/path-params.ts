import type { Params } from '@nextpress/router';
import { HttpError } from '@nextpress/semantics/http-error';

/**
 * Refuses params captured from a path whose escapes aren't UTF-8, which the router hands out undecoded.
 *
 * @throws HttpError 400 `ERR_PARAM_ENCODING`
 */
export function checkDecodable(pathname: string, params: Params): void {
  if (!pathname.includes('%') || isDecodable(pathname)) return;
  for (const _name in params) {
    throw new HttpError(400, 'ERR_PARAM_ENCODING', `The escapes in the path ${pathname} are not UTF-8.`);
  }
}

/** Whether the escapes of a canonical path are UTF-8. */
export function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}
