import type { PatchedResponse } from '../patched-messages.ts';
import { setContentHeader } from './response-headers.ts';

/** `res.location`. */
export function location(this: PatchedResponse, url: string | URL): PatchedResponse {
  return setContentHeader(this, 'Location', encodeLocation(String(url)));
}

/** A character that is not allowed in a URL, or a percent sign. Most targets have none. */
const NEEDS_CHECK = /[^!#$&-;=?-_a-z|~]/;

const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * Characters that are not allowed in a URL, and percent signs that don't start an escape. As in the encodeurl package,
 * `\`, `^` and `|` are kept: browsers read `\` as a slash, and escaping it would make `http://a\@b` lead to b instead
 * of a.
 */
const NOT_IN_URL = /[^!#-;=?-_a-z|~]+|%(?![\dA-Fa-f]{2})/g;

/** Percent-encodes characters that are not allowed in a URL, such as CR, LF, spaces and quotes. Keeps existing escapes. */
export function encodeLocation(url: string): string {
  if (!NEEDS_CHECK.test(url)) return url;
  return url.replace(LONE_SURROGATE, '\ufffd').replace(NOT_IN_URL, encodeURI);
}
