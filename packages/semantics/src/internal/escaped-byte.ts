/** @module Percent-encoding (RFC 3986 §2.1). */

import { DIGIT_0, DIGIT_9, LOWER_A, LOWER_F } from './char-code.ts';

const TO_LOWER_CASE = 0x20;

/** The byte of the escape whose `%` is at `percent`, or -1 if it is not followed by two hexadecimal digits. */
export function escapedByte(text: string, percent: number): number {
  const high = hexValue(text.charCodeAt(percent + 1));
  const low = hexValue(text.charCodeAt(percent + 2));
  return high === -1 || low === -1 ? -1 : high * 16 + low;
}

/** -1 for other characters, and for NaN past the end of the string. */
function hexValue(code: number): number {
  if (code >= DIGIT_0 && code <= DIGIT_9) return code - DIGIT_0;
  const lower = code | TO_LOWER_CASE;
  return lower >= LOWER_A && lower <= LOWER_F ? lower - LOWER_A + 10 : -1;
}
