/** What most targets have none of: what a URL can't hold, and percent signs, which have to be looked at more closely. */
const NOT_PLAIN = /[^!#$&-;=?-_a-z|~]/;

const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * Runs of what a URL can't hold, and percent signs that begin no escape. As in the encodeurl package, `\`, `^` and `|` stay:
 * a browser takes `\` for a slash, and an escaped one would let `http://a\@b` lead to b instead of a.
 */
const NOT_IN_URL = /[^!#-;=?-_a-z|~]+|%(?![\dA-Fa-f]{2})/g;

/** Escapes in UTF-8 what a URL can't hold, and nothing that is escaped already: no CR, LF, space or quote gets through. */
export function encodeLocation(url: string): string {
  if (!NOT_PLAIN.test(url)) return url;
  return url.replace(LONE_SURROGATE, '\ufffd').replace(NOT_IN_URL, encodeURI);
}
