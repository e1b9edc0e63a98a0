/** @module Case folding of ASCII letters, and the character codes used in paths. */
export const SLASH = 0x2f;
const UPPER_A = 0x41;
const UPPER_Z = 0x5a;

/** Difference between an ASCII letter in lower case and in upper case. */
const CASE_BIT = 0x20;

const UPPER = /[A-Z]+/g;

/** The code with an ASCII letter in lower case. */
export function foldCode(code: number): number {
  return code >= UPPER_A && code <= UPPER_Z ? code | CASE_BIT : code;
}

/** The text with its ASCII letters in lower case. Other letters and the length do not change. */
export function foldText(text: string): string {
  return text.replace(UPPER, (letters) => letters.toLowerCase());
}
