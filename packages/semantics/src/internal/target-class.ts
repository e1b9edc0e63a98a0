/** @module The characters of a canonical path that need no escape. */

/** A `pchar` (RFC 3986 §3.3) other than a dot, or a slash. */
export const PLAIN = 1;

const PLAIN_CHARS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~!$&'()*+,;=:@/";

/** {@link PLAIN} or 0 for each ASCII character. */
export const targetClass: Uint8Array = new Uint8Array(128);
for (const char of PLAIN_CHARS) targetClass[char.charCodeAt(0)] = PLAIN;
