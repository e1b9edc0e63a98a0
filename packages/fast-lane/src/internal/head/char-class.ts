/** @module Which bytes are allowed where in a request head (RFC 9110 §5.5 and §5.6.2). */

export const HTAB = 0x09;
export const SP = 0x20;
export const ZERO = 0x30;
export const NINE = 0x39;
/** Set in lower-case letters only. */
export const LOWER_CASE_BIT = 0x20;

const TCHAR = /[!#$%&'*+.^_`|~0-9A-Za-z-]/;

/** 1 for the bytes of `tchar`. */
export const TOKEN: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(TCHAR.test(String.fromCharCode(byte))),
);
