const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Runs of what a URL can't hold, as the encodeurl package counts it, and percent signs that begin no escape. */
const NOT_IN_URL = /[^!#$%&'()*+,\-./\d:;=?@A-Z[\]_a-z~]+|%(?![\dA-Fa-f]{2})/g;

/** Escapes in UTF-8 what a URL can't hold, and nothing that is escaped already: no CR, LF, space or quote gets through. */
export function encodeLocation(url: string): string {
  return url.replace(LONE_SURROGATE, '\ufffd').replace(NOT_IN_URL, encodeURI);
}
