/** @module Error codes of RFC 9113 §7. `node:http2` has them too, but is loaded only when it is used. */

export const NO_ERROR = 0x0;
export const INTERNAL_ERROR = 0x2;
export const CANCEL = 0x8;
