/** @module Which characters a canonical path may hold as they are. */

/** A `pchar` of RFC 3986 §3.3 other than the dot, or a slash: nothing to look at. */
export const PLAIN = 1;

const PLAIN_CHARS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~!$&'()*+,;=:@/";

/** The class of each ASCII character: {@link PLAIN}, or 0 for the others. */
export const targetClass: Uint8Array = new Uint8Array(128);
for (const char of PLAIN_CHARS) targetClass[char.charCodeAt(0)] = PLAIN;
