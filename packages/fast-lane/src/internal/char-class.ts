/** @module Which octets may stand where in a request's head (RFC 9110 §5.5 and §5.6.2, RFC 9112 §3). */

export const HTAB = 0x09;
export const LF = 0x0a;
export const CR = 0x0d;
export const SP = 0x20;
export const HASH = 0x23;
export const SLASH = 0x2f;
export const ZERO = 0x30;
export const NINE = 0x39;
export const COLON = 0x3a;
export const DEL = 0x7f;
/** Set in a lower-case letter, not in the upper-case one. */
export const LOWER_CASE_BIT = 0x20;

const TCHAR = /[!#$%&'*+.^_`|~0-9A-Za-z-]/;

/** 1 for the octets of `tchar`. */
export const TOKEN: Uint8Array = Uint8Array.from({ length: 256 }, (_, octet) =>
  Number(TCHAR.test(String.fromCharCode(octet))),
);

/** What field values hold: HTAB, SP, VCHAR, obs-text. */
export function isValue(octet: number): boolean {
  return octet >= SP ? octet !== DEL : octet === HTAB;
}

/** What a target in origin-form holds, as all supported versions of llhttp take it: not `#`, nothing beyond ASCII. */
export function isTarget(octet: number): boolean {
  return octet > SP && octet < DEL && octet !== HASH;
}
